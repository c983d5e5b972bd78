#include <doctest/doctest.h>
#include <nodecpp/json.h>
#include <nodecpp/value.h>

#include <cmath>

#include "json/clone/clone.h"
#include "json/json_walk.h"
#include "json/scanner.h"
#include "support/thrown.h"

using namespace nodecpp;
using tests::thrown;

namespace {

String again(StringArg text) { return JSON::stringify(JSON::parse(text)); }

}  // namespace

TEST_CASE("what is parsed prints as V8 prints it") {
  CHECK(again(R"( {"b" : 1, "a":[1,2 , {"x":null}],"2":true,"1":"x","b":7} )") ==
        R"({"1":"x","2":true,"b":7,"a":[1,2,{"x":null}]})");
  CHECK(again("[]") == "[]");
  CHECK(again("{}") == "{}");
  CHECK(again("[[],{},[{}]]") == "[[],{},[{}]]");
  CHECK(again("-0") == "0");
  CHECK(std::signbit(JSON::parse("-0").toNumber()));
  CHECK(again("[1e400,-1e400,1e-400]") == "[null,null,0]");
  CHECK(again("[123456789012345678901234567890,0.1,1e21,1e-7,123456789012345680000]") ==
        "[1.2345678901234568e+29,0.1,1e+21,1e-7,123456789012345680000]");
  CHECK(again(R"("\ud83d\ude00\ud800\u0000\"")") == "\"\xf0\x9f\x98\x80\\ud800\\u0000\\\"\"");
  CHECK(again(R"({"__proto__":1,"constructor":2})") == R"({"__proto__":1,"constructor":2})");
}

TEST_CASE("both parsers read the same") {
  for (
      const char* text :
      {R"({"a":"0123456789012345678901234567890123456789","b":"x\ny","key that is long, longer than others":[1.5,-2]})",
       R"([{"a":1,"b":2},{"a":3,"b":4},{"a":5},{"a":6,"c":7},{"a":1,"b":2,"c":3},{"a":1,"a":2,"b":3}])",
       R"({"k0":0,"k1":1,"k2":2,"k3":3,"k4":4,"k5":5,"k6":6,"k7":7,"k8":8,"k9":9,"k3":10,"k9":11})", "true", "\"\"",
       " [ 0 , -1.25e-3 ] "}) {
    var fast;
    REQUIRE(detail::walkJson(StringArg(text), fast));
    CHECK(JSON::stringify(fast) == JSON::stringify(detail::scanJson(text)));
  }
}

TEST_CASE("any depth is read, written and freed") {
  constexpr std::size_t depth = 200000;
  String text = str("[").repeat(depth) + str("]").repeat(depth);
  var value = JSON::parse(text);
  CHECK(JSON::stringify(value) == text);
  detail::Clone clone = detail::serialize(value);
  CHECK(JSON::stringify(detail::deserialize(clone)) == text);
  CHECK(thrown([&] { value.toString(); }) == "RangeError: Maximum call stack size exceeded");
  CHECK(thrown([&] { JSON::parse(text, [](String, var each) { return each; }); }) ==
        "RangeError: Maximum call stack size exceeded");
}

TEST_CASE("a reviver sees each value once, and the text it was read from") {
  String seen;
  var out = JSON::parse(R"({"a":[1.0,"x"],"b":{"c":null},"d":2})",
                        [&](const String& key, const var& value, const JSON::Context& context) -> var {
                          seen += key + "=" + context.source.toString() + ";";
                          if (key == "d") return var();
                          return value.isNumber() ? var(value * 10) : value;
                        });
  CHECK(seen == R"(0=1.0;1="x";a=undefined;c=null;b=undefined;d=2;=undefined;)");
  CHECK(JSON::stringify(out) == R"({"a":[10,"x"],"b":{"c":null}})");
}

TEST_CASE("JSON.stringify takes a replacer and an indent") {
  var value = JSON::parse(R"({"a":1,"b":[true,{"a":2,"c":3}],"1":4})");
  CHECK(JSON::stringify(value, {"a", 1, "b", "a"}) == R"({"a":1,"1":4,"b":[true,{"a":2}]})");
  CHECK(JSON::stringify(value, [](const String& key, const var& each) { return key == "b" ? var() : each; }) ==
        R"({"1":4,"a":1})");
  CHECK(JSON::stringify(JSON::parse("[1,[],{},{\"a\":[]}]"), nullptr, "--") ==
        "[\n--1,\n--[],\n--{},\n--{\n----\"a\": []\n--}\n]");
  CHECK(JSON::stringify(var::array({1}), nullptr, 100) == "[\n          1\n]");
  CHECK(JSON::stringify(var::array({1}), nullptr, "123456789012") == "[\n12345678901\n]");
  CHECK(JSON::stringify(var()) == undefined);
  CHECK(JSON::stringify(var::array({var(), nullptr, 0.0 / 0.0})) == "[null,null,null]");
  CHECK(JSON::stringify(var::object({{"d", Date(0)}, {"bad", Date(0.0 / 0.0)}, {"b", Buffer::from("hi")}})) ==
        R"({"d":"1970-01-01T00:00:00.000Z","bad":null,"b":{"type":"Buffer","data":[104,105]}})");
}

TEST_CASE("a replacer may change what is written") {
  var value = JSON::parse(R"({"a":[1,2,3],"b":1,"c":2})");
  String out = JSON::stringify(value, [&](const String& key, const var& each) {
    if (key == "a") {
      value.remove("c");
      each.setLength(1);
      for (int i = 0; i < 100; ++i) value.set("x" + str(i), i);
    }
    return each;
  });
  CHECK(out == R"({"a":[1],"b":1})");
}

TEST_CASE("JSON.stringify refuses a value that contains itself") {
  var value = JSON::parse(R"({"a":{"b":[{"c":{"":1}}]}})");
  value["a"]["b"][0]["c"][""] = value["a"];
  CHECK(thrown([&] { JSON::stringify(value); }) ==
        "TypeError: Converting circular structure to JSON\n    --> starting at object with constructor 'Object'\n"
        "    |     property 'b' -> object with constructor 'Array'\n    |     index 0 -> object with constructor "
        "'Object'\n"
        "    |     property 'c' -> object with constructor 'Object'\n    --- <anonymous> closes the circle");
  var copy = detail::deserialize(detail::serialize(value));
  CHECK(copy["a"]["b"][0]["c"][""] == copy["a"]);
  CHECK(!(copy["a"] == value["a"]));
  copy["a"]["b"] = nullptr;
  value["a"]["b"] = nullptr;
  // The same array twice in a list is not a circle.
  var one = var::array({1});
  CHECK(JSON::stringify(var::array({one, one})) == "[[1],[1]]");
}

TEST_CASE("a clone copies Buffers or moves them, and refuses handles") {
  Buffer copied = Buffer::from("copied"), moved = Buffer::from("moved");
  var value = var::array({copied, moved, Date(5), var(), -0.0});
  detail::Clone clone = detail::serialize(value, {moved});
  var out = detail::deserialize(clone);
  CHECK(out[0].buffer().toString() == "copied");
  CHECK(out[0].buffer().bytes() != copied.bytes());
  CHECK(out[1].buffer().bytes() == moved.bytes());
  CHECK(out[2].date().getTime() == 5);
  CHECK(out[3].isUndefined());
  CHECK(std::signbit(out[4].toNumber()));
  class Thing : public Object {};
  var handle = var::array({make<Thing>()});
  CHECK(thrown([&] { detail::serialize(handle); }) == "DataCloneError: #<Object> could not be cloned.");
  clone = detail::serialize(handle, {}, [](const var&) { return 7.0; });
  CHECK(detail::deserialize(clone, [](double number) { return var(number + 1); })[0] == 8);
  for (std::size_t cut = 0; cut < clone.bytes.size(); ++cut)
    CHECK(thrown([&] { detail::deserialize({clone.bytes.slice(0, std::ptrdiff_t(cut)), {}}); }) ==
          "Error: Unable to deserialize cloned data.");
}

TEST_CASE("messages count UTF-16 units") {
  CHECK(thrown([] { JSON::parse("\"\xc3\xa9\xf0\x9f\x98\x80\" x"); }) ==
        "SyntaxError: Unexpected non-whitespace character after JSON at position 6 (line 1 column 7)");
  CHECK(thrown([] { JSON::parse("[1,\r\n2,\n x]"); }) ==
        "SyntaxError: Unexpected token 'x', \"[1,\r\n2,\n x]\" is not valid JSON");
  CHECK(thrown([] { JSON::parse("{\"a\":1,\r\n\n\"b\" 2}"); }) ==
        "SyntaxError: Expected ':' after property name in JSON at position 14 (line 3 column 5)");
}

TEST_CASE("an object that gets a toJSON while it is being written is asked for it the next time") {
  var object = var::object({{"a", 1}, {"b", 2}});
  object.remove("b");  // the object has a shape of its own now, which changes in place
  var teller = var::object({{"toJSON", [=](var) {
                               object["toJSON"] = [](var) { return "told"; };
                               return 5;
                             }}});
  CHECK(JSON::stringify(var::array({object, teller, object})) == R"([{"a":1},5,"told"])");
  object.remove("toJSON");
  CHECK(JSON::stringify(var::object({{"x", object}, {"y", teller}, {"z", object}})) == R"({"x":{"a":1},"y":5,"z":"told"})");
}
