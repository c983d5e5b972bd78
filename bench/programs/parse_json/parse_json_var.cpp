// Parses a list of 500 orders from JSON and adds up their amounts. Written with var instead of static types.
#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var text = "[";
  for (var i = 0; i < 500; i++) {
    text += str(i > 0 ? "," : "") + format("{{\"id\":{},\"customer\":{{\"name\":\"Customer {}\",\"vip\":{}}},\"note\":\"line \\\"{}\\\"\\n\",", i, i, i % 7 == 0, i) +
      format("\"lines\":[{{\"sku\":\"A{}\",\"count\":{},\"price\":{}}},{{\"sku\":\"B{}\",\"count\":2,\"price\":1.5}}]}}", i % 90, i % 5 + 1, i * 0.25, i % 50);
  }
  text += "]";

  bench::measure([=] {
    var orders = JSON::parse(text);
    var total = 0;
    var vips = 0;
    var letters = 0;
    for (var order : orders) {
      if (order["customer"]["vip"]) vips++;
      letters += order["note"]["length"] + order["customer"]["name"]["length"];
      for (var line : order["lines"]) total += line["count"] * line["price"];
    }
    return format("{} {} {} {}", total, vips, letters, orders[499]["lines"][0]["sku"]);
  });
}); }
