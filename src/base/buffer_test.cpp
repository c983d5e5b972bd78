#include <nodecpp/buffer.h>

#include <doctest/doctest.h>
#include <cmath>
#include <string>

#include "base/encoding.h"

using namespace nodecpp;

namespace {

std::string text(const String& s) { return {s.data(), s.size()}; }
std::string hex(const Buffer& b) { return text(b.toString(Encoding::hex)); }

std::string shownValue(const Buffer& b) { return "Buffer " + hex(b); }
std::string shownValue(const String& s) { return "text " + hex(Buffer::from(s)); }
template <class T>
  requires std::is_arithmetic_v<T>
std::string shownValue(T value) {
  return text(str(value));
}
template <class T>
std::string shown(const T& value, const Buffer& x) {
  return shownValue(value) + " | " + hex(x);
}

struct Case {
  const char* subject;  // its bytes, as hex
  const char* source;
  std::string (*call)(Buffer x);
  const char* expected;
};

const Case cases[] = {
#include "base/buffer_cases.inc"
};

std::string answer(const Case& one) {
  try {
    return one.call(Buffer::from(one.subject, "hex"));
  } catch (const Error& error) {
    String code = error->code.empty() ? String("undefined") : error->code;
    return text(error->name + " " + code + " " + error->message);
  }
}

}  // namespace

TEST_CASE("Buffer answers as Node 24 does") {
  for (const Case& one : cases) {
    INFO(std::string(one.source), " of ", std::string(one.subject));
    CHECK(answer(one) == std::string(one.expected));
  }
}
