// URL and URLSearchParams.
#include <nodecpp/url.h>

#include "bridge.h"

namespace wpt {
namespace {

using url::URLObject;

perThread<Kept<URL>> urls;
perThread<Kept<URLSearchParams>> queries;

var shown(const URL& url) { return var::array({urls->add(url), queries->add(url->searchParams())}); }

using Get = String (URLObject::*)() const;
using Set = void (URLObject::*)(const url::Text&);
void property(String name, Get get, Set set) {
  define("URL.get " + name, [=](Array<var> a) -> var { return (urls.value()[a[0]].operator->()->*get)(); });
  if (set)
    define("URL.set " + name, [=](Array<var> a) -> var {
      (urls.value()[a[0]].operator->()->*set)(a[1].toString());
      return undefined;
    });
}

url::Text optional(const Array<var>& a, int at) { return a.length() > at ? url::Text(a[at].toString()) : url::Text(); }

void defineQueries() {
  auto add = [](String name, auto f) {
    define("URLSearchParams." + name,
           [=](Array<var> a) -> var { return f(URLSearchParams(queries.value()[a[0]]), a); });
  };
  define("URLSearchParams", [](Array<var> a) -> var {
    if (a[0].isString()) return queries->add(make<URLSearchParams>(a[0].toString()));
    auto made = make<URLSearchParams>();
    for (var pair : listOf(a[0])) made->append(pair[0].toString(), pair[1].toString());
    return queries->add(made);
  });
  add("append", [](auto query, auto a) -> var {
    query->append(a[1].toString(), a[2].toString());
    return undefined;
  });
  add("set", [](auto query, auto a) -> var {
    query->set(a[1].toString(), a[2].toString());
    return undefined;
  });
  add("delete", [](auto query, auto a) -> var {
    query->delete_(a[1].toString(), optional(a, 2));
    return undefined;
  });
  add("has", [](auto query, auto a) -> var { return query->has(a[1].toString(), optional(a, 2)); });
  add("get", [](auto query, auto a) -> var {
    auto found = query->get(a[1].toString());
    return query->has(a[1].toString()) ? var(found.toString()) : var(nullptr);
  });
  add("getAll", [](auto query, auto a) -> var { return query->getAll(a[1].toString()); });
  add("sort", [](auto query, auto) -> var {
    query->sort();
    return undefined;
  });
  add("size", [](auto query, auto) -> var { return double(query->size()); });
  add("toString", [](auto query, auto) -> var { return query->toString(); });
  add("at", [](auto query, auto a) -> var {
    double at = 0;
    for (auto& [name, value] : query)
      if (at++ == a[1].toNumber()) return var::array({name, value});
    return undefined;
  });
}

}  // namespace

void defineUrls() {
  define("URL", [](Array<var> a) -> var { return shown(make<URL>(a[0].toString(), optional(a, 1))); });
  define("URL.parse", [](Array<var> a) -> var {
    auto url = URL::parse(a[0].toString(), optional(a, 1));
    return url ? shown(url) : var(nullptr);
  });
  define("URL.canParse", [](Array<var> a) -> var { return URL::canParse(a[0].toString(), optional(a, 1)); });
  property("href", &URLObject::href, &URLObject::setHref);
  property("origin", &URLObject::origin, nullptr);
  property("protocol", &URLObject::protocol, &URLObject::setProtocol);
  property("username", &URLObject::username, &URLObject::setUsername);
  property("password", &URLObject::password, &URLObject::setPassword);
  property("host", &URLObject::host, &URLObject::setHost);
  property("hostname", &URLObject::hostname, &URLObject::setHostname);
  property("port", &URLObject::port, &URLObject::setPort);
  property("pathname", &URLObject::pathname, &URLObject::setPathname);
  property("search", &URLObject::search, &URLObject::setSearch);
  property("hash", &URLObject::hash, &URLObject::setHash);
  property("toString", &URLObject::toString, nullptr);
  property("toJSON", &URLObject::toJSON, nullptr);
  defineQueries();
}

}  // namespace wpt
