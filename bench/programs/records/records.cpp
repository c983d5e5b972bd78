// Groups 10,000 records by city, and sorts each group.
#include <nodecpp/map.h>
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

struct Record {
  num id;
  String city;
  num age;
  String name;
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<Record> records;
  for (num i = 0; i < 10000; i++) records.push({i, "city" + str(i * 7919 % 101), i * 31 % 90, "n" + str(i * 104729 % 10007)});

  bench::measure([=] {
    Map<String, Array<Record>> groups;
    for (auto record : records) {
      if (!groups.has(record.city)) groups.set(record.city, {});
      groups.get(record.city).push(record);
    }
    String answer = "";
    for (auto [city, group] : groups) {
      group.sort([](const Record& a, const Record& b) { return a.age != b.age ? a.age - b.age : num(a.name < b.name ? -1 : 1); });
      num total = group.reduce([](num sum, const Record& record) { return sum + record.age; }, num(0));
      answer += format("{}:{}:{} ", city, group[0].name, (total / group.length()).toFixed(2));
    }
    return answer.slice(0, 200);
  });
}); }
