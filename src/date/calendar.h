// The calendar under Date: days and times of day as ECMAScript counts them, in milliseconds since 1970.
// https://tc39.es/ecma262/#sec-overview-of-date-objects-and-definitions-of-abstract-operations
#pragma once

#include <cstdint>

namespace nodecpp::detail {

inline constexpr std::int64_t msPerDay = 86400000, msPerHour = 3600000, msPerMinute = 60000;
inline constexpr double maxTime = 8.64e15;
// Local times may be a little beyond what a Date holds, as they are made one by an offset: V8's bound, a month.
inline constexpr double maxLocalTime = maxTime + 30.0 * double(msPerDay);

struct DateParts {
  int year, month, day, weekday, hours, minutes, seconds, milliseconds;  // the month from 0, Sunday is 0
};

constexpr std::int64_t floorDivide(std::int64_t a, std::int64_t b) noexcept { return a / b - (a % b < 0 ? 1 : 0); }

// Days since 1970 of the first day of a month, which counts from 0 and is within its year.
std::int64_t dayOfMonth(std::int64_t year, int month) noexcept;
// `time` is finite and within a year of a Date's range.
DateParts partsOf(std::int64_t time) noexcept;

// ECMAScript's MakeDay, MakeTime, MakeDate and TimeClip: NaN for what is not finite. V8 makes no day of a year beyond a
// million or a month beyond ten million on either side.
double makeDay(double year, double month, double day) noexcept;
double makeTime(double hours, double minutes, double seconds, double milliseconds) noexcept;
double makeDate(double day, double time) noexcept;
double timeClip(double time) noexcept;

// A year between 2008 and 2037 that begins on the same weekday and is as long, and the same moment of it. V8 asks there
// whether it is summer in years before 1970 and after 2037.
std::int64_t equivalentTime(std::int64_t time) noexcept;

}  // namespace nodecpp::detail
