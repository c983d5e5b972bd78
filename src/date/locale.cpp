// toLocaleString, toLocaleDateString and toLocaleTimeString in American English, as Intl.DateTimeFormat writes them.
#include <nodecpp/date.h>
#include <nodecpp/error.h>

#include <cstdlib>
#include <span>
#include <string_view>

#include "base/upward_calls.h"
#include "date/calendar.h"
#include "date/local_time.h"
#include "date/text_buffer.h"

namespace nodecpp {

using namespace detail;

namespace {

using Options = DateTimeFormatOptions;

enum class Width : unsigned char { none, numeric, twoDigits, brief, full, narrow };
enum class HourCycle : unsigned char { from0to11, from1to12, from0to23, from1to24 };
enum class ZoneForm : unsigned char { none, brief, full, briefOffset, fullOffset };
// Which parts a method requires: they are added when the options name none of them.
enum class Ask : unsigned char { any, date, time };

// The patterns of a date in English, indexed by the form of the month and by a bit for each other part of the date that
// is wanted.
constexpr std::string_view dayPatterns[5][16] = {
#include "base/assertion.h"
#include "date/day_patterns.inc"
};

// The form in which each part of a date and time is written.
struct Form {
  Width weekday{}, era{}, year{}, month{}, day{}, hour{}, minute{}, second{};
  int fraction = 0;
  HourCycle cycle = HourCycle::from1to12;
  ZoneForm zone{};
  const char* glue = nullptr;  // the text between date and time, when it is not the default
  const Zone* of = nullptr;

  bool hasDay() const {
    return weekday != Width::none || era != Width::none || year != Width::none || month != Width::none ||
           day != Width::none;
  }
  bool hasTime() const { return hour != Width::none || minute != Width::none || second != Width::none || fraction > 0; }
};

struct OptionWord {
  std::string_view text;
  Width width;
};
constexpr OptionWord digits[] = {{"numeric", Width::numeric}, {"2-digit", Width::twoDigits}};
constexpr OptionWord names[] = {{"long", Width::full}, {"short", Width::brief}, {"narrow", Width::narrow}};
constexpr OptionWord months[] = {{"numeric", Width::numeric},
                                 {"2-digit", Width::twoDigits},
                                 {"long", Width::full},
                                 {"short", Width::brief},
                                 {"narrow", Width::narrow}};

// Reads the options; `method` is the name of the method that was called, for error messages.
class FormReader {
 public:
  FormReader(const Options& options, Ask ask, std::string_view method)
      : options_(options), ask_(ask), method_(method) {}

  Form read() {
    Form form;
    form.of = zone();
    form.weekday = width("weekday", options_.weekday, names);
    form.era = width("era", options_.era, names);
    form.year = width("year", options_.year, digits);
    form.month = width("month", options_.month, months);
    form.day = width("day", options_.day, digits);
    form.hour = width("hour", options_.hour, digits);
    form.minute = width("minute", options_.minute, digits);
    form.second = width("second", options_.second, digits);
    form.fraction = fraction();
    form.zone = zoneForm();
    form.cycle = cycle();
    const int dateStyle = style("dateStyle", options_.dateStyle), timeStyle = style("timeStyle", options_.timeStyle);
    if (dateStyle >= 0 || timeStyle >= 0)
      setStyles(form, dateStyle, timeStyle);
    else
      addDefaults(form);
    return form;
  }

 private:
  [[noreturn]] void refuse(std::string_view name, const String& value) const {
    throw RangeError("Value " + value + " out of range for Date.prototype." + method_ + " options property " + name);
  }
  Width width(std::string_view name, const String& value, std::span<const OptionWord> words) const {
    if (value.isUndefined()) return Width::none;
    for (const OptionWord& word : words)
      if (value == word.text) return word.width;
    refuse(name, value);
  }
  // Returns the index of dateStyle or timeStyle among full, long, medium and short; -1 when the option is not set.
  int style(std::string_view name, const String& value) const {
    constexpr std::string_view styles[] = {"full", "long", "medium", "short"};
    if (value.isUndefined()) return -1;
    for (int i = 0; i < 4; ++i)
      if (value == styles[i]) return i;
    refuse(name, value);
  }
  int fraction() const {
    const double count = options_.fractionalSecondDigits;
    if (count == 0) return 0;
    if (!(count >= 1 && count <= 3)) throw RangeError("fractionalSecondDigits value is out of range.");
    return int(count);
  }
  ZoneForm zoneForm() const {
    if (options_.timeZoneName.isUndefined()) return ZoneForm::none;
    if (options_.timeZoneName == "short") return ZoneForm::brief;
    if (options_.timeZoneName == "long") return ZoneForm::full;
    if (options_.timeZoneName == "shortOffset") return ZoneForm::briefOffset;
    if (options_.timeZoneName == "longOffset") return ZoneForm::fullOffset;
    refuse("timeZoneName", options_.timeZoneName);
  }
  HourCycle cycle() const {
    HourCycle cycle = HourCycle::from1to12;
    constexpr std::string_view cycles[] = {"h11", "h12", "h23", "h24"};
    if (!options_.hourCycle.isUndefined()) {
      int i = 0;
      while (i < 4 && !(options_.hourCycle == cycles[i])) ++i;
      if (i == 4) refuse("hourCycle", options_.hourCycle);
      cycle = HourCycle(i);
    }
    if (options_.hour12.isSet()) cycle = options_.hour12.on() ? HourCycle::from1to12 : HourCycle::from0to23;
    return cycle;
  }
  const Zone* zone() const {
    if (options_.timeZone.isUndefined()) return &localZone();
    const auto zones = upward().zones;
    Zones* own = zones ? zones() : nullptr;
    const Zone* found = own ? own->find({options_.timeZone.data(), options_.timeZone.size()}) : nullptr;
    if (!found && !own && options_.timeZone.toUpperCase() == "UTC") found = &utcZone();
    if (!found) throw RangeError("Invalid time zone specified: " + options_.timeZone);
    return found;
  }

  // dateStyle and timeStyle cannot be combined with options for single parts.
  void setStyles(Form& form, int dateStyle, int timeStyle) const {
    if (form.hasDay() || form.hasTime() || form.zone != ZoneForm::none) throw TypeError("Invalid option : option");
    if (ask_ == Ask::date && timeStyle >= 0) throw TypeError("Invalid option : timeStyle");
    if (ask_ == Ask::time && dateStyle >= 0) throw TypeError("Invalid option : dateStyle");
    if (dateStyle >= 0) {
      form.weekday = dateStyle == 0 ? Width::full : Width::none;
      form.month = dateStyle < 2 ? Width::full : dateStyle == 2 ? Width::brief : Width::numeric;
      form.day = Width::numeric;
      form.year = dateStyle == 3 ? Width::twoDigits : Width::numeric;
      form.glue = dateStyle < 2 ? " at " : ", ";
    }
    if (timeStyle >= 0) {
      form.hour = form.minute = Width::numeric;
      if (timeStyle < 3) form.second = Width::numeric;
      form.zone = timeStyle == 0 ? ZoneForm::full : timeStyle == 1 ? ZoneForm::brief : ZoneForm::none;
    }
  }
  void addDefaults(Form& form) const {
    const bool day =
        form.weekday != Width::none || form.year != Width::none || form.month != Width::none || form.day != Width::none;
    const bool asked = (ask_ != Ask::time && day) || (ask_ != Ask::date && form.hasTime());
    if (asked) return;
    if (ask_ != Ask::time) form.year = form.month = form.day = Width::numeric;
    if (ask_ != Ask::date) {
      form.hour = form.minute = form.second = Width::numeric;
      // V8 drops the cycles h11 and h24 when it has added the hour itself.
      if (form.cycle == HourCycle::from0to11) form.cycle = HourCycle::from1to12;
      if (form.cycle == HourCycle::from1to24) form.cycle = HourCycle::from0to23;
    }
  }

  const Options& options_;
  Ask ask_;
  std::string_view method_;
};

void putName(TextBuffer& out, std::string_view name, Width width) {
  out << name.substr(0, width == Width::full ? name.npos : width == Width::brief ? 3 : 1);
}

class FormWriter {
 public:
  FormWriter(const Form& form, double at) : form_(form), time_(std::int64_t(at)) {
    offset_ = form.of->at(time_).offset;
    parts_ = partsOf(time_ + offset_);
  }

  String write() {
    const bool time = form_.hasTime(), zone = form_.zone != ZoneForm::none;
    if (form_.hasDay()) {
      putDay();
      if (time || zone) out_ << glue();
    }
    if (time) putTime();
    if (zone) {
      if (time) out_ << ' ';
      putZone();
    }
    return out_.text();
  }

 private:
  std::string_view glue() const {
    if (form_.glue) return form_.glue;
    if (form_.month == Width::full) return " at ";
    const bool weekdayOnly = form_.month == Width::none && form_.day == Width::none && form_.year == Width::none &&
                             form_.era == Width::none && form_.zone == ZoneForm::none && form_.fraction == 0;
    const bool minutes = form_.minute != Width::none;
    const bool hours = form_.hour != Width::none && (minutes || (isHalf() && form_.second == Width::none));
    return weekdayOnly && hours ? " " : ", ";
  }
  bool isHalf() const { return form_.cycle <= HourCycle::from1to12; }

  void putDay() {
    const bool digitsOfMonth = form_.month == Width::numeric || form_.month == Width::twoDigits;
    const int kind = form_.month == Width::none    ? 0
                     : digitsOfMonth               ? 1
                     : form_.month == Width::brief ? 2
                     : form_.month == Width::full  ? 3
                                                   : 4;
    const int bits = (form_.day != Width::none ? 1 : 0) + (form_.year != Width::none ? 2 : 0) +
                     (form_.weekday != Width::none ? 4 : 0) + (form_.era != Width::none ? 8 : 0);
    std::string_view pattern = dayPatterns[kind][bits];
    if (pattern.empty()) pattern = "\2";  // there is no pattern for an era that stands only beside a time
    for (char c : pattern) switch (c) {
        case 1: putName(out_, weekdayNames[parts_.weekday], form_.weekday); break;
        case 2: putEra(); break;
        case 3: putYear(); break;
        case 4:
          if (digitsOfMonth)
            putNumber(parts_.month + 1, form_.month);
          else
            putName(out_, monthNames[parts_.month], form_.month);
          break;
        case 5: putNumber(parts_.day, form_.day); break;
        default: out_ << c;
      }
  }
  void putNumber(int value, Width width) { out_.number(value, width == Width::twoDigits ? 2 : 1); }
  void putEra() {
    const bool before = parts_.year < 1;
    if (form_.era == Width::full)
      out_ << (before ? "Before Christ" : "Anno Domini");
    else
      out_ << std::string_view(before ? "BC" : "AD").substr(0, form_.era == Width::narrow ? 1 : 2);
  }
  // There is no year 0: the year before AD 1 is 1 BC.
  void putYear() {
    const int year = parts_.year < 1 ? 1 - parts_.year : parts_.year;
    form_.year == Width::twoDigits ? out_.number(year % 100, 2) : out_.number(year, 1);
  }

  void putTime() {
    const bool hour = form_.hour != Width::none, fraction = form_.fraction > 0;
    const bool minute = form_.minute != Width::none;
    const bool second = form_.second != Width::none || (minute && fraction);
    if (hour) putHour();
    if (hour && minute) out_ << ':';
    if (minute) out_.number(parts_.minutes, hour || second ? 2 : 1);
    if (second && (minute || !hour)) {
      if (minute) out_ << ':';
      out_.number(parts_.seconds, minute ? 2 : 1);
      if (fraction) out_ << '.';
    }
    if (fraction && (second ? minute || !hour : !hour)) putFraction();
    if (!hour) return;
    if (isHalf()) out_ << (parts_.hours < 12 ? " AM" : " PM");
    // English has no pattern for seconds or a fraction beside hours without minutes, so the text is the one that ICU
    // gives for a missing pattern.
    if (second && !minute) out_ << " (second: ", putNumber(parts_.seconds, Width::numeric), out_ << ')';
    if (fraction && !second && !minute) out_ << " ├F14: ", putFraction(), out_ << "┤";
  }
  void putHour() {
    const int hours = parts_.hours;
    const bool two = form_.hour == Width::twoDigits || !isHalf();
    switch (form_.cycle) {
      case HourCycle::from0to11: out_.number(hours % 12, two ? 2 : 1); break;
      case HourCycle::from1to12: out_.number(hours % 12 == 0 ? 12 : hours % 12, two ? 2 : 1); break;
      case HourCycle::from0to23: out_.number(hours, 2); break;
      case HourCycle::from1to24: out_.number(hours == 0 ? 24 : hours, 2); break;
    }
  }
  void putFraction() {
    NODECPP_ASSERT(form_.fraction >= 1 && form_.fraction <= 3, form_.fraction);
    const int divisors[] = {1, 100, 10, 1};
    out_.number(parts_.milliseconds / divisors[form_.fraction], form_.fraction);
  }
  void putZone() {
    const ZoneNames* names = form_.of->names();
    const bool summer = form_.of->at(time_).summer;
    std::string_view name;
    if (names && form_.zone == ZoneForm::brief) name = summer ? names->shortSummer : names->shortStandard;
    if (names && form_.zone == ZoneForm::full) name = summer ? names->longSummer : names->longStandard;
    const bool brief = form_.zone == ZoneForm::brief || form_.zone == ZoneForm::briefOffset;
    out_ << (name.empty() ? nameOfOffset(offset_, brief) : name);
  }

  const Form& form_;
  std::int64_t time_;
  std::int32_t offset_ = 0;
  DateParts parts_{};
  TextBuffer out_;
};

void checkLocale(const LocaleArg& locale) {
  if (!locale.given || locale.name.isNullish()) return;
  const String name = locale.name.toString().toLowerCase();
  if (name == "en" || name == "en-us") return;
  if (name.empty()) throw RangeError("Incorrect locale information provided");
  throw RangeError("The locale " + locale.name.toString() + " is not there: dates are written in en-US alone");
}

String localeText(double time, const LocaleArg& locale, const Options& options, Ask ask, std::string_view method) {
  if (time != time) return "Invalid Date";
  checkLocale(locale);
  const Form form = FormReader(options, ask, method).read();
  return FormWriter(form, time).write();
}

}  // namespace

String Date::toLocaleString(LocaleArg locale, const DateTimeFormatOptions& options) const {
  return localeText(time_, locale, options, Ask::any, "toLocaleString");
}
String Date::toLocaleDateString(LocaleArg locale, const DateTimeFormatOptions& options) const {
  return localeText(time_, locale, options, Ask::date, "toLocaleDateString");
}
String Date::toLocaleTimeString(LocaleArg locale, const DateTimeFormatOptions& options) const {
  return localeText(time_, locale, options, Ask::time, "toLocaleTimeString");
}

}  // namespace nodecpp
