#include <nodecpp/json.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "json/scalar.h"
#include "json/scanner.h"
#include "json/writer.h"

namespace nodecpp::detail {

namespace {

bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

String pathOf(const JsonStep* step) {
  std::vector<const JsonStep*> steps;
  for (; step; step = step->outer) steps.push_back(step);
  String out;
  for (; !steps.empty(); steps.pop_back()) {
    const JsonStep& each = *steps.back();
    if (each.name.empty())
      out += "[" + str(each.index) + "]";
    else
      out += (out ? "." : "") + String(each.name);
  }
  return out ? out + ": " : String();
}

}  // namespace

struct JsonReader::Impl {
  std::string unescaped;
  std::vector<char> open;  // the closing brackets of the containers inside a value that is skipped
};

JsonReader::JsonReader(StringArg text)
    : text_(text), at_(text.data()), end_(text.data() + text.size()), impl_(new Impl) {}
JsonReader::~JsonReader() { delete impl_; }

// Throws the SyntaxError for the text. Only the scanner knows V8's messages, so it parses the whole text again.
void JsonReader::bad() {
  scanJson(text_);
  throw SyntaxError("Unexpected token in JSON");
}

void JsonReader::wrong(const JsonStep* step, const char* expected) {
  int c = next();
  const char* got = c == '"'                             ? "a string"
                    : c == '{'                           ? "an object"
                    : c == '['                           ? "an array"
                    : c == 't' || c == 'f'               ? "a boolean"
                    : c == 'n'                           ? "null"
                    : c == '-' || (c >= '0' && c <= '9') ? "a number"
                                                         : nullptr;
  if (!got) bad();
  throw TypeError(pathOf(step) + "expected " + expected + ", got " + got);
}

void JsonReader::missing(const JsonStep* step) const { throw TypeError(pathOf(step) + "is missing"); }

void JsonReader::enter() {
  constexpr std::uint32_t deepest = 1000;
  if (++depth_ > deepest) throw RangeError("Maximum call stack size exceeded");
}

int JsonReader::next() {
  while (at_ < end_ && isSpace(*at_)) ++at_;
  return at_ < end_ ? static_cast<unsigned char>(*at_) : -1;
}
void JsonReader::take(char c) {
  if (next() != c) bad();
  ++at_;
}

double JsonReader::number(const JsonStep* step) {
  int c = next();
  if (c != '-' && (c < '0' || c > '9')) wrong(step, "a number");
  double out = 0;
  if (!readJsonNumber(at_, end_, out)) bad();
  return out;
}

namespace {

// Reads an integer. A text of digits alone is parsed exactly, because a double holds only 53 bits. A text such as 1e3
// or 5.0 is also accepted when its value is a whole number.
template <class I>
bool readInteger(const char* from, const char* end, double number, I& out) {
  auto [stop, error] = std::from_chars(from, end, out);
  if (stop == end) return error == std::errc();
  constexpr double beyond = std::is_signed_v<I> ? 0x1p63 : 0x1p64;
  if (number != std::trunc(number) || number >= beyond || number < (std::is_signed_v<I> ? -beyond : 0)) return false;
  out = I(number);
  return true;
}

[[noreturn]] void notAnInteger(const JsonStep* step, double least, double most, std::string_view got) {
  throw TypeError(pathOf(step) + "expected an integer between " + str(least) + " and " + str(most) + ", got " + got);
}

}  // namespace

std::int64_t JsonReader::integer(const JsonStep* step, double least, double most) {
  next();
  const char* from = at_;
  double near = number(step);
  std::int64_t out = 0;
  if (!readInteger(from, at_, near, out) || double(out) < least || double(out) > most)
    notAnInteger(step, least, most, std::string_view(from, std::size_t(at_ - from)));
  return out;
}

std::uint64_t JsonReader::unsignedInteger(const JsonStep* step, double most) {
  next();
  const char* from = at_;
  double near = number(step);
  std::uint64_t out = 0;
  if (!readInteger(from, at_, near, out) || double(out) > most)
    notAnInteger(step, 0, most, std::string_view(from, std::size_t(at_ - from)));
  return out;
}

bool JsonReader::boolean(const JsonStep* step) {
  int c = next();
  if (c != 't' && c != 'f') wrong(step, "a boolean");
  std::string_view word = c == 't' ? "true" : "false";
  if (!std::string_view(at_, std::size_t(end_ - at_)).starts_with(word)) bad();
  at_ += word.size();
  return c == 't';
}

bool JsonReader::takeNull() {
  if (next() != 'n') return false;
  if (!std::string_view(at_, std::size_t(end_ - at_)).starts_with("null")) bad();
  at_ += 4;
  return true;
}

// Reads a string and returns the bytes between its quotes. For a string with escape sequences the view refers to a
// buffer that is valid until the next string is read; otherwise it refers to the text.
std::string_view JsonReader::stringBytes() {
  const char* from = ++at_;
  const char* to = from;
  bool escaped = false;
  for (;;) {
#if defined(__SSE2__)
    while (end_ - to >= 16) {
      unsigned marks = escapedBytes(_mm_loadu_si128(reinterpret_cast<const __m128i*>(to)));
      to += marks ? std::countr_zero(marks) : 16;
      if (marks) break;
    }
#endif
    if (to >= end_ || static_cast<unsigned char>(*to) < 0x20) bad();
    if (*to == '"') break;
    if (*to == '\\') {
      escaped = true;
      if (++to == end_) bad();
    }
    ++to;
  }
  at_ = to + 1;
  if (!escaped) return {from, std::size_t(to - from)};
  impl_->unescaped.clear();
  if (!unescapeJson(from, to, impl_->unescaped)) bad();
  return impl_->unescaped;
}

String JsonReader::string(const JsonStep* step) {
  if (next() != '"') wrong(step, "a string");
  return String(stringBytes());
}

void JsonReader::beginArray(const JsonStep* step) {
  if (next() != '[') wrong(step, "an array");
  ++at_;
}
bool JsonReader::moreElements(bool first) {
  int c = next();
  if (c == ']') {
    ++at_;
    return false;
  }
  if (first) return true;
  take(',');
  return true;
}
void JsonReader::beginObject(const JsonStep* step) {
  if (next() != '{') wrong(step, "an object");
  ++at_;
}
bool JsonReader::moreMembers(bool first) {
  if (next() == '}') {
    ++at_;
    return false;
  }
  if (!first) take(',');
  return true;
}
std::string_view JsonReader::key() {
  if (next() != '"') bad();
  std::string_view out = stringBytes();
  take(':');
  return out;
}

// Skips a value and checks it. The closing brackets that are still to come are kept in `open`, so a deeply nested value
// needs no recursion.
void JsonReader::skip() {
  std::vector<char>& open = impl_->open;
  const std::size_t outside = open.size();
  for (bool value = true;;) {
    int c = next();
    if (value) {
      if (c == '[' || c == '{') {
        ++at_;
        open.push_back(c == '[' ? ']' : '}');
        if (next() != open.back()) {
          if (c == '{') key();
          continue;
        }
        value = false;
        continue;
      }
      if (c == '"')
        stringBytes();
      else if (c == 't' || c == 'f')
        boolean(nullptr);
      else if (c == 'n')
        takeNull();
      else if (double unused = 0; !readJsonNumber(at_, end_, unused))
        bad();
      value = false;
    } else if (c == ',') {
      ++at_;
      if (open.back() == '}') key();
      value = true;
    } else if (c == open.back()) {
      ++at_;
      open.pop_back();
    } else {
      bad();
    }
    if (!value && open.size() == outside) return;
  }
}

var JsonReader::value() {
  next();
  const char* from = at_;
  skip();
  return parseJson(std::string_view(from, std::size_t(at_ - from)));
}

void JsonReader::end() {
  if (next() != -1) bad();
}

namespace {
JsonText& textOf(void* impl) { return *static_cast<JsonText*>(impl); }
}  // namespace

JsonSink::JsonSink() : impl_(new JsonText) {}
JsonSink::~JsonSink() { delete &textOf(impl_); }
void JsonSink::raw(const char* text, std::size_t size) { textOf(impl_).put(text, size); }
void JsonSink::string(StringArg text) { textOf(impl_).quoted(text.data(), text.size()); }
void JsonSink::string(const String& text) { textOf(impl_).quoted(text); }
std::size_t JsonSink::member(StringArg name, bool isFirst) {
  JsonText& out = textOf(impl_);
  const std::size_t before = out.size();
  if (!isFirst) out.put(',');
  out.quoted(name.data(), name.size());
  out.put(':');
  return before;
}
std::size_t JsonSink::plainMember(const char* name, std::size_t length, bool isFirst) {
  JsonText& out = textOf(impl_);
  const std::size_t before = out.size();
  out.need(length + 4);
  char* to = out.at();
  *to = ',';
  to += !isFirst;
  *to++ = '"';
  to = length < 16 ? writePlain(to, name, std::ptrdiff_t(length)) : std::copy_n(name, length, to);
  *to++ = '"';
  *to++ = ':';
  out.advance(std::size_t(to - out.at()));
  return before;
}
void JsonSink::number(double value) { textOf(impl_).number(value); }
void JsonSink::integer(std::int64_t value) {
  char text[24];
  textOf(impl_).put(text, std::size_t(std::to_chars(text, text + sizeof text, value).ptr - text));
}
void JsonSink::unsignedInteger(std::uint64_t value) {
  char text[24];
  textOf(impl_).put(text, std::size_t(std::to_chars(text, text + sizeof text, value).ptr - text));
}
bool JsonSink::value(const var& value) {
  const String text = JSON::stringify(value);
  if (text.isNullish()) return false;
  textOf(impl_).put(text);
  return true;
}
void JsonSink::truncateTo(std::size_t size) { textOf(impl_).truncateTo(size); }
std::size_t JsonSink::size() const { return textOf(impl_).size(); }
String JsonSink::text() const { return textOf(impl_).text(); }

}  // namespace nodecpp::detail
