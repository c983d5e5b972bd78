// The tokens of Date.parse: numbers, signs and words.
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/text/ascii.h"

namespace nodecpp::detail {

inline bool within(int value, int from, int to) { return value >= from && value <= to; }
enum class DateWord : unsigned char { other, month, halfDay, zone, separator };

struct DateKeyword {
  char letters[4];  // the first three letters of the word, in lower case
  DateWord kind;
  int value;  // of a month its number from 1; the hour at which a half-day begins; of a zone its hours ahead of UTC
};
inline constexpr DateKeyword dateKeywords[] = {
    {"jan", DateWord::month, 1},  {"feb", DateWord::month, 2},   {"mar", DateWord::month, 3},
    {"apr", DateWord::month, 4},  {"may", DateWord::month, 5},   {"jun", DateWord::month, 6},
    {"jul", DateWord::month, 7},  {"aug", DateWord::month, 8},   {"sep", DateWord::month, 9},
    {"oct", DateWord::month, 10}, {"nov", DateWord::month, 11},  {"dec", DateWord::month, 12},
    {"am", DateWord::halfDay, 0}, {"pm", DateWord::halfDay, 12}, {"ut", DateWord::zone, 0},
    {"utc", DateWord::zone, 0},   {"z", DateWord::zone, 0},      {"gmt", DateWord::zone, 0},
    {"cdt", DateWord::zone, -5},  {"cst", DateWord::zone, -6},   {"edt", DateWord::zone, -4},
    {"est", DateWord::zone, -5},  {"mdt", DateWord::zone, -6},   {"mst", DateWord::zone, -7},
    {"pdt", DateWord::zone, -7},  {"pst", DateWord::zone, -8},   {"t", DateWord::separator, 0},
};

struct DateToken {
  enum class Kind : unsigned char { end, number, symbol, word, space, other } kind = Kind::end;
  char symbol = 0;
  DateWord word = DateWord::other;
  int value = 0;           // of a number, its first nine digits after leading zeros
  std::size_t length = 0;  // how many characters the token has
  bool isNumber() const { return kind == Kind::number; }
  bool isNumber(std::size_t digits) const { return isNumber() && length == digits; }
  bool is(char c) const { return kind == Kind::symbol && symbol == c; }
  bool isSign() const { return is('+') || is('-'); }
  bool isEnd() const { return kind == Kind::end; }
  bool isZ() const { return kind == Kind::word && word == DateWord::zone && value == 0 && length == 1; }
};

// Splits a text into tokens. A zero byte ends the text, as in V8.
class DateTokens {
 public:
  explicit DateTokens(std::string_view text) : rest_(text.substr(0, std::min(text.find('\0'), text.size()))) {
    next_ = scan();
  }
  const DateToken& peek() const { return next_; }
  DateToken next() {
    const DateToken token = next_;
    next_ = scan();
    return token;
  }
  bool skip(char symbol) {
    if (!next_.is(symbol)) return false;
    next_ = scan();
    return true;
  }

 private:
  // Skips a comment in parentheses, after its opening parenthesis. Parentheses inside it are matched.
  void dropBrackets() {
    for (int open = 1; open > 0 && !rest_.empty();) {
      if (rest_[0] == '(') ++open;
      if (rest_[0] == ')') --open;
      rest_.remove_prefix(1);
    }
  }
  // Returns the size in bytes of a white-space character at the front; 0 for any other character.
  std::size_t spaceSize() const {
    const auto byte = [&](std::size_t i) { return i < rest_.size() ? static_cast<unsigned char>(rest_[i]) : 0U; };
    const unsigned first = byte(0);
    if (first == ' ' || (first >= 9 && first <= 13)) return 1;
    if (first == 0xc2) return byte(1) == 0xa0 ? 2 : 0;
    // A malformed UTF-8 sequence counts as letters of a word.
    if (first < 0xe1 || first > 0xef || (byte(1) & 0xc0) != 0x80 || (byte(2) & 0xc0) != 0x80) return 0;
    const unsigned code = (first & 15) << 12 | (byte(1) & 63) << 6 | (byte(2) & 63);
    const bool space = code == 0x1680 || (code >= 0x2000 && code <= 0x200a) || code == 0x202f || code == 0x205f ||
                       code == 0x3000 || code == 0xfeff;
    return space ? 3 : 0;
  }
  DateToken number() {
    DateToken token{.kind = DateToken::Kind::number};
    int digits = 0;
    for (; token.length < rest_.size() && ascii::isDigit(rest_[token.length]); ++token.length) {
      const int digit = rest_[token.length] - '0';
      if (digits == 0 && digit == 0) continue;
      if (digits++ < 9) token.value = token.value * 10 + digit;
    }
    rest_.remove_prefix(token.length);
    return token;
  }
  // Reads a word: letters and all other characters from 'A' on in ASCII and Unicode, except white space.
  DateToken word() {
    DateToken token{.kind = DateToken::Kind::word};
    char letters[3] = {0, 0, 0};
    while (!rest_.empty() && static_cast<unsigned char>(rest_[0]) >= 'A' && spaceSize() == 0) {
      if (token.length < 3) letters[token.length] = char(rest_[0] | 32);
      ++token.length;
      rest_.remove_prefix(1);
    }
    for (const DateKeyword& keyword : dateKeywords) {
      if (std::memcmp(letters, keyword.letters, 3) != 0 || (token.length > 3 && keyword.kind != DateWord::month))
        continue;
      token.word = keyword.kind;
      token.value = keyword.value;
      break;
    }
    return token;
  }
  DateToken scan() {
    if (rest_.empty()) return {};
    const char c = rest_[0];
    if (ascii::isDigit(c)) return number();
    if (c == ':' || c == '-' || c == '+' || c == '.' || c == ')') {
      rest_.remove_prefix(1);
      return {.kind = DateToken::Kind::symbol, .symbol = c, .length = 1};
    }
    if (const std::size_t space = spaceSize()) {
      rest_.remove_prefix(space);
      return {.kind = DateToken::Kind::space, .length = 1};
    }
    if (static_cast<unsigned char>(c) >= 'A') return word();
    rest_.remove_prefix(1);
    if (c == '(') dropBrackets();
    return {.kind = DateToken::Kind::other, .length = 1};
  }

  std::string_view rest_;
  DateToken next_{};
};

}  // namespace nodecpp::detail
