// Reads a table of comma-separated values, and sums it up by one column.
#include <nodecpp/map.h>
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

Array<String> fields(String line) {
  Array<String> out;
  num at = 0;
  while (at <= line.length()) {
    if (line[at] == "\"") {
      num end = line.indexOf("\"", at + 1);
      out.push(line.slice(at + 1, end));
      at = end + 2;
    } else {
      num end = line.indexOf(",", at);
      if (end == -1) end = line.length();
      out.push(line.slice(at, end));
      at = end + 1;
    }
  }
  return out;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  String text = "id,name,amount,country\n";
  for (num i = 0; i < 3000; i++) text += format("{},\"Name, {}\",{},{}\n", i, i, i * 37 % 1000 / 4, Array<String>{"de", "fr", "it", "se"}[i % 4]);

  bench::measure([=] {
    auto lines = text.trim().split("\n");
    auto head = lines.shift();
    num amount = head.split(",").indexOf("amount");
    num country = head.split(",").indexOf("country");
    Map<String, num> totals;
    num letters = 0;
    for (auto line : lines) {
      auto row = fields(line);
      totals.set(row[country], totals.get(row[country], 0) + Number(row[amount]));
      letters += row[1].length();
    }
    return totals.entries().map([](auto entry) { return entry.first + ":" + entry.second.toFixed(1); }).toArray().join(" ") + " " + str(letters);
  });
}); }
