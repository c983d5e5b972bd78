// Date: a moment, stored as milliseconds since 1970-01-01 UTC, with access to its parts (year, month, hours and so on)
// in the program's time zone and in UTC.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Date
//
// A Date is a value, as numbers and strings are: a setter changes one copy and leaves the others as they are. In
// JavaScript a Date is an object, and `const copy = date` refers to the same Date. See docs/date.md.
//
// The local time zone is the one that process::env["TZ"] names, otherwise the system's zone (/etc/localtime); its rules
// come from the system's tzdata. A native module of Node.js has no such environment and uses UTC.
#pragma once

#include <nodecpp/arithmetic.h>
#include <nodecpp/string.h>
#include <nodecpp/traits.h>

#include <compare>

namespace nodecpp {

// How toLocaleString writes a Date: the options of Intl.DateTimeFormat, with its values ("numeric", "2-digit", "long"
// and so on). An option that is undefined is not set.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Intl/DateTimeFormat/DateTimeFormat
struct DateTimeFormatOptions {
  // The value of a boolean option, which may also be not set: {.hour12 = false}.
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
  double fractionalSecondDigits = 0;  // the number of digits, 1 to 3; 0 means not set
  String timeZoneName = undefined;
  String dateStyle = undefined;
  String timeStyle = undefined;
};

namespace detail {

// The name of a locale, or undefined. It refers to the caller's text, which must live until the call has returned.
struct LocaleArg {
  StringArg name;
  bool given = true;
  LocaleArg(Undefined) noexcept : name(""), given(false) {}
  template <class T>
    requires StringLike<const T&>
  LocaleArg(const T& name [[clang::lifetimebound]]) : name(name) {}
};

// A type whose value may be a text, a number or a Date, known at run time only: a var or a Lookup.
template <class T>
concept DateLike = std::is_class_v<T> && !Arithmetic<T> && !StringLike<const T&> && requires(const T& value) {
  { value.toNumber() } -> detail::ConvertsTo<double>;
  { value.isString() } -> detail::ConvertsTo<bool>;
};

}  // namespace detail

class Date {
 public:
  // Makes a Date of the present moment, as `new Date()` does.
  Date() : Date(now()) {}
  // The moment `milliseconds` after 1970-01-01 UTC, truncated to whole milliseconds. NaN and values beyond 8.64e15 in
  // either direction give an invalid Date: all its parts are NaN.
  explicit Date(double milliseconds) noexcept;
  // Parses `text` as Date::parse does; the Date is invalid when the text is not a date.
  explicit Date(StringArg text) : time_(parse(text)) {}
  template <detail::DateLike T>
  explicit Date(const T& value) : time_(value.isString() ? parse(value.toString()) : Date(value.toNumber()).time_) {}
  // Makes a Date of parts in local time. `month` counts from 0; a year from 0 to 99 means 1900 to 1999; a part beyond
  // its range carries over into the next larger part.
  Date(double year, double month, double day = 1, double hours = 0, double minutes = 0, double seconds = 0,
       double milliseconds = 0);

  // Returns the time of the given parts in UTC, in milliseconds since 1970, by the same rules as the constructor.
  static double UTC(double year, double month = 0, double day = 1, double hours = 0, double minutes = 0,
                    double seconds = 0, double milliseconds = 0) noexcept;
  // Parses what V8 parses, for example "2026-01-02T03:04:05.678Z" and its shorter forms, "Fri, 02 Jan 2026 03:04:05
  // GMT" and "1/2/2026 3:04 PM". A date of the first form without a time of day is in UTC; every other text without a
  // zone is in local time. Returns milliseconds since 1970, or NaN when the text is not a date.
  static double parse(StringArg text);
  // Returns the wall-clock time of the program's port in milliseconds since 1970; 0 before the runtime has started.
  static double now();

  // The getters return the value as a number, or NaN when the Date is invalid. Parts have JavaScript's ranges: months
  // count from 0, days of the week from 0 (Sunday).
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
  // Returns how many minutes local time is behind UTC: -60 in Berlin in winter.
  double getTimezoneOffset() const;
  // Returns getFullYear() - 1900. Deprecated in JavaScript.
  double getYear() const;

  // Each setter changes this Date and returns its new time in milliseconds. An argument of NaN makes the Date invalid.
  // An invalid Date stays invalid, except after setTime and the setters of the year.
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
  // Sets the year as setFullYear does, but a year from 0 to 99 means 1900 to 1999. Deprecated in JavaScript.
  double setYear(double year);

  // Returns a text such as "2026-01-02T03:04:05.678Z". Throws a RangeError when the Date is invalid.
  String toISOString() const;
  // Returns what toISOString returns, or a null String when the Date is invalid.
  String toJSON() const;
  // Returns a text such as "Fri, 02 Jan 2026 03:04:05 GMT". This function and all the following ones return "Invalid
  // Date" when the Date is invalid.
  String toUTCString() const;
  String toGMTString() const { return toUTCString(); }
  // Returns a text such as "Fri Jan 02 2026 04:04:05 GMT+0100 (Central European Standard Time)".
  String toString() const;
  // Returns the date of toString, for example "Fri Jan 02 2026".
  String toDateString() const;
  // Returns the time of day of toString, for example "04:04:05 GMT+0100 (Central European Standard Time)".
  String toTimeString() const;
  // Returns a text such as "1/2/2026, 4:04:05 AM", or one that `options` describes. The only locale is American
  // English, so `locale` must be undefined, "en" or "en-US". As in JavaScript, throws a RangeError for any other locale
  // and for an option value that does not exist, and a TypeError for options that exclude each other.
  String toLocaleString(detail::LocaleArg locale = undefined, const DateTimeFormatOptions& options = {}) const;
  // Returns the date in American English, for example "1/2/2026".
  String toLocaleDateString(detail::LocaleArg locale = undefined, const DateTimeFormatOptions& options = {}) const;
  // Returns the time of day in American English, for example "4:04:05 AM".
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
  // Always true: objects of JavaScript convert to true, and so does an invalid Date.
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
  // Sets some of year, month and day (setDay), or of hours, minutes, seconds and milliseconds (setClock). `first` is
  // the index of the first part that `values` gives.
  double setDay(int first, Values values, bool local);
  double setClock(int first, Values values, bool local);

  double time_;
};

}  // namespace nodecpp
