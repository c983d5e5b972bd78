#include "util/quoted_text.h"

#include <nodecpp/util.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "base/text/ascii.h"
#include "base/text/utf8.h"

namespace nodecpp {

namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};
bool isIn(std::uint32_t code, const Range* begin, const Range* end) {
  const Range* at = std::lower_bound(begin, end, code, [](const Range& r, std::uint32_t c) { return r.last < c; });
  return at != end && at->first <= code;
}

// The characters that take two columns: Unicode's East Asian Width W and F, and emoji.
constexpr Range wide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},   {0x23e9, 0x23ec},   {0x23f0, 0x23f0},
    {0x23f3, 0x23f3},   {0x25fd, 0x25fe},   {0x2614, 0x2615},   {0x2630, 0x2637},   {0x2648, 0x2653},
    {0x267f, 0x267f},   {0x268a, 0x268f},   {0x2693, 0x2693},   {0x26a1, 0x26a1},   {0x26aa, 0x26ab},
    {0x26bd, 0x26be},   {0x26c4, 0x26c5},   {0x26ce, 0x26ce},   {0x26d4, 0x26d4},   {0x26ea, 0x26ea},
    {0x26f2, 0x26f3},   {0x26f5, 0x26f5},   {0x26fa, 0x26fa},   {0x26fd, 0x26fd},   {0x2705, 0x2705},
    {0x270a, 0x270b},   {0x2728, 0x2728},   {0x274c, 0x274c},   {0x274e, 0x274e},   {0x2753, 0x2755},
    {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27b0, 0x27b0},   {0x27bf, 0x27bf},   {0x2b1b, 0x2b1c},
    {0x2b50, 0x2b50},   {0x2b55, 0x2b55},   {0x2e80, 0x303e},   {0x3041, 0x3247},   {0x3250, 0x4dbf},
    {0x4e00, 0xa4c6},   {0xa960, 0xa97c},   {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe10, 0xfe19},
    {0xfe30, 0xfe6b},   {0xff01, 0xff60},   {0xffe0, 0xffe6},   {0x16fe0, 0x18d08}, {0x1aff0, 0x1b2fb},
    {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f18e}, {0x1f191, 0x1f19a}, {0x1f1e6, 0x1f202},
    {0x1f210, 0x1f23b}, {0x1f240, 0x1f248}, {0x1f250, 0x1f251}, {0x1f260, 0x1f265}, {0x1f300, 0x1f320},
    {0x1f32d, 0x1f335}, {0x1f337, 0x1f37c}, {0x1f37e, 0x1f393}, {0x1f3a0, 0x1f3ca}, {0x1f3cf, 0x1f3d3},
    {0x1f3e0, 0x1f3f0}, {0x1f3f4, 0x1f3f4}, {0x1f3f8, 0x1f43e}, {0x1f440, 0x1f440}, {0x1f442, 0x1f4fc},
    {0x1f4ff, 0x1f53d}, {0x1f54b, 0x1f54e}, {0x1f550, 0x1f567}, {0x1f57a, 0x1f57a}, {0x1f595, 0x1f596},
    {0x1f5a4, 0x1f5a4}, {0x1f5fb, 0x1f64f}, {0x1f680, 0x1f6c5}, {0x1f6cc, 0x1f6cc}, {0x1f6d0, 0x1f6d2},
    {0x1f6d5, 0x1f6df}, {0x1f6eb, 0x1f6ec}, {0x1f6f4, 0x1f6fc}, {0x1f7e0, 0x1f7f0}, {0x1f90c, 0x1f93a},
    {0x1f93c, 0x1f945}, {0x1f947, 0x1f9ff}, {0x1fa70, 0x1faf8}, {0x20000, 0x3fffd}};
// The characters that take no column: marks on the character before them, and invisible characters.
constexpr Range widthless[] = {
    {0x0, 0x1f},      {0x7f, 0x9f},     {0xad, 0xad},     {0x300, 0x36f},     {0x483, 0x489},     {0x591, 0x5bd},
    {0x610, 0x61a},   {0x64b, 0x65f},   {0x6d6, 0x6dc},   {0x900, 0x902},     {0x93c, 0x93c},     {0x941, 0x948},
    {0x94d, 0x94d},   {0xe31, 0xe31},   {0xe34, 0xe3a},   {0xe47, 0xe4e},     {0x1ab0, 0x1aff},   {0x1dc0, 0x1dff},
    {0x200b, 0x200f}, {0x202a, 0x202e}, {0x2060, 0x2064}, {0x20d0, 0x20ff},   {0x302a, 0x302d},   {0x3099, 0x309a},
    {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {0x1f3fb, 0x1f3ff}, {0xe0001, 0xe007f}, {0xe0100, 0xe01ef}};

using ascii::isDigit;

// Returns the length of the escape sequence at the front of `s`, or 0 when there is none. Follows Node's pattern: an
// operating-system command up to its terminator, or a control sequence of numbers and a final character.
std::size_t escapeLength(std::string_view s) {
  auto c1 = [&](std::size_t at) { return s.substr(at).starts_with("\xc2\x9b"); };
  std::size_t at = 0;
  if (s.starts_with('\x1b'))
    at = 1;
  else if (c1(0))
    at = 2;
  else
    return 0;
  if (s.starts_with("\x1b]")) {
    for (std::size_t end = 2; end < s.size(); ++end) {
      if (s[end] == '\a') return end + 1;
      if (s.substr(end).starts_with("\x1b\\") || s.substr(end).starts_with("\xc2\x9c")) return end + 2;
    }
  }
  while (at < s.size() && std::string_view("[]()#;?").find(s[at]) != std::string_view::npos) ++at;
  auto isFinal = [&](std::size_t i) {
    if (i >= s.size()) return false;
    char c = s[i];
    return isDigit(c) || (c >= 'A' && c <= 'P') || (c >= 'R' && c <= 'T') || c == 'Z' || c == 'c' ||
           (c >= 'f' && c <= 'n') || c == 'q' || c == 'r' || c == 's' || c == 't' || c == 'u' || c == 'y' || c == '=' ||
           c == '>' || c == '<' || c == '~';
  };
  // Numbers of at most four digits, separated by ; or :. The final character may itself be a digit, so the longest
  // match that still leaves a final character is taken.
  std::size_t best = isFinal(at) ? at + 1 : 0;
  std::size_t i = at;
  for (int digits = 0; i < s.size() && isDigit(s[i]) && digits < 4; ++digits) {
    ++i;
    if (isFinal(i)) best = std::max(best, i + 1);
  }
  if (i > at) {
    while (i < s.size() && (s[i] == ';' || s[i] == ':')) {
      ++i;
      if (isFinal(i)) best = std::max(best, i + 1);
      for (int digits = 0; i < s.size() && isDigit(s[i]) && digits < 4; ++digits) {
        ++i;
        if (isFinal(i)) best = std::max(best, i + 1);
      }
    }
  }
  return best;
}

}  // namespace

namespace detail {

std::size_t utf16Length(std::string_view s) {
  std::size_t units = 0;
  for (char c : s)
    units += (static_cast<unsigned char>(c) & 0xc0) != 0x80 ? 1 + (static_cast<unsigned char>(c) >= 0xf0) : 0;
  return units;
}

std::size_t bytesOfUnits(std::string_view s, std::size_t units) {
  std::size_t at = 0;
  while (at < s.size()) {
    auto one = utf8::decode(s.data() + at, s.data() + s.size());
    std::size_t takes = one.code >= 0x10000 ? 2 : 1;
    if (takes > units) break;
    units -= takes;
    at += one.size;
  }
  return at;
}

std::string withoutEscapes(std::string_view s) {
  std::string out;
  while (!s.empty()) {
    std::size_t skip = escapeLength(s);
    if (skip == 0) out += s[0];
    s.remove_prefix(skip ? skip : 1);
  }
  return out;
}

std::size_t displayWidth(std::string_view given) {
  bool plain = std::all_of(given.begin(), given.end(), [](char c) { return c >= 32 && c < 127; });
  if (plain) return given.size();
  std::string s = withoutEscapes(given);
  std::size_t width = 0;
  bool joined = false;  // whether a zero-width joiner combines the next character with the one before
  for (std::size_t at = 0; at < s.size();) {
    auto one = utf8::decode(s.data() + at, s.data() + s.size());
    at += one.size;
    if (one.code == 0x200d) {
      joined = true;
      continue;
    }
    bool none = joined || isIn(one.code, std::begin(widthless), std::end(widthless));
    joined = false;
    if (!none) width += isIn(one.code, std::begin(wide), std::end(wide)) ? 2 : 1;
  }
  return width;
}

std::string quoted(std::string_view s) {
  char quote = '\'';
  if (s.find('\'') != s.npos) {
    if (s.find('"') == s.npos)
      quote = '"';
    else if (s.find('`') == s.npos && s.find("${") == s.npos)
      quote = '`';
  }
  static const char hex[] = "0123456789ABCDEF";
  std::string out(1, quote);
  auto hexEscape = [&](unsigned code) {
    out += "\\x";
    out += hex[code >> 4];
    out += hex[code & 15];
  };
  for (std::size_t i = 0; i < s.size(); ++i) {
    unsigned char c = static_cast<unsigned char>(s[i]);
    if (c == '\b')
      out += "\\b";
    else if (c == '\t')
      out += "\\t";
    else if (c == '\n')
      out += "\\n";
    else if (c == '\f')
      out += "\\f";
    else if (c == '\r')
      out += "\\r";
    else if (c == '\\')
      out += "\\\\";
    else if (c == '\'' && quote == '\'')
      out += "\\'";
    else if (c < 0x20 || c == 0x7f)
      hexEscape(c);
    else if (c == 0xc2 && i + 1 < s.size() && static_cast<unsigned char>(s[i + 1]) < 0xa0)
      hexEscape(static_cast<unsigned char>(s[++i]));
    else if (std::uint32_t half = utf8::surrogateAt(s.data() + i, s.data() + s.size())) {
      static const char lower[] = "0123456789abcdef";
      out += "\\u";
      for (int shift = 12; shift >= 0; shift -= 4) out += lower[half >> shift & 15];
      i += 2;
    } else
      out += char(c);
  }
  out += quote;
  return out;
}

bool isIdentifier(std::string_view key) {
  if (key.empty() || isDigit(key[0])) return false;
  return std::all_of(key.begin(), key.end(),
                     [](char c) { return isDigit(c) || c == '_' || ascii::isLetter(c); });
}

std::string withSeparators(std::string_view number) {
  if (number.find_first_not_of("-0123456789.") != number.npos) return std::string(number);  // such as 1e21, Infinity
  std::size_t dot = std::min(number.find('.'), number.size());
  std::string out;
  for (std::size_t i = 0; i < dot; ++i) {
    out += number[i];
    std::size_t left = dot - i - 1;
    if (isDigit(number[i]) && left > 0 && left % 3 == 0) out += '_';
  }
  if (dot == number.size()) return out;
  out += '.';
  std::string_view fraction = number.substr(dot + 1);
  for (std::size_t i = 0; i < fraction.size(); ++i) {
    if (i > 0 && i % 3 == 0) out += '_';
    out += fraction[i];
  }
  return out;
}

}  // namespace detail

namespace util {

String stripVTControlCharacters(StringArg s) {
  return nodecpp::detail::text(nodecpp::detail::withoutEscapes(nodecpp::detail::view(s)));
}

String toUSVString(StringArg s) {
  std::string out;
  const char* end = s.data() + s.size();
  for (const char* at = s.data(); at < end;) {
    auto one = utf8::decodeWtf(at, end);
    char whole[4];
    if (one.valid && one.size == 6)
      out.append(whole, utf8::put(whole, one.code));
    else if (one.valid && (one.code & 0xfffff800) != 0xd800)
      out.append(at, one.size);
    else
      out += "\xef\xbf\xbd";
    at += one.size;
  }
  return nodecpp::detail::text(out);
}

}  // namespace util
}  // namespace nodecpp
