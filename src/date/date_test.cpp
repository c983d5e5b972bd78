#include <nodecpp/date.h>
#include <nodecpp/error.h>
#include <nodecpp/lookup.h>
#include <nodecpp/number.h>

#include <cmath>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "support/zone_files.h"

using namespace nodecpp;

namespace {

// Returns whether the numbers are equal or both NaN.
bool same(double a, double b) { return a == b || (a != a && b != b); }
std::string text(const String& of) { return {of.data(), of.size()}; }

struct Parse {
  std::string_view text;
  double time;
};
#define PARSE(text, time) {{text, sizeof(text) - 1}, time},
const Parse parses[] = {
#include "answers/date_parse.inc"
};

struct Texts {
  const char* zone;
  double time;
  std::string_view whole, day, clock, utc, iso, locale, parts, utcParts;
};
#define TEXT(...) {__VA_ARGS__},
const Texts texts[] = {
#include "answers/date_text.inc"
};

struct Call {
  const char* zone;
  const char* what;
  double time;
  double (*call)(Date& date);
  double result;
};
#define SET(zone, time, call, result) {zone, #call, time, [](Date& date) { return date.call; }, result},
#define MAKE(zone, args, local, utc)                                               \
  {zone, "new Date" #args, 0, [](Date&) { return (Date args).getTime(); }, local}, \
      {zone, "Date.UTC" #args, 0, [](Date&) { return Date::UTC args; }, utc},
const Call calls[] = {
#include "answers/date_set.inc"
};

struct Locale {
  double time;
  const char* what;
  String (*call)(const Date& date);
  std::string_view result;
};
#define BARE(...) __VA_ARGS__
#define LOCALE(time, method, options, result) \
  {time, #method #options, [](const Date& date) { return date.method("en-US", BARE options); }, result},
const Locale locales[] = {
#include "answers/date_locale.inc"
};

std::string list(std::initializer_list<double> values) {
  String all = "";
  for (double value : values) all += (all.empty() ? "" : " ") + str(value);
  return text(all);
}

}  // namespace

TEST_CASE("Date.parse reads what V8 reads") {
  test::InZone in("America/New_York");
  for (const Parse& one : parses) {
    INFO(std::string(one.text));
    CHECK(same(Date::parse(one.text), one.time));
  }
}

TEST_CASE("Dates print as V8's, and have their parts") {
  for (const Texts& one : texts) {
    test::InZone in(one.zone);
    INFO(one.zone, " ", one.time);
    const Date date(one.time);
    CHECK(text(date.toString()) == one.whole);
    CHECK(text(date.toDateString()) == one.day);
    CHECK(text(date.toTimeString()) == one.clock);
    CHECK(text(date.toUTCString()) == one.utc);
    CHECK(text(date.toGMTString()) == one.utc);
    CHECK(text(str(date.toJSON())) == one.iso);
    if (one.time == one.time) CHECK(text(date.toISOString()) == one.iso);
    CHECK(text(date.toLocaleString()) == one.locale);
    CHECK(list({date.getFullYear(), date.getMonth(), date.getDate(), date.getDay(), date.getHours(), date.getMinutes(),
                date.getSeconds(), date.getMilliseconds()}) == one.parts);
    CHECK(list({date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCDay(), date.getUTCHours(),
                date.getUTCMinutes(), date.getUTCSeconds(), date.getUTCMilliseconds(), date.getTimezoneOffset(),
                date.getYear()}) == one.utcParts);
  }
}

TEST_CASE("setters and constructors make what V8's make") {
  for (const Call& one : calls) {
    test::InZone in(one.zone);
    INFO(one.zone, " ", one.time, " ", one.what);
    Date date(one.time);
    const double result = one.call(date);
    CHECK(same(result, one.result));
    if (one.what[0] == 's') CHECK(same(date.getTime(), one.result));
  }
}

TEST_CASE("toLocaleString writes what V8 writes") {
  test::InZone in("UTC");
  for (const Locale& one : locales) {
    INFO(one.time, " ", one.what);
    std::string result;
    try {
      result = text(one.call(Date(one.time)));
    } catch (const Error& error) {
      result = "!" + std::string(error.what());
    }
    CHECK(result == one.result);
  }
}

TEST_CASE("toLocaleString says what there is not") {
  const Date date(0.0);
  auto fails = [](auto&& f) {
    try {
      f();
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("nothing thrown");
  };
  CHECK(fails([&] { (void)date.toLocaleString("de-DE"); }) ==
        "RangeError: The locale de-DE is not there: dates are written in en-US alone");
  CHECK(fails([&] { (void)date.toLocaleString("en", {.year = "long"}); }) ==
        "RangeError: Value long out of range for Date.prototype.toLocaleString options property year");
  CHECK(fails([&] { (void)date.toLocaleDateString(undefined, {.timeZone = "Mars/Olympus"}); }) ==
        "RangeError: Invalid time zone specified: Mars/Olympus");
  CHECK(fails([&] { (void)date.toLocaleTimeString(undefined, {.fractionalSecondDigits = 4}); }) ==
        "RangeError: fractionalSecondDigits value is out of range.");
  CHECK(fails([&] { (void)Date(NAN).toISOString(); }) == "RangeError: Invalid time value");
  CHECK(Date(NAN).toLocaleString("de-DE") == "Invalid Date");
}

TEST_CASE("Dates are values, which compare, subtract and add to texts") {
  Date first(5), copy = first;
  copy.setTime(7);
  CHECK(first.getTime() == 5);
  CHECK(first < copy);
  CHECK(first < 6);
  CHECK(copy - first == 2);
  CHECK(copy - 1 == 6);
  CHECK(10 - copy == 3);
  CHECK(+copy == 7);
  CHECK(bool(Date(NAN)));
  CHECK("at " + first == "at Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)");
  CHECK(Date(NAN) + "" == "Invalid Date");
  CHECK_FALSE(Date(NAN) == Date(NAN));
  CHECK(Date(Lookup("1970-01-02")).getTime() == 86400000);
  CHECK(Date(Lookup(5)).getTime() == 5);
  CHECK(same(Date(Lookup()).getTime(), NAN));
  CHECK(Date(num(7)).getTime() == 7);
  CHECK(Date(1.9).getTime() == 1);
  CHECK_FALSE(std::signbit(Date(-0.5).getTime()));
}
