// Reads dates, moves them by days and months, and writes them in several forms.
#include <nodecpp/date.h>
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> texts;
  for (int i = 0; i < 300; i++) texts.push(Date(Date::UTC(2024, 0, 1) + i * 97654321.0).toISOString());

  auto two = [](num n) { return str(n).padStart(2, "0"); };
  auto day = [=](Date date) { return format("{}-{}-{}", date.getUTCFullYear(), two(date.getUTCMonth() + 1), two(date.getUTCDate())); };

  bench::measure([=] {
    String lines = "";
    num weekend = 0;
    num apart = 0;
    Date before(0);
    for (auto text : texts) {
      Date date(text);
      if (num(date.getUTCDay()) % 6 == 0) weekend++;
      apart += (date - before) / 3600000;
      Date due(date);
      due.setUTCMonth(due.getUTCMonth() + 1, 15);
      due.setUTCHours(12, 0, 0, 0);
      lines += format("{} {}:{} due {} {} {}\n", day(date), two(date.getUTCHours()), two(date.getUTCMinutes()), day(due), due.toISOString(), date.toUTCString());
      before = date;
    }
    return format("{} {} {} {}", weekend, apart.toFixed(3), lines.length(), lines.slice(1000, 1100));
  });
}); }
