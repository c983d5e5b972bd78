// Tests what the comparison with Node (tests/url) cannot see: how results behave in C++, sharing, limits; and the
// examples of Node's page.
#include <doctest/doctest.h>
#include <nodecpp/querystring.h>

#include <string>

using namespace nodecpp;

TEST_CASE("a query's values print and compare as JavaScript's") {
  auto query = querystring::parse("foo=bar&abc=xyz&abc=123&empty=");
  CHECK(query["foo"] == "bar");
  CHECK("" + query["foo"] + "" == "bar");
  CHECK("" + query["missing"] == "undefined");
  CHECK(query["missing"] != "");
  CHECK(query["missing"].isUndefined());
  CHECK(query["empty"] == "");
  CHECK("" + query["abc"] == "xyz,123");
  CHECK(query["abc"].isArray());
  CHECK(query["abc"][1] == "123");
  CHECK((query["missing"] || "fallback") == "fallback");
  CHECK(query.has("empty"));
  CHECK_FALSE(query.has("missing"));
  CHECK(query.size() == 3);
}

TEST_CASE("keys stand in JavaScript's order: indices first") {
  auto query = querystring::parse("b=1&10=x&a=2&2=y&01=z&4294967295=w&4294967294=v");
  std::string order;
  for (auto& [key, value] : query) order += std::string(key.data(), key.size()) + " ";
  CHECK(order == "2 10 4294967294 b a 01 4294967295 ");
  CHECK(query.keys().size() == 7);
  CHECK(query["10"] == "x");
}

TEST_CASE("copies of a query are one object") {
  auto query = querystring::parse("a=1");
  auto same = query;
  same.set("b", 2);
  CHECK(query["b"] == 2);
  CHECK(query == same);
  query.remove("a");
  CHECK(same["a"].isUndefined());
  CHECK(same.size() == 1);
  querystring::ParsedUrlQuery none;
  none.remove("x");
  none.set("3", "c");
  none.set("1", "a");
  CHECK(querystring::stringify(none) == "1=a&3=c");
}

TEST_CASE("many keys are found, and removed") {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "k" + std::to_string(i) + "=" + std::to_string(i) + "&";
  CHECK(querystring::parse(text).size() == 1000);
  auto query = querystring::parse(text + "k7=again&5=five", nullptr, nullptr, {.maxKeys = 0});
  CHECK(query.size() == 3001);
  CHECK(query["k2999"] == "2999");
  CHECK(query["k7"].toString() == "7,again");
  CHECK(query.keys()[0] == "5");
  query.remove("k1500");
  CHECK(query["k1500"].isUndefined());
  CHECK(query["k1501"] == "1501");
}

TEST_CASE("names of Object's members are ordinary keys") {
  auto query = querystring::parse("__proto__=a&constructor=b&toString=c");
  CHECK(query["__proto__"] == "a");
  CHECK(query["hasOwnProperty"].isUndefined());
  CHECK_THROWS_WITH_AS(str(query), "TypeError: Cannot convert object to primitive value", TypeError);
}

TEST_CASE("long values share the text, and outlive it") {
  Lookup value;
  {
    String text = "name=" + str("x").repeat(100);
    value = querystring::parse(text)["name"];
  }
  CHECK(value.length() == 100);
}

TEST_CASE("querystring takes Node's options") {
  auto upper = [](String s) { return s.toUpperCase(); };
  CHECK(querystring::parse("w=a", nullptr, nullptr, {.decodeURIComponent = upper})["W"] == "A");
  auto failing = [](String) -> String { throw Error("no"); };
  CHECK(querystring::parse("w=%41+b", nullptr, nullptr, {.decodeURIComponent = failing})["w"] == "A b");
  CHECK(querystring::stringify({{"a", "b"}}, nullptr, nullptr, {.encodeURIComponent = upper}) == "A=B");
  CHECK_THROWS_WITH(querystring::stringify({{"a", "b"}}, nullptr, nullptr, {.encodeURIComponent = failing}),
                    "Error: no");
  CHECK(querystring::parse("a:1;b:2", ";", ":")["b"] == "2");
  CHECK(querystring::decode("a=1")["a"] == "1");
  CHECK(querystring::encode({{"a", "1"}}) == "a=1");
}

TEST_CASE("stringify takes what a JavaScript object may hold") {
  CHECK(querystring::stringify({{"foo", "bar"}, {"baz", {"qux", "quux"}}, {"corge", ""}}) ==
        "foo=bar&baz=qux&baz=quux&corge=");
  CHECK(querystring::stringify({{"n", 5}, {"f", 1.5}, {"t", true}, {"z", nullptr}, {"l", {1, 2}}, {"e", Lookup()}}) ==
        "n=5&f=1.5&t=true&z=&l=1&l=2&e=");
  CHECK(querystring::stringify({}) == "");
  CHECK(querystring::stringify({{"a", 1}, {"a", 2}, {"2", "x"}}) == "2=x&a=2");
}

TEST_CASE("querystring escapes and unescapes as Node does") {
  CHECK(querystring::escape("a b&\xc3\xa9") == "a%20b%26%C3%A9");
  CHECK(querystring::escape(5) == "5");
  CHECK(querystring::escape(Lookup()) == "undefined");
  CHECK(querystring::unescape("%F0%9F%98%80%zz") == "\xf0\x9f\x98\x80%zz");
  CHECK(querystring::unescape("%ff") == "\xef\xbf\xbd");
  CHECK(querystring::unescapeBuffer("a%ff").length() == 2);
  try {
    querystring::escape("x\xed\xa0\x80");
    FAIL("a lone surrogate was encoded");
  } catch (const Error& error) {
    CHECK(error->name == "URIError");
    CHECK(error->code == "ERR_INVALID_URI");
  }
}

TEST_CASE("of a look-up: its string, or nothing") {
  CHECK(querystring::parse(Lookup("a=1"))["a"] == "1");
  CHECK(querystring::parse(Lookup()).size() == 0);
}

TEST_CASE("many keys that come and go") {
  auto query = querystring::ParsedUrlQuery::make();
  for (int i = 0; i < 100; ++i) query.set("key" + str(i), i);
  query.set("7", "a number");
  CHECK(query.keys()[0] == "7");
  for (int i = 0; i < 90; ++i) query.remove("key" + str(i));
  CHECK(query.size() == 11);
  CHECK_FALSE(query.has("key5"));
  query.set("key5", "again");
  query.set("3", "a smaller one");
  CHECK(query["key95"] == "95");
  CHECK((query.keys()).join() == "3,7,key90,key91,key92,key93,key94,key95,key96,key97,key98,key99,key5");
  query.remove("key95");
  CHECK(querystring::stringify(query).startsWith("3=a%20smaller%20one&7=a%20number&key90=90"));
  CHECK_FALSE(query.has("key95"));
}
