// Parses dates, zone files and rules from any bytes. A parsed date must be within the range of Date, and parsing its
// own texts must give the same date. A zone file or a rule must be refused, or give an offset within the bounds of real
// zones for each time.
#include <nodecpp/date.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "date/zone_rules.h"

using namespace nodecpp;

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void parsed(std::string_view text) {
  const double time = Date::parse(text);
  if (time != time) return;
  check(std::fabs(time) <= 8.64e15 && time == std::trunc(time));
  const Date date(time);
  check(Date::parse(date.toISOString()) == time);
  // Years below 100 are written in a form that is read as another year.
  if (date.getUTCFullYear() >= 100) {
    check(Date::parse(date.toString()) == std::floor(time / 1000) * 1000);
    check(Date::parse(date.toUTCString()) == std::floor(time / 1000) * 1000);
  }
  Date same(date);
  check(same.setFullYear(date.getFullYear(), date.getMonth(), date.getDate()) == time);
  check(same.setUTCHours(date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), date.getUTCMilliseconds()) ==
        time);
  check(!date.toLocaleString(
                 "en", {.weekday = "long", .era = "long", .year = "numeric", .month = "long", .timeZoneName = "long"})
             .empty());
}

void zoned(std::string_view bytes) {
  detail::ZoneRules rules;
  if (!rules.read(bytes)) return;
  constexpr std::int64_t most = 1000LL * detail::ZoneRules::maxOffset;
  for (std::int64_t time :
       {-8640000000000000LL, -2208988800000LL, -1LL, 0LL, 1774746000000LL, 4102444800000LL, 8640000000000000LL}) {
    const detail::ZonePeriod period = rules.at(time);
    check(period.has(time) && std::abs(std::int64_t(period.offset)) <= most);
    const std::int64_t utc = rules.utc(time);
    check(std::abs(utc - time) <= 2 * most);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (bytes.starts_with("TZif")) return zoned(bytes), 0;
  parsed(bytes);
  detail::YearRule rule;
  if (rule.parse(bytes) && rule.changes())
    for (std::int64_t year : {-271821LL, 1970LL, 2024LL, 275760LL}) {
      const std::int64_t days = (year - 1970) * 366 + 400;
      check(std::abs(rule.begin(year)) < (std::abs(days) + 800) * 86400 &&
            std::abs(rule.end(year)) < (std::abs(days) + 800) * 86400);
    }
  return 0;
}
