// Date's constructors, getters and setters.
#include <nodecpp/date.h>

#include <cmath>
#include <limits>

#include "base/upward_calls.h"
#include "date/calendar.h"
#include "date/local_time.h"

namespace nodecpp {

using namespace detail;

namespace {

constexpr double invalid = std::numeric_limits<double>::quiet_NaN();

// A year from 0 to 99 means a year of the 20th century.
double centuryOf(double year) {
  const double whole = std::trunc(year);
  return whole >= 0 && whole <= 99 ? 1900 + whole : year;
}

}  // namespace

namespace detail {

const Zone& localZone() {
  const auto zones = upward().zones;
  Zones* own = zones ? zones() : nullptr;
  return own ? own->local() : utcZone();
}

double timeOfLocal(double local) {
  if (!(std::fabs(local) <= maxLocalTime)) return invalid;
  return timeClip(double(localZone().utc(std::int64_t(local))));
}

}  // namespace detail

Date::Date(double milliseconds) noexcept : time_(timeClip(milliseconds)) {}

Date::Date(double year, double month, double day, double hours, double minutes, double seconds, double milliseconds)
    : time_(timeOfLocal(
          makeDate(makeDay(centuryOf(year), month, day), makeTime(hours, minutes, seconds, milliseconds)))) {}

double Date::UTC(double year, double month, double day, double hours, double minutes, double seconds,
                 double milliseconds) noexcept {
  return timeClip(makeDate(makeDay(centuryOf(year), month, day), makeTime(hours, minutes, seconds, milliseconds)));
}

double Date::now() { return upward().wallClock ? upward().wallClock() : 0; }

#define NODECPP_DATE_PART(name, field)                                                       \
  double Date::get##name() const {                                                           \
    return time_ == time_ ? double(partsOf(localTime(std::int64_t(time_))).field) : invalid; \
  }                                                                                          \
  double Date::getUTC##name() const noexcept {                                               \
    return time_ == time_ ? double(partsOf(std::int64_t(time_)).field) : invalid;            \
  }
NODECPP_DATE_PART(FullYear, year)
NODECPP_DATE_PART(Month, month)
NODECPP_DATE_PART(Date, day)
NODECPP_DATE_PART(Day, weekday)
NODECPP_DATE_PART(Hours, hours)
NODECPP_DATE_PART(Minutes, minutes)
NODECPP_DATE_PART(Seconds, seconds)
NODECPP_DATE_PART(Milliseconds, milliseconds)
#undef NODECPP_DATE_PART

double Date::getTimezoneOffset() const {
  if (time_ != time_) return invalid;
  return -double(localZone().at(std::int64_t(time_)).offset / msPerMinute) + 0.0;
}

double Date::getYear() const { return getFullYear() - 1900; }

double Date::setTime(double milliseconds) noexcept { return time_ = timeClip(milliseconds); }

double Date::setDay(int first, Values values, bool local) {
  // Of the setters for parts of a date, only those of the year make an invalid Date valid again.
  if (time_ != time_ && first != 0) return time_;
  const std::int64_t time = time_ != time_ ? 0 : local ? localTime(std::int64_t(time_)) : std::int64_t(time_);
  const DateParts parts = partsOf(time);
  double date[] = {double(parts.year), double(parts.month), double(parts.day)};
  for (int i = 0; i < values.count; ++i) date[first + i] = values.value[i];
  const double made =
      makeDate(makeDay(date[0], date[1], date[2]), double(time - floorDivide(time, msPerDay) * msPerDay));
  return time_ = local ? timeOfLocal(made) : timeClip(made);
}

double Date::setClock(int first, Values values, bool local) {
  if (time_ != time_) return time_;
  const std::int64_t time = local ? localTime(std::int64_t(time_)) : std::int64_t(time_);
  const DateParts parts = partsOf(time);
  double clock[] = {double(parts.hours), double(parts.minutes), double(parts.seconds), double(parts.milliseconds)};
  for (int i = 0; i < values.count; ++i) clock[first + i] = values.value[i];
  const double made = makeDate(double(floorDivide(time, msPerDay)), makeTime(clock[0], clock[1], clock[2], clock[3]));
  return time_ = local ? timeOfLocal(made) : timeClip(made);
}

double Date::setYear(double year) {
  if (year != year) return time_ = invalid;
  return setFullYear(centuryOf(year));
}

}  // namespace nodecpp
