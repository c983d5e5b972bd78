// Extracts fields from a log by regular expressions: addresses, times, names and values. Written with var instead of
// static types.
#include <nodecpp/number.h>
#include <nodecpp/regexp.h>
#include <nodecpp/set.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var log = "";
  for (var i = 0; i < 300; i++)
    log += format("2026-0{}-1{}T0{}:15:00Z 10.0.{}.{} GET /item/{}?page={} {} {}ms \"ann{}@example.com\"\n", i % 9 + 1, i % 10, i % 8, i % 256, i * 7 % 256, i, i % 5, i % 11 ? 200 : 404, i * 3 % 97, i % 13);
  var line = re(R"(^(?<year>\d{4})-(\d\d)-(\d\d)T[\d:]+Z (?<ip>\d+\.\d+\.\d+\.\d+) (GET|POST) (\S+) (?<status>\d{3}) (\d+)ms)");
  var mail = re(R"raw("([a-z]+\d*)@([a-z.]+)")raw", "g");

  bench::measure([=] {
    var slow = 0;
    var missing = "";
    var months = 0;
    for (var text : log.split(re(R"(\r?\n)"))) {
      var m = line["exec"](text);
      if (!m) continue;
      months += Number(m[2]);
      if (m["groups"]["status"] == "404") missing += m["groups"]["ip"] + m[6].replace(re(R"(\d+)", "g"), [](var n) { return "<" + n + ">"; }) + " ";
      if (Number(m[8]) > 90) slow++;
    }
    Set<var> users;
    for (var m : log.matchAll(mail)) users.add(m[1]);
    var hidden = log.replace(mail, "<$1>");
    return format("{} {} {} {} {} {}", slow, months, users.size(), hidden["length"], log.match(re("page=3", "g")).length(), missing.slice(0, 100));
  });
}); }
