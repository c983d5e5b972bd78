#include "http/received_fields.h"

#include <doctest/doctest.h>

#include <string>

using nodecpp::http::detail::hasInvalidHeaderChar;

TEST_CASE("a character that no header value may have is found at each place") {
  for (std::size_t size = 1; size <= 33; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      for (int c = 0; c < 0x80; ++c) {
        for (const char other : {' ', '~', '\t'}) {
          std::string text(size, other);
          text[at] = char(c);
          const bool isInvalid = (c < 0x20 && c != '\t') || c == 0x7f;
          if (hasInvalidHeaderChar(text) == isInvalid) continue;
          CAPTURE(size);
          CAPTURE(at);
          CAPTURE(c);
          CHECK(hasInvalidHeaderChar(text) == isInvalid);
        }
      }
      // A character of latin1 takes two bytes, and a later one has no byte in a head.
      std::string text(size, 'x');
      text.replace(at, 1, "\xc3\xbc");
      CHECK_FALSE(hasInvalidHeaderChar(text));
      text.replace(at, 2, "\xc4\x80");
      CHECK(hasInvalidHeaderChar(text));
    }
  }
  CHECK_FALSE(hasInvalidHeaderChar(""));
}
