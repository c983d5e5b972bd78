// Date: a moment in milliseconds since 1970, with the parts that it has in the program's time zone and in UTC.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Date
//
// A Date is a value, as numbers and strings are: a copy that is set leaves the one it was made of as it was, where
// JavaScript's `const copy = date` is the same Date. See docs/date.md.
//
// The zone is that of process::env["TZ"], else the system's (/etc/localtime), by the rules of its tzdata. In a native
// module of Node.js, which has no program of its own, it is UTC.
#pragma once

#include <nodecpp/arithmetic.h>
#include <nodecpp/string.h>

#include <compare>

namespace nodecpp {

// How a Date is to be written: Intl.DateTimeFormat's options, by their English words ("numeric", "2-digit", "long", …);
// undefined is none.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Intl/DateTimeFormat/DateTimeFormat
struct DateTimeFormatOptions {
  // Whether an option that is true, false or not there is set: {.hour12 = false}.
  class Choice {
   public:
    constexpr Choice() noexcept = default;
    constexpr Choice(Undefined) noexcept {}
    template <std::same_as<bool> T>
    constexpr Choice(T on) noexcept : state_(on ? 1 : 0) {}
    constexpr bool isSet() const noexcept { return state_ >= 0; }
    constexpr bool on() const noexcept { return state_ > 0; }

   private:
    signed char state_ = -1;
  };

  Choice hour12{};
  String hourCycle = undefined;
  String timeZone = undefined;
  String weekday = undefined;
  String era = undefined;
  String year = undefined;
  String month = undefined;
  String day = undefined;
  String hour = undefined;
  String minute = undefined;
  String second = undefined;
  double fractionalSecondDigits = 0;  // 1 to 3; 0 is none
  String timeZoneName = undefined;
  String dateStyle = undefined;
  String timeStyle = undefined;
};

namespace detail {

// A language's name, or undefined.
struct LocaleArg {
  StringArg name;
  bool given = true;
  LocaleArg(Undefined) noexcept : name(""), given(false) {}
  template <class T>
    requires StringLike<const T&>
  LocaleArg(const T& name [[clang::lifetimebound]]) : name(name) {}
};

// What may be a text, a number or a Date: a var, a Lookup.
template <class T>
concept DateLike = std::is_class_v<T> && !Arithmetic<T> && !StringLike<const T&> && requires(const T& value) {
  { value.toNumber() } -> std::convertible_to<double>;
  { value.isString() } -> std::convertible_to<bool>;
};

}  // namespace detail

class Date {
 public:
  // The present moment; `new Date()`.
  Date() : Date(now()) {}
  // Cut to whole milliseconds. Beyond 8.64e15 on either side, and NaN: an invalid Date, of which all parts are NaN.
  explicit Date(double milliseconds) noexcept;
  // As parse.
  explicit Date(StringArg text) : time_(parse(text)) {}
  template <detail::DateLike T>
  explicit Date(const T& value) : time_(value.isString() ? parse(value.toString()) : Date(value.toNumber()).time_) {}
  // Of parts in local time; `month` counts from 0, years from 0 to 99 are 1900 to 1999, and parts beyond their range
  // carry over.
  Date(double year, double month, double day = 1, double hours = 0, double minutes = 0, double seconds = 0,
       double milliseconds = 0);

  // The same of parts in UTC, in milliseconds.
  static double UTC(double year, double month = 0, double day = 1, double hours = 0, double minutes = 0,
                    double seconds = 0, double milliseconds = 0) noexcept;
  // Whatever V8 reads: "2026-01-02T03:04:05.678Z" and its short forms, "Fri, 02 Jan 2026 03:04:05 GMT", "1/2/2026 3:04
  // PM". A day alone in the first form is in UTC; all else without a zone is local. NaN for what is no date.
  static double parse(StringArg text);
  // The wall clock of the program's port; 0 before the runtime stands.
  static double now();

  // NaN when invalid.
  double getTime() const noexcept { return time_; }
  double valueOf() const noexcept { return time_; }
  double getFullYear() const;
  double getMonth() const;
  double getDate() const;
  double getDay() const;
  double getHours() const;
  double getMinutes() const;
  double getSeconds() const;
  double getMilliseconds() const;
  double getUTCFullYear() const noexcept;
  double getUTCMonth() const noexcept;
  double getUTCDate() const noexcept;
  double getUTCDay() const noexcept;
  double getUTCHours() const noexcept;
  double getUTCMinutes() const noexcept;
  double getUTCSeconds() const noexcept;
  double getUTCMilliseconds() const noexcept;
  // Minutes that local time is behind UTC: -60 in Berlin in winter.
  double getTimezoneOffset() const;
  // getFullYear() - 1900.
  double getYear() const;

  // Each gives the new time. NaN makes the Date invalid; an invalid one stays so, but for setTime and the years.
  double setTime(double milliseconds) noexcept;
  double setFullYear(double year) { return setDay(0, {year}, true); }
  double setFullYear(double year, double month) { return setDay(0, {year, month}, true); }
  double setFullYear(double year, double month, double day) { return setDay(0, {year, month, day}, true); }
  double setMonth(double month) { return setDay(1, {month}, true); }
  double setMonth(double month, double day) { return setDay(1, {month, day}, true); }
  double setDate(double day) { return setDay(2, {day}, true); }
  double setHours(double hours) { return setClock(0, {hours}, true); }
  double setHours(double hours, double minutes) { return setClock(0, {hours, minutes}, true); }
  double setHours(double hours, double minutes, double seconds) { return setClock(0, {hours, minutes, seconds}, true); }
  double setHours(double hours, double minutes, double seconds, double ms) {
    return setClock(0, {hours, minutes, seconds, ms}, true);
  }
  double setMinutes(double minutes) { return setClock(1, {minutes}, true); }
  double setMinutes(double minutes, double seconds) { return setClock(1, {minutes, seconds}, true); }
  double setMinutes(double minutes, double seconds, double ms) { return setClock(1, {minutes, seconds, ms}, true); }
  double setSeconds(double seconds) { return setClock(2, {seconds}, true); }
  double setSeconds(double seconds, double ms) { return setClock(2, {seconds, ms}, true); }
  double setMilliseconds(double ms) { return setClock(3, {ms}, true); }
  double setUTCFullYear(double year) { return setDay(0, {year}, false); }
  double setUTCFullYear(double year, double month) { return setDay(0, {year, month}, false); }
  double setUTCFullYear(double year, double month, double day) { return setDay(0, {year, month, day}, false); }
  double setUTCMonth(double month) { return setDay(1, {month}, false); }
  double setUTCMonth(double month, double day) { return setDay(1, {month, day}, false); }
  double setUTCDate(double day) { return setDay(2, {day}, false); }
  double setUTCHours(double hours) { return setClock(0, {hours}, false); }
  double setUTCHours(double hours, double minutes) { return setClock(0, {hours, minutes}, false); }
  double setUTCHours(double hours, double minutes, double seconds) {
    return setClock(0, {hours, minutes, seconds}, false);
  }
  double setUTCHours(double hours, double minutes, double seconds, double ms) {
    return setClock(0, {hours, minutes, seconds, ms}, false);
  }
  double setUTCMinutes(double minutes) { return setClock(1, {minutes}, false); }
  double setUTCMinutes(double minutes, double seconds) { return setClock(1, {minutes, seconds}, false); }
  double setUTCMinutes(double minutes, double seconds, double ms) { return setClock(1, {minutes, seconds, ms}, false); }
  double setUTCSeconds(double seconds) { return setClock(2, {seconds}, false); }
  double setUTCSeconds(double seconds, double ms) { return setClock(2, {seconds, ms}, false); }
  double setUTCMilliseconds(double ms) { return setClock(3, {ms}, false); }
  // Years from 0 to 99 are 1900 to 1999.
  double setYear(double year);

  // "2026-01-02T03:04:05.678Z". A RangeError when invalid.
  String toISOString() const;
  // As toISOString; null when invalid.
  String toJSON() const;
  // "Fri, 02 Jan 2026 03:04:05 GMT"; "Invalid Date" when invalid, here and below.
  String toUTCString() const;
  String toGMTString() const { return toUTCString(); }
  // "Fri Jan 02 2026 04:04:05 GMT+0100 (Central European Standard Time)".
  String toString() const;
  // "Fri Jan 02 2026".
  String toDateString() const;
  // "04:04:05 GMT+0100 (Central European Standard Time)".
  String toTimeString() const;
  // In American English, the only language that there is: "1/2/2026, 4:04:05 AM", or as the options say. `locale` is
  // undefined, "en" or "en-US". A RangeError for another one and for an option's value that there is not, a TypeError
  // for options that exclude each other, as JavaScript has them.
  String toLocaleString(detail::LocaleArg locale = undefined, const DateTimeFormatOptions& options = {}) const;
  // "1/2/2026".
  String toLocaleDateString(detail::LocaleArg locale = undefined, const DateTimeFormatOptions& options = {}) const;
  // "4:04:05 AM".
  String toLocaleTimeString(detail::LocaleArg locale = undefined, const DateTimeFormatOptions& options = {}) const;

  friend bool operator==(const Date& a, const Date& b) noexcept { return a.time_ == b.time_; }
  friend std::partial_ordering operator<=>(const Date& a, const Date& b) noexcept { return a.time_ <=> b.time_; }
  template <detail::Arithmetic T>
  friend std::partial_ordering operator<=>(const Date& a, T b) noexcept {
    return a.time_ <=> double(b);
  }
  friend double operator-(const Date& a, const Date& b) noexcept { return a.time_ - b.time_; }
  template <detail::Arithmetic T>
  friend double operator-(const Date& a, T b) noexcept {
    return a.time_ - double(b);
  }
  template <detail::Arithmetic T>
  friend double operator-(T a, const Date& b) noexcept {
    return double(a) - b.time_;
  }
  double operator+() const noexcept { return time_; }
  // JavaScript's objects are true, an invalid Date among them.
  explicit operator bool() const noexcept { return true; }
  friend String str(const Date& date) { return date.toString(); }
  template <class T>
    requires detail::StringLike<const T&>
  friend String operator+(const Date& a, const T& b) {
    return a.toString() + b;
  }
  template <class T>
    requires detail::StringLike<const T&>
  friend String operator+(const T& a, const Date& b) {
    return detail::concat(a, b.toString());
  }

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.text(time_ == time_ ? toISOString() : String("Invalid Date"));
  }

 private:
  struct Values {
    double value[4];
    int count;
    constexpr Values(double a) noexcept : value{a}, count(1) {}
    constexpr Values(double a, double b) noexcept : value{a, b}, count(2) {}
    constexpr Values(double a, double b, double c) noexcept : value{a, b, c}, count(3) {}
    constexpr Values(double a, double b, double c, double d) noexcept : value{a, b, c, d}, count(4) {}
  };
  // Sets year, month and day, or hours, minutes, seconds and milliseconds, from the one with number `first` on.
  double setDay(int first, Values values, bool local);
  double setClock(int first, Values values, bool local);

  double time_;
};

}  // namespace nodecpp
