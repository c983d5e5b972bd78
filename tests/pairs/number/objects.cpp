#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>

#include <vector>
using namespace nodecpp;

struct Point { num x; double y; String name; };
NODECPP_FIELDS(Point, x, y, name)
struct Other { int x, z; };
NODECPP_FIELDS(Other, x, z)

int main(int argc, char** argv) { return run(argc, argv, [] {
  Point point = {1, 2.5, "p"};
  console::log(Object::keys(point), Object::values(point), Object::hasOwn(point, "x"), Object::hasOwn(point, "z"));
  for (auto [key, value] : Object::entries(point)) console::log(key, value);
  Other other = {7, 9};
  Object::assign(point, other, var::object({{"y", 3}}));
  console::log(point.x, point.y, point.name);
  var all = Object::assign(var::object(), var::object({{"a", 1}}), var::object({{"b", 2}}));
  console::log(all, Object::fromEntries(std::vector<std::pair<String, var>>{{"a", 1}, {"b", "two"}}), Object::fromEntries(Object::entries(all)));
  console::log(Object::is(NaN, NaN), Object::is(0, -0.0), Object::is(1, 1), Object::is(str("a"), "a"), Object::is(1, str("1")), Object::is(all, all), Object::is(var::object(), var::object()));
}); }
