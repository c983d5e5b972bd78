#include "json/scanner.h"

#include <charconv>
#include <cmath>
#include <string>

#include "base/utf8.h"

namespace nodecpp::detail {

namespace {

bool isDigit(int c) { return c >= '0' && c <= '9'; }

class Scanner {
 public:
  Scanner(StringArg text, bool sources)
      : text_(text), from_(text.data()), at_(from_), end_(from_ + text.size()), withSources_(sources) {}

  void run() {
    for (;;) {
      if (value()) continue;  // an array or object has begun
      // A value has ended; so may have what it stands in.
      for (;;) {
        if (tree.atTop()) {
          space();
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
    tree.value(std::move(value));
    if (withSources_) sources.value(String::copyOf(start, std::size_t(at_ - start)));
  }

  // True when it has begun an array or object that is not empty.
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
    // What a double cannot hold is Infinity or 0, which from_chars does not tell apart.
    if (std::from_chars(start, at_, value).ec == std::errc::result_out_of_range)
      value = toNumber(std::string_view(start, std::size_t(at_ - start)));
    return value;
  }

  String string() {
    ++at_;
    const char* plain = at_;
    std::string out;
    for (;;) {
      const char* stop = at_;
      while (stop < end_ && *stop != '"' && *stop != '\\' && static_cast<unsigned char>(*stop) >= 0x20) ++stop;
      at_ = stop;
      if (at_ == end_) fail(JsonFault::unterminatedString);
      if (*at_ == '"') {
        if (out.empty()) {
          String whole = String::copyOf(plain, std::size_t(at_ - plain));
          ++at_;
          return whole;
        }
        out.append(plain, at_);
        ++at_;
        return out;
      }
      if (*at_ != '\\') fail(JsonFault::badControl);
      out.append(plain, at_);
      ++at_;
      escape(out);
      plain = at_;
    }
  }

  void escape(std::string& out) {
    switch (peek()) {
      case '"':
      case '\\':
      case '/': out += *at_; break;
      case 'b': out += '\b'; break;
      case 'f': out += '\f'; break;
      case 'n': out += '\n'; break;
      case 'r': out += '\r'; break;
      case 't': out += '\t'; break;
      case 'u': {
        std::uint32_t code = 0;
        for (int i = 0; i < 4; ++i) {
          ++at_;
          int c = peek(), lower = c | 0x20;
          int digit = isDigit(c) ? c - '0' : c > 0 && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
          if (digit < 0) fail(JsonFault::badUnicodeEscape);
          code = code << 4 | std::uint32_t(digit);
        }
        append(out, code);
        break;
      }
      case -1: fail(JsonFault::unexpected);
      default: fail(JsonFault::badEscape);
    }
    ++at_;
  }

  // A low surrogate behind a high one makes a character of both, whether either was escaped or not.
  static void append(std::string& out, std::uint32_t code) {
    if (code >= 0xdc00 && code < 0xe000 && out.size() >= 3) {
      auto byte = [&](std::size_t back) { return static_cast<unsigned char>(out[out.size() - back]); };
      if (byte(3) == 0xed && byte(2) >= 0xa0 && byte(2) < 0xb0) {
        std::uint32_t high = 0xd000 | std::uint32_t(byte(2) & 0x3f) << 6 | (byte(1) & 0x3fu);
        code = 0x10000 + ((high - 0xd800) << 10) + (code - 0xdc00);
        out.resize(out.size() - 3);
      }
    }
    char bytes[4];
    out.append(bytes, utf8::put(bytes, code));
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
