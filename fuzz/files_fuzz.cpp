// Runs the parts of http::files that read what clients send, on any bytes: no path may leave the root, no range the body,
// and what goes into a header field must be characters of URLs.
#include <nodecpp/string.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "http/files/conditions.h"
#include "http/files/encodings.h"
#include "http/files/ranges.h"
#include "http/files/texts.h"

using namespace nodecpp;
using namespace nodecpp::http::detail;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::string_view view(const String& text) { return {text.data(), text.size()}; }

void paths(std::string_view text) {
  const DecodedPath decoded = decodePath(text, true);
  if (decoded.status == 0) {
    const std::string& path = decoded.path;
    require(path.find('\0') == path.npos && !path.starts_with('/'));
    // No part of it is "..", so that it stays below whatever it is put behind.
    for (std::size_t at = 0; at <= path.size();) {
      const std::size_t end = std::min(path.find('/', at), path.size());
      require(path.compare(at, end - at, "..") != 0);
      at = end + 1;
    }
  }
  decodePath(text, false);
  const String encoded = encodeUrl(text);
  for (char c : view(encoded)) require(c > ' ' && c < 127 && c != '"' && c != '<' && c != '>');
  require(encodeUrl(view(encoded)) == encoded);
  const String latin1 = String::fromLatin1(text.data(), text.size());
  const String pathname = pathnameOf(latin1);
  if (pathname.isUndefined()) return;
  // Location begins with a slash that no other follows. (As in the package, a URL with a fragment or white space may name a
  // host, which no browser sends.)
  require(!view(locationOfPath(view(pathname))).starts_with("//"));
  if (text.starts_with('/') && text.find_first_of(" #\t\n\f\r\xa0") == text.npos)
    require(!view(locationOfFolder(latin1)).starts_with("//"));
}

void ranges(std::string_view text, double size) {
  const std::string field = "bytes=" + std::string(text);
  std::vector<ByteRange> found;
  const RangeResult result = parseRanges(field, size, found);
  require((result == RangeResult::satisfiable) == !found.empty());
  for (const ByteRange& range : found) {
    require(range.first >= 0 && range.first <= range.last && range.last < size);
    // Ranges neither overlap nor touch each other. (The lists of an input are short.)
    if (found.size() < 100)
      for (const ByteRange& other : found)
        require(&other == &range || other.first > range.last + 1 || range.first > other.last + 1);
  }
  isByteRange(text);
}

void conditions(std::string_view text, std::uint8_t kind) {
  const std::size_t half = text.size() / 2;
  const std::string_view one = text.substr(0, half), other = text.substr(half);
  const Validators validators{.etag = "W/\"6-18bcfe5687b\"", .lastModified = "Tue, 14 Nov 2023 22:13:20 GMT"};
  Conditions all;
  (kind & 1 ? all.ifMatch : all.ifUnmodifiedSince) = one;
  (kind & 2 ? all.ifNoneMatch : all.ifModifiedSince) = other;
  if (kind & 4) all.cacheControl = one;
  preconditionFails(all, validators);
  const bool fresh = isFresh(all, validators);
  // A list that contains the tag itself is always fresh, unless the client wants no cache.
  if (!(kind & 4)) {
    const std::string list = std::string(other) + "," + std::string(validators.etag);
    require(isFresh({.ifNoneMatch = list}, validators) && !preconditionFails({.ifMatch = list}, validators));
    require(!fresh || all.any());
  }
  isRangeFresh(text, validators);
}

void encodings(std::string_view text) {
  const std::vector<std::string_view> offered{"br", "gzip", "zstd"};
  std::vector<std::size_t> places = acceptedEncodings(text, offered);
  require(places.size() <= offered.size());
  std::ranges::sort(places);
  for (std::size_t i = 0; i < places.size(); ++i) require(places[i] < offered.size() && (i == 0 || places[i] != places[i - 1]));
  require(acceptedEncodings("", offered).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  switch (data[0] % 4) {
    case 0: paths(text); break;
    case 1: ranges(text, double(data[1]) * 1000); break;
    case 2: conditions(text, data[1]); break;
    default: encodings(text);
  }
  return 0;
}
