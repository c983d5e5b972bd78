// The calendar behind Date: days and times of day as ECMAScript defines them, in milliseconds since 1970.
// https://tc39.es/ecma262/#sec-overview-of-date-objects-and-definitions-of-abstract-operations
#pragma once

#include <cstdint>

namespace nodecpp::detail {

inline constexpr std::int64_t msPerDay = 86400000, msPerHour = 3600000, msPerMinute = 60000;
inline constexpr double maxTime = 8.64e15;
// The limit of a local time. It lies beyond the range of a Date, because subtracting the time zone's offset may bring the
// time into the range. V8 allows 30 days.
inline constexpr double maxLocalTime = maxTime + 30.0 * double(msPerDay);

struct DateParts {
  // Months count from 0 (January), weekdays from 0 (Sunday).
  int year, month, day, weekday, hours, minutes, seconds, milliseconds;
};

constexpr std::int64_t floorDivide(std::int64_t a, std::int64_t b) noexcept { return a / b - (a % b < 0 ? 1 : 0); }

// Returns the day, counted from 1970, on which a month begins. `month` is 0 to 11.
std::int64_t dayOfMonth(std::int64_t year, int month) noexcept;
// Returns the parts of a time, which must be at most a year outside of a Date's range.
DateParts partsOf(std::int64_t time) noexcept;

// ECMAScript's MakeDay, MakeTime, MakeDate and TimeClip. They return NaN for arguments that are not finite. As in V8,
// makeDay also returns NaN for years beyond one million and months beyond ten million in either direction.
double makeDay(double year, double month, double day) noexcept;
double makeTime(double hours, double minutes, double seconds, double milliseconds) noexcept;
double makeDate(double day, double time) noexcept;
double timeClip(double time) noexcept;

// Returns the same moment in a year between 2008 and 2037 that begins on the same weekday and has the same length. V8
// uses such a year to decide about summer time in years before 1970 and after 2037.
std::int64_t equivalentTime(std::int64_t time) noexcept;

}  // namespace nodecpp::detail
