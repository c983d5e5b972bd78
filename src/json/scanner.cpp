#include "json/scanner.h"

#include <cstring>
#include <string>

#include "base/assertion.h"
#include "base/text/ascii.h"
#include "json/scalar.h"

namespace nodecpp::detail {

namespace {

using ascii::isDigit;

class Scanner {
 public:
  Scanner(StringArg text, bool sources)
      : text_(text), from_(text.data()), at_(from_), end_(from_ + text.size()), withSources_(sources) {}

  void run() {
    for (;;) {
      if (value()) continue;  // value() has begun an array or object that is not empty
      // A value is complete. Each array or object that ends directly after the value is completed here, too.
      for (;;) {
        if (tree.atTop()) {
          space();
          NODECPP_DEBUG_ASSERT(at_ >= from_ && at_ <= end_, at_ - from_, end_ - from_);
          if (at_ != end_) fail(JsonFault::afterJson);
          return;
        }
        bool object = tree.insideObject();
        space();
        if (take(',')) {
          if (object) key(JsonFault::quotedPropertyName);
          break;
        }
        if (!take(object ? '}' : ']')) fail(object ? JsonFault::commaOrBrace : JsonFault::commaOrBracket);
        end();
      }
    }
  }

  TreeBuilder tree;
  TreeBuilder sources;

 private:
  [[noreturn]] void fail(JsonFault fault) { throw jsonError(text_, std::size_t(at_ - from_), fault); }
  int peek() const { return at_ < end_ ? static_cast<unsigned char>(*at_) : -1; }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void space() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }

  void end() {
    tree.end();
    if (withSources_) sources.end();
  }
  void leaf(var&& value, const char* start) {
    NODECPP_DEBUG_ASSERT(start >= from_ && start < at_ && at_ <= end_, start - from_, at_ - from_);
    tree.value(std::move(value));
    if (withSources_) sources.value(String::copyOf(start, std::size_t(at_ - start)));
  }

  // Reads one value. Returns true when the value is an array or object that is not empty, so that its first element or
  // member follows.
  bool value() {
    space();
    const char* start = at_;
    int c = peek();
    switch (c) {
      case '"': {
        String text = string();
        leaf(std::move(text), start);
        return false;
      }
      case '{':
        ++at_;
        tree.beginObject();
        if (withSources_) sources.beginObject();
        space();
        if (take('}')) {
          end();
          return false;
        }
        key(JsonFault::propertyName);
        return true;
      case '[':
        ++at_;
        tree.beginArray();
        if (withSources_) sources.beginArray();
        space();
        if (!take(']')) return true;
        end();
        return false;
      case 't':
        word("true");
        leaf(true, start);
        return false;
      case 'f':
        word("false");
        leaf(false, start);
        return false;
      case 'n':
        word("null");
        leaf(nullptr, start);
        return false;
      default:
        if (c != '-' && !isDigit(c)) fail(JsonFault::unexpected);
        double n = number();
        leaf(n, start);
        return false;
    }
  }

  void word(const char* rest) {
    for (; *rest; ++rest)
      if (!take(*rest)) fail(JsonFault::unexpected);
  }

  void key(JsonFault otherwise) {
    space();
    if (peek() != '"') fail(otherwise);
    String name = string();
    space();
    if (!take(':')) fail(JsonFault::colon);
    if (withSources_) sources.key(String(name));
    tree.key(std::move(name));
  }

  double number() {
    const char* start = at_;
    if (take('-') && !isDigit(peek())) fail(JsonFault::noNumber);
    if (take('0')) {
      if (isDigit(peek())) fail(JsonFault::unexpected);
    } else {
      while (isDigit(peek())) ++at_;
    }
    if (take('.')) {
      if (!isDigit(peek())) fail(JsonFault::unterminatedFraction);
      while (isDigit(peek())) ++at_;
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      if (!isDigit(peek())) fail(JsonFault::exponent);
      while (isDigit(peek())) ++at_;
    }
    double value = 0;
    NODECPP_DEBUG_ASSERT(isDigit(static_cast<unsigned char>(at_[-1])), at_ - start);
    readJsonNumber(start, at_, value);
    return value;
  }

  String string() {
    const char* from = ++at_;
    bool escaped = false;
    for (;;) {
      while (at_ < end_ && *at_ != '"' && *at_ != '\\' && static_cast<unsigned char>(*at_) >= 0x20) ++at_;
      if (at_ == end_) fail(JsonFault::unterminatedString);
      if (*at_ == '"') break;
      if (*at_ != '\\') fail(JsonFault::badControl);
      ++at_;
      escape();
      escaped = true;
    }
    NODECPP_DEBUG_ASSERT(*at_ == '"' && from <= at_, at_ - from);
    const char* end = at_++;
    if (!escaped) return tree.text(from, std::size_t(end - from));
    std::string out;
    unescapeJson(from, end, out);
    return tree.text(out.data(), out.size());
  }

  // Checks an escape sequence; unescapeJson decodes it later.
  void escape() {
    int c = peek();
    // V8 classifies escapes by a table of Latin-1 characters. A character beyond Latin-1 (in UTF-8 a first byte above
    // 0xc3) or the end of the text is reported as an unexpected token.
    if (c < 0 || c > 0xc3) fail(JsonFault::unexpected);
    if (c == 'u') {
      for (int i = 0; i < 4; ++i) {
        ++at_;
        int digit = peek(), lower = digit | 0x20;
        if (!isDigit(digit) && (digit < 0 || lower < 'a' || lower > 'f')) fail(JsonFault::badUnicodeEscape);
      }
    } else if (!std::strchr("\"\\/bfnrt", c) || c == 0) {
      fail(JsonFault::badEscape);
    }
    ++at_;
  }

  StringArg text_;
  const char* from_;
  const char* at_;
  const char* end_;
  bool withSources_;
};

}  // namespace

var scanJson(StringArg text, var* sources) {
  Scanner scanner(text, sources != nullptr);
  scanner.run();
  if (sources) *sources = scanner.sources.take();
  return scanner.tree.take();
}

}  // namespace nodecpp::detail
