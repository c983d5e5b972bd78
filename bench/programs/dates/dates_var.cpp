// Reads dates, moves them by days and months, and writes them in several forms. Written with var instead of static
// types, except for values of Date.
#include <nodecpp/date.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var texts = var::array();
  for (var i = 0; i < 300; i++) texts.push(Date(Date::UTC(2024, 0, 1) + i * 97654321).toISOString());

  var two = [](var n) { return str(n).padStart(2, "0"); };
  var day = [=](var date) { return format("{}-{}-{}", date.date().getUTCFullYear(), two(date.date().getUTCMonth() + 1), two(date.date().getUTCDate())); };

  bench::measure([=] {
    var lines = "";
    var weekend = 0;
    var apart = 0;
    var before = Date(0);
    for (var text : texts) {
      var date = Date(text);
      if (var(date.date().getUTCDay()) % 6 == 0) weekend++;
      apart += (date - before) / 3600000;
      Date due(date);
      due.setUTCMonth(due.getUTCMonth() + 1, 15);
      due.setUTCHours(12, 0, 0, 0);
      lines += format("{} {}:{} due {} {} {}\n", day(date), two(date.date().getUTCHours()), two(date.date().getUTCMinutes()), day(due), due.toISOString(), date.date().toUTCString());
      before = date;
    }
    return format("{} {} {} {}", weekend, apart.toFixed(3), lines.length(), lines.slice(1000, 1100));
  });
}); }
