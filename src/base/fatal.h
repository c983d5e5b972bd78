// The end of the process with a sentence, for what no program can go on after: memory that cannot be trusted any more, or
// that there is none of.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace nodecpp::detail {

// `format` as printf has it. Nothing is allocated but what stdio has already.
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
