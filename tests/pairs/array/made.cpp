#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/generator.h>
#include <nodecpp/math.h>
#include <nodecpp/process.h>
#include <nodecpp/set.h>
#include <nodecpp/var.h>
using namespace nodecpp;

Generator<int> squares() { for (int i = 0; i < 3; i++) co_yield i * i; }
int main(int argc, char** argv) { return run(argc, argv, [] {
int n = 3;
console::log(Array<>::from({.length = n + 1}, [] { return 0; }), Array<>::from({.length = n}, [](auto, int i) { return i * i; }), Array<>::from(str("ab"), [] { return "x"; }));
const var dynamic = var::array({1.5, 2, -1});
console::log(Math::max(Array<num>::from(dynamic)), Array<num>::from(dynamic), Array<num>::from(Array<int>{1, 2, 3}.keys()), Array<String>::from(Set<String>{"a", "b"}));
struct Point { int x; };
const Array<num> numbers = {1, 2, 3};
const Array<String> names = {"a", "b", "c"};
const Array<Array<int>> rows = {{1}, {2, 3}};
const Array<Point> points = {{1}, {2}};
swap(numbers[0], numbers[2]);
swap(names[0], names[1]);
swap(rows[0], rows[1]);
swap(points[0], points[1]);
swap(numbers[1], numbers[1]);
console::log(numbers, names, rows, points[0].x, points[1].x);
auto one = squares();
var value = one.next().value;
const var second = one.next().value;
console::log(value, var::object({{"value", second}, {"done", one.next().done}}), var::object({{"value", one.next().value}}));
}); }
