#include "fetch/mime_type.h"

#include <algorithm>
#include <optional>
#include <string>

#include "fetch/header_list.h"
#include "util/mime_syntax.h"

namespace nodecpp::detail {

namespace {

String stringOf(std::string_view text) { return String(text); }

std::string_view withoutSpaceBefore(std::string_view text) noexcept {
  text.remove_prefix(std::min(text.find_first_not_of(mime::whitespace), text.size()));
  return text;
}

// Takes the text up to one of the characters in `ends` off `text`.
std::string_view take(std::string_view& text, std::string_view ends) noexcept {
  const std::string_view taken = text.substr(0, text.find_first_of(ends));
  text.remove_prefix(taken.size());
  return taken;
}

// Splits a header's value at its commas outside of quoted strings.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> values;
  std::size_t from = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      std::string_view rest = text.substr(at + 1);
      mime::takeQuoted(rest);
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
  for (const auto& [name, value] : parameters) text += ";" + name + "=" + stringOf(mime::encoded(viewOf(value)));
  return text;
}

std::optional<MimeType> parseMimeType(std::string_view text) {
  text = mime::withoutTrailing(withoutSpaceBefore(text));
  const std::string_view type = take(text, "/");
  if (!mime::isToken(type) || text.empty()) return std::nullopt;
  text.remove_prefix(1);
  const std::string_view subtype = mime::withoutTrailing(take(text, ";"));
  if (!mime::isToken(subtype)) return std::nullopt;
  MimeType made{(stringOf(type) + "/" + stringOf(subtype)).toLowerCase(), {}};
  while (!text.empty()) {
    text.remove_prefix(1);
    text = withoutSpaceBefore(text);
    const std::string_view name = take(text, ";=");
    if (text.empty()) break;
    if (text.front() == ';') continue;
    text.remove_prefix(1);
    if (text.empty()) break;
    String value;
    if (text.front() == '"') {
      text.remove_prefix(1);
      value = stringOf(mime::takeQuoted(text));
      take(text, ";");
    } else {
      value = stringOf(mime::withoutTrailing(take(text, ";")));
      if (value.empty()) continue;
    }
    const std::string lower = mime::lower(name);
    if (mime::isToken(name) && mime::notQuotable(viewOf(value)) == name.npos && !made.parameter(lower))
      made.parameters.emplace_back(stringOf(lower), value);
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
