#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/set.h>
#include <nodecpp/math.h>
#include <nodecpp/object.h>
#include <nodecpp/function.h>
using namespace nodecpp;
struct AddressObject : Object { String city; explicit AddressObject(String city) : city(city) {} };
using Address = Handle<AddressObject>;
struct UserObject : Object { String name; Address address; UserObject(String name, Address address) : name(name), address(address) {} };
using User = Handle<UserObject>;
User find(Array<User> list, String name) { for (auto each : list) if (each->name == name) return each; return nullptr; }
num add(num a, num b, num c) { return a + b + c; }
struct Point { num x, y; };
struct Person { String name; num age = 3; };
int main(int argc, char** argv) { return run(argc, argv, [] {
Array<num> other = {4, 5}, list = {1};
list.push(spread(other));
list.push(spread(list), 9, spread(other));
console::log(list);
auto all = Array<>::of(spread(other), 7, spread(list.slice(0, 2)));
console::log(all, Array<>::of(0, spread(other)), Array<>::from(str("héy")), Array<>::from(Set<int>{1, 2, 2}));
console::log(Math::max(spread(list)), Math::min(other), Math::max(0, spread(other)), Math::max(Array<num>()));
list.unshift(spread(other));
list.splice(1, 2, spread(Array<num>{str("a").length(), 2}), 3);
console::log(list, Array<int>().concat(spread(Array<Array<int>>{{1, 2}, {3}})));
console::log(String::fromCharCode(spread(Array<int>{72, 105})), String::fromCharCode(spread(Array<int>{72, 105}), 33));
Array<String> words = {"a"};
words.push(spread(str("b c").split(" ")), "d");
console::log(words, Array<>::of(spread(words), "e").join(""));
Map<String, int> m{{"a", 1}, {"b", 2}};
console::log(Array<>::from(m.keys()), Array<>::of(spread(m.values()), 3), Array<>::from(m));
var defaults = var::object({{"port", 80}, {"host", "x"}}), options = var::object({{"port", 81}, {"more", var::array({1})}});
console::log(Object::assign(var::object(), defaults, options), Object::assign(var::object(), options, var::object({{"port", 1}})));
Array<num> args = {1, 2, 3};
console::log(add(args[0], args[1], args[2]));
console::log(args[0], args[1], args[2], "end");
Array<String> names = nullptr;
console::log(names == nullptr, names == undefined, !names, names.orElse({"none"}));
names = {"Ann"};
console::log(names == nullptr, names.orElse({"none"}), names ? names.length() : 0);
String text = nullptr; Map<String, int> map = nullptr; Function<num(num)> fn = nullptr;
console::log(text.orElse("none"), map == nullptr, fn == nullptr, text == nullptr);
map = Map<String, int>(); fn = [](num x) { return x + 1; }; text = "";
console::log(text.orElse("none"), map != nullptr, fn(1), map.orElse({{"q", 1}}));
Array<User> users = {make<User>("Ann", make<Address>("Rome")), make<User>("Bob", nullptr)};
auto city = [](User user) -> String { return user && user->address ? user->address->city : undefined; };
console::log(city(find(users, "Ann")), city(find(users, "Bob")), city(find(users, "Cid")).orElse("nowhere"));
Array<Point> points = {{1, 2}, {3, 4}};
auto [x, y] = points[1];
console::log(x, y);
Array<std::pair<String, int>> pairs = {{"a", 1}, {"b", 2}};
auto [key, value] = pairs[0];
console::log(key, value);
for (auto [k, v] : pairs) console::log(k, v);
for (auto [x, y] : points) console::log(x + y);
console::log(points.map([](Point point) { auto [x, y] = point; return x * y; }));
auto greet = [](Person person) { auto [name, age] = person; return name + age; };
console::log(greet({.name = "Ann"}), greet({.name = "Bob", .age = 5}));
Array<num> a = {1, 2, 3};
{ num kept = a[0]; a[0] = a[2]; a[2] = kept; }
console::log(a);
num p = 1, q = 2;
std::swap(p, q);
console::log(p, q);
auto first = a[0]; auto rest = a.slice(1);
console::log(first, rest);
auto [one, two] = Array<num>{1}.first<2>();
console::log(one, isNaN(two) ? 6 : two);
num lo = 0, hi = a.length() - 1;
console::log(lo, hi);
auto mixed = var::array({1, "a"});
mixed.push(spread(other), "z");
mixed.push(spread(mixed));
console::log(spread(words), "end");
swap(mixed[0], mixed[1]);
auto bytes = Buffer::from("ab");
swap(bytes[0], bytes[1]);
console::log(mixed, bytes.toString(), +str("1.5") + 1, +words[9], +words[0]);
console::log(Array<num>{0.5, 0.75}.reduce([](num sum, num n) { return sum + n; }, 0), words.reduce([](num sum, String word) { return sum + word.length(); }, 0));
}); }
