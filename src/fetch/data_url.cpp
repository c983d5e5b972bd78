#include "fetch/data_url.h"

#include <optional>
#include <string>

#include "querystring/percent_codec.h"
#include "util/mime_syntax.h"

namespace nodecpp::detail {

namespace {

Buffer percentDecoded(std::string_view text) {
  const std::string bytes = querystring::detail::percentDecode(text);
  return Buffer::copyOf(bytes.data(), bytes.size());
}

// Decodes base64 that may contain white space and lack its padding. Returns false for another text.
// https://infra.spec.whatwg.org/#forgiving-base64-decode
bool decodeBase64(const Buffer& from, Buffer& to) {
  std::string text;
  for (const char c : std::string_view(from.bytes(), from.size()))
    if (c != ' ' && c != '\t' && c != '\n' && c != '\f' && c != '\r') text += c;
  if (text.size() % 4 == 0)
    for (int i = 0; i < 2 && text.ends_with('='); ++i) text.pop_back();
  if (text.size() % 4 == 1) return false;
  for (const char c : text)
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '/'))
      return false;
  to = Buffer::from(std::string_view(text), "base64");
  return true;
}

// Removes the `;base64` at the end of a media type. Returns whether there was one.
bool takeBase64(std::string_view& type) {
  constexpr std::string_view word = "base64";
  if (type.size() < word.size()) return false;
  if (mime::lower(type.substr(type.size() - word.size())) != word) return false;
  std::string_view rest = type.substr(0, type.size() - word.size());
  while (rest.ends_with(' ')) rest.remove_suffix(1);
  if (!rest.ends_with(';')) return false;
  rest.remove_suffix(1);
  type = rest;
  return true;
}

}  // namespace

std::optional<DataUrl> parseDataUrl(std::string_view url) {
  url.remove_prefix(5);
  const std::size_t comma = url.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  std::string_view type = url.substr(0, comma);
  while (type.ends_with(' ')) type.remove_suffix(1);
  while (type.starts_with(' ')) type.remove_prefix(1);
  DataUrl made{{}, percentDecoded(url.substr(comma + 1))};
  if (takeBase64(type) && !decodeBase64(Buffer(made.body), made.body)) return std::nullopt;
  const std::string full = (type.starts_with(';') ? "text/plain" : "") + std::string(type);
  std::optional<MimeType> parsed = parseMimeType(full);
  made.type = parsed ? *parsed : *parseMimeType("text/plain;charset=US-ASCII");
  return made;
}

std::optional<ByteRange> parseRange(std::string_view text) {
  const auto space = [&] {
    while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  };
  const auto number = [&] {
    double value = -1;
    for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1))
      value = (value < 0 ? 0 : value * 10) + (text.front() - '0');
    return value;
  };
  const auto sign = [&](char c) {
    if (!text.starts_with(c)) return false;
    text.remove_prefix(1);
    space();
    return true;
  };
  if (!text.starts_with("bytes")) return std::nullopt;
  text.remove_prefix(5);
  space();
  if (!sign('=')) return std::nullopt;
  ByteRange range;
  range.from = number();
  space();
  if (!sign('-')) return std::nullopt;
  range.to = number();
  if (!text.empty() || (range.from < 0 && range.to < 0)) return std::nullopt;
  // As in undici, a missing end counts as 0 here, so that "bytes=8-" is refused and "bytes=0-" is not.
  if (std::max(range.from, 0.0) > std::max(range.to, 0.0)) return std::nullopt;
  return range;
}

}  // namespace nodecpp::detail
