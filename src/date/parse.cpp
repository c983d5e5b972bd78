// Date.parse as V8 has it: ECMAScript's own form first, and where a text is not of that form, whatever may be a date, in
// which words, numbers and signs are taken one by one.
#include <nodecpp/date.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>

#include "date/calendar.h"
#include "date/local.h"

namespace nodecpp {

using namespace detail;

namespace {

constexpr double noDate = std::numeric_limits<double>::quiet_NaN();

bool within(int value, int from, int to) { return value >= from && value <= to; }
bool isDayNumber(int value) { return within(value, 1, 31); }
bool isMonthNumber(int value) { return within(value, 1, 12); }
bool isMinuteNumber(int value) { return within(value, 0, 59); }

enum class Word : unsigned char { other, month, halfDay, zone, separator };

struct Keyword {
  char letters[4];  // the first three, small
  Word kind;
  int value;  // a month from 1, the hour that half a day begins with, hours east of Greenwich
};
constexpr Keyword keywords[] = {
    {"jan", Word::month, 1},   {"feb", Word::month, 2},   {"mar", Word::month, 3},   {"apr", Word::month, 4},
    {"may", Word::month, 5},   {"jun", Word::month, 6},   {"jul", Word::month, 7},   {"aug", Word::month, 8},
    {"sep", Word::month, 9},   {"oct", Word::month, 10},  {"nov", Word::month, 11},  {"dec", Word::month, 12},
    {"am", Word::halfDay, 0},  {"pm", Word::halfDay, 12}, {"ut", Word::zone, 0},     {"utc", Word::zone, 0},
    {"z", Word::zone, 0},      {"gmt", Word::zone, 0},    {"cdt", Word::zone, -5},   {"cst", Word::zone, -6},
    {"edt", Word::zone, -4},   {"est", Word::zone, -5},   {"mdt", Word::zone, -6},   {"mst", Word::zone, -7},
    {"pdt", Word::zone, -7},   {"pst", Word::zone, -8},   {"t", Word::separator, 0},
};

struct Token {
  enum class Kind : unsigned char { end, number, symbol, word, space, other } kind = Kind::end;
  char symbol = 0;
  Word word = Word::other;
  int value = 0;           // of a number its first nine digits without zeros in front
  std::size_t length = 0;  // all its characters
  bool isNumber() const { return kind == Kind::number; }
  bool isNumber(std::size_t digits) const { return isNumber() && length == digits; }
  bool is(char c) const { return kind == Kind::symbol && symbol == c; }
  bool isSign() const { return is('+') || is('-'); }
  bool isEnd() const { return kind == Kind::end; }
  bool isZ() const { return kind == Kind::word && word == Word::zone && value == 0 && length == 1; }
};

// Takes a text apart. A zero ends it, as in V8.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : rest_(text.substr(0, std::min(text.find('\0'), text.size()))) { next_ = scan(); }
  const Token& peek() const { return next_; }
  Token next() {
    const Token token = next_;
    next_ = scan();
    return token;
  }
  bool skip(char symbol) {
    if (!next_.is(symbol)) return false;
    next_ = scan();
    return true;
  }

 private:
  // What is in brackets, the first of which has been taken; those in it are counted.
  void dropBrackets() {
    for (int open = 1; open > 0 && !rest_.empty();) {
      if (rest_[0] == '(') ++open;
      if (rest_[0] == ')') --open;
      rest_.remove_prefix(1);
    }
  }
  // The bytes of a white-space character at the front; 0 for another character.
  std::size_t spaceSize() const {
    const auto byte = [&](std::size_t i) { return i < rest_.size() ? static_cast<unsigned char>(rest_[i]) : 0U; };
    const unsigned first = byte(0);
    if (first == ' ' || (first >= 9 && first <= 13)) return 1;
    if (first == 0xc2) return byte(1) == 0xa0 ? 2 : 0;
    if (first < 0xe1 || first > 0xef) return 0;
    const unsigned code = (first & 15) << 12 | (byte(1) & 63) << 6 | (byte(2) & 63);
    const bool space = code == 0x1680 || (code >= 0x2000 && code <= 0x200a) ||
                       code == 0x202f || code == 0x205f || code == 0x3000 || code == 0xfeff;
    return space ? 3 : 0;
  }
  Token number() {
    Token token{.kind = Token::Kind::number};
    int digits = 0;
    for (; token.length < rest_.size() && within(rest_[token.length], '0', '9'); ++token.length) {
      const int digit = rest_[token.length] - '0';
      if (digits == 0 && digit == 0) continue;
      if (digits++ < 9) token.value = token.value * 10 + digit;
    }
    rest_.remove_prefix(token.length);
    return token;
  }
  // Letters and all that is behind them in ASCII and Unicode, but white space.
  Token word() {
    Token token{.kind = Token::Kind::word};
    char letters[3] = {0, 0, 0};
    while (!rest_.empty() && static_cast<unsigned char>(rest_[0]) >= 'A' && spaceSize() == 0) {
      if (token.length < 3) letters[token.length] = char(rest_[0] | 32);
      ++token.length;
      rest_.remove_prefix(1);
    }
    for (const Keyword& keyword : keywords) {
      if (std::memcmp(letters, keyword.letters, 3) != 0 || (token.length > 3 && keyword.kind != Word::month)) continue;
      token.word = keyword.kind;
      token.value = keyword.value;
      break;
    }
    return token;
  }
  Token scan() {
    if (rest_.empty()) return {};
    const char c = rest_[0];
    if (within(c, '0', '9')) return number();
    if (c == ':' || c == '-' || c == '+' || c == '.' || c == ')') {
      rest_.remove_prefix(1);
      return {.kind = Token::Kind::symbol, .symbol = c, .length = 1};
    }
    if (const std::size_t space = spaceSize()) {
      rest_.remove_prefix(space);
      return {.kind = Token::Kind::space, .length = 1};
    }
    if (static_cast<unsigned char>(c) >= 'A') return word();
    rest_.remove_prefix(1);
    if (c == '(') dropBrackets();
    return {.kind = Token::Kind::other, .length = 1};
  }

  std::string_view rest_;
  Token next_{};
};

// A number behind the point of seconds, as milliseconds: further digits are cut.
int millisecondsOf(const Token& token) {
  int value = token.value;
  std::size_t length = std::min<std::size_t>(token.length, 9);
  for (; length < 3; ++length) value *= 10;
  for (; length > 3; --length) value /= 10;
  return value;
}

class DateReader {
 public:
  explicit DateReader(std::string_view text) : tokens_(text) {}

  double read() {
    Token token{};
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

  // ECMAScript's form. Where the text leaves it before its time of day, `token` is the first that is still to be looked at.
  Found readIso(Token& token) {
    const Found date = readIsoDate(token);
    if (date != Found::all) return date;
    if (tokens_.peek().kind != Token::Kind::word || tokens_.peek().word != Word::separator) {
      if (!tokens_.peek().isEnd()) return token = tokens_.next(), Found::begin;
    } else {
      tokens_.next();
      if (!readIsoTime()) return Found::none;
    }
    if (!hasZone_ && clockCount_ == 0) setZone(0);  // a day is one of UTC
    isIso_ = true;
    return Found::all;
  }
  Found readIsoDate(Token& token) {
    const bool long_ = tokens_.peek().isSign();
    if (long_) {
      const Token sign = tokens_.next();
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
  // Two digits of a time up to `most`.
  bool twoDigits(int most, int& value) {
    if (!tokens_.peek().isNumber(2) || tokens_.peek().value > most) return false;
    value = tokens_.next().value;
    return true;
  }
  bool readIsoTime() {
    int hours = 0, minutes = 0, seconds = 0;
    if (!twoDigits(24, hours) || !tokens_.skip(':')) return false;
    const int most = hours == 24 ? 0 : 59;  // 24:00 ends a day
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

  // Everything else.
  bool readRest(Token token) {
    hasNumber_ = dayCount_ > 0;
    for (; !token.isEnd(); token = tokens_.next()) {
      if (token.isNumber()) {
        if (!takeNumber(token.value)) return false;
      } else if (token.kind == Token::Kind::word) {
        if (!takeWord(token)) return false;
      } else if (token.isSign() && ((hasZone_ && zoneHours_ == 0 && hasZoneMinutes_ && zoneMinutes_ == 0) || clockCount_ > 0)) {
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
      if (tokens_.skip(':')) {  // "10::" is 10:00
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
      const Token& after = tokens_.peek();
      return after.isEnd() || after.kind == Token::Kind::space || after.isZ() || after.isSign();
    }
    if (!addDay(value)) return false;
    tokens_.skip('-');
    return true;
  }
  bool takeWord(const Token& token) {
    if (token.word == Word::halfDay && clockCount_ > 0) {
      halfDay_ = token.value;
    } else if (token.word == Word::month) {
      month_ = token.value;
      tokens_.skip('-');
    } else if (token.word == Word::zone && hasNumber_) {
      setZone(token.value);
    } else if (hasNumber_ || tokens_.peek().isNumber()) {
      return false;  // words mean nothing only in front of the first number, and apart from it
    }
    return true;
  }
  bool takeOffset(const Token& sign) {
    zoneSign_ = sign.is('-') ? -1 : 1;
    int value = 0;
    std::size_t length = 0;
    if (tokens_.peek().isNumber()) {
      const Token number = tokens_.next();
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
  // Nothing may follow.
  void addLastClock(int value) {
    addClock(value);
    clockCount_ = 4;
  }
  bool expectsClock(int value) const {
    if (clockCount_ == 1 || clockCount_ == 2) return isMinuteNumber(value);
    return clockCount_ == 3 && within(value, 0, 999);
  }
  void setZone(int hours) {
    hasZone_ = hasZoneMinutes_ = true;
    zoneSign_ = hours < 0 ? -1 : 1;
    zoneHours_ = hours < 0 ? -hours : hours;
    zoneMinutes_ = 0;
  }

  // Which number is the year: it depends on a month's name, and on what can be a day. What is not there is 1.
  bool wholeDay(int& year, int& month, int& day) const {
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
    int parts[4] = {0, 0, 0, 0};
    for (int i = 0; i < clockCount_; ++i) parts[i] = clock_[i];
    if (halfDay_ >= 0) {
      if (!within(parts[0], 0, 12)) return false;
      parts[0] = parts[0] % 12 + halfDay_;
    }
    const bool inDay = within(parts[0], 0, 23) && isMinuteNumber(parts[1]) && isMinuteNumber(parts[2]) && within(parts[3], 0, 999);
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
    // V8 counts an offset in 32 bits, and takes none of half of them.
    const std::uint32_t hours = std::uint32_t(hasZone_ ? zoneHours_ : 0), minutes = std::uint32_t(hasZoneMinutes_ ? zoneMinutes_ : 0);
    const std::uint32_t offset = hours * 3600 + minutes * 60;
    if (offset > 2147483647) return noDate;
    return timeClip(local - zoneSign_ * double(offset) * 1000);
  }

  Tokens tokens_;
  int day_[3] = {}, clock_[4] = {};
  int dayCount_ = 0, clockCount_ = 0;
  bool isIso_ = false, hasNumber_ = false;
  int month_ = 0;     // by name
  int halfDay_ = -1;  // 0 for the morning, 12
  int zoneSign_ = 0;  // 0: local time
  int zoneHours_ = 0, zoneMinutes_ = 0;
  bool hasZone_ = false, hasZoneMinutes_ = false;
};

}  // namespace

double Date::parse(StringArg text) { return DateReader({text.data(), text.size()}).read(); }

}  // namespace nodecpp
