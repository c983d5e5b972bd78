// Tests how the results of url behave in C++, and the examples of Node's page. tests/url compares everything else with
// Node.
#include <doctest/doctest.h>
#include <nodecpp/url.h>
#include <nodecpp/util.h>

#include "support/thrown.h"

using namespace nodecpp;
using tests::codeThrown;

TEST_CASE("url.parse answers what Listing 1 asks") {
  String requestUrl = "/?value=hello";
  auto urlObj = url::parse(requestUrl, true);
  auto value = urlObj.query["value"];
  CHECK(value != "");
  CHECK("" + value + "" == "hello");
  CHECK("" + url::parse("/", true).query["value"] + "" == "undefined");
  CHECK(url::parse("/?value=", true).query["value"] == "");
  CHECK("" + url::parse("/?value=1&value=2", true).query["value"] + "" == "1,2");
}

TEST_CASE("members are strings or null") {
  auto u = url::parse("/a?b=c");
  CHECK(u.pathname == "/a");
  CHECK(u.query == "b=c");
  CHECK(u.query != "x");
  CHECK("q: " + u.query == "q: b=c");
  CHECK(u.query["b"].isUndefined());
  CHECK(u.host == nullptr);
  CHECK("" + u.host == "null");
  CHECK(u.host != "");
  CHECK(str(u.slashes) == "null");
  CHECK((u.host || "localhost") == "localhost");
  CHECK(url::parse("http://h/").slashes == true);
  CHECK(url::parse("/").query == nullptr);
  CHECK(str(url::parse("/").query) == "null");
  CHECK(url::parse("/", true).query != nullptr);
  CHECK(str(u) == "[object Object]");
}

TEST_CASE("a parsed query's entries are read by name") {
  auto u = url::parse("http://h/?b=1&a=2", true);
  String all;
  for (auto& [key, value] : u.query) all += key + "=" + value + ";";
  CHECK(all == "b=1;a=2;");
  u.search = nullptr;
  u.query.set("c", "x y");
  CHECK(url::format(u) == "http://h/?b=1&a=2&c=x%20y");
  CHECK(querystring::stringify(u.query) == "b=1&a=2&c=x%20y");
}

TEST_CASE("results own what they refer to") {
  url::Url u;
  {
    String text = str("/") + str("p").repeat(50) + "?q=" + str("v").repeat(50);
    u = url::parse(text, true);
  }
  CHECK(u.pathname.length() == 51);
  CHECK(u.query["q"].length() == 50);
}

TEST_CASE("format takes objects") {
  CHECK(url::format({.protocol = "https",
                     .hostname = "example.com",
                     .pathname = "/some/path",
                     .query = {{"page", 1}, {"format", "json"}}}) ==
        "https://example.com/some/path?page=1&format=json");
  CHECK(url::format({.host = "h", .port = 80, .pathname = "p"}) == "hp");
  CHECK(url::format({.slashes = true, .hostname = "::1", .port = 80, .search = "x"}) == "//[::1]:80?x");
  CHECK(url::format("http://a.com/ b") == "http://a.com/%20b");
}

TEST_CASE("url.resolve answers as Node's") {
  CHECK(url::resolve("/one/two/three", "four") == "/one/two/four");
  CHECK(url::resolve("http://example.com/", "/one") == "http://example.com/one");
  CHECK(url::resolve("http://example.com/one", "/two") == "http://example.com/two");
  CHECK(url::parse("http://a/b/c").resolve("../d") == "http://a/d");
  auto from = url::parse("http://a/b/c"), to = url::parse("d?e");
  CHECK(url::resolveObject(from, to).href == "http://a/b/d?e");
  CHECK(to.host == nullptr);
  CHECK(url::resolveObject("", "/x").href == "/x");
}

TEST_CASE("errors are Node's") {
  CHECK(codeThrown([] { url::parse("http://\xc2\xad/"); }) == "ERR_INVALID_URL");
  CHECK(codeThrown([] { url::parse("http://%@a/"); }) == "URIError");
  CHECK(codeThrown([] { url::parse(Lookup()); }) == "ERR_INVALID_ARG_TYPE");
  CHECK(codeThrown([] { url::fileURLToPath("http://a/"); }) == "ERR_INVALID_URL_SCHEME");
  CHECK(codeThrown([] { url::fileURLToPath("a"); }) == "ERR_INVALID_URL");
  CHECK_THROWS_WITH(url::parse(Lookup(5)),
                    "TypeError: The \"url\" argument must be of type string. Received type number (5)");
  try {
    url::fileURLToPath("file:///a%2Fb");
    FAIL("an encoded slash was taken");
  } catch (const Error& error) {
    CHECK(error->code == "ERR_INVALID_FILE_URL_PATH");
    CHECK(error->object<URL>("input")->pathname() == "/a%2Fb");
    CHECK_FALSE(bool(error->object<URL>("output")));
    CHECK(util::inspect(error).includes("input: URL {"));
  }
  CHECK(url::parse(Lookup("/a")).pathname == "/a");
  CHECK(url::parse(url::parse("/a")).pathname == "/a");
}

TEST_CASE("domains and file paths convert to URLs and back") {
  CHECK(url::domainToASCII("espa\xc3\xb1ol.com") == "xn--espaol-zwa.com");
  CHECK(url::domainToUnicode("xn--espaol-zwa.com") == "espa\xc3\xb1ol.com");
  CHECK(url::domainToASCII("xn--i\xc3\xb1valid.com") == "");
  CHECK(url::fileURLToPath("file:///\xe4\xbd\xa0\xe5\xa5\xbd.txt") == "/\xe4\xbd\xa0\xe5\xa5\xbd.txt");
  CHECK(url::pathToFileURL("/foo#1")->href() == "file:///foo%231");
  CHECK(url::fileURLToPath(url::pathToFileURL("/some/path%.c")) == "/some/path%.c");
  CHECK(url::fileURLToPathBuffer("file:///%ff").length() == 2);
}

TEST_CASE("urlToHttpOptions answers as Node's") {
  auto options = url::urlToHttpOptions(url::parse("https://a:b@h.com:8080/x?y#z"));
  CHECK(options.hostname == "h.com");
  CHECK(options.path == "/x?y");
  CHECK(options.port == 8080);
  CHECK(options.auth == "a:b");
  CHECK(url::urlToHttpOptions(url::parse("http://h/")).auth.isUndefined());
}
