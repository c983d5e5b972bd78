// file: URLs to paths and back. https://nodejs.org/docs/latest-v24.x/api/url.html#urlfileurltopathurl-options
#include <nodecpp/path.h>
#include <nodecpp/url.h>

#include <string>
#include <string_view>

#include "base/text/ascii.h"
#include "querystring/percent_codec.h"
#include "url/format.h"
#include "url/percent.h"

namespace nodecpp::url {

namespace {

// The characters that are encoded in a path in addition to those of a URL's path, since a URL would give them another
// meaning.
constexpr EncodeSet filePathSet = encodeSet(pathSet, "%[\\]|~");

using ascii::isLetter;

void checkScheme(const URL& url) {
  if (url->protocol() != "file:")
    throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_URL_SCHEME", "The URL must be of scheme file");
}

[[noreturn]] void throwPath(const URL& url, StringArg reason) {
  auto error = nodecpp::detail::codedError<TypeError>("ERR_INVALID_FILE_URL_PATH", str("File URL path ") + reason);
  error->setObject("input", url);
  throw error;
}

void checkPosixHost(const URL& url) {
  if (!url->hostname().empty())
    throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_FILE_URL_HOST",
                                                 "File URL host must be \"localhost\" or empty on linux");
}

// Whether the path contains the percent-escape given by its two hexadecimal digits in lower case, such as "2f".
bool hasEscaped(std::string_view path, std::string_view byte) {
  for (std::size_t at = path.find('%'); at != path.npos; at = path.find('%', at + 1))
    if (at + 2 < path.size() && path[at + 1] == byte[0] && (path[at + 2] | 0x20) == byte[1]) return true;
  return false;
}

String withBackslashes(const String& path) { return path.replaceAll("/", "\\"); }

}  // namespace

String fileURLToPath(const URL& url, FileURLOptions options) {
  checkScheme(url);
  const String path = url->pathname();
  if (!options.windows) {
    checkPosixHost(url);
    if (hasEscaped(view(path), "2f")) throwPath(url, "must not include encoded / characters");
    return querystring::detail::decodeURIComponent(view(path));
  }
  if (hasEscaped(view(path), "2f") || hasEscaped(view(path), "5c"))
    throwPath(url, "must not include encoded \\ or / characters");
  const String decoded = querystring::detail::decodeURIComponent(view(withBackslashes(path)));
  if (!url->hostname().empty()) return "\\\\" + domainToUnicode(url->hostname()) + decoded;
  if (decoded.size() < 3 || !isLetter(decoded.data()[1]) || decoded.data()[2] != ':')
    throwPath(url, "must be absolute");
  return decoded.byteSlice(1);
}
String fileURLToPath(StringArg url, FileURLOptions options) { return fileURLToPath(make<URL>(url), options); }

Buffer fileURLToPathBuffer(const URL& url, FileURLOptions options) {
  checkScheme(url);
  auto bytes = [](std::string_view text) { return Buffer::copyOf(text.data(), text.size()); };
  if (!options.windows) {
    checkPosixHost(url);
    return bytes(querystring::detail::percentDecode(view(url->pathname())));
  }
  const std::string decoded = querystring::detail::percentDecode(view(withBackslashes(url->pathname())));
  if (!url->hostname().empty()) return bytes("\\\\" + std::string(view(domainToUnicode(url->hostname()))) + decoded);
  if (decoded.size() < 3 || !isLetter(decoded[1]) || decoded[2] != ':') throwPath(url, "must be absolute");
  return bytes(std::string_view(decoded).substr(1));
}
Buffer fileURLToPathBuffer(StringArg url, FileURLOptions options) {
  return fileURLToPathBuffer(make<URL>(url), options);
}

URL pathToFileURL(StringArg path, FileURLOptions options) {
  const bool unc = options.windows && view(path).starts_with("\\\\");
  String resolved = unc ? path.toString() : options.windows ? path::win32::resolve(path) : path::resolve(path);
  String host;
  if (options.windows && resolved.startsWith("\\\\")) {
    const std::ptrdiff_t prefix = resolved.startsWith("\\\\?\\UNC\\") ? 8 : 2;
    const std::ptrdiff_t end = resolved.indexOf("\\", prefix);
    auto refuse = [&](StringArg reason) {
      throw nodecpp::detail::invalidArgValue("path", nodecpp::detail::inspectString(resolved), reason);
    };
    if (end == -1) refuse("Missing UNC resource path");
    if (end == 2) refuse("Empty UNC servername");
    host = resolved.slice(prefix, end);
    resolved = resolved.slice(end);
  } else {
    const bool slash = view(path).ends_with('/') || (options.windows && view(path).ends_with('\\'));
    if (slash && !resolved.endsWith("/")) resolved += "/";
  }
  if (options.windows) resolved = resolved.replaceAll("\\", "/");
  std::string href = "file://";
  if (!resolved.startsWith("/")) href += '/';
  percentEncode(href, wellFormed(view(resolved)), filePathSet);
  auto url = make<URL>(href);
  if (!host.empty()) url->setHostname(host);
  return url;
}

}  // namespace nodecpp::url
