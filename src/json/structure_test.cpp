// Tests what Node.cpp requires of simdjson's first stage, which is not a public interface: it must find the same
// structural positions as a simple loop over the bytes.
#include "json/structure.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/text/encoding.h"

using namespace nodecpp;

namespace {

using Places = std::vector<std::uint32_t>;

// Finds the structural positions with a simple loop. Returns false for a text whose strings are not all closed.
bool plainStructure(const std::string& text, Places& out) {
  bool inString = false, inWord = false, escaped = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inString) {
      if (static_cast<unsigned char>(c) < 0x20) return false;
      if (c == '\\') {
        ++i;
        if (i < text.size() && static_cast<unsigned char>(text[i]) < 0x20) return false;
      } else if (c == '"') {
        inString = false;
      }
      continue;
    }
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    const bool bracket = c == '{' || c == '}' || c == '[' || c == ']' || c == ',' || c == ':';
    // A backslash outside of a string is not valid JSON, but simdjson still treats the next character as escaped.
    inString = c == '"' && !escaped;
    if (inString || bracket || (!space && !inWord)) out.push_back(std::uint32_t(i));
    inWord = !space && !bracket && !inString;
    escaped = c == '\\' && !escaped;
  }
  return !inString && !out.empty() && detail::utf8Prefix(text.data(), text.size()) == text.size();
}

void compare(const std::string& text) {
  INFO("text: ", text);
  Places expected;
  const bool right = plainStructure(text, expected);
  detail::JsonStructure found;
  REQUIRE(detail::structureOf(text.data(), text.size(), found) == right);
  if (!right) return;
  REQUIRE(Places(found.at, found.at + found.count) == expected);
  // walkJson reads the entry after the last position, which must be the size of the text.
  REQUIRE(found.at[found.count] == text.size());
}

}  // namespace

TEST_CASE("the first stage finds what begins where") {
  if (!detail::canFindStructure()) return;
  for (const char* text : {"{\"a\":[1,true,\"x\\\\\"],\"b\" : null}", "[]", "  12  ", "\"\"", "[\"\\\"\", -1.5e3 ,\t{}]\r\n",
                           "\"\u00e9\u8a9e\U0001f600\"", "nul", "[1 2]", "\"a\"b", "}{", "", " ", "\"", "\"\\", "\"\\\"",
                           "\"\x01\"", "\"\n\"", "[\"a\", \"b]", "\"\xff\"", "\"\xc3\"", "\"\xed\xa0\x80\""})
    compare(text);
}

TEST_CASE("the first stage finds it at each place of a block of 64 bytes") {
  if (!detail::canFindStructure()) return;
  for (const char* piece : {"\"\\\\\\\"x\"", "\"\\\\\"", "{\"k\":1}", "\"\u8a9e\"", "true", "\"a", "\"\t\"", "\"\xe8\xaa\""})
    for (std::size_t before = 0; before <= 130; ++before) {
      compare("[" + std::string(before, ' ') + piece + "]");
      compare("[\"" + std::string(before, '\\') + "\"," + piece + "]");
      compare("[\"" + std::string(before, 'x') + "\"," + piece + ",0]");
    }
}

TEST_CASE("the first stage takes texts of any size, one after the other") {
  if (!detail::canFindStructure()) return;
  for (std::size_t count : {10u, 20000u, 400000u, 5u, 30000u}) {
    std::string text = "[0";
    for (std::size_t i = 0; i < count; ++i) text += ", {}";
    compare(text + "]");
    compare(text + "\"]");
  }
}
