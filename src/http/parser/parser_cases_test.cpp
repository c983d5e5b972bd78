// Checks that the parser reports the same as llhttp 9.4.3 for each case of tests/answers/http_parser: when the bytes
// come whole, cut in two at every offset, and byte by byte.
#include <string_view>

#include "support/parser_story.h"

namespace {

using namespace parser_story;

void responseSkip(std::string_view bytes, std::string_view expected) { response(bytes, expected, Answer::skipBody); }
void requestSkip(std::string_view bytes, std::string_view expected) { request(bytes, expected, Answer::skipBody); }
void responseUpgrade(std::string_view bytes, std::string_view expected) {
  response(bytes, expected, Answer::acceptUpgrade);
}
void requestUpgrade(std::string_view bytes, std::string_view expected) {
  request(bytes, expected, Answer::acceptUpgrade);
}

// Makes a view of a literal that may contain zero bytes.
template <std::size_t n>
constexpr std::string_view all(const char (&literal)[n]) {
  return {literal, n - 1};
}

std::size_t told = 0;

// clang-format off
#define GROUP(title)
#define CASE(kind, bytes, story) kind(all(bytes), all(story)); ++told;
// clang-format on

TEST_CASE("http parser answers as llhttp to the first lines of requests") {
#include "answers/http_parser/lines.inc"
}

TEST_CASE("http parser answers as llhttp to fields") {
#include "answers/http_parser/fields.inc"
}

TEST_CASE("http parser answers as llhttp to bodies of requests") {
#include "answers/http_parser/bodies.inc"
}

TEST_CASE("http parser answers as llhttp to responses") {
#include "answers/http_parser/responses.inc"
  CHECK(told > 600);
}

}  // namespace
