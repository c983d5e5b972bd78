// The operations of querystring, URL, URLSearchParams and url's legacy API whose cost run.js measures as the input
// grows.
#include <nodecpp/url.h>

#include "growth.h"

namespace growth {
namespace {

String pairs(std::size_t n) {
  String out;
  for (std::size_t i = 0; i < n; ++i) out += keyOf(i) + "=value%20" + str(i) + "&";
  return out;
}
URLSearchParams params(std::size_t n) { return make<URLSearchParams>(pairs(n)); }
URLSearchParams ofOneName(std::size_t n) { return make<URLSearchParams>(str("a=1&").repeat(n)); }
querystring::ParsedUrlQuery query(std::size_t n) { return querystring::parse(pairs(n), nullptr, nullptr, {.maxKeys = 0}); }

constexpr const char* attached = "the URL is written anew for each";

const Growth all[] = {
    {"querystring.parse", 500,
     [](std::size_t n) { return [text = pairs(n)] { keep(querystring::parse(text, nullptr, nullptr, {.maxKeys = 0})); }; }},
    {"querystring.parse, of one name", 1000,
     [](std::size_t n) { return [text = str("a=1&").repeat(n)] { keep(querystring::parse(text, nullptr, nullptr, {.maxKeys = 0})); }; }},
    {"querystring.parse, of numbers", 500,
     [](std::size_t n) {
       String text;
       for (std::size_t i = n; i-- > 0;) text += str(i) + "=1&";
       return [text] { keep(querystring::parse(text, nullptr, nullptr, {.maxKeys = 0})); };
     }, 1.1, "numbers are sorted"},
    {"querystring.parse, of a long value", 4000,
     [](std::size_t n) { return [text = "a=" + str("%41+%").repeat(n)] { keep(querystring::parse(text)); }; }},
    {"querystring.parse, long separators", 500,
     [](std::size_t n) { return [text = str("a:=:1&&&").repeat(n)] { keep(querystring::parse(text, "&&&", ":=:", {.maxKeys = 0})); }; }},
    {"querystring.stringify", 500, [](std::size_t n) { return [q = query(n)] { keep(querystring::stringify(q)); }; }},
    {"querystring.stringify, of a list", 1000,
     [](std::size_t n) {
       return [q = querystring::parse(str("a=%C3%A4&").repeat(n), nullptr, nullptr, {.maxKeys = 0})] { keep(querystring::stringify(q)); };
     }},
    {"querystring.escape and unescape", 4000,
     [](std::size_t n) { return [text = str("a b\xc3\xa4").repeat(n)] { keep(querystring::unescape(querystring::escape(text))); }; }},
    {"ParsedUrlQuery, set each", 500,
     [](std::size_t n) {
       return [n] {
         auto q = querystring::ParsedUrlQuery::make();
         for (std::size_t i = 0; i < n; ++i) q.set(keyOf(i), "value");
         keep(q);
       };
     }},
    {"ParsedUrlQuery, get each", 500,
     [](std::size_t n) {
       return [n, q = query(n)] {
         for (std::size_t i = 0; i < n; ++i) keep(q[keyOf(i)]);
       };
     }},
    {"ParsedUrlQuery, remove each", 500,
     [](std::size_t n) {
       return [n, q = query(n)]() mutable {
         for (std::size_t i = 0; i < n; ++i) q.remove(keyOf(i));
       };
     }},
    {"ParsedUrlQuery, keys and loop", 500,
     [](std::size_t n) {
       return [q = query(n)] {
         keep(q.keys());
         for (auto& [key, value] : q) keep(value.toString());
       };
     }},

    {"URLSearchParams of a string", 500, [](std::size_t n) { return [text = pairs(n)] { keep(make<URLSearchParams>(text)); }; }},
    {"URLSearchParams of a query", 500, [](std::size_t n) { return [q = query(n)] { keep(make<URLSearchParams>(q)); }; }},
    {"URLSearchParams.append, each", 500,
     [](std::size_t n) {
       return [n] {
         auto p = make<URLSearchParams>();
         for (std::size_t i = 0; i < n; ++i) p->append(keyOf(i), "value");
         keep(p);
       };
     }},
    {"URLSearchParams.get, getAll, has", 1000,
     [](std::size_t n) {
       return [p = params(n)] { keep(p->get("none").isNull() + p->getAll("none").size() + p->has("none")); };
     }},
    {"URLSearchParams.getAll, of one name", 1000, [](std::size_t n) { return [p = ofOneName(n)] { keep(p->getAll("a")); }; }},
    {"URLSearchParams.delete, of one name", 1000, [](std::size_t n) { return [p = ofOneName(n)] { p->delete_("a"); }; }},
    {"URLSearchParams.set, of one name", 1000, [](std::size_t n) { return [p = ofOneName(n)] { p->set("a", "b"); }; }},
    {"URLSearchParams.sort", 500, [](std::size_t n) { return [p = params(n)] { p->sort(); }; }, 1.1, "a sort"},
    {"URLSearchParams.sort, sorted already", 500,
     [](std::size_t n) {
       return [p = params(n)] {
         p->sort();
         p->sort();
       };
     }, 1.1, "a sort"},
    {"URLSearchParams, loops", 500,
     [](std::size_t n) {
       return [p = params(n)] {
         for (auto& [name, value] : p) keep(name.size() + value.size());
         for (String name : p->keys()) keep(name);
         p->forEach([](String value, String, URLSearchParams) { keep(value); });
       };
     }},
    {"URLSearchParams.toString", 500, [](std::size_t n) { return [p = params(n)] { keep(p->toString()); }; }},

    {"URL, long parts", 2000,
     [](std::size_t n) {
       String a = str("a").repeat(n);
       return [text = "http://" + a + ":" + a + "@host/" + a + "?" + a + "#" + a] { keep(make<URL>(text)->href()); };
     }},
    {"URL, to be percent-encoded", 2000,
     [](std::size_t n) {
       String a = str(" \xc3\xa4\"").repeat(n);
       return [text = "http://" + a + ":" + a + "@host/" + a + "?" + a + "#" + a] { keep(make<URL>(text)->href()); };
     }},
    {"URL, many @", 2000, [](std::size_t n) { return [text = "http://" + str("a@:").repeat(n) + "@host/"] { keep(make<URL>(text)); }; }},
    {"URL, many segments", 2000, [](std::size_t n) { return [text = "http://host/" + str("a/./b\\").repeat(n)] { keep(make<URL>(text)); }; }},
    {"URL, up and down", 2000, [](std::size_t n) { return [text = "http://host/" + str("a/%2e%2E/").repeat(n)] { keep(make<URL>(text)); }; }},
    {"URL, down, then up", 2000,
     [](std::size_t n) { return [text = "http://host/" + str("a/").repeat(n) + str("../").repeat(n)] { keep(make<URL>(text)); }; }},
    {"URL, tabs and line ends", 2000, [](std::size_t n) { return [text = "http://host/" + str("a\t\n").repeat(n)] { keep(make<URL>(text)); }; }},
    {"URL, spaces around", 2000,
     [](std::size_t n) { return [text = str(" ").repeat(n) + "http://host/" + str(" ").repeat(n)] { keep(make<URL>(text)); }; }},
    {"URL, relative to a base", 2000,
     [](std::size_t n) {
       return [base = "http://host/" + str("a/").repeat(n), text = str("../").repeat(n) + "x"] { keep(make<URL>(text, base)); };
     }},
    {"URL, a long host", 1000, [](std::size_t n) { return [text = "x://" + str("a.").repeat(n) + "b/"] { keep(make<URL>(text)); }; }},
    {"URL, a long opaque path", 2000, [](std::size_t n) { return [text = "x:" + str("a b/").repeat(n)] { keep(make<URL>(text)); }; }},
    {"URL, setters", 2000,
     [](std::size_t n) {
       return [a = str("a/").repeat(n)] {
         auto url = make<URL>("http://host/");
         url->setPathname(a);
         url->setSearch(a);
         url->setHash(a);
         url->setUsername(a);
         url->setPassword(a);
         keep(url->href());
       };
     }},
    {"URL.searchParams", 500, [](std::size_t n) { return [text = "http://host/?" + pairs(n)] { keep(make<URL>(text)->searchParams()->size()); }; }},
    {"URL.searchParams.append, each", 100,
     [](std::size_t n) {
       return [n] {
         auto url = make<URL>("http://host/");
         for (std::size_t i = 0; i < n; ++i) url->searchParams()->append("a", "b");
         keep(url->href());
       };
     }, 2, attached},
    {"url.domainToASCII", 500, [](std::size_t n) { return [text = str("\xc3\xa4.").repeat(n) + "de"] { keep(url::domainToASCII(text)); }; }},
    {"url.domainToUnicode", 500, [](std::size_t n) { return [text = str("xn--4ca.").repeat(n) + "de"] { keep(url::domainToUnicode(text)); }; }},
    {"url.domainToASCII, of one label", 100, [](std::size_t n) { return [text = str("\xc3\xa4").repeat(n)] { keep(url::domainToASCII(text)); }; },
     2, "Punycode looks for the next character from the first on"},

    {"url.parse, long parts", 2000,
     [](std::size_t n) {
       String a = str("a").repeat(n);
       return [text = "http://" + a + "@host/" + a + "?" + a + "#" + a] { keep(url::parse(text)); };
     }},
    {"url.parse, with the query", 500, [](std::size_t n) { return [text = "/path?" + pairs(n)] { keep(url::parse(text, true)); }; }},
    {"url.parse, many @", 2000, [](std::size_t n) { return [text = "http://" + str("a@:").repeat(n) + "@host/"] { keep(url::parse(text)); }; }},
    {"url.parse, to be escaped", 2000,
     [](std::size_t n) { return [text = "http://host/" + str("a b\"{}|\\").repeat(n)] { keep(url::parse(text)); }; }},
    {"url.format", 2000,
     [](std::size_t n) {
       return [parsed = url::parse("http://host/" + str("a").repeat(n) + "?" + str("#?").repeat(n))] { keep(parsed.format()); };
     }},
    {"url.resolve", 1000,
     [](std::size_t n) {
       return [from = "http://host/" + str("a/").repeat(n), to = str("../").repeat(n) + "x"] { keep(url::resolve(from, to)); };
     }, 2, "segments are spliced out of the list"},
    {"url.resolve, nothing to go up", 1000,
     [](std::size_t n) { return [to = str("../a/./").repeat(n) + "x"] { keep(url::resolve("http://host/", to)); }; },
     2, "segments are spliced out of the list"},
    {"url.fileURLToPath and pathToFileURL", 2000,
     [](std::size_t n) { return [name = "/" + str("a b/").repeat(n)] { keep(url::fileURLToPath(url::pathToFileURL(name))); }; }},
};

}  // namespace
}  // namespace growth
