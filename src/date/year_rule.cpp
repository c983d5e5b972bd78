#include "date/year_rule.h"

#include "base/assertion.h"
#include "base/text/ascii.h"
#include "date/calendar.h"

namespace nodecpp::detail {

struct YearRule::Reader {
  std::string_view rest;

  bool take(char c) {
    if (rest.empty() || rest[0] != c) return false;
    rest.remove_prefix(1);
    return true;
  }
  // Reads a number that is at most `most`.
  bool number(int most, int& value) {
    value = 0;
    std::size_t digits = 0;
    for (; digits < rest.size() && ascii::isDigit(rest[digits]); ++digits) {
      value = value * 10 + (rest[digits] - '0');
      if (value > most) return false;
    }
    rest.remove_prefix(digits);
    return digits > 0;
  }
  // Skips a name: letters, or anything between "<" and ">".
  bool name() {
    if (take('<')) {
      const std::size_t end = rest.find('>');
      if (end == rest.npos) return false;
      rest.remove_prefix(end + 1);
      return end > 0;
    }
    std::size_t letters = 0;
    while (letters < rest.size() && ((rest[letters] | 32) >= 'a' && (rest[letters] | 32) <= 'z')) ++letters;
    rest.remove_prefix(letters);
    return letters >= 3;
  }
  // Reads "[+-]hh[:mm[:ss]]" and gives it in seconds.
  bool time(int mostHours, std::int32_t& seconds) {
    const bool minus = take('-');
    if (!minus) take('+');
    int hours = 0, minutes = 0, rests = 0;
    if (!number(mostHours, hours)) return false;
    if (take(':') && (!number(59, minutes) || (take(':') && !number(59, rests)))) return false;
    seconds = (hours * 3600 + minutes * 60 + rests) * (minus ? -1 : 1);
    return true;
  }
  bool day(Day& day) {
    if (take('M')) {
      day.kind = Day::Kind::weekday;
      if (!number(12, day.month) || !take('.') || !number(5, day.week) || !take('.') || !number(6, day.day))
        return false;
      if (day.month < 1 || day.week < 1) return false;
    } else if (take('J')) {
      day.kind = Day::Kind::withoutLeapDay;
      if (!number(365, day.day) || day.day < 1) return false;
    } else {
      day.kind = Day::Kind::fromZero;
      if (!number(365, day.day)) return false;
    }
    return !take('/') || time(167, day.time);
  }
};

bool YearRule::parse(std::string_view text) noexcept {
  *this = YearRule();
  Reader in{text};
  std::int32_t west = 0;
  if (!in.name() || !in.time(24, west)) return false;
  standard_ = {-west, false};
  if (in.rest.empty()) return true;
  if (!in.name()) return false;
  summer_ = {standard_.offset + 3600, true};
  if (!in.rest.empty() && in.rest[0] != ',') {
    if (!in.time(24, west)) return false;
    summer_.offset = -west;
  }
  changes_ = in.take(',') && in.day(begin_) && in.take(',') && in.day(end_) && in.rest.empty();
  // In some rules (Ireland's) the time that is called summer time is the earlier one, in winter. V8 takes the later
  // time for summer time.
  if (summer_.offset < standard_.offset) standard_.summer = true, summer_.summer = false;
  return changes_;
}

std::int64_t YearRule::Day::of(std::int64_t year) const noexcept {
  std::int64_t at = 0;
  if (kind == Kind::weekday) {
    NODECPP_DEBUG_ASSERT(month >= 1 && month <= 12 && week >= 1 && week <= 5 && day >= 0 && day <= 6, month, week, day);
    const std::int64_t first = dayOfMonth(year, month - 1);
    const std::int64_t next = month == 12 ? dayOfMonth(year + 1, 0) : dayOfMonth(year, month);
    const int weekday = int(((first + 4) % 7 + 7) % 7);
    at = first + (day - weekday + 7) % 7 + 7 * (week - 1);
    while (at >= next) at -= 7;  // week 5 means the month's last such weekday
  } else {
    at = dayOfMonth(year, 0) + day;
    // Day numbers from 1 on, which never count 29 February: the 60th day is always 1 March.
    if (kind == Kind::withoutLeapDay) at -= day < 60 || dayOfMonth(year, 2) - dayOfMonth(year, 1) == 28 ? 1 : 0;
  }
  NODECPP_DEBUG_ASSERT(time > -168 * 3600 && time < 168 * 3600, time);
  return at * 86400 + time;
}

}  // namespace nodecpp::detail
