#include "date/calendar.h"

#include <cmath>
#include <limits>

#include "base/assertion.h"

namespace nodecpp::detail {

namespace {

constexpr double noTime = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t daysPerEra = 146097, yearsPerEra = 400;

// Years are counted from March here, so that the leap day is a year's last day. The lengths of the months then follow a
// linear formula of 153 days for five months.
constexpr int daysBeforeMonth(int monthFromMarch) { return (153 * monthFromMarch + 2) / 5; }

bool isLeapYear(std::int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

}  // namespace

std::int64_t dayOfMonth(std::int64_t year, int month) noexcept {
  NODECPP_DEBUG_ASSERT(month >= 0 && month < 12, month);
  const int fromMarch = month >= 2 ? month - 2 : month + 10;
  const std::int64_t marchYear = month >= 2 ? year : year - 1;
  const std::int64_t era = floorDivide(marchYear, yearsPerEra), inEra = marchYear - era * yearsPerEra;
  NODECPP_DEBUG_ASSERT(inEra >= 0 && inEra < yearsPerEra, inEra, year);
  // 719468 days lie between 1 March of the year 0 and 1 January 1970.
  return era * daysPerEra + inEra * 365 + inEra / 4 - inEra / 100 + daysBeforeMonth(fromMarch) - 719468;
}

DateParts partsOf(std::int64_t time) noexcept {
  const std::int64_t day = floorDivide(time, msPerDay);
  const int rest = int(time - day * msPerDay);
  // Days are counted from 1 March of the year -400000, so that all following numbers are unsigned and of 32 bits, which
  // processors divide fastest.
  constexpr std::uint32_t eras = 1000, first = 719468 + eras * std::uint32_t(daysPerEra);
  const std::uint32_t fromMarch = std::uint32_t(day + first), era = fromMarch / std::uint32_t(daysPerEra);
  const std::uint32_t dayOfEra = fromMarch - era * std::uint32_t(daysPerEra);
  const std::uint32_t yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
  const std::uint32_t dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
  const std::uint32_t monthFromMarch = (5 * dayOfYear + 2) / 153;
  const int month = int(monthFromMarch < 10 ? monthFromMarch + 2 : monthFromMarch - 10);
  // 1 January 1970 was a Thursday.
  constexpr std::uint32_t weekdays = 4 + 7 - first % 7;
  // The day lies within the range of 32 bits, so that nothing above has wrapped around.
  NODECPP_DEBUG_ASSERT(day + std::int64_t(first) >= 0 && day + std::int64_t(first) <= UINT32_MAX, day);
  NODECPP_DEBUG_ASSERT(rest >= 0 && rest < msPerDay, rest);
  NODECPP_DEBUG_ASSERT(yearOfEra < yearsPerEra && dayOfYear < 366 && month >= 0 && month < 12, yearOfEra, dayOfYear,
                       month);
  return {
      int(yearOfEra + era * std::uint32_t(yearsPerEra)) - int(eras * std::uint32_t(yearsPerEra)) + (month < 2 ? 1 : 0),
      month,
      int(dayOfYear) - daysBeforeMonth(int(monthFromMarch)) + 1,
      int((fromMarch + weekdays) % 7),
      rest / 3600000,
      rest / 60000 % 60,
      rest / 1000 % 60,
      rest % 1000};
}

double makeDay(double year, double month, double day) noexcept {
  if (!(std::fabs(year) <= 1e6) || !(std::fabs(month) <= 1e7) || !std::isfinite(day)) return noTime;
  const std::int64_t months = std::int64_t(month);
  const std::int64_t years = std::int64_t(year) + floorDivide(months, 12);
  return double(dayOfMonth(years, int(months - floorDivide(months, 12) * 12))) + std::trunc(day) - 1;
}

double makeTime(double hours, double minutes, double seconds, double milliseconds) noexcept {
  if (!std::isfinite(hours) || !std::isfinite(minutes) || !std::isfinite(seconds) || !std::isfinite(milliseconds))
    return noTime;
  return std::trunc(hours) * double(msPerHour) + std::trunc(minutes) * double(msPerMinute) +
         std::trunc(seconds) * 1000 + std::trunc(milliseconds);
}

double makeDate(double day, double time) noexcept {
  const double date = day * double(msPerDay) + time;
  return std::isfinite(date) ? date : noTime;
}

double timeClip(double time) noexcept {
  return std::fabs(time) <= maxTime ? std::trunc(time) + 0.0 : noTime;  // adding 0.0 turns -0 into 0
}

std::int64_t equivalentTime(std::int64_t time) noexcept {
  const DateParts parts = partsOf(time);
  const int weekday = int(((dayOfMonth(parts.year, 0) + 4) % 7 + 7) % 7);
  const int recent = (isLeapYear(parts.year) ? 1956 : 1967) + weekday * 12 % 28;
  const int year = 2008 + (recent + 3 * 28 - 2008) % 28;
  NODECPP_DEBUG_ASSERT(year >= 2008 && year < 2036 && weekday >= 0 && weekday < 7, year, weekday);
  NODECPP_DEBUG_ASSERT(isLeapYear(parts.year) == isLeapYear(year), parts.year, year);
  return (dayOfMonth(year, parts.month) + parts.day - 1) * msPerDay + (time - floorDivide(time, msPerDay) * msPerDay);
}

}  // namespace nodecpp::detail
