// Groups 10,000 records by city, and sorts each group. Written with var instead of static types.
#include <nodecpp/map.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var records = var::array();
  for (var i = 0; i < 10000; i++)
    records.push(var::object({{"id", i}, {"city", "city" + str(i * 7919 % 101)}, {"age", i * 31 % 90}, {"name", "n" + str(i * 104729 % 10007)}}));

  bench::measure([=] {
    Map<var, var> groups;
    for (var record : records) {
      if (!groups.has(record["city"])) groups.set(record["city"], var::array());
      groups.get(record["city"]).push(record);
    }
    var answer = "";
    for (auto [city, group] : groups) {
      group.sort([](var a, var b) { return (a["age"] - b["age"]) || (a["name"] < b["name"] ? -1 : 1); });
      var total = group.reduce([](var sum, var record) { return sum + record["age"]; }, 0);
      answer += format("{}:{}:{} ", city, group[0]["name"], (total / group["length"]).toFixed(2));
    }
    return answer.slice(0, 200);
  });
}); }
