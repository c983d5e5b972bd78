// Parses a list of 500 orders from JSON and adds up their amounts.
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
  String text = "[";
  for (num i = 0; i < 500; i++) {
    text += str(i != 0 ? "," : "") + format("{{\"id\":{},\"customer\":{{\"name\":\"Customer {}\",\"vip\":{}}},\"note\":\"line \\\"{}\\\"\\n\",", i, i, i % 7 == 0, i) +
      format("\"lines\":[{{\"sku\":\"A{}\",\"count\":{},\"price\":{}}},{{\"sku\":\"B{}\",\"count\":2,\"price\":1.5}}]}}", i % 90, i % 5 + 1, i * 0.25, i % 50);
  }
  text += "]";

  bench::measure([=] {
    auto orders = JSON::parse<Array<Order>>(text);
    num total = 0;
    num vips = 0;
    num letters = 0;
    for (auto order : orders) {
      if (order.customer.vip) vips++;
      letters += order.note.length() + order.customer.name.length();
      for (auto line : order.lines) total += line.count * line.price;
    }
    return format("{} {} {} {}", total, vips, letters, orders[499].lines[0].sku);
  });
}); }
