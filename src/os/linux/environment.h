// The C library's environment, of which other threads read while the program changes it.
#pragma once

#include <string_view>

namespace nodecpp::os {

// As setenv, or unsetenv where `value` is null. A thread that reads meanwhile (getaddrinfo on the pool, a native module)
// finds the old value or the new one, and never memory that was freed, which the C library's own functions do not grant.
void setVariable(std::string_view name, const std::string_view* value);

// Whether this entry of `environ` stands in the place of one that was removed.
bool isVacant(const char* entry);

}  // namespace nodecpp::os
