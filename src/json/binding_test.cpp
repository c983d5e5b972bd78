#include <doctest/doctest.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "support/thrown.h"

using namespace nodecpp;

namespace {

struct Point {
  double x;
  double y;
  std::optional<String> name;
  std::vector<Point> more;
};
NODECPP_FIELDS(Point, x, y, name, more)

struct Document {
  std::vector<Point> points;
  std::map<String, int> counts;
  bool ok;
  var any;
  std::uint8_t small;
  std::int64_t big;
};
NODECPP_FIELDS(Document, points, counts, ok, any, small, big)

String fault(StringArg text) {
  return tests::thrown([&] { JSON::parse<Document>(text); });
}

}  // namespace

TEST_CASE("a text goes into structs and comes out of them") {
  auto document = JSON::parse<Document>(
      R"( {"points":[{"x":1,"y":2.5,"more":[]},{"more":[{"x":3,"y":4,"name":"in\u0041ner","more":[]}],"x":0,"y":-1e3,
      "name":null,"unknown":[{"a":[1,{},"\n"]},[],true,null]}],"counts":{"a":1,"b":-2},"ok":true,"any":{"k":[1]},
      "small":25.5e1,"big":9223372036854775807} )");
  CHECK(document.points[1].more[0].name == String("inAner"));
  CHECK(!document.points[1].name);
  CHECK(document.any["k"][0] == 1);
  const char* text =
      R"({"points":[{"x":1,"y":2.5,"more":[]},{"x":0,"y":-1000,"more":[{"x":3,"y":4,"name":"inAner","more":[]}]}],)"
      R"("counts":{"a":1,"b":-2},"ok":true,"any":{"k":[1]},"small":255,"big":9223372036854775807})";
  CHECK(JSON::stringify(document) == text);
  CHECK(JSON::stringify(JSON::parse<Document>(text)) == text);
  var tree = document;
  CHECK(tree["points"][1]["more"][0]["name"] == "inAner");
  CHECK(JSON::stringify(JSON::parse<std::vector<Point>>("[]")) == "[]");
}

TEST_CASE("what is wrong is named with the way to it") {
  CHECK(fault(R"({"points":[{"x":1,"y":"2"}]})") == "TypeError: points[0].y: expected a number, got a string");
  CHECK(fault(R"({"points":[{"x":1,"y":2,"more":[{"x":1}]}]})") == "TypeError: points[0].more[0].y: is missing");
  CHECK(fault(R"({"counts":{"q":1.5}})") ==
        "TypeError: counts.q: expected an integer between -2147483648 and 2147483647, got 1.5");
  CHECK(fault(R"({"small":256})") == "TypeError: small: expected an integer between 0 and 255, got 256");
  CHECK(fault(R"({"small":-1})") == "TypeError: small: expected an integer between 0 and 255, got -1");
  CHECK(fault(R"({"big":9223372036854775808})").includes("got 9223372036854775808"));
  CHECK(fault(R"({"ok":1})") == "TypeError: ok: expected a boolean, got a number");
  CHECK(fault("[1]") == "TypeError: expected an object, got an array");
}

TEST_CASE("what is no JSON is V8's SyntaxError, in what is passed over, too") {
  CHECK(fault("") == "SyntaxError: Unexpected end of JSON input");
  CHECK(fault(R"({"unknown":[1,]})") == "SyntaxError: Unexpected token ']', \"{\"unknown\":[1,]}\" is not valid JSON");
  CHECK(fault(R"({"unknown":{"a":1]})") ==
        "SyntaxError: Expected ',' or '}' after property value in JSON at position 17 (line 1 column 18)");
  CHECK(fault(R"({"ok":tru})") == "SyntaxError: Unexpected token '}', \"{\"ok\":tru}\" is not valid JSON");
  CHECK(fault(R"({"x":"\q"})") == "SyntaxError: Bad escaped character in JSON at position 7 (line 1 column 8)");
  CHECK(fault("{\"x\":\"\n\"}") ==
        "SyntaxError: Bad control character in string literal in JSON at position 6 (line 1 column 7)");
  CHECK(fault(R"({"x":01})") == "SyntaxError: Unexpected number in JSON at position 6 (line 1 column 7)");
  const char* whole = R"({"points":[],"counts":{"a":1},"ok":true,"any":[{"x":"y"}],"small":1,"big":2})";
  CHECK(fault(whole) == "nothing");
  for (std::size_t cut = 0; whole[cut]; ++cut) CHECK(fault(std::string_view(whole, cut)).startsWith("SyntaxError"));
  CHECK(fault(str(whole) + " ]").startsWith("SyntaxError: Unexpected non-whitespace"));
}

TEST_CASE("structs that contain themselves end somewhere") {
  String deep = str(R"({"x":1,"y":2,"more":[)").repeat(5000) + str("]}").repeat(5000);
  CHECK_THROWS_AS(JSON::parse<Point>(deep), const RangeError&);
  CHECK(fault(str("{\"unknown\":") + str("[").repeat(100000) + str("]").repeat(100000) + "}") ==
        "TypeError: points: is missing");
}

namespace {

struct Lists {
  Array<Point> points;
  Array<Array<int>> rows;
  Array<String> tags;
  Array<bool> flags;
  std::optional<Array<num>> more{};
};
NODECPP_FIELDS(Lists, points, rows, tags, flags, more)

}  // namespace

TEST_CASE("an Array is a list in JSON") {
  const char* text = R"({"points":[],"rows":[[1],[],[2,3]],"tags":["a",""],"flags":[true,false],"more":[1.5]})";
  const auto lists = JSON::parse<Lists>(text);
  CHECK(JSON::stringify(lists) == text);
  CHECK(lists.rows[2][1] == 3);
  CHECK(JSON::stringify(JSON::parse<Array<Lists>>("[]")) == "[]");
  CHECK(JSON::stringify(Array<String>{"a", undefined}) == "[\"a\",null]");
  CHECK_THROWS_WITH(JSON::parse<Lists>(R"({"rows":[[1],["2"]]})"), "TypeError: rows[1][0]: expected a number, got a string");
  Lists gone;
  gone.tags = undefined;
  CHECK(JSON::stringify(gone) == R"({"points":[],"rows":[],"flags":[]})");
  CHECK(var(gone.tags).isUndefined());
  CHECK(JSON::stringify(var(lists.rows)) == "[[1],[],[2,3]]");
}

namespace {

struct Plain {
  String text;
  Array<Plain> inside{};
};
NODECPP_FIELDS(Plain, text, inside)

struct Quoted {
  int value;
};
constexpr auto nodecppFields(const Quoted*) { return std::tuple(Field("say \"hi\"", &Quoted::value)); }

struct Loose {
  var first;
  String text;
};
NODECPP_FIELDS(Loose, first, text)

struct Loosened {
  Array<Loose> list;
};
NODECPP_FIELDS(Loosened, list)

}  // namespace

TEST_CASE("lists inside of lists, and a field whose name needs escapes") {
  const Plain plain{"a", {Plain{"b", {Plain{"c"}}}, Plain{"d"}}};
  CHECK(JSON::stringify(plain) ==
        R"({"text":"a","inside":[{"text":"b","inside":[{"text":"c","inside":[]}]},{"text":"d","inside":[]}]})");
  CHECK(JSON::stringify(Array<Quoted>{{1}, {2}}) == R"([{"say \"hi\"":1},{"say \"hi\"":2}])");
}

TEST_CASE("a list that a toJSON changes is written with the length that it had at the beginning") {
  const Loosened all{Array<Loose>{}};
  var object = var::object();
  object["toJSON"] = [list = all.list](const String&) {
    for (int i = 0; i < 100; ++i) list.push(Loose{i, "added"});
    return var("grown");
  };
  all.list.push(Loose{object, "a"}, Loose{2, "b"});
  const String grown = R"([{"first":"grown","text":"a"},{"first":2,"text":"b"}])";
  CHECK(JSON::stringify(all.list) == grown);
  CHECK(all.list.length() == 102);
  object["toJSON"] = [list = all.list](const String&) {
    list.setLength(1);
    return var("cut");
  };
  all.list.setLength(3);
  CHECK(JSON::stringify(all.list) == R"([{"first":"cut","text":"a"},null,null])");
}

TEST_CASE("a toJSON may remove the element that is being written") {
  const Loosened all{Array<Loose>{}};
  var object = var::object();
  object["toJSON"] = [list = all.list](const String&) {
    list.setLength(0);
    for (int i = 0; i < 100; ++i) list.push(Loose{var(), ""});
    list.setLength(0);
    return var("removed");
  };
  all.list.push(Loose{object, "a text that is too long to be inside of the String"});
  CHECK(JSON::stringify(all) == R"({"list":[{"first":"removed","text":"a text that is too long to be inside of the String"}]})");
}
