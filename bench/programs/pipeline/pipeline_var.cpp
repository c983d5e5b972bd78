// Applies functions to lists: map, filter, reduce, and composed closures. Written with var instead of static types.
#include <nodecpp/math.h>

#include "../measure.h"
using namespace nodecpp;

var compose(var steps) {
  return [=](var value) { return steps.reduce([](var result, var step) { return step(result); }, value); };
}
var add(var n) { return [=](var value) { return value + n; }; }
var times(var n) { return [=](var value) { return value * n; }; }

int main(int argc, char** argv) { return run(argc, argv, [] {
  var orders = var::array();
  for (var i = 0; i < 5000; i++) orders.push(var::object({{"customer", i % 50}, {"amount", i * 37 % 200}, {"paid", i % 3 != 0}}));

  bench::measure([=] {
    var price = compose(var::array({add(5), times(1.2), [](var value) { return Math::round(value * 100) / 100; }}));
    var paid = orders.filter([](var order) { return order["paid"]; });
    var amounts = paid.map([=](var order) { return price(order["amount"]); });
    var total = amounts.reduce([](var sum, var amount) { return sum + amount; }, 0);
    var high = amounts.filter([](var amount) { return amount > 200; })["length"];
    var some = orders.some([](var order) { return order["amount"] == 199; });
    var every = amounts.every([](var amount) { return amount >= 6; });
    var index = orders.findIndex([](var order) { return order["customer"] == 49 && order["paid"]; });
    return format("{} {} {} {} {}", total.toFixed(2), high, some, every, index);
  });
}); }
