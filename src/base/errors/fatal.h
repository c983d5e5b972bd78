// Ends the process with a message, for errors after which no program can continue: damaged memory, or no memory left.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace nodecpp::detail {

// `format` is a printf format. Nothing is allocated besides stdio's own buffers.
[[noreturn, gnu::cold, gnu::noinline, gnu::format(printf, 1, 2)]] inline void fatalError(const char* format, ...) noexcept {
  std::fputs("FATAL ERROR: ", stderr);
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  std::vfprintf(stderr, format, arguments);
  __builtin_va_end(arguments);
  std::fputc('\n', stderr);
  std::abort();
}

}  // namespace nodecpp::detail
