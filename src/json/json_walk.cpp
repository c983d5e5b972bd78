#include "json/json_walk.h"

#include <cstring>
#include <string>

#include "json/scalar.h"
#include "json/structure.h"
#include "json/tree_builder.h"

namespace nodecpp::detail {

namespace {

bool isJsonSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// How many bytes are read at a time, even beyond the end of a short string: as many as a String stores inside itself.
constexpr std::ptrdiff_t slack = 24;

bool hasEscape(const char* text, std::size_t length, [[maybe_unused]] bool readAhead) {
#if defined(__SSE2__)
  if (readAhead && length < slack) {
    __m128i slash = _mm_set1_epi8('\\');
    __m128i first = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
    __m128i second = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(text + 16));
    unsigned marks = unsigned(_mm_movemask_epi8(_mm_cmpeq_epi8(first, slash))) |
                     unsigned(_mm_movemask_epi8(_mm_cmpeq_epi8(second, slash))) << 16;
    return (marks & ((1u << length) - 1)) != 0;
  }
#endif
  return std::memchr(text, '\\', length) != nullptr;
}

class Walk {
 public:
  Walk(StringArg text, const JsonStructure& structure)
      : text_(text.data()), end_(text_ + text.size()), at_(structure.at), last_(structure.at + structure.count) {}

  // The labels (targets of goto) are the parser's states: before a value, after a value, before a key. TreeBuilder
  // keeps the open containers on a stack of its own, so nesting needs no recursion here. Returns false when the text is
  // not accepted.
  bool run() {
  value:
    if (at_ == last_) return false;
    {
      const char* from = text_ + *at_++;
      switch (*from) {
        case '{':
          tree.beginObject();
          if (at_ == last_) return false;
          if (text_[*at_] != '}') goto key;
          ++at_;
          tree.end();
          break;
        case '[':
          tree.beginArray();
          if (at_ == last_) return false;
          if (text_[*at_] != ']') goto value;
          ++at_;
          tree.end();
          break;
        case '"':
          if (!string(from)) return false;
          break;
        case 't':
          if (!word(from, "true", 4)) return false;
          tree.boolean(true);
          break;
        case 'f':
          if (!word(from, "false", 5)) return false;
          tree.boolean(false);
          break;
        case 'n':
          if (!word(from, "null", 4)) return false;
          tree.null();
          break;
        default: {
          double number = 0;
          if (!readJsonNumber(from, end_, number) || !endsAt(from)) return false;
          tree.number(number);
        }
      }
    }
  after:
    if (tree.atTop()) return at_ == last_;
    if (at_ == last_) return false;
    {
      char c = text_[*at_++];
      if (tree.insideObject()) {
        if (c == ',') goto key;
        if (c != '}') return false;
      } else {
        if (c == ',') goto value;
        if (c != ']') return false;
      }
      tree.end();
      goto after;
    }
  key:
    if (at_ == last_) return false;
    {
      const char* from = text_ + *at_++;
      const char* close = nullptr;
      if (*from != '"' || at_ == last_ || !(close = closing(from)) || text_[*at_++] != ':') return false;
      ++from;
      auto length = std::size_t(close - from);
      bool readAhead = end_ - from >= slack;
      if (tree.guessedKey(from, length, readAhead)) goto value;
      if (hasEscape(from, length, readAhead)) {
        if (!unescape(from, close)) return false;
        tree.key(String(unescaped_));
      } else {
        tree.key(tree.text(from, length));
      }
      goto value;
    }
  }

  TreeBuilder tree;

 private:
  // Returns the quote that closes the string, which is the last non-space character before the next structural
  // position. Returns null when another character is there: then something else follows the string, and the text is not
  // valid.
  const char* closing(const char* open) const noexcept {
    const char* close = text_ + *at_ - 1;
    while (isJsonSpace(*close)) --close;
    return close > open && *close == '"' ? close : nullptr;
  }

  bool string(const char* from) {
    const char* close = closing(from);
    if (!close) return false;
    ++from;
    auto length = std::size_t(close - from);
    bool readAhead = end_ - from >= slack;
    if (hasEscape(from, length, readAhead)) {
      if (!unescape(from, close)) return false;
      tree.value(tree.text(unescaped_.data(), unescaped_.size()));
    } else if (length < slack && readAhead) {
      tree.shortText(from, length);
    } else {
      tree.value(tree.text(from, length));
    }
    return true;
  }

  bool unescape(const char* from, const char* end) {
    unescaped_.clear();
    return unescapeJson(from, end, unescaped_);
  }

  // A word or number must be followed by a space or a structural position. Anything else, for example a quote inside a
  // word, is not valid.
  bool endsAt(const char* end) const noexcept { return end == text_ + *at_ || isJsonSpace(*end); }
  bool word(const char* from, const char* wanted, std::size_t length) const noexcept {
    return std::size_t(end_ - from) >= length && std::memcmp(from, wanted, length) == 0 && endsAt(from + length);
  }

  const char* text_;
  const char* end_;
  const std::uint32_t* at_;
  const std::uint32_t* last_;
  std::string unescaped_;
};

}  // namespace

bool walkJson(StringArg text, var& out) {
  JsonStructure structure;
  if (!structureOf(text.data(), text.size(), structure)) return false;
  Walk walk(text, structure);
  if (!walk.run()) return false;
  out = walk.tree.take();
  return true;
}

}  // namespace nodecpp::detail
