#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/url_pattern.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto shown = [](URLPattern pattern) {
    return Array<String>{pattern->protocol(), pattern->username(), pattern->password(), pattern->hostname(), pattern->port(), pattern->pathname(), pattern->search(), pattern->hash(), pattern->hasRegExpGroups() ? "true" : "false"}.join(" | ");
  };
  auto attempt = [](auto f) {
    try {
      console::log(f());
    } catch (const Error& error) {
      console::log(error->name, error->code, error->message);
    }
  };
  auto sorted = [](var match) {
    if (match == nullptr) return match;
    var out = var::object();
    for (auto [part, found] : match.entries()) {
      if (found.isArray()) {
        out[part] = found.length();
        continue;
      }
      Array<String> groups;
      for (auto [name, value] : found["groups"].entries()) groups.push(name + "=" + (value == undefined ? String("") : String(value)));
      out[part] = var::object({{"input", found["input"]}, {"groups", groups.sort().join(" ")}});
    }
    return out;
  };
  auto made = [](Array<String> args) { return args.length() > 1 ? make<URLPattern>(String(args[0]), String(args[1])) : make<URLPattern>(String(args[0])); };
  Array<Array<String>> patterns = {
  {"/books/:id", "https://example.com"}, {"https://example.com/books/:id"}, {"https://*.example.com/*"}, {"http{s}?://example.com/:kind(a|b)"}, {"/x"}, {"(", "https://a.b"}, {"https://example.com:8080/?q=:q#:h"},
  {"https://user:pass@example.com/"}, {"https://example.com:443/"}, {"data\\:text/*"}, {"data:text/*"}, {"https://[\\:\\:1]/"}, {"https://[::1]:3000/"}, {"*://*/*.png"}, {"https://example.com/:a/:b?"}, {"https://example.com/:a+"},
  {"https://example.com/:a*"}, {"https://example.com/{:a-}?:b"}, {"https://example.com/(\\d+)"}, {"https://example.com/:id(\\d+){.:ext}?"}, {"?q=*", "https://example.com/a/b#c"}, {"#x", "https://example.com/a/b?c"}, {"c", "https://example.com/a/b"},
  {"../c", "https://example.com/a/b/d"}, {"https://EXAMPLE.com/%7Efoo/é"}, {"https://é.com/"}, {"https://example.com/a b"}, {"https://example.com/:é"}, {"about:blank"}, {"file:///:p*"}, {"https://a:99999/"}, {"https://example.com/*?"}, {"https://example.com/**"},
  {"https://example.com/foo?bar"}, {"https://example.com/foo\\?bar"}, {"https://example.com/{foo}?bar"}, {"https://example.com/:foo?bar"}, {"https://:sub.example.com/"}, {"https://example.com"}, {"http://example.com:80"}, {"ws://x/:a{/:b}+"}, {"{https}://x/"}, {"https://x/:a:b"},
  {"https://x/:a/:a"}, {"https://x/{a"}, {"https://x/a}"}, {"https://x/(?:a)"}, {"https://x/((?:a))"}, {"https://x/((a))"}, {"https://x/(é)"}, {"https://x/([a-z]+)-:c"}, {"https://x/:a(.*)"}, {"https://x/:a([^\\/]+?)"}, {""}, {"", "https://x/a?b#c"}, {"*"}, {":p://x/"}, {"https://x/\\"},
};
  Array<Array<String>> urls = {
  {"https://example.com/books/7"}, {"https://a.example.com/x/y"}, {"http://example.com/b"}, {"https://example.com/"}, {"https://example.com:8080/?q=1#h"}, {"https://user:pass@example.com/"}, {"data:text/plain"}, {"https://[::1]:3000/"}, {"https://x/y.png"},
  {"https://example.com/1/2"}, {"https://example.com/1"}, {"https://example.com/1/2/3"}, {"https://example.com/a-b"}, {"https://example.com/12.txt"}, {"https://example.com/a/b?q=2"}, {"/books/8", "https://example.com"}, {"about:blank"}, {"file:///a/b"}, {"no url"}, {"https://example.com/fooar"},
  {"https://example.com/foo?bar"}, {"ws://x/1/2/3"}, {"https://x/a"}, {"https://x/ab-c"}, {"https://example.com/~foo/%C3%A9"},
};
  for (auto args : patterns) {
    if (args.length() > 1) console::log(args[0], args[1]); else console::log(args[0]);
    attempt([=] {
      auto pattern = made(args);
      console::log(shown(pattern));
      return urls.map([=](Array<String> url) { return String(pattern->test(String(url[0]), url.length() > 1 ? String(url[1]) : String(undefined)) ? "1" : "0"); }).join("");
    });
  }
  Array<URLPatternInit> inits = {
  {}, {.pathname = "/:a/:b"}, {.pathname = "x", .baseURL = "https://example.com/a/b?c#d"}, {.protocol = "https:", .port = "443"}, {.protocol = "http", .hostname = "{*.}?example.com"}, {.search = "?a=:b", .hash = "#:c"}, {.hostname = "[\\:\\:1]"}, {.hostname = "a b"}, {.port = "80a"}, {.port = "x"}, {.protocol = "é"}, {.protocol = "1"},
  {.baseURL = "nope"}, {.username = "ü", .password = ":p"}, {.pathname = "/a/../b"}, {.pathname = "a/../b"}, {.protocol = "data", .pathname = "a b"}, {.protocol = "data", .pathname = ":x"}, {.search = "a b'", .hash = "a b\""}, {.hostname = "EXAMPLE.com", .pathname = "/%2e/%41"}, {.protocol = "javascript", .pathname = "a?b#c"},
};
  for (auto init : inits) {
    attempt([=] { return shown(make<URLPattern>(init)); });
    attempt([=] { return int(make<URLPattern>({.pathname = "/:a/:b"})->test(init)); });
  }
  attempt([=] { return JSON::stringify(sorted(make<URLPattern>("/:a/:b?/*", "https://x")->exec("https://x/1/2/3/4"))); });
  attempt([=] { return sorted(make<URLPattern>("/:a/:b?", "https://x")->exec("https://x/1")); });
  attempt([] { return var(make<URLPattern>("/:a/:b?", "https://x")->exec("https://x/1")["pathname"]["groups"]["b"]); });
  attempt([] { return var(make<URLPattern>("/:a", "https://x")->exec("1", "https://x")["inputs"]); });
  attempt([] { return make<URLPattern>("/:a/:b?", "https://x")->exec("https://y/1"); });
  attempt([] { return var(make<URLPattern>("/:a", "https://x")->exec("1", "https://x")["pathname"]["groups"]["a"]); });
  attempt([=] { return sorted(make<URLPattern>({.pathname = "/:a"})->exec({.hostname = "h", .pathname = "/é"})); });
  attempt([] { return str(make<URLPattern>("/ABC", "https://x")->test("https://x/abc")) + "," + str(make<URLPattern>("/ABC", "https://x", URLPatternOptions{.ignoreCase = true})->test("https://x/abc")); });
  attempt([] { return make<URLPattern>(); });
  let<long> seed = 42;
  auto random = [=](int n) {
    seed = seed.value() * 48271 % 2147483647;
    return int(seed.value() % n);
  };
  Array<String> parts = {"a", "b", "/", "/", ":a", ":b", ":c", "*", "(b)", "(\\d+)", "{", "}", "?", "+", ".", "-", "\\", "\\:", "1", "é", "%41", " ", "(", ")", "//", ".."};
  Array<String> tried;
  for (int i = 0; i < 1500; i++) {
    String pathname = "/";
    for (int n = random(8); n >= 0; n--) pathname += parts[random(int(parts.length()))];
    tried.push(pathname);
  }
  Array<String> paths = {"/", "/a", "/b/1", "/a/b/1", "/1-2", "/a.b"};
  for (String pathname : tried) {
    try {
      auto pattern = make<URLPattern>({.protocol = "https", .pathname = pathname});
      console::log(pathname, pattern->pathname(), paths.map([=](String path) {
        var match = sorted(pattern->exec({.protocol = "https", .pathname = path}));
        return JSON::stringify(match == nullptr ? var(nullptr) : var(match["pathname"]));
      }).join(" "));
    } catch (const Error& error) {
      console::log(pathname, error->code);
    }
  }
  Array<String> pieces = {"https", "http", ":", "://", "/", "x", ".com", ":a", "*", "?", "#", "@", "[", "]", "{", "}", "8080", "(a)", "\\", "data"};
  for (int i = 0; i < 1500; i++) {
    String text = random(3) ? "https://" : "";
    for (int n = random(7); n >= 0; n--) text += pieces[random(int(pieces.length()))];
    try {
      console::log(text, shown(make<URLPattern>(text)));
    } catch (const Error& error) {
      console::log(text, error->code);
    }
  }
}); }
