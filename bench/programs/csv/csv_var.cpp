// Reads a table of comma-separated values, and sums it up by one column. Written with var instead of static types.
#include <nodecpp/map.h>

#include "../measure.h"
using namespace nodecpp;

var fields(var line) {
  var out = var::array();
  var at = 0;
  while (at <= line["length"]) {
    if (line[at] == "\"") {
      var end = line.indexOf("\"", at + 1);
      out.push(line.slice(at + 1, end));
      at = end + 2;
    } else {
      var end = line.indexOf(",", at);
      if (end == -1) end = line["length"];
      out.push(line.slice(at, end));
      at = end + 1;
    }
  }
  return out;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  var text = "id,name,amount,country\n";
  for (var i = 0; i < 3000; i++) text += format("{},\"Name, {}\",{},{}\n", i, i, i * 37 % 1000 / 4, var::array({"de", "fr", "it", "se"})[i % 4]);

  bench::measure([=] {
    var lines = var(text.trim()).split("\n");
    var head = lines.shift();
    var amount = head.split(",").indexOf("amount");
    var country = head.split(",").indexOf("country");
    Map<var, var> totals;
    var letters = 0;
    for (var line : lines) {
      var row = fields(line);
      totals.set(row[country], totals.get(row[country]).orElse(0) + double(row[amount]));
      letters += row[1]["length"];
    }
    var sums = var::array();
    for (auto [name, total] : totals) sums.push(name + ":" + total.toFixed(1));
    return sums.join(" ") + " " + letters;
  });
}); }
