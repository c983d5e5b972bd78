// The heart-beats of all event streams of a loop: one timer for each period, since each client would need one
// otherwise.
#pragma once

#include <nodecpp/http/events.h>

namespace nodecpp::http::detail {

// Calls EventStreamObject::beat() of `stream` twice in each `period` (milliseconds), until stopBeating().
void startBeating(EventStreamObject* stream, double period);
void stopBeating(EventStreamObject* stream) noexcept;

}  // namespace nodecpp::http::detail
