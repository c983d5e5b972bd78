// Applies functions to lists: map, filter, reduce, and composed closures.
#include <nodecpp/function.h>
#include <nodecpp/math.h>
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

using Step = Function<num(num)>;
auto compose(Array<Step> steps) {
  return [=](num value) { return steps.reduce([](num result, Step step) { return step(result); }, value); };
}
auto add(num n) {
  return [=](num value) { return value + n; };
}
auto times(num n) {
  return [=](num value) { return value * n; };
}

struct Order {
  num customer;
  num amount;
  bool paid;
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<Order> orders;
  for (num i = 0; i < 5000; i++) orders.push({i % 50, i * 37 % 200, i % 3 != 0});

  bench::measure([=] {
    auto price = compose({add(5), times(1.2), [](num value) -> num { return Math::round(value * 100) / 100; }});
    auto paid = orders.filter([](const Order& order) { return order.paid; });
    auto amounts = paid.map([=](const Order& order) { return price(order.amount); });
    auto total = amounts.reduce([](num sum, num amount) { return sum + amount; }, num(0));
    auto high = amounts.filter([](num amount) { return amount > 200; }).length();
    auto some = orders.some([](const Order& order) { return order.amount == 199; });
    auto every = amounts.every([](num amount) { return amount >= 6; });
    auto index = orders.findIndex([](const Order& order) { return order.customer == 49 && order.paid; });
    return format("{} {} {} {} {}", total.toFixed(2), high, some, every, index);
  });
}); }
