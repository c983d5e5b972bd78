// Responses without a network: data: and blob: URLs.
#include <nodecpp/blob.h>

#include <algorithm>
#include <string>

#include "fetch/errors.h"
#include "fetch/fetching.h"
#include "fetch/mime_type.h"
#include "fetch/response_access.h"

namespace nodecpp::detail {

namespace {

int hexDigit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

Buffer percentDecoded(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hexDigit(text[i + 1]) : -1;
    const int low = high >= 0 ? hexDigit(text[i + 2]) : -1;
    bytes += low >= 0 ? char(high << 4 | low) : text[i];
    if (low >= 0) i += 2;
  }
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
  const std::string_view end = type.substr(type.size() - word.size());
  for (std::size_t i = 0; i < word.size(); ++i)
    if ((end[i] | 0x20) != word[i] && end[i] != word[i]) return false;
  std::string_view rest = type.substr(0, type.size() - word.size());
  while (rest.ends_with(' ')) rest.remove_suffix(1);
  if (!rest.ends_with(';')) return false;
  rest.remove_suffix(1);
  type = rest;
  return true;
}

struct DataUrl {
  MimeType type;
  Buffer body;
};

// https://fetch.spec.whatwg.org/#data-url-processor
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

// What a Range header asks for: `from` is -1 where the last `to` bytes are asked for, `to` is -1 for the rest.
struct ByteRange {
  double from = -1;
  double to = -1;
};

// https://fetch.spec.whatwg.org/#simple-range-header-value
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

Error networkError(const char* reason) { return fetchFailed(Error(reason)); }

}  // namespace

Response Fetching::respondToData() {
  const String href = url_->href();
  const std::size_t end = href.size() - url_->hash().size();
  std::string_view url = viewOf(href).substr(0, end);
  if (url.ends_with('#')) url.remove_suffix(1);
  const std::optional<DataUrl> data = parseDataUrl(url);
  if (!data) throw networkError("failed to fetch the data URL");
  auto response = make<Response>(BodyInit(data->body), ResponseInit{.statusText = "OK"});
  auto headers = make<Headers>();
  HeadersAccess::listOf(*headers).append("Content-Type", data->type.toString());
  ResponseAccess::setHeaders(*response, headers);
  return response;
}

Response Fetching::respondToBlob() {
  if (!url_->search().empty()) throw networkError("NetworkError when attempting to fetch resource.");
  Blob blob = buffer::resolveObjectURL(url_->href());
  if (method_ != "GET" || !blob) throw networkError("invalid method");
  auto headers = make<Headers>();
  auto& list = HeadersAccess::listOf(*headers);
  const double size = blob->size();
  const String type = blob->type();
  int status = 200;
  String range;
  if (const auto* asked = headers_.find("range")) {
    std::optional<ByteRange> parsed = parseRange(viewOf(asked->value));
    if (!parsed) throw networkError("failed to fetch the data URL");
    double from = parsed->from, to = parsed->to;
    if (from < 0) {
      from = size - to;
      to = from + to - 1;
    } else {
      if (from >= size) throw networkError("Range start is greater than the blob's size.");
      if (to < 0 || to >= size) to = size - 1;
    }
    blob = blob->slice(from, to + 1, type);
    status = 206;
    range = "bytes " + str(from) + "-" + str(to) + "/" + str(size);
  }
  list.set("content-length", str(blob->size()));
  list.set("content-type", type);
  if (status == 206) list.set("content-range", range);
  auto response = make<Response>(
      BodyInit(blob), ResponseInit{.status = double(status), .statusText = status == 206 ? "Partial Content" : "OK"});
  ResponseAccess::setHeaders(*response, headers);
  return response;
}

Response Fetching::respondLocally() {
  const String scheme = url_->protocol();
  Response response;
  if (scheme == "data:")
    response = respondToData();
  else if (scheme == "blob:")
    response = respondToBlob();
  else if (scheme == "about:")
    throw networkError("about scheme is not supported");
  else if (scheme == "file:")
    throw networkError("not implemented... yet...");
  else
    throw networkError("unknown scheme");
  ResponseAccess::setType(*response, "basic");
  ResponseAccess::setUrl(*response, url_, false);
  over();
  return response;
}

}  // namespace nodecpp::detail
