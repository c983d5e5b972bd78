#include <nodecpp/console.h>
#include <nodecpp/date.h>
#include <nodecpp/json.h>
#include <nodecpp/math.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct Person { String first; String last; num age; Date born; };
int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<Person> people = {
    {.first = "Ann", .last = "Lee", .age = 30, .born = Date(2)},
    {.first = "Bob", .last = "Lee", .age = 30, .born = Date(1)},
    {.first = "Ann", .last = "Kay", .age = 41, .born = Date(1)},
    {.first = "Cid", .last = "Lee", .age = 30, .born = Date(1)},
  };
  auto names = [](auto list) { return list.map([](auto p) { return p.first + " " + p.last; }).join(", "); };
  console::log(names(people.toSorted([](auto a, auto b) { return num(a.last.localeCompare(b.last)) || a.first.localeCompare(b.first); })));
  console::log(names(people.toSorted([](auto a, auto b) { return b.age - a.age || b.last.localeCompare(a.last) || b.first.localeCompare(a.first); })));
  console::log(names(people.toSorted([](auto a, auto b) { return num(a.born - b.born) || b.first.localeCompare(a.first); })));
  console::log(names(people.toSorted([](auto a, auto b) { return num(a.last.localeCompare(b.last)) || b.born - a.born || a.age - b.age; })));
  console::log(names(people.toSorted([](auto a, auto b) { return num(a.last.length() - b.last.length()) || b.first.localeCompare(a.first); })));
  auto order = str("a").localeCompare("b");
  console::log(order, -order, order < 0, str("n: ") + order, format("{}", order), Array<num>{order}, var::object({{"order", order}}), order ? "yes" : "no", num(str("a").localeCompare("a")) || 5, num(str("b").localeCompare("a")) || 5);
  num elapsed = Date(1500) - Date(500);
  console::log(elapsed, elapsed / 1000, elapsed > 999, Math::round(elapsed / 3), format("{} ms", elapsed), JSON::stringify(var::object({{"elapsed", elapsed}})), (elapsed / 7).toFixed(2));
}); }
