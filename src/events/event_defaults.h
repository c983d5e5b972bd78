// What a program has set for all its emitters: events.defaultMaxListeners and events.captureRejections.
#pragma once

namespace nodecpp::detail {

double defaultLimit() noexcept;
bool captureByDefault() noexcept;
// Throws ERR_OUT_OF_RANGE when `n` is negative or NaN; `name` is the name of the argument in the message.
void checkLimit(const char* name, double n);

}  // namespace nodecpp::detail
