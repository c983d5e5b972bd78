#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
#include <nodecpp/set.h>
#include <nodecpp/url.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto v = JSON::parse(R"({"id": 7, "name": "ann", "tags": ["a", "b", "a"], "year": 1999})");
  auto query = url::parse("/?who=ann&n=7", true).query;
  Map<String, num> ages{{"ann", 1}};
  console::log(ages.get(v["name"]), ages.has(v["name"]), ages.get(query["who"]), ages.has(query["who"]));
  ages.set(v["name"], 3).set(v["tags"][0], 4).set(query["n"], 5);
  console::log(ages, ages.delete_(v["tags"][0]), ages.delete_(query["n"]), ages.size());
  Map<num, String> byId{{7, "seven"}};
  console::log(byId.get(v["id"]), byId.has(v["id"]), byId.has(v["year"]));
  Set<String> seen;
  for (auto tag : v["tags"]) {
    console::log(tag, seen.has(tag));
    seen.add(tag);
  }
  console::log(seen, Set<String>::from(v["tags"]), seen.has(v["name"]));
  Map<String, num> perYear;
  perYear.set(v["year"], perYear.get(v["year"], 0) + 1);
  console::log(perYear.get(v["year"]), perYear.has(v["year"]), Array<>::from(perYear.keys()));
  String text = "x,ann,7";
  console::log(text.includes(v["name"]), text.split(v["name"]), text.replace(v["name"], v["id"]), text.endsWith(v["id"]), text.padStart(10, v["id"]));
  console::log(re("an+").test(v["name"]), re("an+").exec(v["name"])[0], text.localeCompare(v["name"]), v["tags"].join(v["name"]), Array{1, 2}.join(v["id"]));
  console::log(v["tags"].maybe(0), v["nothing"].maybe(0), v["tags"].has(1), v["tags"].has(5));
}); }
