#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
#include <nodecpp/var.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
var hole = var::array();
hole[1] = 4;
console::log(var::array({1, 2, 3}).reduceRight([](var a, var b) { return a + "-" + b; }), hole.reduceRight([](var a, var b) { return a - b; }));
try {
  var::array().reduceRight([](var a, var b) { return a; });
} catch (const Error& error) {
  console::log(error->name, error->message);
}
const var list = var::array({3, 10, 2}), none = undefined, five = 5;
const var sorted = list.toSorted(), byText = list.sort(none).slice(), byNumber = list.sort([](var a, var b) { return a - b; });
console::log(sorted, byNumber, byNumber, list.toSorted(none));
try {
  list.sort(five);
} catch (const Error& error) {
  console::log(error->name, error->message);
}
const var first = list.unshift(7, 8, 9), shifted = list.shift(), second = list.unshift("a", "b", "c"), third = list.unshift();
console::log(first, list, shifted, second, list, third, var::array().unshift(1, 2));
console::log(var::array({1}).concat(2, var::array({3, var::array({4})}), "x"), var::array({1}).concat(), var("a").concat(1, nullptr, var::array({2})), list.concat(list).length());
const var key = "name", user = var::object({{"name", "Ann"}}), place = 1;
console::log(user.maybe(key), none.maybe(key), list.maybe(place), user["name"].startsWith(user.get(key)), var("abc").endsWith("c"));
console::log(var::array({"b", "ä", "a"}).sort([](var a, var b) { return a.localeCompare(b); }), var("5").padStart(3, user["name"]), var("5").padEnd(3));
const auto number = re(R"(^\d+$)");
const var value = 12, word = "x12";
console::log(number.test(value), number.test(word), number.exec(value)[0], number.exec(word), number.test(none));
const var Lazy = var::function("Lazy", [](This self, var start) {
  Object::defineProperty(self, "start", var::object({{"value", start}, {"enumerable", true}}));
  Object::defineProperties(self, var::object({{"twice", var::object({{"get", [](This self) { return self["start"] * 2; }}})}}));
});
Object::defineProperty(Lazy["prototype"], "half", var::object({{"get", [](This self) { return self["start"] / 2; }}}));
const var lazy = Lazy.construct(5);
console::log(lazy, lazy["twice"], lazy["half"]);
}); }
