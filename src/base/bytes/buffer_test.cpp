#include <nodecpp/buffer.h>
#include <nodecpp/number.h>

#include <doctest/doctest.h>
#include <cmath>
#include <cstdio>
#include <string>

#include "base/text/encoding.h"

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
  const char* subject;  // The bytes of the tested Buffer as hex digits.
  const char* source;
  std::string (*call)(Buffer x);
  const char* expected;
};

const Case cases[] = {
#include "answers/buffer.inc"
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

TEST_CASE("Buffer: an index that is none finds no byte") {
  const auto buf = Buffer::from({1, 2, 3});
  CHECK(buf[num(1)] == 2);
  CHECK(buf[num(1.5)] == -1);
  CHECK(buf[NaN] == -1);
  CHECK(buf[-1] == -1);
  CHECK(buf[num(-0.0)] == 1);
  buf[num(0.5)] = 9;
  buf[3] = 9;
  buf[num(2)] = 260;
  CHECK(buf.toString("hex") == "010204");
  CHECK(Buffer()[0] == -1);
  // Each change of the bytes is visible through every Buffer over them, and through a pointer.
  const auto part = buf.subarray(1);
  int sum = 0;
  for (int i = 0; i < part.length(); i++) {
    buf[i + 1] ^= 0xff;
    sum += part[i] + static_cast<unsigned char>(part.bytes()[i]);
  }
  CHECK(sum == 2 * (0xfd + 0xfb));
}

TEST_CASE("Buffer answers as Node 24 does") {
  for (const Case& one : cases) {
    INFO(std::string(one.source), " of ", std::string(one.subject));
    CHECK(answer(one) == std::string(one.expected));
  }
}

namespace {
struct Coded {
  char kind;
  const char* encoding;
  const char* input;
  std::size_t room;
  std::size_t written;
  const char* expected;
};
#define DECODE(encoding, input, expected) {'d', encoding, input, 0, 0, expected},
#define ENCODE(encoding, input, expected, size) {'e', encoding, input, size, 0, expected},
#define WRITE(encoding, input, room, written, expected) {'w', encoding, input, room, written, expected},
const Coded coded[] = {
#include "answers/encodings.inc"
};
}  // namespace

TEST_CASE("encodings make of random bytes and texts what Node makes of them") {
  for (const Coded& one : coded) {
    INFO(one.kind, " ", std::string(one.encoding), " ", std::string(one.input));
    Buffer input = Buffer::from(one.input, "hex");
    if (one.kind == 'd') {
      CHECK(hex(Buffer::from(input.toString(one.encoding))) == std::string(one.expected));
      continue;
    }
    String text = input.toString();
    if (one.kind == 'e') {
      CHECK(hex(Buffer::from(text, one.encoding)) == std::string(one.expected));
      CHECK(Buffer::byteLength(text, one.encoding) == std::ptrdiff_t(one.room));
    } else {
      Buffer room = Buffer::alloc(double(one.room));
      CHECK(room.write(text, one.encoding) == one.written);
      CHECK(hex(room) == std::string(one.expected));
    }
  }
}

TEST_CASE("each byte has its two digits, at every place and in texts of every length") {
  const Buffer all = Buffer::alloc(300);
  std::string expected;
  for (int i = 0; i < 300; ++i) {
    all[i] = static_cast<unsigned char>(i * 7);
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", (i * 7) & 255);
    expected += digits;
  }
  for (std::size_t from = 0; from < 20; ++from)
    for (std::size_t length = 0; length <= 300 - from; ++length)
      REQUIRE(hex(all.subarray(std::ptrdiff_t(from), std::ptrdiff_t(from + length))) == expected.substr(2 * from, 2 * length));
}

TEST_CASE("slices share their bytes, and outlive the Buffer they are of") {
  Buffer all = Buffer::from("hello world");
  Buffer part = all.subarray(6);
  part[0] = 'W';
  CHECK(all.toString() == "hello World");
  all = Buffer();
  CHECK(part.toString() == "World");
  Buffer copy = Buffer::from(part);
  copy[0] = 'w';
  CHECK(part.toString() == "World");
}

TEST_CASE("a byte outside reads as -1 and is not written") {
  Buffer two = Buffer::of(1, 2);
  CHECK(two[2] == -1);
  two[2] = 7;
  two[0] ^= 3;
  ++two[1];
  CHECK(two[0] == 2);
  CHECK(two[1]++ == 3);
  CHECK(two[1] == 4);
  two[0] = 300;
  CHECK(two[0] == 44);
  CHECK(two.at(-1) == 4);
  CHECK(two.at(-3) == -1);
  CHECK(Buffer()[0] == -1);
}

TEST_CASE("loops over a Buffer hold its bytes") {
  Buffer three = Buffer::of(1, 2, 3);
  int sum = 0;
  for (int byte : three) {
    three = Buffer();
    sum += byte;
  }
  CHECK(sum == 6);
  std::string seen;
  for (auto [index, byte] : Buffer::of(7, 8).entries())
    seen += std::to_string(index) + "=" + std::to_string(byte) + " ";
  CHECK(seen == "0=7 1=8 ");
  for (auto key : Buffer::of(7).keys()) CHECK(key == 0);
  for (auto value : Buffer::of(7).values()) CHECK(value == 7);
}

TEST_CASE("an unknown encoding throws when it is used, as in Node") {
  EncodingArg unknown("nonsense");
  CHECK_FALSE(unknown.known());
  CHECK(Buffer::byteLength("é", "nonsense") == 2);
  // A length is signed, as all lengths are, so that a difference of lengths may be below zero.
  CHECK(Buffer::byteLength("é") - Buffer::from("abc").byteLength() < 0);
  CHECK_THROWS_WITH_AS(Buffer::from("a", unknown), "TypeError: Unknown encoding: nonsense", TypeError);
}

TEST_CASE("large Buffers come zeroed, and a size without memory is an error") {
  Buffer large = Buffer::alloc(1 << 20);
  CHECK(large[(1 << 20) - 1] == 0);
  CHECK_THROWS_WITH_AS(Buffer::alloc(1e15), "RangeError: Array buffer allocation failed", RangeError);
}

TEST_CASE("lone surrogates become U+FFFD in a Buffer") {
  const String high = "\xed\xa0\xbd", low = "\xed\xb8\x80";  // Two lone surrogates in WTF-8.
  CHECK(Buffer::from("a" + high).toString("hex") == "61efbfbd");
  CHECK(Buffer::byteLength(high) == 3);
  // The two surrogates form one character after concatenation.
  CHECK(Buffer::from(high + low).toString("hex") == "f09f9880");
  CHECK(Buffer::byteLength(high + low) == 4);
  CHECK(Buffer::from(low + high).toString("hex") == "efbfbdefbfbd");
  CHECK(Buffer::from(high, "utf16le").toString("hex") == "3dd8");
  CHECK(Buffer::byteLength("a" + high, "utf16le") == 4);
  CHECK(Buffer::from(high, "latin1").toString("hex") == "3d");
  CHECK(Buffer::from({0x3d, 0xd8, 0x41, 0}).toString("utf16le") == high + "A");
  CHECK(Buffer::from({0x3d, 0xd8}).toString("utf16le") == high);
  Buffer room = Buffer::alloc(5);
  CHECK(room.write("ab" + high + "cd") == 5);
  CHECK(room.toString("hex") == "6162efbfbd");
  CHECK(Buffer::alloc(4).write("ab" + high) == 2);
  CHECK(Buffer::from("x\xef\xbf\xbd").indexOf(high) == 1);
  CHECK(detail::inspectString("it's " + high) == "\"it's \\ud83d\"");
  // The bytes of U+D7FF begin like those of a surrogate.
  CHECK(Buffer::from("\xed\x9f\xbf").toString("hex") == "ed9fbf");
}
