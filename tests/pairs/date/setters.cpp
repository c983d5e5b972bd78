#include <nodecpp/console.h>
#include <nodecpp/date.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
using namespace nodecpp;


int main(int argc, char** argv) { return run(argc, argv, [] {
  auto date = Date(2026, 2, 28, 2, 30);
  for (int i = 0; i < 3; i++) {
    console::log(str(date), date.getTimezoneOffset());
    date.setDate(date.getDate() + 1);
  }
  auto autumn = Date(2026, 9, 24, 2, 30);
  for (int i = 0; i < 3; i++) {
    console::log(autumn.toISOString(), autumn.toTimeString());
    autumn.setHours(autumn.getHours() + 24);
  }
  const double first = autumn.setMinutes(90), second = autumn.setSeconds(-1, 1500), third = autumn.setMilliseconds(0);
  console::log(first, second, third, autumn.toDateString());
  auto end = Date(2024, 0, 31);
  const double month = end.setMonth(1);
  const String february = end.toDateString();
  const double year = end.setFullYear(2023, 1, 29);
  console::log(month, february, year, end.toDateString());
  console::log(Date(NaN).setMonth(1), Date(NaN).setFullYear(2026), Date(0).setTime(NaN), Date(99, 0).getYear());
  console::log(Date(0, 0).toString());
  console::log(Date(-1e14).toString());
  console::log(Date(8.64e15).toString(), str(Date(8.64e15 + 1)));
  process::env["TZ"] = "America/New_York";
  console::log(date.toString(), date.getHours());
  process::env.remove("TZ");
  process::env["TZ"] = "UTC";
  console::log(date.toString(), date.toLocaleString());
  console::log(Array<Date>{Date(5), Date(NaN)}, var::object({{"at", Date(0)}}));
  console::log(JSON::stringify(var::array({Date(5), Date(NaN)})));
  console::log(format("{}", Date(0)) == Date(0) + "", Date(7) - 2, Date(7) > 6, +Date(9));
}); }
