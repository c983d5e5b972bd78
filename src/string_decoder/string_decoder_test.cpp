#include <nodecpp/string_decoder.h>

#include <doctest/doctest.h>
#include <sstream>
#include <string>

using namespace nodecpp;
using string_decoder::StringDecoder;

namespace {

struct Case {
  const char* encoding;
  const char* given;  // the chunks as hex digits, with "." for end()
  const char* gave;   // the text as hex digits, lastNeed, lastTotal; for UTF-16 the whole text up to each end()
};

const Case cases[] = {
#include "answers/string_decoder.inc"
};

std::string hex(const String& text) {
  String digits = Buffer::from(text).toString("hex");
  return {digits.data(), digits.size()};
}

std::string described(const String& text, const StringDecoder& decoder) {
  return hex(text) + "," + std::to_string(decoder->lastNeed()) + "," + std::to_string(decoder->lastTotal());
}

// Splits at each space. Two spaces in a row enclose an empty part, because a chunk may be empty.
Array<std::string> parts(const std::string& all) {
  Array<std::string> out;
  std::istringstream stream(all + " ");
  for (std::string one; std::getline(stream, one, ' ');) out.push(one);
  return out;
}

}  // namespace

TEST_CASE("StringDecoder answers as Node 24 does") {
  for (const Case& one : cases) {
    INFO(std::string(one.encoding), " ", std::string(one.given));
    auto decoder = make<StringDecoder>(one.encoding);
    std::string gave;
    String whole;
    for (const std::string& part : parts(one.given)) {
      String text = part == "." ? decoder->end() : decoder->write(Buffer::from(part, "hex"));
      whole += text;
      bool utf16 = decoder->kind() == Encoding::utf16le;
      if (utf16 && part != ".") continue;
      gave += " " + (utf16 ? hex(whole) : described(text, decoder));
      whole = "";
    }
    CHECK(gave == " " + std::string(one.gave));
  }
}

TEST_CASE("StringDecoder's name, strings and errors") {
  CHECK(make<StringDecoder>()->encoding() == "utf8");
  CHECK(make<StringDecoder>("")->encoding() == "utf8");
  CHECK(make<StringDecoder>("UCS-2")->encoding() == "utf16le");
  CHECK(make<StringDecoder>("binary")->encoding() == "latin1");
  CHECK(make<StringDecoder>("utf8")->write("as it is") == "as it is");
  CHECK_THROWS_WITH_AS(make<StringDecoder>("foo"), "TypeError: Unknown encoding: foo", TypeError);
  auto decoder = make<StringDecoder>("utf8");
  CHECK(decoder->write(Buffer::of(0xe2, 0x82)) == "");
  CHECK(decoder->end(Buffer::of(0xac)) == "€");
}
