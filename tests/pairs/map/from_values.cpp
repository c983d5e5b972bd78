#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
using namespace nodecpp;
int main(int argc, char** argv) { return run(argc, argv, [] {
  auto saved = JSON::parse(R"({"accounts": [["Ann", 10.5], ["Bob", 3], ["Ann", 11]], "seen": [[1, ["a"]], ["1", null], [null]]})");
  auto accounts = Map<String, num>::from(saved["accounts"]);
  accounts.set("Cid", accounts.get("Ann") + 1);
  console::log(accounts, Array<>::from(accounts.keys()).join(), Map<String, int>::from(Object::entries(var::object({{"x", 1}, {"y", 2}}))));
  auto seen = Map<var, var>::from(saved["seen"]);
  console::log(seen, seen.get(1), seen.get("1"), seen.has(nullptr), Map<String, num>::from(JSON::parse("[]")));
  auto path = Array<var>::of("users", 0);
  console::log(Array<var>::of(spread(path), "name"), Array<var>::of(1, "two", spread(Array<String>{"three"}), nullptr), Array<num>::of(0.5, spread(Array<int>{1, 2})).length(), Array<num>::of().length());
}); }
