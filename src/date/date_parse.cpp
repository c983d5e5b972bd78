// Date.parse as V8 does it: first ECMAScript's own format is tried. A text that is not of that format is read by the
// rules of V8's legacy parser, which take the text's words, numbers and signs one by one.
#include <nodecpp/date.h>

#include <cmath>
#include <limits>
#include <string_view>

#include "base/assertion.h"
#include "date/calendar.h"
#include "date/date_tokens.h"
#include "date/local_time.h"

namespace nodecpp {

using namespace detail;

namespace {

constexpr double noDate = std::numeric_limits<double>::quiet_NaN();

bool isDayNumber(int value) { return within(value, 1, 31); }
bool isMonthNumber(int value) { return within(value, 1, 12); }
bool isMinuteNumber(int value) { return within(value, 0, 59); }

// Returns the fraction of a second as milliseconds; digits after the third are dropped.
int millisecondsOf(const DateToken& token) {
  int value = token.value;
  std::size_t length = std::min<std::size_t>(token.length, 9);
  for (; length < 3; ++length) value *= 10;
  for (; length > 3; --length) value /= 10;
  NODECPP_DEBUG_ASSERT(value >= 0, value);
  return value;
}

class DateReader {
 public:
  explicit DateReader(std::string_view text) : tokens_(text) {}

  double read() {
    DateToken token{};
    switch (readIso(token)) {
      case Found::none: return noDate;
      case Found::all: break;
      case Found::begin:
        if (!readRest(token)) return noDate;
    }
    return time();
  }

 private:
  enum class Found { all, begin, none };

  // Reads ECMAScript's format. When the text differs from the format before its time of day, `token` is the first token
  // that the legacy rules have to read.
  Found readIso(DateToken& token) {
    const Found date = readIsoDate(token);
    if (date != Found::all) return date;
    if (tokens_.peek().kind != DateToken::Kind::word || tokens_.peek().word != DateWord::separator) {
      if (!tokens_.peek().isEnd()) return token = tokens_.next(), Found::begin;
    } else {
      tokens_.next();
      if (!readIsoTime()) return Found::none;
    }
    if (!hasZone_ && clockCount_ == 0) setZone(0);  // a date without a time of day is in UTC
    isIso_ = true;
    return Found::all;
  }
  Found readIsoDate(DateToken& token) {
    const bool long_ = tokens_.peek().isSign();
    if (long_) {
      const DateToken sign = tokens_.next();
      const int year = tokens_.peek().value;
      token = sign;
      if (!tokens_.peek().isNumber(6)) return Found::begin;
      tokens_.next();
      if (sign.is('-') && year == 0) return Found::begin;
      addDay(sign.is('-') ? -year : year);
    } else if (tokens_.peek().isNumber(4)) {
      addDay(tokens_.next().value);
    } else {
      return token = tokens_.next(), Found::begin;
    }
    for (int part = 0; part < 2 && tokens_.skip('-'); ++part) {
      const int value = tokens_.peek().value;
      if (!tokens_.peek().isNumber(2) || !(part == 0 ? isMonthNumber(value) : isDayNumber(value)))
        return token = tokens_.next(), Found::begin;
      addDay(tokens_.next().value);
    }
    return Found::all;
  }
  // Reads a number of two digits that is at most `most`.
  bool twoDigits(int most, int& value) {
    if (!tokens_.peek().isNumber(2) || tokens_.peek().value > most) return false;
    value = tokens_.next().value;
    return true;
  }
  bool readIsoTime() {
    int hours = 0, minutes = 0, seconds = 0;
    if (!twoDigits(24, hours) || !tokens_.skip(':')) return false;
    const int most = hours == 24 ? 0 : 59;  // 24:00 is the end of the day
    if (!twoDigits(most, minutes)) return false;
    addClock(hours), addClock(minutes);
    if (tokens_.skip(':')) {
      if (!twoDigits(most, seconds)) return false;
      addClock(seconds);
      if (tokens_.skip('.')) {
        if (!tokens_.peek().isNumber() || (hours == 24 && tokens_.peek().value > 0)) return false;
        addClock(millisecondsOf(tokens_.next()));
      }
    }
    return readIsoZone() && tokens_.peek().isEnd();
  }
  bool readIsoZone() {
    if (tokens_.peek().isZ()) {
      tokens_.next();
      setZone(0);
    } else if (tokens_.peek().isSign()) {
      zoneSign_ = tokens_.next().is('-') ? -1 : 1;
      if (tokens_.peek().isNumber(4)) {
        const int digits = tokens_.next().value;
        zoneHours_ = digits / 100, zoneMinutes_ = digits % 100;
        if (zoneHours_ > 23 || zoneMinutes_ > 59) return false;
      } else if (!twoDigits(23, zoneHours_) || !tokens_.skip(':') || !twoDigits(59, zoneMinutes_)) {
        return false;
      }
      hasZone_ = hasZoneMinutes_ = true;
    }
    return true;
  }

  // Reads the text from `token` on by the rules of V8's legacy parser, for a date that is not in ECMAScript's format.
  bool readRest(DateToken token) {
    hasNumber_ = dayCount_ > 0;
    for (; !token.isEnd(); token = tokens_.next()) {
      if (token.isNumber()) {
        if (!takeNumber(token.value)) return false;
      } else if (token.kind == DateToken::Kind::word) {
        if (!takeWord(token)) return false;
      } else if (token.isSign() &&
                 ((hasZone_ && zoneHours_ == 0 && hasZoneMinutes_ && zoneMinutes_ == 0) || clockCount_ > 0)) {
        if (!takeOffset(token)) return false;
      } else if ((token.isSign() || token.is(')')) && hasNumber_) {
        return false;
      }
    }
    return true;
  }
  bool takeNumber(int value) {
    hasNumber_ = true;
    if (tokens_.skip(':')) {
      if (tokens_.skip(':')) {  // "10::" means 10:00
        if (clockCount_ > 0) return false;
        return addClock(value) && addClock(0);
      }
      if (!addClock(value)) return false;
      tokens_.skip('.');
      return true;
    }
    if (tokens_.skip('.') && expectsClock(value)) {
      addClock(value);
      if (!tokens_.peek().isNumber()) return false;
      addLastClock(millisecondsOf(tokens_.next()));
      return true;
    }
    if (hasZone_ && !hasZoneMinutes_ && isMinuteNumber(value)) {
      zoneMinutes_ = value, hasZoneMinutes_ = true;
      return true;
    }
    if (expectsClock(value)) {
      addLastClock(value);
      const DateToken& after = tokens_.peek();
      return after.isEnd() || after.kind == DateToken::Kind::space || after.isZ() || after.isSign();
    }
    if (!addDay(value)) return false;
    tokens_.skip('-');
    return true;
  }
  bool takeWord(const DateToken& token) {
    if (token.word == DateWord::halfDay && clockCount_ > 0) {
      halfDay_ = token.value;
    } else if (token.word == DateWord::month) {
      month_ = token.value;
      tokens_.skip('-');
    } else if (token.word == DateWord::zone && hasNumber_) {
      setZone(token.value);
    } else if (hasNumber_ || tokens_.peek().isNumber()) {
      return false;  // unknown words are ignored only before the first number, and not directly in front of it
    }
    return true;
  }
  bool takeOffset(const DateToken& sign) {
    zoneSign_ = sign.is('-') ? -1 : 1;
    int value = 0;
    std::size_t length = 0;
    if (tokens_.peek().isNumber()) {
      const DateToken number = tokens_.next();
      value = number.value;
      length = number.length;
    }
    hasNumber_ = true;
    hasZone_ = hasZoneMinutes_ = true;
    if (tokens_.peek().is(':')) {
      zoneHours_ = value;
      hasZoneMinutes_ = false;
    } else if (length == 1 || length == 2) {
      zoneHours_ = value, zoneMinutes_ = 0;
    } else if (length == 3 || length == 4) {
      zoneHours_ = value / 100, zoneMinutes_ = value % 100;
    } else {
      return false;
    }
    return true;
  }

  bool addDay(int value) {
    if (dayCount_ == 3) return false;
    day_[dayCount_++] = value;
    return true;
  }
  bool addClock(int value) {
    if (clockCount_ == 4) return false;
    clock_[clockCount_++] = value;
    return true;
  }
  // Adds the last part (hours, minutes, seconds or milliseconds) of a time of day. No further part may follow.
  void addLastClock(int value) {
    addClock(value);
    clockCount_ = 4;
  }
  bool expectsClock(int value) const {
    if (clockCount_ == 1 || clockCount_ == 2) return isMinuteNumber(value);
    return clockCount_ == 3 && within(value, 0, 999);
  }
  void setZone(int hours) {
    NODECPP_DEBUG_ASSERT(hours > -24 && hours < 24, hours);
    hasZone_ = hasZoneMinutes_ = true;
    zoneSign_ = hours < 0 ? -1 : 1;
    zoneHours_ = hours < 0 ? -hours : hours;
    zoneMinutes_ = 0;
  }

  // Finds out which of the date's numbers is the year, the month and the day: by the name of a month, if there is one,
  // and by which numbers can be a day. A missing month or day is 1.
  bool wholeDay(int& year, int& month, int& day) const {
    NODECPP_DEBUG_ASSERT(dayCount_ >= 0 && dayCount_ <= 3 && month_ <= 12, dayCount_, month_);
    if (dayCount_ == 0) return false;
    int parts[3] = {1, 1, 1};
    for (int i = 0; i < dayCount_; ++i) parts[i] = day_[i];
    if (month_ > 0) {
      const bool yearFirst = !isDayNumber(parts[0]);
      month = month_;
      day = yearFirst ? parts[1] : parts[0];
      year = yearFirst ? parts[0] : parts[1];
    } else if (isIso_ || !isDayNumber(parts[0])) {
      year = parts[0], month = parts[1], day = parts[2];
    } else {
      month = parts[0], day = parts[1], year = parts[2];
    }
    if (!isIso_ && within(year, 0, 49)) year += 2000;
    if (!isIso_ && within(year, 50, 99)) year += 1900;
    return isMonthNumber(month) && isDayNumber(day);
  }
  bool wholeClock(double& time) const {
    NODECPP_DEBUG_ASSERT(clockCount_ >= 0 && clockCount_ <= 4, clockCount_);
    int parts[4] = {0, 0, 0, 0};
    for (int i = 0; i < clockCount_; ++i) parts[i] = clock_[i];
    if (halfDay_ >= 0) {
      if (!within(parts[0], 0, 12)) return false;
      parts[0] = parts[0] % 12 + halfDay_;
    }
    const bool inDay =
        within(parts[0], 0, 23) && isMinuteNumber(parts[1]) && isMinuteNumber(parts[2]) && within(parts[3], 0, 999);
    if (!inDay && !(parts[0] == 24 && parts[1] == 0 && parts[2] == 0 && parts[3] == 0)) return false;
    time = makeTime(parts[0], parts[1], parts[2], parts[3]);
    return true;
  }
  double time() const {
    int year = 0, month = 0, day = 0;
    double clock = 0;
    if (!wholeDay(year, month, day) || !wholeClock(clock)) return noDate;
    const double local = makeDate(makeDay(year, month - 1, day), clock);
    if (zoneSign_ == 0) return timeOfLocal(local);
    // V8 computes an offset in 32 bits and refuses an offset in the upper half of that range.
    const std::uint32_t hours = std::uint32_t(hasZone_ ? zoneHours_ : 0),
                        minutes = std::uint32_t(hasZoneMinutes_ ? zoneMinutes_ : 0);
    const std::uint32_t offset = hours * 3600 + minutes * 60;
    if (offset > 2147483647) return noDate;
    return timeClip(local - zoneSign_ * double(offset) * 1000);
  }

  DateTokens tokens_;
  int day_[3] = {}, clock_[4] = {};
  int dayCount_ = 0, clockCount_ = 0;
  bool isIso_ = false, hasNumber_ = false;
  int month_ = 0;     // the month that was given by its name; 0 without one
  int halfDay_ = -1;  // 0 for AM, 12 for PM, -1 for neither
  int zoneSign_ = 0;  // the sign of the zone's offset; 0 means local time
  int zoneHours_ = 0, zoneMinutes_ = 0;
  bool hasZone_ = false, hasZoneMinutes_ = false;
};

// A fast path for "2026-01-02T03:04:05.678Z", the form that toJSON writes, since most texts have this form. Returns
// false for every other form and for parts beyond their range.
bool readWritten(std::string_view text, double& time) {
  constexpr std::string_view form = "0000-00-00T00:00:00.000Z";
  if (text.size() != form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i)
    if (form[i] == '0' ? !ascii::isDigit(text[i]) : text[i] != form[i]) return false;
  auto two = [&](std::size_t at) { return (text[at] - '0') * 10 + (text[at + 1] - '0'); };
  const int month = two(5), day = two(8), hours = two(11), minutes = two(14), seconds = two(17);
  if (!isMonthNumber(month) || !isDayNumber(day) || hours > 23 || minutes > 59 || seconds > 59) return false;
  const std::int64_t days = dayOfMonth(two(0) * 100 + two(2), month - 1) + day - 1;
  time = double(days * msPerDay + hours * msPerHour + minutes * msPerMinute + seconds * 1000 + two(20) * 10 +
                (text[22] - '0'));
  return true;
}

}  // namespace

double Date::parse(StringArg text) {
  const std::string_view all(text.data(), text.size());
  double time = 0;
  return readWritten(all, time) ? time : DateReader(all).read();
}

}  // namespace nodecpp
