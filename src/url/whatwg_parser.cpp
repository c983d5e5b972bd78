// The basic URL parser. Each state of the standard is a function on a part of the text. A query begins at the first `?`
// and a fragment at the first `#` in every state, so these parts are cut off first.
// https://url.spec.whatwg.org/#url-parsing
#include <algorithm>
#include <string>
#include <string_view>

#include "base/text/ascii.h"
#include "url/host.h"
#include "url/percent.h"
#include "url/url_record.h"

namespace nodecpp::url {

namespace {

using ascii::isDigit;
using ascii::isLetter;

// The URL standard removes tabs and line breaks from every input.
bool isRemoved(char c) { return c == '\t' || c == '\n' || c == '\r'; }

bool isDriveLetter(std::string_view s) { return s.size() == 2 && isLetter(s[0]) && (s[1] == ':' || s[1] == '|'); }
bool startsWithDriveLetter(std::string_view s, bool special = true) {
  return s.size() >= 2 && isDriveLetter(s.substr(0, 2)) &&
         (s.size() == 2 || s[2] == '/' || (special && s[2] == '\\') || s[2] == '?' || s[2] == '#');
}
// Whether the path consists of one segment with a drive, such as "/C:".
bool isDrivePath(std::string_view path) { return path.size() == 3 && isLetter(path[1]) && path[2] == ':'; }

// Returns 1 or 2 for a segment of one or two dots, which may be percent-encoded; 0 for any other segment.
int dotsOf(std::string_view segment) {
  int dots = 0;
  while (!segment.empty()) {
    const bool encoded = segment.size() > 2 && segment[0] == '%' && segment[1] == '2' && (segment[2] | 0x20) == 'e';
    if ((segment[0] != '.' && !encoded) || ++dots > 2) return 0;
    segment.remove_prefix(encoded ? 3 : 1);
  }
  return dots;
}

void shorten(Record& url) {
  if (url.isFile() && isDrivePath(url.path)) return;
  if (!url.path.empty()) url.path.resize(url.path.rfind('/'));
}

bool isSlash(char c, bool special) { return c == '/' || (special && c == '\\'); }
// Returns the position of the first slash, or the text's size when there is none.
std::size_t slashIn(std::string_view s, bool special) {
  std::size_t at = 0;
  while (at < s.size() && !isSlash(s[at], special)) ++at;
  return at;
}
bool startsWithSlash(std::string_view s, bool special) { return !s.empty() && isSlash(s[0], special); }

// Implements the path state of the URL standard: appends the segments of `text` to the path.
void addPath(Record& url, std::string_view text) {
  const bool special = isSpecial(url.scheme);
  for (;;) {
    const std::size_t end = slashIn(text, special);
    const std::string_view segment = text.substr(0, end);
    const bool last = end == text.size();
    if (const int dots = dotsOf(segment)) {
      if (dots == 2) shorten(url);
      if (last) url.path += '/';
    } else {
      const bool drive = url.isFile() && url.path.empty() && isDriveLetter(segment);
      url.path += '/';
      percentEncode(url.path, segment, pathSet);
      if (drive) url.path.back() = ':';
    }
    if (last) return;
    text.remove_prefix(end + 1);
  }
}

// Implements the path start state of the URL standard.
void startPath(Record& url, std::string_view text) {
  const bool special = isSpecial(url.scheme);
  if (text.empty() && !special) return;
  if (startsWithSlash(text, special)) text.remove_prefix(1);
  addPath(url, text);
}

// Returns the port, or -1 when it is beyond 65535. The digits may be more than any integer type can hold.
int portNumber(std::string_view digits) {
  int port = 0;
  for (char c : digits)
    if ((port = port * 10 + (c - '0')) > 65535) return -1;
  return port;
}
bool parsePort(Record& url, std::string_view digits) {
  if (digits.empty()) {
    url.port = -1;
    return true;
  }
  const int port = portNumber(digits);
  if (port < 0) return false;
  url.port = port == defaultPort(url.scheme) ? -1 : port;
  return true;
}

// Returns the position of the colon before the port, outside of brackets; npos when there is none.
std::size_t portColon(std::string_view hostAndPort) {
  bool inBrackets = false;
  for (std::size_t i = 0; i < hostAndPort.size(); ++i) {
    if (hostAndPort[i] == '[') inBrackets = true;
    if (hostAndPort[i] == ']') inBrackets = false;
    if (hostAndPort[i] == ':' && !inBrackets) return i;
  }
  return hostAndPort.npos;
}

bool parseHost(Record& url, std::string_view text) {
  auto host = isSpecial(url.scheme) ? parseHostName(text) : parseOpaqueHost(text);
  if (!host) return false;
  url.host = std::move(*host);
  return true;
}

// Implements the authority, host and port states of the URL standard. `text` begins after the slashes.
bool parseAuthority(Record& url, std::string_view text) {
  const bool special = isSpecial(url.scheme);
  const std::size_t end = slashIn(text, special);
  std::string_view hostAndPort = text.substr(0, end);
  if (const std::size_t at = hostAndPort.rfind('@'); at != hostAndPort.npos) {
    const std::string_view credentials = hostAndPort.substr(0, at);
    hostAndPort.remove_prefix(at + 1);
    if (hostAndPort.empty()) return false;
    const std::size_t colon = credentials.find(':');
    percentEncode(url.username, credentials.substr(0, colon), userinfoSet);
    if (colon != credentials.npos) percentEncode(url.password, credentials.substr(colon + 1), userinfoSet);
  }
  const std::size_t colon = portColon(hostAndPort);
  const std::string_view host = hostAndPort.substr(0, colon);
  if (host.empty() && (special || colon != hostAndPort.npos)) return false;
  if (!parseHost(url, host)) return false;
  if (colon != hostAndPort.npos) {
    const std::string_view port = hostAndPort.substr(colon + 1);
    if (!std::ranges::all_of(port, [](char c) { return isDigit(c); }) || !parsePort(url, port)) return false;
  }
  startPath(url, text.substr(end));
  return true;
}

// Implements the "special authority ignore slashes" state of the URL standard.
bool parseSpecialAuthority(Record& url, std::string_view text) {
  return parseAuthority(url, text.substr(std::min(text.find_first_not_of("/\\"), text.size())));
}

// Implements the file host state of the URL standard. `text` begins after the second slash.
bool parseFileHost(Record& url, std::string_view text) {
  const std::size_t end = slashIn(text, true);
  const std::string_view host = text.substr(0, end);
  if (isDriveLetter(host)) {
    addPath(url, text);
    return true;
  }
  if (!host.empty()) {
    if (!parseHost(url, host)) return false;
    if (*url.host == "localhost") url.host->clear();
  }
  startPath(url, text.substr(end));
  return true;
}

// Implements the file state and the file slash state of the URL standard. `base` is null unless it is a file: URL.
bool parseFile(Record& url, std::string_view text, const Record* base, bool hasQuery) {
  url.host.emplace();
  if (startsWithSlash(text, true)) {
    text.remove_prefix(1);
    if (startsWithSlash(text, true)) return parseFileHost(url, text.substr(1));
    if (base) {
      url.host = base->host;
      const std::string_view drive = std::string_view(base->path).substr(0, base->path.find('/', 1));
      if (!startsWithDriveLetter(text) && isDrivePath(drive)) url.path = drive;
    }
    addPath(url, text);
    return true;
  }
  if (base) {
    url.host = base->host;
    url.path = base->path;
    if (text.empty()) {
      if (!hasQuery) url.query = base->query;
      return true;
    }
    if (startsWithDriveLetter(text))
      url.path.clear();
    else
      shorten(url);
  }
  addPath(url, text);
  return true;
}

// Implements the relative state and the relative slash state of the URL standard.
bool parseRelative(Record& url, std::string_view text, const Record& base, bool hasQuery) {
  const bool special = isSpecial(url.scheme);
  const bool slash = startsWithSlash(text, special);
  if (slash) {
    text.remove_prefix(1);
    if (startsWithSlash(text, special)) {
      text.remove_prefix(1);
      return special ? parseSpecialAuthority(url, text) : parseAuthority(url, text);
    }
  }
  url.username = base.username;
  url.password = base.password;
  url.host = base.host;
  url.port = base.port;
  if (!slash) {
    url.path = base.path;
    if (text.empty()) {
      if (!hasQuery) url.query = base.query;
      return true;
    }
    shorten(url);
  }
  addPath(url, text);
  return true;
}

bool parseWithScheme(Record& url, std::string_view text, const Record* base, bool hasQuery) {
  const bool special = isSpecial(url.scheme);
  const bool sameScheme = base && base->scheme == url.scheme;
  if (url.isFile()) return parseFile(url, text, sameScheme ? base : nullptr, hasQuery);
  if (special) {
    if (sameScheme && !text.starts_with("//")) return parseRelative(url, text, *base, hasQuery);
    return parseSpecialAuthority(url, text);
  }
  if (text.starts_with("//")) return parseAuthority(url, text.substr(2));
  if (text.starts_with('/')) {
    addPath(url, text.substr(1));
    return true;
  }
  url.opaque = true;
  percentEncode(url.path, text, controlSet);
  return true;
}

// Puts the scheme at the front of `text` into `out`, in lower case. Returns its length including the colon, or 0 when
// there is no scheme.
std::size_t takeScheme(std::string_view text, std::string& out) {
  if (text.empty() || !isLetter(text[0])) return 0;
  std::size_t i = 0;
  while (i < text.size() &&
         (isLetter(text[i]) || isDigit(text[i]) || text[i] == '+' || text[i] == '-' || text[i] == '.'))
    ++i;
  if (i == text.size() || text[i] != ':') return 0;
  out = text.substr(0, i);
  for (char& c : out) c = ascii::toLower(c);
  return i + 1;
}

}  // namespace

bool isSpecial(std::string_view scheme) {
  switch (scheme.size()) {
    case 2: return scheme == "ws";
    case 3: return scheme == "wss" || scheme == "ftp";
    case 4: return scheme == "http" || scheme == "file";
    case 5: return scheme == "https";
    default: return false;
  }
}

int defaultPort(std::string_view scheme) {
  if (scheme == "http" || scheme == "ws") return 80;
  if (scheme == "https" || scheme == "wss") return 443;
  return scheme == "ftp" ? 21 : -1;
}

std::string setterInput(std::string_view value) {
  std::string text = ascii::isAscii(value) ? std::string(value) : wellFormed(value);
  std::erase_if(text, isRemoved);
  return text;
}

bool parseRecord(std::string_view input, const Record* base, Record& url) {
  while (!input.empty() && static_cast<unsigned char>(input.front()) <= ' ') input.remove_prefix(1);
  while (!input.empty() && static_cast<unsigned char>(input.back()) <= ' ') input.remove_suffix(1);
  std::string cleaned;
  if (!ascii::isAscii(input) || std::ranges::any_of(input, isRemoved)) input = cleaned = setterInput(input);
  std::string_view text = input, query, fragment;
  const std::size_t hash = text.find('#');
  const bool hasFragment = hash != text.npos;
  if (hasFragment) {
    fragment = text.substr(hash + 1);
    text = text.substr(0, hash);
  }
  const std::size_t question = text.find('?');
  const bool hasQuery = question != text.npos;
  if (hasQuery) {
    query = text.substr(question + 1);
    text = text.substr(0, question);
  }

  if (const std::size_t size = takeScheme(text, url.scheme)) {
    if (!parseWithScheme(url, text.substr(size), base, hasQuery)) return false;
  } else if (!base) {
    return false;
  } else if (base->opaque) {
    if (!text.empty() || hasQuery || !hasFragment) return false;
    url = *base;
  } else {
    url.scheme = base->scheme;
    if (!(base->isFile() ? parseFile(url, text, base, hasQuery) : parseRelative(url, text, *base, hasQuery)))
      return false;
  }
  if (hasQuery) setQuery(url, query);
  if (hasFragment) setFragment(url, fragment);
  // A space at the end of an opaque path is kept, percent-encoded, when a query or a fragment follows.
  if (url.opaque && (hasQuery || hasFragment) && url.path.ends_with(' ')) {
    url.path.pop_back();
    url.path += "%20";
  }
  return true;
}

bool setScheme(Record& url, std::string_view value) {
  std::string scheme;
  if (!takeScheme(value, scheme)) return false;
  if (isSpecial(scheme) != isSpecial(url.scheme)) return false;
  if (scheme == "file" && (url.hasCredentials() || url.port >= 0)) return false;
  if (url.isFile() && (!url.host || url.host->empty())) return false;
  url.scheme = std::move(scheme);
  if (url.port == defaultPort(url.scheme)) url.port = -1;
  return true;
}

bool setHost(Record& url, std::string_view value, bool withPort) {
  const bool special = isSpecial(url.scheme);
  value = value.substr(0, special ? value.find_first_of("/\\?#") : value.find_first_of("/?#"));
  if (url.isFile()) {
    if (value.empty()) {
      url.host.emplace();
      return true;
    }
    if (!parseHost(url, value)) return false;
    if (*url.host == "localhost") url.host->clear();
    return true;
  }
  const std::size_t colon = portColon(value);
  if (colon != value.npos && (colon == 0 || !withPort)) return false;
  const std::string_view host = value.substr(0, colon);
  if (host.empty() && (special || url.hasCredentials() || url.port >= 0)) return false;
  if (!parseHost(url, host)) return false;
  if (colon != value.npos) setPort(url, value.substr(colon + 1));
  return true;
}

bool setPort(Record& url, std::string_view value) {
  std::size_t digits = 0;
  while (digits < value.size() && isDigit(value[digits])) ++digits;
  return digits > 0 && parsePort(url, value.substr(0, digits));
}

void setPath(Record& url, std::string_view value) {
  url.path.clear();
  startPath(url, value);
  if (url.path.empty() && !url.host) url.path = "/";
}

void setQuery(Record& url, std::string_view value) {
  url.query.emplace();
  percentEncode(*url.query, value, isSpecial(url.scheme) ? specialQuerySet : querySet);
}

void setFragment(Record& url, std::string_view value) {
  url.fragment.emplace();
  percentEncode(*url.fragment, value, fragmentSet);
}

void trimOpaquePath(Record& url) {
  if (!url.opaque || url.query || url.fragment) return;
  while (url.path.ends_with(' ')) url.path.pop_back();
}

}  // namespace nodecpp::url
