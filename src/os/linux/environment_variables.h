// Changes to the C library's environment that are safe while other threads read it.
#pragma once

#include <string_view>

namespace nodecpp::os {

// Works as setenv, or as unsetenv when `value` is null. A thread that reads the environment meanwhile (getaddrinfo on
// the pool, a native module) finds the old value or the new one, and never freed memory. The C library's own functions
// do not guarantee that.
void setVariable(std::string_view name, const std::string_view* value);

// Whether this entry of `environ` is a placeholder for a variable that was removed.
bool isVacant(const char* entry);

}  // namespace nodecpp::os
