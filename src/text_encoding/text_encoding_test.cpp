#include <doctest/doctest.h>
#include <nodecpp/text_encoding.h>
#include <nodecpp/typed_arrays.h>

#include <random>
#include <string>

using namespace nodecpp;

namespace {

// Every pair of bytes, and pieces of texts, so that characters of each encoding occur beside malformed bytes.
Buffer sample(unsigned seed) {
  std::mt19937 random(seed);
  std::string bytes;
  for (int i = 0; i < 400; ++i) {
    static constexpr const char* pieces[] = {"\x1b$B",       "\x1b(B",       "\x1b(I",           "\x1b(J",
                                             "\x1b$",        "\xef\xbb\xbf", "\xf0\x9f\x98\x80", "\x84\x31\xa4\x39",
                                             "\x8f\xb0\xa1", "\xff\xfe",     "\xfe\xff",         "\x3d\xd8",
                                             "\xd8\x3d",     "ab",           "\x88\x62"};
    bytes += pieces[random() % std::size(pieces)];
    bytes += char(random());
  }
  return Buffer::from(Buffer::copyOf(bytes.data(), bytes.size()));
}

constexpr const char* encodings[] = {"utf-8",  "utf-16le",    "utf-16be",  "gb18030", "gbk",         "big5",
                                     "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr",  "windows-1255"};

}  // namespace

TEST_CASE("a text that comes in pieces is that of the whole, wherever it is cut") {
  for (const char* encoding : encodings)
    for (unsigned seed = 1; seed < 20; ++seed) {
      const Buffer bytes = sample(seed);
      auto whole = make<TextDecoder>(encoding);
      const String expected = whole->decode(bytes);
      auto decoder = make<TextDecoder>(encoding);
      // Byte by byte, by random pieces, and once more with the decoder that has been used.
      for (int round = 0; round < 3; ++round) {
        std::mt19937 random(seed + unsigned(round));
        String text;
        for (std::ptrdiff_t from = 0; from < bytes.length();) {
          const std::ptrdiff_t to = from + (round == 0 ? 1 : std::ptrdiff_t(random() % 9));
          text += decoder->decode(bytes.subarray(from, to), {.stream = true});
          from = to;
        }
        text += decoder->decode();
        CAPTURE(encoding);
        CAPTURE(seed);
        CHECK(text == expected);
      }
      CHECK(whole->decode(bytes) == expected);
    }
}

TEST_CASE("a decoder keeps no reference to the program's bytes") {
  Buffer bytes = Buffer::from({0xe2, 0x82});
  auto decoder = make<TextDecoder>();
  CHECK(decoder->decode(bytes, {.stream = true}).empty());
  bytes[0] = 'x';
  CHECK(decoder->decode(Buffer::from({0xac})) == "€");
}

TEST_CASE("the text of a decoder is always well-formed") {
  for (const char* encoding : encodings)
    for (unsigned seed = 30; seed < 40; ++seed) CHECK(make<TextDecoder>(encoding)->decode(sample(seed)).isWellFormed());
}

TEST_CASE("what a fatal decoder accepts is what another decodes without U+FFFD") {
  for (const char* encoding : encodings) {
    auto fatal = make<TextDecoder>(encoding, {.fatal = true});
    auto lenient = make<TextDecoder>(encoding);
    for (int i = 0; i < 65536; i += 5) {
      const Buffer bytes = Buffer::from({i >> 8, i & 255});
      const String text = lenient->decode(bytes);
      CAPTURE(encoding);
      CAPTURE(i);
      if (text.includes("\ufffd"))
        CHECK_THROWS_AS(fatal->decode(bytes), TypeError);
      else
        CHECK(fatal->decode(bytes) == text);
    }
  }
}
