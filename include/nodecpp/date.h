// Date: a moment in milliseconds since 1970, as JavaScript's, in UTC. A value.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Date
#pragma once

#include <nodecpp/string.h>

#include <compare>

namespace nodecpp {

class Date {
 public:
  // The present moment; `new Date()`.
  Date() : Date(now()) {}
  // Beyond 8.64e15 on either side, and NaN: an invalid Date.
  explicit Date(double milliseconds) noexcept;
  // An ISO text, "2026-01-02T03:04:05.678Z", or an HTTP date, "Fri, 02 Jan 2026 03:04:05 GMT"; else invalid.
  explicit Date(StringArg text) : Date(parse(text)) {}
  // Of UTC's parts; `month` counts from 0. Parts beyond their range carry over.
  static double UTC(double year, double month = 0, double day = 1, double hours = 0, double minutes = 0,
                    double seconds = 0, double milliseconds = 0) noexcept;
  static double parse(StringArg text) noexcept;
  // The wall clock of the program's port; 0 before the runtime stands.
  static double now();

  // NaN when invalid.
  double getTime() const noexcept { return time_; }
  double valueOf() const noexcept { return time_; }
  double getUTCFullYear() const noexcept;
  double getUTCMonth() const noexcept;
  double getUTCDate() const noexcept;
  double getUTCDay() const noexcept;
  double getUTCHours() const noexcept;
  double getUTCMinutes() const noexcept;
  double getUTCSeconds() const noexcept;
  double getUTCMilliseconds() const noexcept;

  // "2026-01-02T03:04:05.678Z". A RangeError when invalid.
  String toISOString() const;
  // As toISOString; "null" when invalid.
  String toJSON() const;
  // "Fri, 02 Jan 2026 03:04:05 GMT".
  String toUTCString() const;
  // "Fri Jan 02 2026 03:04:05 GMT+0000 (Coordinated Universal Time)": programs live in UTC, a documented difference.
  String toString() const;

  friend bool operator==(const Date& a, const Date& b) noexcept { return a.time_ == b.time_; }
  friend std::partial_ordering operator<=>(const Date& a, const Date& b) noexcept { return a.time_ <=> b.time_; }
  friend double operator-(const Date& a, const Date& b) noexcept { return a.time_ - b.time_; }
  friend String str(const Date& date) { return date.toString(); }

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.text(time_ == time_ ? toISOString() : String("Invalid Date"));
  }

 private:
  double time_;
};

}  // namespace nodecpp
