#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/math.h>
#include <nodecpp/process.h>
#include <nodecpp/set.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Map<String, int> ages{{"ann", 34}, {"bob", 29}, {"cid", 51}};
  auto entries = Array<>::from(ages);
  console::log(entries, Array<>::from(ages.entries()), JSON::stringify(entries));
  console::log(JSON::stringify(var::object({{"entries", entries}, {"oldest", Math::max(ages.values())}, {"youngest", Math::min(Array<>::from(ages).map([](auto e) { return e.second; }))}})));
  entries.sort([](auto a, auto b) { return b.second - a.second; });
  console::log(entries, entries.map([](auto e) { return e.first; }), Object::fromEntries(entries), Map<String, int>::from(entries));
  console::log(entries[0], entries.filter([](auto e) { return e.first > "b"; }), Array<std::pair<String, std::pair<String, Array<int>>>>{{"a", {"b", {1}}}}, Array<std::pair<int, String>>{{1, "one"}});
  console::log(Math::max(Array<int>{}), Math::min(Set<int>{4, 2}), Math::max(Float64Array({1.5, 2.5})), Math::max(Array<double>{1, NaN}), Math::min(Array<double>{0, -0.0}));
  let<int> count = 2;
  let<bool> done = false;
  let<String> name = "all";
  let<Array<int>> sizes = Array<int>{1, 2};
  auto report = [=] { return JSON::stringify(var::object({{"count", count}, {"done", done}, {"name", name}, {"sizes", sizes}, {"list", var::array({count, done})}})); };
  console::log(report());
  count++;
  done = true;
  name += "!";
  sizes->push(3);
  console::log(report());
}); }
