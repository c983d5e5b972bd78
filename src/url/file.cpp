// file: URLs to paths and back, and http.request's options of a URL.
#include <nodecpp/path.h>
#include <nodecpp/url.h>

#include <string>
#include <vector>

#include "querystring/codec.h"
#include "url/format.h"
#include "url/host.h"

namespace nodecpp::url {

namespace {

[[noreturn]] void throwInvalid(StringArg url) {
  auto error = nodecpp::detail::codedError<TypeError>("ERR_INVALID_URL", "Invalid URL");
  error->properties.emplace_back("input", Lookup(url.toString()));
  throw error;
}

bool isLetter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }
bool isDriveLetter(std::string_view s) { return s.size() == 2 && isLetter(s[0]) && (s[1] == ':' || s[1] == '|'); }
bool isSlash(char c) { return c == '/' || c == '\\'; }

// "." and ".." may have their dots percent-encoded.
std::size_t dotsOf(std::string_view part) {
  std::size_t dots = 0;
  while (!part.empty()) {
    bool encoded = part.size() > 2 && part[0] == '%' && part[1] == '2' && (part[2] | 0x20) == 'e';
    if (part[0] != '.' && !encoded) return 0;
    part.remove_prefix(encoded ? 3 : 1);
    ++dots;
  }
  return dots;
}

// The path of a file: URL with its dots resolved, still percent-encoded as far as it was.
std::string normalized(std::string_view path) {
  std::vector<std::string> parts;
  for (;;) {
    std::size_t end = 0;
    while (end < path.size() && !isSlash(path[end])) ++end;
    std::string part(path.substr(0, end));
    const bool last = end == path.size();
    if (std::size_t dots = dotsOf(part); dots == 1 || dots == 2) {
      const bool drive = parts.size() == 1 && isDriveLetter(parts[0]);
      if (dots == 2 && !parts.empty() && !drive) parts.pop_back();
      if (last) parts.emplace_back();
    } else {
      if (parts.empty() && isDriveLetter(part)) part[1] = ':';
      parts.push_back(part);
    }
    if (last) break;
    path.remove_prefix(end + 1);
  }
  std::string out;
  for (const std::string& part : parts) out += "/" + part;
  return out;
}

// The pathname of a file: URL, by the WHATWG's parser.
std::string pathOfFileUrl(StringArg input) {
  std::string text;
  std::string_view s = view(input);
  while (!s.empty() && static_cast<unsigned char>(s.front()) <= ' ') s.remove_prefix(1);
  while (!s.empty() && static_cast<unsigned char>(s.back()) <= ' ') s.remove_suffix(1);
  for (char c : s)
    if (c != '\t' && c != '\n' && c != '\r') text += c;

  std::size_t colon = 0;
  while (colon < text.size() && (isLetter(text[colon]) || (text[colon] >= '0' && text[colon] <= '9') ||
                                 text[colon] == '+' || text[colon] == '-' || text[colon] == '.'))
    ++colon;
  if (colon == 0 || colon == text.size() || text[colon] != ':' || !isLetter(text[0])) throwInvalid(input);
  if (String(text.substr(0, colon)).toLowerCase() != "file")
    throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_URL_SCHEME", "The URL must be of scheme file");

  std::string_view rest = std::string_view(text).substr(colon + 1);
  rest = rest.substr(0, rest.find_first_of("?#"));
  if (rest.size() >= 2 && isSlash(rest[0]) && isSlash(rest[1])) {
    rest.remove_prefix(2);
    std::string_view host = rest.substr(0, rest.find_first_of("/\\"));
    if (!isDriveLetter(host)) {
      rest.remove_prefix(host.size());
      auto name = host.empty() ? std::string() : parseHostName(host);
      if (!name) throwInvalid(input);
      if (!name->empty() && *name != "localhost")
        throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_FILE_URL_HOST",
                                                     "File URL host must be \"localhost\" or empty on linux");
    }
  }
  if (!rest.empty() && isSlash(rest[0])) rest.remove_prefix(1);
  return normalized(rest);
}

}  // namespace

String fileURLToPath(StringArg url) {
  std::string path = pathOfFileUrl(url);
  for (std::size_t at = path.find("%2"); at != path.npos; at = path.find("%2", at + 1))
    if (at + 2 < path.size() && (path[at + 2] | 0x20) == 'f') {
      auto error = nodecpp::detail::codedError<TypeError>("ERR_INVALID_FILE_URL_PATH",
                                                          "File URL path must not include encoded / characters");
      error->properties.emplace_back("input", Lookup(url.toString()));
      throw error;
    }
  return querystring::detail::decodeURIComponent(path);
}
String fileURLToPath(const Url& url) { return fileURLToPath(url.href.toString()); }

Buffer fileURLToPathBuffer(StringArg url) {
  std::string bytes = querystring::detail::percentDecode(pathOfFileUrl(url));
  return Buffer::copyOf(bytes.data(), bytes.size());
}
Buffer fileURLToPathBuffer(const Url& url) { return fileURLToPathBuffer(url.href.toString()); }

Url pathToFileURL(StringArg path) {
  String resolved = path::resolve(path);
  if (view(path).ends_with('/') && !resolved.endsWith("/")) resolved += "/";
  constexpr std::string_view kept("!$&'()*+,-./:;=@_");
  std::string encoded;
  for (char c : resolved) {
    auto byte = static_cast<unsigned char>(c);
    if (isLetter(c) || (c >= '0' && c <= '9') || kept.find(c) != kept.npos) {
      encoded += c;
    } else {
      encoded += '%';
      encoded += "0123456789ABCDEF"[byte >> 4];
      encoded += "0123456789ABCDEF"[byte & 15];
    }
  }
  Url out;
  out.protocol = "file:";
  out.slashes = true;
  out.host = "";
  out.hostname = "";
  out.pathname = encoded;
  out.path = encoded;
  out.href = "file://" + encoded;
  return out;
}

HttpOptions urlToHttpOptions(const Url& url) {
  HttpOptions out;
  out.protocol = orEmpty(url.protocol);
  out.hostname = orEmpty(url.hostname);
  out.hash = orEmpty(url.hash);
  out.search = orEmpty(url.search);
  out.pathname = orEmpty(url.pathname);
  out.path = out.pathname + out.search;
  out.href = orEmpty(url.href);
  if (url.port) out.port = url.port.toNumber();
  if (url.auth) out.auth = url.auth.toString().includes(":") ? url.auth : Lookup(url.auth.toString() + ":");
  return out;
}

}  // namespace nodecpp::url
