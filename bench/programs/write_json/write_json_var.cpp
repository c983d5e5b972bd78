// Writes a list of 500 orders as JSON. Written with var instead of static types.
#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var orders = var::array();
  for (var i = 0; i < 500; i++) {
    orders.push(var::object({{"id", i}, {"customer", var::object({{"name", "Customer " + i}, {"vip", i % 7 == 0}})}, {"note", format("line \"{}\"\n", i)},
      {"lines", var::array({var::object({{"sku", "A" + str(i % 90)}, {"count", i % 5 + 1}, {"price", i * 0.25}}), var::object({{"sku", "B" + str(i % 50)}, {"count", 2}, {"price", 1.5}})})}}));
  }

  bench::measure([=] {
    var text = JSON::stringify(orders);
    return str(text["length"]) + " " + text.slice(1000, 1100);
  });
}); }
