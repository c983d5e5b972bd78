// URLPattern.
#include <nodecpp/object.h>
#include <nodecpp/url_pattern.h>

#include "bridge.h"

namespace wpt {
namespace {

perThread<Kept<URLPattern>> patterns;

String optional(const var& value) { return value.isNullish() ? String(undefined) : value.toString(); }

URLPatternInit initOf(const var& told) {
  return {.protocol = optional(told["protocol"]),
          .username = optional(told["username"]),
          .password = optional(told["password"]),
          .hostname = optional(told["hostname"]),
          .port = optional(told["port"]),
          .pathname = optional(told["pathname"]),
          .search = optional(told["search"]),
          .hash = optional(told["hash"]),
          .baseURL = optional(told["baseURL"])};
}

// JSON has no undefined: a group that took no part is null in it.
var withNulls(const var& match) {
  if (match.isNullish()) return nullptr;
  for (const char* part : {"protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"}) {
    var groups = match[part]["groups"];
    for (const String& name : Object::keys(groups))
      if (groups[name].isUndefined()) groups[name] = nullptr;
  }
  return match;
}

}  // namespace

void defineUrlPatterns() {
  define("URLPattern", [](Array<var> a) -> var {
    URLPatternOptions options{.ignoreCase = bool(a[2])};
    if (!a[0].isString()) return patterns->add(make<URLPattern>(initOf(a[0]), options));
    if (a[1].isNullish()) return patterns->add(make<URLPattern>(a[0].toString(), options));
    return patterns->add(make<URLPattern>(a[0].toString(), a[1].toString(), options));
  });
  define("URLPattern.test", [](Array<var> a) -> var {
    URLPattern pattern = patterns.value()[a[0]];
    return a[1].isString() ? pattern->test(a[1].toString(), optional(a[2])) : pattern->test(initOf(a[1]));
  });
  define("URLPattern.exec", [](Array<var> a) -> var {
    URLPattern pattern = patterns.value()[a[0]];
    return withNulls(a[1].isString() ? pattern->exec(a[1].toString(), optional(a[2])) : pattern->exec(initOf(a[1])));
  });
  define("URLPattern.get", [](Array<var> a) -> var {
    URLPattern pattern = patterns.value()[a[0]];
    const String part = a[1].toString();
    if (part == "protocol") return pattern->protocol();
    if (part == "username") return pattern->username();
    if (part == "password") return pattern->password();
    if (part == "hostname") return pattern->hostname();
    if (part == "port") return pattern->port();
    if (part == "pathname") return pattern->pathname();
    if (part == "search") return pattern->search();
    if (part == "hash") return pattern->hash();
    return pattern->hasRegExpGroups();
  });
}

}  // namespace wpt
