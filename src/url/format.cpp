#include "url/format.h"

#include <string>

#include "querystring/percent_codec.h"
#include "url/scheme.h"

namespace nodecpp::url {

namespace {

constexpr querystring::detail::Unescaped keepInAuth = querystring::detail::unescapedSet("!-._~'()*:");

// Returns the host with the user before it. A port is added only if the name comes from `hostname`.
template <class T>
std::string hostOf(const T& url, const std::string& auth) {
  if (url.host) return auth + std::string(view(url.host.toString()));
  if (!url.hostname) return "";
  String hostname = url.hostname.toString();
  std::string name(view(hostname));
  if (name.find(':') != name.npos && !isIpv6(name)) name = "[" + name + "]";
  if (url.port) name += ":" + std::string(view(url.port.toString()));
  return auth + name;
}

void putEscaped(std::string& out, const String& pathname) {
  for (char c : view(pathname)) {
    if (c == '#')
      out += "%23";
    else if (c == '?')
      out += "%3F";
    else
      out += c;
  }
}

template <class T>
String formatObject(const T& url) {
  std::string auth;
  if (url.auth) {
    querystring::detail::encode(auth, view(url.auth.toString()), keepInAuth);
    auth += '@';
  }
  std::string out(view(orEmpty(url.protocol)));
  if (!out.empty() && out.back() != ':') out += ':';
  const bool slashed = isSlashed(out), file = out.size() >= 4 && out.starts_with("file");
  String pathname = orEmpty(url.pathname), hash = orEmpty(url.hash), search = orEmpty(url.search);
  // When there is a search, the query is not used. Node formats the query all the same, and throws for lone surrogates
  // in it (which begin with the byte 0xed).
  if (url.query.isObject() && (search.empty() || search.includes("\xed")))
    if (String query = querystring::stringify(url.query.parsed()); query && search.empty()) search = "?" + query;

  const std::string host = hostOf(url, auth);
  if ((url.slashes || slashed) && (url.slashes || !host.empty())) {
    out += "//" + host;
    if (!pathname.empty() && !pathname.startsWith("/")) out += '/';
  } else if ((url.slashes || slashed) && file) {
    out += "//";
  } else {
    out += host;
  }
  putEscaped(out, pathname);
  if (!search.empty() && !search.startsWith("?")) out += '?';
  out += view(search.replaceAll("#", "%23"));
  if (!hash.empty() && !hash.startsWith("#")) out += '#';
  out += view(hash);
  return out;
}

}  // namespace

String Url::format() const { return formatObject(*this); }
String format(const Url& url) { return url.format(); }
String format(const UrlObject& url) { return formatObject(url); }

}  // namespace nodecpp::url
