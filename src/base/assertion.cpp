#include "base/assertion.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace nodecpp::detail {

namespace {

constinit char replayCommand[1024] = "";

// Returns the part of a path from the repository's src/ or include/ on, so that the message is the same wherever the
// library was built.
const char* shortened(const char* path) noexcept {
  const char* found = path;
  for (const char* folder : {"/src/", "/include/"})
    for (const char* at = path; (at = std::strstr(at, folder)); ++at) found = at + 1;
  return found;
}

// Returns the end of the first expression in `names`. A comma inside of brackets or of a literal does not end an
// expression.
const char* endOfName(const char* names) noexcept {
  int depth = 0;
  char quote = 0;
  for (; *names; ++names) {
    if (quote) {
      if (*names == '\\' && names[1]) ++names;
      else if (*names == quote) quote = 0;
    } else if (*names == '"' || *names == '\'') {
      quote = *names;
    } else if (std::strchr("([{", *names)) {
      ++depth;
    } else if (std::strchr(")]}", *names)) {
      --depth;
    } else if (*names == ',' && depth == 0) {
      break;
    }
  }
  return names;
}

}  // namespace

void AssertedValue::print() const noexcept {
  switch (kind_) {
    case Kind::boolean: std::fputs(number_ ? "true" : "false", stderr); break;
    case Kind::number: std::fprintf(stderr, "%" PRId64, number_); break;
    case Kind::natural: std::fprintf(stderr, "%" PRIu64, static_cast<std::uint64_t>(number_)); break;
    case Kind::fraction: std::fprintf(stderr, "%.17g", fraction_); break;
    case Kind::pointer: std::fprintf(stderr, "%p", pointer_); break;
    case Kind::text: std::fprintf(stderr, "\"%.200s\"", text_ ? text_ : ""); break;
  }
}

void assertionFailed(const char* expression, const char* names, std::initializer_list<AssertedValue> values,
                     const std::source_location& place) noexcept {
  std::fprintf(stderr, "ASSERTION FAILED: %s\n  in %s\n  at %s:%u\n", expression, place.function_name(),
               shortened(place.file_name()), unsigned(place.line()));
  for (const AssertedValue& value : values) {
    const char* end = endOfName(names);
    std::fprintf(stderr, "  %.*s = ", int(end - names), names);
    value.print();
    std::fputc('\n', stderr);
    for (names = end; *names == ',' || *names == ' ';) ++names;
  }
  std::fputs("This is a bug of Node.cpp, not of the program: please report it with these lines.\n", stderr);
  if (*replayCommand) std::fprintf(stderr, "What led to it is recorded. This command replays it:\n  %s\n", replayCommand);
  std::abort();
}

void setReplayCommand(const char* command) noexcept {
  std::snprintf(replayCommand, sizeof replayCommand, "%s", command);
}

}  // namespace nodecpp::detail
