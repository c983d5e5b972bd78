#include <nodecpp/date.h>
#include <nodecpp/error.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string_view>

#include "base/upward.h"

namespace nodecpp {

namespace {

constexpr double msPerDay = 86400000.0;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr const char* dayNames[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr const char* monthNames[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

struct Parts {
  long year;
  int month, day, weekday, hours, minutes, seconds, milliseconds;
};

// std::chrono's years have 16 bits, and JavaScript's go to 275760. The calendar is the same in each era of 400 years,
// weekdays too, so that std::chrono is asked about one era.
constexpr double daysPerEra = 146097, yearsPerEra = 400;

Parts partsOf(double time) {
  const double day = std::floor(time / msPerDay), era = std::floor(day / daysPerEra);
  const long rest = long(time - day * msPerDay);
  const std::chrono::sys_days inEra{std::chrono::days(long(day - era * daysPerEra))};
  const std::chrono::year_month_day date(inEra);
  return {int(date.year()) + long(era * yearsPerEra),
          int(unsigned(date.month())) - 1,
          int(unsigned(date.day())),
          int(std::chrono::weekday(inEra).c_encoding()),
          int(rest / 3600000),
          int(rest / 60000 % 60),
          int(rest / 1000 % 60),
          int(rest % 1000)};
}

// `month` counts from 0, and it and `day` may be beyond their ranges.
double daysFrom(double year, double month, double day) {
  const double wholeYears = std::floor(month / 12), era = std::floor((year + wholeYears) / yearsPerEra);
  if (!std::isfinite(era)) return nan;
  const std::chrono::year ofEra(int(year + wholeYears - era * yearsPerEra));
  const std::chrono::month ofYear(unsigned(month - wholeYears * 12) + 1);
  const std::chrono::sys_days first = ofEra / ofYear / 1;
  return era * daysPerEra + double(first.time_since_epoch().count()) + day - 1;
}

template <class... A>
String print(const char* pattern, A... args) {
  char text[96];
  int size = std::snprintf(text, sizeof text, pattern, args...);
  return String::copyOf(text, std::size_t(size));
}

// A reader of digits and literals.
struct Reader {
  std::string_view rest;
  bool take(char c) {
    if (rest.empty() || rest[0] != c) return false;
    rest.remove_prefix(1);
    return true;
  }
  bool number(std::size_t digits, double& out) {
    if (rest.size() < digits) return false;
    double value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      if (rest[i] < '0' || rest[i] > '9') return false;
      value = value * 10 + (rest[i] - '0');
    }
    rest.remove_prefix(digits);
    out = value;
    return true;
  }
};

double parseIso(std::string_view text) {
  Reader in{text};
  double year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0, ms = 0, zone = 0;
  int sign = in.take('+') ? 1 : in.take('-') ? -1 : 0;
  if (!in.number(sign ? 6 : 4, year)) return nan;
  if (sign < 0) year = -year;
  if (in.take('-')) {
    if (!in.number(2, month)) return nan;
    if (in.take('-') && !in.number(2, day)) return nan;
  }
  if (in.take('T') || in.take(' ')) {
    if (!in.number(2, hours) || !in.take(':') || !in.number(2, minutes)) return nan;
    if (in.take(':') && !in.number(2, seconds)) return nan;
    if (in.take('.')) {
      double scale = 100;
      double digit = 0;
      if (!in.number(1, digit)) return nan;
      do {
        ms += digit * scale;
        scale /= 10;
      } while (in.number(1, digit));
      ms = std::floor(ms + 1e-6);
    }
    if (!in.take('Z')) {
      int direction = in.take('+') ? 1 : in.take('-') ? -1 : 0;
      double h = 0, m = 0;
      if (direction) {
        if (!in.number(2, h)) return nan;
        in.take(':');
        if (!in.number(2, m)) return nan;
      }
      zone = direction * (h * 60 + m);
    }
  }
  bool ends24 = hours == 24 && minutes == 0 && seconds == 0 && ms == 0;
  if (!in.rest.empty() || month < 1 || month > 12 || day < 1 || day > 31 || (hours > 23 && !ends24) || minutes > 59 ||
      seconds > 59)
    return nan;
  return Date::UTC(year, month - 1, day, hours, minutes, seconds, ms) - zone * 60000;
}

// "Fri, 02 Jan 2026 03:04:05 GMT".
double parseHttp(std::string_view text) {
  if (std::size_t comma = text.find(','); comma != text.npos) text.remove_prefix(comma + 1);
  while (!text.empty() && text[0] == ' ') text.remove_prefix(1);
  Reader in{text};
  double day = 0, year = 0, hours = 0, minutes = 0, seconds = 0;
  if (!in.number(2, day) && !in.number(1, day)) return nan;
  if (!in.take(' ') || in.rest.size() < 3) return nan;
  int month = 0;
  while (month < 12 && in.rest.substr(0, 3) != monthNames[month]) ++month;
  in.rest.remove_prefix(3);
  if (month == 12 || !in.take(' ') || !in.number(4, year)) return nan;
  if (in.take(' ') &&
      (!in.number(2, hours) || !in.take(':') || !in.number(2, minutes) || (in.take(':') && !in.number(2, seconds))))
    return nan;
  if (!in.rest.empty() && in.rest != " GMT" && in.rest != " UTC" && in.rest != " Z") return nan;
  return Date::UTC(year, month, day, hours, minutes, seconds);
}

}  // namespace

Date::Date(double milliseconds) noexcept
    : time_(std::fabs(milliseconds) <= 8.64e15 ? std::trunc(milliseconds) + 0.0 : nan) {}

double Date::UTC(double year, double month, double day, double hours, double minutes, double seconds,
                 double milliseconds) noexcept {
  double time = daysFrom(std::trunc(year), std::trunc(month), std::trunc(day)) * msPerDay +
                std::trunc(hours) * 3600000 + std::trunc(minutes) * 60000 + std::trunc(seconds) * 1000 +
                std::trunc(milliseconds);
  return std::fabs(time) <= 8.64e15 ? time : nan;
}

double Date::parse(StringArg text) noexcept {
  std::string_view view(text.data(), text.size());
  double time = parseIso(view);
  return time == time ? time : parseHttp(view);
}

double Date::now() { return detail::upward().wallClock ? detail::upward().wallClock() : 0; }

#define NODECPP_DATE_PART(name, field) \
  double Date::name() const noexcept { return time_ == time_ ? double(partsOf(time_).field) : nan; }
NODECPP_DATE_PART(getUTCFullYear, year)
NODECPP_DATE_PART(getUTCMonth, month)
NODECPP_DATE_PART(getUTCDate, day)
NODECPP_DATE_PART(getUTCDay, weekday)
NODECPP_DATE_PART(getUTCHours, hours)
NODECPP_DATE_PART(getUTCMinutes, minutes)
NODECPP_DATE_PART(getUTCSeconds, seconds)
NODECPP_DATE_PART(getUTCMilliseconds, milliseconds)
#undef NODECPP_DATE_PART

String Date::toISOString() const {
  if (time_ != time_) throw RangeError("Invalid time value");
  Parts p = partsOf(time_);
  const char* pattern = p.year < 0      ? "-%06ld-%02d-%02dT%02d:%02d:%02d.%03dZ"
                        : p.year > 9999 ? "+%06ld-%02d-%02dT%02d:%02d:%02d.%03dZ"
                                        : "%04ld-%02d-%02dT%02d:%02d:%02d.%03dZ";
  return print(pattern, p.year < 0 ? -p.year : p.year, p.month + 1, p.day, p.hours, p.minutes, p.seconds,
               p.milliseconds);
}

String Date::toJSON() const { return time_ == time_ ? toISOString() : String("null"); }

String Date::toUTCString() const {
  if (time_ != time_) return "Invalid Date";
  Parts p = partsOf(time_);
  return print(p.year < 0 ? "%s, %02d %s -%06ld %02d:%02d:%02d GMT" : "%s, %02d %s %04ld %02d:%02d:%02d GMT",
               dayNames[p.weekday], p.day, monthNames[p.month], p.year < 0 ? -p.year : p.year, p.hours, p.minutes,
               p.seconds);
}

String Date::toString() const {
  if (time_ != time_) return "Invalid Date";
  Parts p = partsOf(time_);
  return print("%s %s %02d %04ld %02d:%02d:%02d GMT+0000 (Coordinated Universal Time)", dayNames[p.weekday],
               monthNames[p.month], p.day, p.year, p.hours, p.minutes, p.seconds);
}

}  // namespace nodecpp
