#include "querystring/query_parse.h"

#include <nodecpp/url.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/text/utf8.h"
#include "querystring/percent_codec.h"
#include "url/format.h"
#include "url/idna.h"
#include "url/scheme.h"

namespace nodecpp::url {

namespace {

using querystring::detail::parseDefault;

std::string lowerCase(std::string_view text) { return std::string(view(String(text).toLowerCase())); }

// The characters that a request target ("/a/b?c=d") must not contain to be parsed by the fast path: white space,
// control characters, non-ASCII characters, and those that need the general parser.
enum Stop : unsigned char { none = 0, inPath = 1, anywhere = 2 };
constexpr auto stops = [] {
  std::array<unsigned char, 256> table{};
  for (std::size_t c = 0; c <= ' '; ++c) table[c] = anywhere;
  for (std::size_t c = 0x80; c < 256; ++c) table[c] = anywhere;
  table['#'] = anywhere;
  for (char c : {'@', '\\', '?'}) table[std::size_t(c)] = inPath;
  return table;
}();

// Returns the size of the white space at the front of `s` that parse() trims: U+0000 to the space, U+00A0, U+FEFF.
std::size_t trimmable(std::string_view s) {
  if (s.empty()) return 0;
  if (static_cast<unsigned char>(s[0]) <= ' ') return 1;
  return s.starts_with("\xc2\xa0") ? 2 : s.starts_with("\xef\xbb\xbf") ? 3 : 0;
}

// Returns the size of the character at the front of `s` if JavaScript's \s matches it, otherwise 0.
std::size_t patternSpace(std::string_view s) {
  auto c = static_cast<unsigned char>(s[0]);
  if (c == ' ' || (c >= 9 && c <= 13)) return 1;
  if (c < 0x80) return 0;
  String one =
      String::copyOf(s.data(), std::min<std::size_t>(s.size(), utf8::decode(s.data(), s.data() + s.size()).size));
  return one.trim().empty() ? one.size() : 0;
}

struct Trimmed {
  std::string text;
  bool hasHash = false;
  bool hasAt = false;
};

// Returns the URL without white space at its ends, with each backslash before the query replaced by a slash.
Trimmed trim(std::string_view url) {
  while (std::size_t n = trimmable(url)) url.remove_prefix(n);
  std::size_t end = 0;
  for (std::size_t i = 0; i < url.size();) {
    std::size_t n = trimmable(url.substr(i));
    i += n ? n : 1;
    if (!n) end = i;
  }
  Trimmed out{std::string(url.substr(0, end))};
  bool split = false;
  for (char& c : out.text) {
    if (c == '#') out.hasHash = true;
    if (split) continue;
    if (c == '#' || c == '?')
      split = true;
    else if (c == '@')
      out.hasAt = true;
    else if (c == '\\')
      c = '/';
  }
  return out;
}

// Whether `s` is only a path and a query: it begins with one or two slashes (not three) and contains no white space.
bool isSimplePath(std::string_view s) {
  if (!s.starts_with('/') || s.starts_with("///")) return false;
  for (std::size_t i = 0; i < s.size(); ++i)
    if (patternSpace(s.substr(i))) return false;
  return true;
}

std::size_t protocolLength(std::string_view s) {
  std::size_t i = 0;
  while (i < s.size() && (std::isalnum(static_cast<unsigned char>(s[i])) || s[i] == '.' || s[i] == '+' || s[i] == '-'))
    ++i;
  return i > 0 && i < s.size() && s[i] == ':' ? i + 1 : 0;
}

// Whether `s` begins with a user and a host: "//user@host…"
bool looksLikeHost(std::string_view s) {
  if (!s.starts_with("//")) return false;
  s.remove_prefix(2);
  std::size_t at = s.find_first_of("@/");
  return at != s.npos && at > 0 && s[at] == '@' && at + 1 < s.size() && s[at + 1] != '@' && s[at + 1] != '/';
}

constexpr std::string_view neverInHost(" \"%';<>\\^`{|}");
constexpr std::string_view forbiddenHost("\0\t\n\r #%/:<>?@[\\]^|", 19);
constexpr std::string_view forbiddenIpv6("\0\t\n\r #%/<>?@\\^|", 16);

// Moves the user and the host from the front of `rest` to `auth` and `host`.
void takeHost(std::string& rest, Lookup& auth, std::string& host) {
  std::size_t at = rest.npos, nonHost = rest.npos;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    char c = rest[i];
    if (c == '\t' || c == '\n' || c == '\r') {
      std::size_t n = 1;  // tabs and line breaks are removed, as by the WHATWG parser
      while (i + n < rest.size() && (rest[i + n] == '\t' || rest[i + n] == '\n' || rest[i + n] == '\r')) ++n;
      rest.erase(i--, n);
    } else if (c == '@') {
      at = i;
      nonHost = rest.npos;
    } else if (c == '#' || c == '/' || c == '?') {
      if (nonHost == rest.npos) nonHost = i;
      break;
    } else if (nonHost == rest.npos && neverInHost.find(c) != neverInHost.npos) {
      nonHost = i;
    }
  }
  std::size_t start = 0;
  if (at != rest.npos) {
    auth = querystring::detail::decodeURIComponent(std::string_view(rest).substr(0, at));
    start = at + 1;
  }
  std::size_t end = nonHost == rest.npos ? rest.size() : nonHost;
  host = rest.substr(start, end - start);
  rest.erase(0, end);
}

// Moves a port such as ":80" from the host's end to `port`; also removes a ":" without digits.
void takePort(std::string& host, Lookup& port) {
  std::size_t digits = host.size();
  while (digits > 0 && host[digits - 1] >= '0' && host[digits - 1] <= '9') --digits;
  if (digits == 0 || host[digits - 1] != ':') return;
  if (digits < host.size()) port = host.substr(digits);
  host.erase(digits - 1);
}

std::size_t unitsOf(std::string_view s) {
  std::size_t n = 0;
  for (char c : s)
    n += (static_cast<unsigned char>(c) & 0xc0) == 0x80 ? 0 : static_cast<unsigned char>(c) >= 0xf0 ? 2 : 1;
  return n;
}

[[noreturn]] void throwInvalid(std::string_view url) {
  auto error = nodecpp::detail::codedError<TypeError>("ERR_INVALID_URL", "Invalid URL");
  error->properties.emplace_back("input", Lookup(url));
  throw error;
}

// Parses the host after the scheme's "//". `input` is the text that parse() was called with, for the error.
void parseHost(Url& url, std::string& rest, std::string_view input) {
  constexpr std::size_t longest = 255;
  std::string name;
  takeHost(rest, url.auth, name);
  takePort(name, url.port);
  const bool ipv6 = isIpv6(name);
  if (!ipv6)
    if (std::size_t end = name.find_first_of("/\\#?:"); end != name.npos) {
      // Text after an invalid port becomes part of the path; Node is lenient here.
      rest = "/" + name.substr(end) + rest;
      name.erase(end);
    }
  name = unitsOf(name) > longest ? std::string() : lowerCase(name);
  if (!name.empty()) {
    if (!ipv6) name = toAscii(name);
    if (name.empty() || name.find_first_of(ipv6 ? forbiddenIpv6 : forbiddenHost) != name.npos) throwInvalid(input);
  }
  url.host = url.port ? name + ":" + std::string(view(url.port.toString())) : name;
  if (ipv6) {
    // An IPv6 address of more than 255 units has been emptied above, but still counts as an address.
    name = name.size() > 1 ? name.substr(1, name.size() - 2) : std::string();
    if (!rest.starts_with('/')) rest.insert(0, "/");
  }
  url.hostname = name;
}

std::string escaped(std::string_view s) {
  constexpr std::string_view unwise("\t\n\r \"'<>\\^`{|}");
  std::string out;
  out.reserve(s.size());
  for (char c : s) {
    if (unwise.find(c) == unwise.npos) {
      out += c;
      continue;
    }
    out += '%';
    out += "0123456789ABCDEF"[c >> 4];
    out += "0123456789ABCDEF"[c & 15];
  }
  return out;
}

// Parses path, query and hash.
void parseRest(Url& url, const String& rest, bool parseQueryString, bool slashed) {
  std::string_view text = view(rest);
  std::size_t hash = std::min(text.find('#'), text.size());
  std::size_t question = std::min(text.find('?'), hash);
  if (hash < text.size()) url.hash = rest.byteSlice(hash);
  if (question < hash) {
    url.search = rest.byteSlice(question, hash);
    String query = rest.byteSlice(question + 1, hash);
    url.query = parseQueryString ? UrlQuery(parseDefault(query, 0)) : UrlQuery(query);
  } else if (parseQueryString) {
    url.query = querystring::ParsedUrlQuery::make();
  }
  if (question > 0) url.pathname = rest.byteSlice(0, question);
  if (slashed && url.hostname && !url.pathname) url.pathname = "/";
  if (url.pathname || url.search) url.path = orEmpty(url.pathname) + orEmpty(url.search);
}

Lookup searchOf(const String& rest, std::size_t question) {
  if (question >= rest.size()) return nullptr;
  return Lookup::ofText(rest.byteSlice(question));
}
UrlQuery queryOf(const String& rest, std::size_t question, bool parseQueryString) {
  if (parseQueryString) return parseDefault(rest, std::min(question + 1, rest.size()));
  if (question >= rest.size()) return {};
  return rest.byteSlice(question + 1);
}

// The fast path for a path and a query in which nothing needs to be trimmed, escaped or converted. Returns the position
// of the query (the text's end when there is none), or `npos` when the general parser is needed.
constexpr std::size_t npos = std::size_t(-1);
std::size_t plainPath(const StringArg& input) {
  const char* s = input.data();
  const std::size_t size = input.size();
  if (size == 0 || s[0] != '/' || (size > 2 && s[1] == '/' && s[2] == '/')) return npos;
  std::size_t question = 1;
  while (question < size && stops[static_cast<unsigned char>(s[question])] == none) ++question;
  if (question < size) {
    if (s[question] != '?') return npos;
    for (std::size_t i = question + 1; i < size; ++i)
      if (stops[static_cast<unsigned char>(s[i])] == anywhere) return npos;
  }
  return question;
}

}  // namespace

// Each member is constructed once, in its place, because every HTTP request may come through here.
Url::~Url() = default;

Url::Url(const String& simplePath, std::size_t question, bool parseQueryString)
    : search(searchOf(simplePath, question)),
      query(queryOf(simplePath, question, parseQueryString)),
      pathname(Lookup::ofText(question < simplePath.size() ? simplePath.byteSlice(0, question) : String(simplePath))),
      path(Lookup::ofText(String(simplePath))),
      href(Lookup::ofText(String(simplePath))) {}

void Url::parse(StringArg input, bool parseQueryString, bool slashesDenoteHost) {
  *this = Url();
  Trimmed trimmed = trim(view(input));
  std::string& rest = trimmed.text;
  if (!slashesDenoteHost && !trimmed.hasHash && !trimmed.hasAt && isSimplePath(rest))
    return void(*this = Url(rest, std::min(rest.find('?'), rest.size()), parseQueryString));

  const std::string proto = rest.substr(0, protocolLength(rest));
  const std::string lower = lowerCase(proto);
  if (!proto.empty()) {
    protocol = lower;
    rest.erase(0, proto.size());
  }
  bool hasSlashes = false;
  if (slashesDenoteHost || !proto.empty() || looksLikeHost(rest)) {
    hasSlashes = rest.starts_with("//");
    if (hasSlashes && !isHostless(lower)) {
      rest.erase(0, 2);
      slashes = true;
    }
  }
  // The scheme is compared as it is written and not in lower case, as in Node: "HTTP:a" has a host and "http:a" has
  // none.
  if (!isHostless(lower) && (hasSlashes || (!proto.empty() && !isSlashed(proto)))) parseHost(*this, rest, view(input));
  if (!isHostless(lower)) rest = escaped(rest);
  parseRest(*this, rest, parseQueryString, isSlashed(lower));
  href = format();
}

Url parse(StringArg input, bool parseQueryString, bool slashesDenoteHost) {
  if (std::size_t question = npos; !slashesDenoteHost && (question = plainPath(input)) != npos) [[likely]]
    return Url(input.toString(), question, parseQueryString);
  Url url;
  url.parse(input, parseQueryString, slashesDenoteHost);
  return url;
}

void detail::throwNotAString(const Lookup& received) {
  String shown = received.toString();
  if (received.kind() == Lookup::Kind::number) shown = "type number (" + shown + ")";
  if (received.isArray()) shown = "an instance of Array";
  throw nodecpp::detail::invalidArgType("url", "of type string", shown);
}

}  // namespace nodecpp::url
