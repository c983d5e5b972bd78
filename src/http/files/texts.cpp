#include "http/files/texts.h"

#include <nodecpp/error.h>
#include <nodecpp/path.h>
#include <nodecpp/uri.h>
#include <nodecpp/url.h>

#include <algorithm>
#include <array>

#include "base/text/string_units.h"

namespace nodecpp::http::detail {

using units::view;

namespace {

using ByteSet = std::array<bool, 256>;
constexpr ByteSet setOf(std::string_view bytes) {
  ByteSet set{};
  for (char c : bytes) set[static_cast<unsigned char>(c)] = true;
  return set;
}
bool isIn(const ByteSet& set, char c) noexcept { return set[static_cast<unsigned char>(c)]; }

// Whether parseurl leaves the URL to url.parse: it does not begin with a slash, or has white space or a fragment. The
// bytes C2 A0 and EF BB BF are the space without a line break and the byte order mark.
bool needsParser(std::string_view url) noexcept {
  static constexpr ByteSet suspicious = setOf(" #\t\n\f\r\xc2\xef");
  if (!url.starts_with('/')) return true;
  for (std::size_t i = 1; i < url.size(); ++i) {
    if (!isIn(suspicious, url[i])) [[likely]]
      continue;
    const std::string_view rest = url.substr(i);
    const bool high = url[i] == '\xc2' || url[i] == '\xef';
    if (!high || rest.starts_with("\xc2\xa0") || rest.starts_with("\xef\xbb\xbf")) return true;
  }
  return false;
}

std::string collapsed(std::string_view path) {
  const std::size_t slashes = std::min(path.find_first_not_of('/'), path.size());
  if (slashes > 1) path.remove_prefix(slashes - 1);
  return std::string(path);
}

bool isHex(char c) noexcept { return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'f'); }

// Whether the character stays as it is in a URL. A % is treated separately.
bool staysInUrl(unsigned char c) noexcept {
  return c == 0x21 || (c >= 0x23 && c <= 0x3b) || c == 0x3d || (c >= 0x3f && c <= 0x5f) || (c >= 0x61 && c <= 0x7a) ||
         c == 0x7c || c == 0x7e;
}

// Whether ".." is a part of the path. A backslash separates parts here, too, as it does on other systems.
bool climbs(std::string_view path) noexcept {
  for (std::size_t at = 0; (at = path.find("..", at)) != path.npos; ++at) {
    auto isEdge = [](char c) { return c == '/' || c == '\\'; };
    const bool begins = at == 0 || isEdge(path[at - 1]);
    const bool ends = at + 2 == path.size() || isEdge(path[at + 2]);
    if (begins && ends) return true;
  }
  return false;
}

bool hasDotPart(std::string_view path) noexcept {
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    if (end - at > 1 && path[at] == '.') return true;
    at = end + 1;
  }
  return false;
}

}  // namespace

String pathnameOf(const String& url) {
  const std::string_view text = view(url);
  if (!needsParser(text)) {
    const std::size_t question = text.find('?');
    return question == text.npos ? url : String(text.substr(0, question));
  }
  try {
    const Lookup pathname = url::parse(url).pathname;
    return pathname.isString() ? pathname.toString() : String(undefined);
  } catch (const Error&) {
    return undefined;
  }
}

String encodeUrl(std::string_view url) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  out.reserve(url.size());
  for (std::size_t i = 0; i < url.size(); ++i) {
    const auto c = static_cast<unsigned char>(url[i]);
    if (c == '%') {
      out += i + 2 < url.size() && isHex(url[i + 1]) && isHex(url[i + 2]) ? "%" : "%25";
    } else if (staysInUrl(c)) {
      out += char(c);
    } else if (c == 0xed && i + 2 < url.size() && static_cast<unsigned char>(url[i + 1]) >= 0xa0) {
      // A surrogate without its other half becomes U+FFFD.
      out += "%EF%BF%BD";
      i += 2;
    } else {
      out += {'%', digits[c >> 4], digits[c & 15]};
    }
  }
  return out;
}

String locationOfPath(std::string_view path) { return encodeUrl(collapsed(std::string(path) + "/")); }

String locationOfFolder(const String& given) {
  url::Url parts;
  const std::string_view text = view(given);
  if (needsParser(text)) {
    parts = url::parse(given);
  } else {
    const std::size_t question = text.find('?');
    parts.pathname = String(text.substr(0, question));
    if (question != text.npos) parts.search = String(text.substr(question));
  }
  parts.path = nullptr;
  const String pathname = parts.pathname.toString();
  parts.pathname = String(collapsed(std::string(view(pathname)) + "/"));
  return encodeUrl(view(parts.format()));
}

std::string escapeHtml(std::string_view text) {
  std::string out;
  for (char c : text) switch (c) {
      case '"': out += "&quot;"; break;
      case '&': out += "&amp;"; break;
      case '\'': out += "&#39;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      default: out += c;
    }
  return out;
}

String htmlDocument(std::string_view title, std::string_view body) {
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>";
  out.append(title).append("</title>\n</head>\n<body>\n<pre>").append(body).append("</pre>\n</body>\n</html>\n");
  return out;
}

bool isPlainPath(std::string_view encoded) noexcept {
  static constexpr ByteSet special = setOf(std::string_view("%\\\0/", 4));
  if (!encoded.starts_with('/')) return false;
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    if (!isIn(special, encoded[i])) [[likely]]
      continue;
    if (encoded[i] != '/') return false;
    if (i + 1 < encoded.size() && (encoded[i + 1] == '/' || encoded[i + 1] == '.')) return false;
  }
  return true;
}

DecodedPath decodePath(std::string_view encoded, bool rooted) {
  DecodedPath out;
  String decoded;
  if (encoded.find('%') == encoded.npos) {
    decoded = encoded;
  } else {
    try {
      decoded = decodeURIComponent(encoded);
    } catch (const Error&) {
      out.status = 400;
      return out;
    }
  }
  std::string_view path = view(decoded);
  if (path.find('\0') != path.npos) {
    out.status = 400;
    return out;
  }
  String normal;
  if (rooted && !path.empty()) {
    normal = path::posix::normalize("./" + decoded);
    path = view(normal);
  }
  if (climbs(path)) {
    out.status = 403;
    return out;
  }
  if (!rooted) {
    normal = path::posix::normalize(path);
    out.hasDotPart = hasDotPart(view(normal));
  } else {
    out.hasDotPart = hasDotPart(path);
  }
  out.path = path;
  return out;
}

}  // namespace nodecpp::http::detail
