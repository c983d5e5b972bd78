// The functions of Date that return texts, except those for a locale.
#include <nodecpp/date.h>
#include <nodecpp/error.h>

#include <cstdlib>

#include "date/calendar.h"
#include "date/local_time.h"
#include "date/text_buffer.h"

namespace nodecpp {

using namespace detail;

namespace {

constexpr std::string_view notADate = "Invalid Date";

// Appends the date: "Fri Jan 02 2026".
void putDay(TextBuffer& out, const DateParts& parts) {
  out << weekdayNames[parts.weekday].substr(0, 3) << ' ' << monthNames[parts.month].substr(0, 3) << ' ';
  out.number(parts.day, 2) << ' ';
  if (parts.year < 0) out << '-';
  out.number(std::abs(parts.year), 4);
}

void putClock(TextBuffer& out, const DateParts& parts) {
  out.number(parts.hours, 2) << ':';
  out.number(parts.minutes, 2) << ':';
  out.number(parts.seconds, 2);
}

// Appends the zone: " GMT+0100 (Central European Standard Time)". Seconds of the offset are not written, as in V8.
void putZone(TextBuffer& out, const Zone& zone, std::int64_t time, std::int32_t offset) {
  const int minutes = offset / int(msPerMinute), size = std::abs(minutes);
  out << " GMT" << (minutes < 0 ? '-' : '+');
  out.number(size / 60, 2);
  out.number(size % 60, 2) << " (" << zone.nameAt(time) << ')';
}

String localText(double at, bool day, bool clock) {
  if (at != at) return String(notADate);
  const std::int64_t time = std::int64_t(at);
  const Zone& zone = localZone();
  const std::int32_t offset = zone.at(time).offset;
  const DateParts parts = partsOf(time + offset);
  TextBuffer out;
  if (day) putDay(out, parts);
  if (day && clock) out << ' ';
  if (clock) {
    putClock(out, parts);
    putZone(out, zone, time, offset);
  }
  return out.text();
}

}  // namespace

String Date::toISOString() const {
  if (time_ != time_) throw RangeError("Invalid time value");
  const DateParts parts = partsOf(std::int64_t(time_));
  TextBuffer out;
  const bool longYear = parts.year < 0 || parts.year > 9999;
  if (longYear) out << (parts.year < 0 ? '-' : '+');
  out.number(std::abs(parts.year), longYear ? 6 : 4) << '-';
  out.number(parts.month + 1, 2) << '-';
  out.number(parts.day, 2) << 'T';
  putClock(out, parts);
  out << '.';
  out.number(parts.milliseconds, 3) << 'Z';
  return out.text();
}

String Date::toJSON() const { return time_ == time_ ? toISOString() : String(nullptr); }

String Date::toUTCString() const {
  if (time_ != time_) return String(notADate);
  const DateParts parts = partsOf(std::int64_t(time_));
  if (parts.year >= 0 && parts.year <= 9999) [[likely]] {
    // As it stands in the heads of HTTP, which are made often.
    char text[] = "Day, 00 Mon 0000 00:00:00 GMT";
    auto put = [&](std::size_t at, int number) {
      text[at] = char('0' + number / 10);
      text[at + 1] = char('0' + number % 10);
    };
    weekdayNames[parts.weekday].copy(text, 3);
    put(5, parts.day);
    monthNames[parts.month].copy(text + 8, 3);
    put(12, parts.year / 100);
    put(14, parts.year % 100);
    put(17, parts.hours);
    put(20, parts.minutes);
    put(23, parts.seconds);
    return String(std::string_view(text, sizeof text - 1));
  }
  TextBuffer out;
  out << weekdayNames[parts.weekday].substr(0, 3) << ", ";
  out.number(parts.day, 2) << ' ' << monthNames[parts.month].substr(0, 3) << ' ';
  if (parts.year < 0) out << '-';
  out.number(std::abs(parts.year), 4) << ' ';
  putClock(out, parts);
  out << " GMT";
  return out.text();
}

String Date::toString() const { return localText(time_, true, true); }
String Date::toDateString() const { return localText(time_, true, false); }
String Date::toTimeString() const { return localText(time_, false, true); }

}  // namespace nodecpp
