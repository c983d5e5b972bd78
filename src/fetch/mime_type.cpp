#include "fetch/mime_type.h"

#include <string>

#include "fetch/header_list.h"

namespace nodecpp::detail {

namespace {

bool isWhiteSpace(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool isTokenCharacter(char c) noexcept {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         std::string_view("-!#$%&'*+.^_`|~").find(c) != std::string_view::npos;
}
bool isToken(std::string_view text) noexcept {
  for (const char c : text)
    if (!isTokenCharacter(c)) return false;
  return !text.empty();
}
// Whether the text, which is UTF-8, has only characters that may stand in a quoted string.
bool isQuotable(const String& text) {
  for (std::ptrdiff_t i = 0; i < text.length(); ++i)
    if (const int c = text.charCodeAt(i); !(c == '\t' || (c >= 0x20 && c <= 0x7e) || (c >= 0x80 && c <= 0xff)))
      return false;
  return true;
}
String stringOf(std::string_view text) { return String(text); }

std::string_view withoutSpaceAtEnd(std::string_view text) noexcept {
  while (!text.empty() && isWhiteSpace(text.back())) text.remove_suffix(1);
  return text;
}
std::string_view withoutSpace(std::string_view text) noexcept {
  text = withoutSpaceAtEnd(text);
  while (!text.empty() && isWhiteSpace(text.front())) text.remove_prefix(1);
  return text;
}

// Takes the text up to one of the characters in `ends` off `text`.
std::string_view take(std::string_view& text, std::string_view ends) noexcept {
  const std::string_view taken = text.substr(0, text.find_first_of(ends));
  text.remove_prefix(taken.size());
  return taken;
}

// Takes a quoted string off `text`, which begins with the quotation mark, and returns what it means.
std::string takeQuoted(std::string_view& text) {
  std::string value;
  text.remove_prefix(1);
  while (!text.empty()) {
    const char c = text.front();
    text.remove_prefix(1);
    if (c == '"') break;
    if (c != '\\') {
      value += c;
    } else if (text.empty()) {
      value += '\\';
    } else {
      value += text.front();
      text.remove_prefix(1);
    }
  }
  return value;
}

// Splits a header's value at its commas outside of quoted strings.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> values;
  std::size_t from = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      std::string_view rest = text.substr(at);
      takeQuoted(rest);
      at = text.size() - rest.size() - 1;
    } else if (text[at] == ',') {
      values.push_back(text.substr(from, at - from));
      from = at + 1;
    }
  }
  if (from < text.size()) values.push_back(text.substr(from));
  return values;
}

}  // namespace

const String* MimeType::parameter(std::string_view name) const noexcept {
  for (const auto& [known, value] : parameters)
    if (viewOf(known) == name) return &value;
  return nullptr;
}

String MimeType::toString() const {
  String text = essence;
  for (const auto& [name, value] : parameters) {
    text += ";" + name + "=";
    if (isToken(viewOf(value))) {
      text += value;
      continue;
    }
    std::string quoted = "\"";
    for (const char c : viewOf(value)) {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
    text += stringOf(quoted + '"');
  }
  return text;
}

std::optional<MimeType> parseMimeType(std::string_view text) {
  text = withoutSpace(text);
  const std::string_view type = take(text, "/");
  if (!isToken(type) || text.empty()) return std::nullopt;
  text.remove_prefix(1);
  const std::string_view subtype = withoutSpaceAtEnd(take(text, ";"));
  if (!isToken(subtype)) return std::nullopt;
  MimeType made{(stringOf(type) + "/" + stringOf(subtype)).toLowerCase(), {}};
  while (!text.empty()) {
    text.remove_prefix(1);
    while (!text.empty() && isWhiteSpace(text.front())) text.remove_prefix(1);
    const std::string_view name = take(text, ";=");
    if (text.empty()) break;
    if (text.front() == ';') continue;
    text.remove_prefix(1);
    if (text.empty()) break;
    String value;
    if (text.front() == '"') {
      value = stringOf(takeQuoted(text));
      take(text, ";");
    } else {
      value = stringOf(withoutSpaceAtEnd(take(text, ";")));
      if (value.empty()) continue;
    }
    const String lower = stringOf(name).toLowerCase();
    if (isToken(name) && isQuotable(value) && !made.parameter(viewOf(lower)))
      made.parameters.emplace_back(lower, value);
  }
  return made;
}

std::optional<MimeType> extractMimeType(const String& contentType) {
  std::optional<MimeType> found;
  std::optional<String> charset;
  String essence;
  for (const std::string_view value : split(viewOf(contentType))) {
    std::optional<MimeType> one = parseMimeType(value);
    if (!one || one->essence == "*/*") continue;
    if (one->essence != essence) {
      charset.reset();
      if (const String* given = one->parameter("charset")) charset = *given;
      essence = one->essence;
    } else if (!one->parameter("charset") && charset) {
      one->parameters.emplace_back("charset", *charset);
    }
    found = std::move(one);
  }
  return found;
}

}  // namespace nodecpp::detail
