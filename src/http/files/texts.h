// Texts of requests and responses for files: paths of requests, and the small pages of errors and redirects.
#pragma once

#include <nodecpp/string.h>

#include <string>
#include <string_view>

namespace nodecpp::http::detail {

// Returns the path of a request's URL as npm's parseurl does: what precedes the "?", still encoded. Returns undefined for
// a URL that has none or that url::parse refuses.
String pathnameOf(const String& url);

// Returns the value of Location for the folder of a request: the URL with a slash behind its path, which begins with
// only one slash, so that it cannot lead to another host.
String locationOfFolder(const String& url);
// The same for a path alone.
String locationOfPath(std::string_view path);

// Encodes what must not stand in a URL, as npm's encodeurl: sequences like %20 stay, other % become %25.
String encodeUrl(std::string_view url);

// Returns the small HTML document with `title` and `body`, as npm's send and finalhandler make it. `body` is HTML.
String htmlDocument(std::string_view title, std::string_view body);
// Returns `text` with the characters that mean something in HTML replaced, as npm's escape-html.
std::string escapeHtml(std::string_view text);

// Whether the path of a URL is the path of a file below a root as it is: it begins with a slash and has nothing to decode,
// no empty part, and no part that begins with a dot.
bool isPlainPath(std::string_view encoded) noexcept;

// A path below a root, or the reason why it is refused.
struct DecodedPath {
  int status = 0;       // 0, or the status of the answer: 400 for a malformed path, 403 for one that climbs.
  std::string path{};   // normalized; below a root it is relative to it
  bool hasDotPart = false;
};
// Decodes the path of a URL: %XX, then ".", ".." and double slashes. `rooted` tells whether the path is one below a root,
// which may contain ".." as long as it does not leave it.
DecodedPath decodePath(std::string_view encoded, bool rooted);

}  // namespace nodecpp::http::detail
