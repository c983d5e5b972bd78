#include <nodecpp/url_pattern.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "base/text/encoding.h"
#include "url_pattern/canonicalize.h"
#include "url_pattern/component.h"
#include "url_pattern/pattern_init.h"
#include "url_pattern/tokens.h"

namespace nodecpp {

namespace detail {

struct URLPatternParts {
  std::array<PatternComponent, urlParts> all;
};

}  // namespace detail

namespace {

using detail::InvalidPattern;
using detail::PatternComponent;
using detail::PatternInit;
using detail::UrlPart;

constexpr const char* names[detail::urlParts] = {"protocol", "username", "password", "hostname",
                                                 "port",     "pathname", "search",   "hash"};
constexpr const char* schemes[] = {"ftp", "file", "http", "https", "ws", "wss"};

// Returns the text as JavaScript's USVString: without lone surrogates.
std::string bytesOf(StringArg text) {
  const String formed = detail::wellFormed(text);
  return std::string(formed.data(), formed.size());
}
void take(std::optional<std::string>& to, const String& from) {
  if (!from.isUndefined()) to = bytesOf(from);
}
PatternInit initOf(const URLPatternInit& given) {
  PatternInit out;
  const String* parts[] = {&given.protocol, &given.username, &given.password, &given.hostname,
                           &given.port,     &given.pathname, &given.search,   &given.hash};
  for (std::size_t i = 0; i < detail::urlParts; ++i) take(out.parts[i], *parts[i]);
  take(out.baseURL, given.baseURL);
  return out;
}

TypeError invalidPattern() {
  return detail::codedError<TypeError>("ERR_INVALID_URL_PATTERN", "Failed to construct URLPattern");
}

bool isIpv6(std::string_view hostname) {
  return hostname.size() >= 2 && (hostname[0] == '[' || hostname.starts_with("{[") || hostname.starts_with("\\["));
}

// Compiles the patterns of all parts, where "*" stands for those that are missing.
std::unique_ptr<detail::URLPatternParts> compiled(const PatternInit& given, bool ignoreCase) {
  PatternInit init = processed(given, false);
  for (auto& part : init.parts)
    if (!part) part = "*";
  const std::string& protocol = *init[UrlPart::protocol];
  const int port = url::isSpecial(protocol) ? url::defaultPort(protocol) : -1;
  if (port >= 0 && *init[UrlPart::port] == std::to_string(port)) init[UrlPart::port] = "";

  auto out = std::make_unique<detail::URLPatternParts>();
  auto compile = [&](UrlPart part, detail::Canonicalize canonicalize, detail::PatternSeparators separators = {},
                     bool anyCase = false) {
    out->all[std::size_t(part)] = PatternComponent::of(*init[part], canonicalize, separators, anyCase);
  };
  compile(UrlPart::protocol, detail::canonicalProtocol);
  compile(UrlPart::username, detail::canonicalUsername);
  compile(UrlPart::password, detail::canonicalPassword);
  compile(UrlPart::hostname,
          isIpv6(*init[UrlPart::hostname]) ? detail::canonicalIpv6Hostname : detail::canonicalHostname, {".", ""});
  compile(UrlPart::port, detail::canonicalPort);
  const PatternComponent& scheme = out->all[std::size_t(UrlPart::protocol)];
  if (std::ranges::any_of(schemes, [&](const char* each) { return scheme.matches(each); }))
    compile(UrlPart::pathname, detail::canonicalPathname, {"/", "/"}, ignoreCase);
  else
    compile(UrlPart::pathname, detail::canonicalOpaquePathname, {}, ignoreCase);
  compile(UrlPart::search, detail::canonicalSearch, {}, ignoreCase);
  compile(UrlPart::hash, detail::canonicalHash, {}, ignoreCase);
  return out;
}

// Returns the parts of a URL; nothing for a text that is no URL.
std::optional<PatternInit> urlOf(StringArg text, const String& baseURL) {
  url::Record base, url;
  const bool hasBase = !baseURL.isUndefined();
  if (hasBase && !url::parseRecord(bytesOf(baseURL), nullptr, base)) return std::nullopt;
  if (!url::parseRecord(bytesOf(text), hasBase ? &base : nullptr, url)) return std::nullopt;
  return detail::partsOf(url);
}
std::optional<PatternInit> urlOf(const URLPatternInit& given) {
  try {
    return processed(initOf(given), true);
  } catch (const InvalidPattern&) {
    return std::nullopt;
  }
}

bool matches(const detail::URLPatternParts& pattern, const std::optional<PatternInit>& url) {
  if (!url) return false;
  for (std::size_t i = 0; i < detail::urlParts; ++i)
    if (!pattern.all[i].matches(*url->parts[i])) return false;
  return true;
}

// The properties have the order in which Node prints them.
var matchOf(const detail::URLPatternParts& pattern, const std::optional<PatternInit>& url, const var& inputs) {
  if (!url) return nullptr;
  var out = var::object();
  for (UrlPart part : {UrlPart::hash, UrlPart::hostname, UrlPart::password, UrlPart::pathname, UrlPart::port,
                       UrlPart::protocol, UrlPart::search, UrlPart::username}) {
    const auto i = std::size_t(part);
    var found = pattern.all[i].exec(*url->parts[i]);
    if (found == undefined) return nullptr;
    out.set(names[i], found);
    if (part == UrlPart::hostname) out.set("inputs", inputs);
  }
  return out;
}

var inputOf(const URLPatternInit& given) {
  var out = var::object();
  auto add = [&](const char* name, const String& value) {
    if (!value.isUndefined()) out.set(name, value);
  };
  add("protocol", given.protocol);
  add("username", given.username);
  add("password", given.password);
  add("hostname", given.hostname);
  add("port", given.port);
  add("pathname", given.pathname);
  add("search", given.search);
  add("hash", given.hash);
  add("baseURL", given.baseURL);
  return out;
}
var inputsOf(StringArg url, const String& baseURL) {
  var out = var::array({url.toString()});
  if (!baseURL.isUndefined()) out.push(baseURL);
  return out;
}

}  // namespace

URLPatternObject::URLPatternObject(StringArg pattern, URLPatternOptions options)
    : URLPatternObject(pattern, String(undefined), options) {}
URLPatternObject::URLPatternObject(StringArg pattern, const String& baseURL, URLPatternOptions options) {
  try {
    PatternInit init = detail::parsedPatternString(bytesOf(pattern));
    const bool hasBase = !baseURL.isUndefined();
    if (!hasBase && !init[UrlPart::protocol]) throw InvalidPattern();
    if (hasBase) init.baseURL = bytesOf(baseURL);
    parts_ = compiled(init, options.ignoreCase).release();
  } catch (const InvalidPattern&) {
    throw invalidPattern();
  }
}
URLPatternObject::URLPatternObject(const URLPatternInit& pattern, URLPatternOptions options) {
  try {
    parts_ = compiled(initOf(pattern), options.ignoreCase).release();
  } catch (const InvalidPattern&) {
    throw invalidPattern();
  }
}
URLPatternObject::~URLPatternObject() { delete parts_; }

bool URLPatternObject::test(StringArg url, const String& baseURL) const {
  return matches(*parts_, urlOf(url, baseURL));
}
bool URLPatternObject::test(const URLPatternInit& url) const { return matches(*parts_, urlOf(url)); }
var URLPatternObject::exec(StringArg url, const String& baseURL) const {
  return matchOf(*parts_, urlOf(url, baseURL), inputsOf(url, baseURL));
}
var URLPatternObject::exec(const URLPatternInit& url) const {
  return matchOf(*parts_, urlOf(url), var::array({inputOf(url)}));
}

namespace {
String patternOf(const detail::URLPatternParts& parts, UrlPart part) {
  const std::string& text = parts.all[std::size_t(part)].pattern;
  return String::copyOf(text.data(), text.size());
}
}  // namespace

String URLPatternObject::protocol() const { return patternOf(*parts_, UrlPart::protocol); }
String URLPatternObject::username() const { return patternOf(*parts_, UrlPart::username); }
String URLPatternObject::password() const { return patternOf(*parts_, UrlPart::password); }
String URLPatternObject::hostname() const { return patternOf(*parts_, UrlPart::hostname); }
String URLPatternObject::port() const { return patternOf(*parts_, UrlPart::port); }
String URLPatternObject::pathname() const { return patternOf(*parts_, UrlPart::pathname); }
String URLPatternObject::search() const { return patternOf(*parts_, UrlPart::search); }
String URLPatternObject::hash() const { return patternOf(*parts_, UrlPart::hash); }
bool URLPatternObject::hasRegExpGroups() const {
  return std::ranges::any_of(parts_->all, [](const PatternComponent& each) { return each.hasRegExp; });
}

}  // namespace nodecpp
