// Writes a list of 500 orders as JSON.
#include <nodecpp/json.h>
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

struct Line {
  String sku;
  double count;
  double price;
};
NODECPP_FIELDS(Line, sku, count, price)
struct Customer {
  String name;
  bool vip;
};
NODECPP_FIELDS(Customer, name, vip)
struct Order {
  double id;
  Customer customer;
  String note;
  Array<Line> lines;
};
NODECPP_FIELDS(Order, id, customer, note, lines)

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<Order> orders;
  for (num i = 0; i < 500; i++) {
    orders.push({i, {"Customer " + str(i), i % 7 == 0}, format("line \"{}\"\n", i),
      {{"A" + str(i % 90), i % 5 + 1, i * 0.25}, {"B" + str(i % 50), 2, 1.5}}});
  }

  bench::measure([=] {
    auto text = JSON::stringify(orders);
    return str(text.length()) + " " + text.slice(1000, 1100);
  });
}); }
