#include "querystring/query_parse.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "querystring/parsed_query.h"
#include "querystring/percent_codec.h"

namespace nodecpp::querystring {

namespace detail {

namespace {

enum Mark : unsigned char { plain = 0, separator = 1, equals = 2, plus = 4, percent = 8 };

constexpr auto marks = [] {
  std::array<unsigned char, 256> table{};
  table['&'] = separator;
  table['='] = equals;
  table['+'] = plus;
  table['%'] = percent;
  return table;
}();

// Returns the place of the first byte from `at` on that means something, or `end`.
const char* endOfPlain(const char* at, const char* end) {
  while (at != end && marks[static_cast<unsigned char>(*at)] == plain) ++at;
  return at;
}

bool hasEscape(std::string_view s) {
  for (std::size_t i = s.find('%'); i < s.size() && s.size() - i >= 3; i = s.find('%', i + 1))
    if (ascii::hexDigit(s[i + 1]) >= 0 && ascii::hexDigit(s[i + 2]) >= 0) return true;
  return false;
}

// Whether the default parser cannot handle a value: it has no valid escape, but non-ASCII bytes, and
// GeneralParser::watch may take it for encoded, which changes the result.
bool needsDecoding(std::string_view s) {
  return !hasEscape(s) && std::any_of(s.begin(), s.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

// Decodes a key or value. `seen` says which characters that need decoding occur in it.
String decoded(const String& text, std::size_t from, std::size_t to, unsigned char seen) {
  String part = text.byteSlice(from, to);
  if (seen & plus) [[unlikely]] {
    std::string spaced(view(part));
    std::replace(spaced.begin(), spaced.end(), '+', ' ');
    part = spaced;
  }
  if (seen & percent && hasEscape(view(part))) [[unlikely]]
    return unescape(view(part), false);
  return part;
}

std::vector<std::uint32_t> codesOf(StringArg text) {
  std::vector<std::uint32_t> codes;
  for (std::size_t i = 0; i < text.size();) {
    auto one = utf8::decode(text.data() + i, text.data() + text.size());
    codes.push_back(one.code);
    i += one.size;
  }
  return codes;
}

// Parses with any separators and any decoder. Node compares separators character by character and does not go back
// after a partial match. The results for overlapping separators depend on that, so this parser does the same.
class GeneralParser {
 public:
  GeneralParser(const String& text, StringArg sep, StringArg eq, const ParseOptions& options)
      : text_(text),
        sep_(codesOf(sep)),
        eq_(codesOf(eq)),
        sepBytes_(sep.size()),
        eqBytes_(eq.size()),
        decode_(options.decodeURIComponent),
        custom_(bool(options.decodeURIComponent)),
        pairs_(options.maxKeys > 0 ? options.maxKeys : -1) {}

  ParsedUrlQuery run() {
    const char* end = text_.data() + text_.size();
    for (std::size_t next = 0; next < text_.size();) {
      auto one = utf8::decode(text_.data() + next, end);
      std::size_t at = next;
      next += one.size;
      if (one.code == sep_[sepMatched_]) {
        if (++sepMatched_ == sep_.size() && !endPair(next)) return finished();
        continue;
      }
      sepMatched_ = 0;
      character(one.code, at, next);
    }
    if (last_ < text_.size()) {
      if (!inValue())
        key_ += rest(text_.size());
      else if (sepMatched_ < sep_.size())
        value_ += rest(text_.size());
    } else if (eqMatched_ == 0 && key_.empty()) {
      return finished();
    }
    add();
    return finished();
  }

 private:
  bool inValue() const { return eqMatched_ == eq_.size(); }
  String rest(std::size_t end) const { return text_.byteSlice(last_, end); }

  // Ends a pair, whose separator ends at `next`. Returns false when the maximal number of pairs has been reached.
  bool endPair(std::size_t next) {
    std::size_t end = next - sepBytes_;
    bool empty = false;
    if (!inValue()) {
      if (last_ < end)
        key_ += rest(end);
      else
        empty = key_.empty();
    } else if (last_ < end) {
      value_ += rest(end);
    }
    if (!empty) {
      add();
      key_ = value_ = String();
      keyEncoded_ = valueEncoded_ = custom_;
      escapeStep_ = 0;
    }
    last_ = next;
    sepMatched_ = eqMatched_ = 0;
    return --pairs_ != 0;
  }

  void character(std::uint32_t c, std::size_t at, std::size_t next) {
    if (!inValue()) {
      if (c == eq_[eqMatched_]) {
        if (++eqMatched_ == eq_.size()) {
          std::size_t end = next - eqBytes_;
          if (last_ < end) key_ += rest(end);
          escapeStep_ = 0;
          last_ = next;
        }
        return;
      }
      eqMatched_ = 0;
      if (!keyEncoded_ && watch(keyEncoded_, c)) return;
      if (c == '+') {
        takePlus(key_, at, next);
        return;
      }
    }
    if (c == '+')
      takePlus(value_, at, next);
    else if (!valueEncoded_)
      watch(valueEncoded_, c);
  }

  // Sets `encoded` after a complete %XX; returns true while a character may be part of an escape. Keys and values share
  // the counter, so that the second escape of a key marks its value: Node does so, and malformed values show the
  // difference.
  bool watch(bool& encoded, std::uint32_t c) {
    if (c == '%') {
      escapeStep_ = 1;
      return true;
    }
    if (escapeStep_ == 0) return false;
    if (c >= 128 || ascii::hexDigit(int(c)) < 0) {
      escapeStep_ = 0;
      return false;
    }
    if (++escapeStep_ == 3) encoded = true;
    return true;
  }
  void takePlus(String& part, std::size_t at, std::size_t next) {
    if (last_ < at) part += rest(at);
    part += custom_ ? StringArg("%20") : StringArg(" ");
    last_ = next;
  }
  String decode(const String& part) const {
    if (!custom_) return unescape(view(part), false);
    try {
      return decode_(part);
    } catch (const std::exception&) {
      return unescape(view(part), true);
    }
  }
  void add() {
    if (!key_.empty() && keyEncoded_) key_ = decode(key_);
    if (!value_.empty() && valueEncoded_) value_ = decode(value_);
    query_.data()->add(std::move(key_), std::move(value_));
  }
  ParsedUrlQuery finished() {
    query_.data()->order();
    return query_;
  }

  String text_;
  std::vector<std::uint32_t> sep_, eq_;
  std::size_t sepBytes_, eqBytes_;
  Function<String(String)> decode_;
  bool custom_;
  double pairs_;
  ParsedUrlQuery query_ = ParsedUrlQuery::make();
  std::size_t last_ = 0, sepMatched_ = 0, eqMatched_ = 0;
  String key_, value_;
  bool keyEncoded_ = custom_, valueEncoded_ = custom_;
  int escapeStep_ = 0;
};

}  // namespace

// One pass over the bytes. A text with a value for which Node's parser has odd results is parsed by GeneralParser
// instead.
ParsedUrlQuery parseDefault(const String& text, std::size_t from, double maxKeys) {
  ParsedUrlQuery query = ParsedUrlQuery::make();
  QueryData& data = *query.data();
  const char* bytes = text.data();
  const std::size_t size = text.size();
  double pairs = maxKeys > 0 ? maxKeys : -1;
  for (std::size_t at = from; at < size;) {
    const std::size_t begin = at;
    std::size_t eq = size;
    unsigned char inKey = 0, seen = 0;
    for (;; ++at) {
      at = std::size_t(endOfPlain(bytes + at, bytes + size) - bytes);
      if (at == size) break;
      const unsigned char mark = marks[static_cast<unsigned char>(bytes[at])];
      if (mark == separator) break;
      if (mark == equals && eq == size) {
        eq = at;
        inKey = seen;
        seen = 0;
      } else {
        seen |= mark;
      }
    }
    if (at > begin) {
      if (eq < size && seen & percent && needsDecoding(view(text).substr(eq + 1, at - eq - 1))) [[unlikely]]
        return GeneralParser(text.byteSlice(from), "&", "=", {.maxKeys = maxKeys}).run();
      String key = decoded(text, begin, std::min(eq, at), eq == size ? seen : inKey);
      String value = eq == size ? String() : decoded(text, eq + 1, at, seen);
      data.add(std::move(key), std::move(value));
    } else if (at == size) {
      break;
    }
    ++at;
    if (--pairs == 0) break;
  }
  data.order();
  return query;
}

}  // namespace detail

ParsedUrlQuery parse(StringArg text, Separator sep, Separator eq, const ParseOptions& options) {
  StringArg separator = sep.orDefault("&"), equals = eq.orDefault("=");
  if (separator == "&" && equals == "=" && !options.decodeURIComponent)
    return detail::parseDefault(text.toString(), 0, options.maxKeys);
  return detail::GeneralParser(text.toString(), separator, equals, options).run();
}

}  // namespace nodecpp::querystring
