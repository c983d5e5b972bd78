// The yearly rule by which a zone changes between standard time and summer time. It is the last line of a zone's tzdata
// file, in the format of the environment variable TZ: "CET-1CEST,M3.5.0,M10.5.0/3".
// https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html, RFC 9636 section 3.3.1
#pragma once

#include <cstdint>
#include <string_view>

namespace nodecpp::detail {

// The offset of local clocks, and whether it is summer time.
struct ZoneTime {
  std::int32_t offset = 0;  // seconds that local clocks are ahead of UTC
  bool summer = false;
};

class YearRule {
 public:
  // Parses a rule. Returns false when the text is not a rule with summer time; only standard() may then be used.
  // Offsets are limited to 24 hours, times of day to 167 hours.
  bool parse(std::string_view text) noexcept;
  bool changes() const noexcept { return changes_; }
  ZoneTime standard() const noexcept { return standard_; }
  ZoneTime summer() const noexcept { return summer_; }
  // Return when summer time begins and when it ends in a year, in seconds since 1970. In the southern hemisphere summer
  // time ends earlier in the year than it begins.
  std::int64_t begin(std::int64_t year) const noexcept { return begin_.of(year) - standard_.offset; }
  std::int64_t end(std::int64_t year) const noexcept { return end_.of(year) - summer_.offset; }

 private:
  struct Day {
    enum class Kind : unsigned char { withoutLeapDay, fromZero, weekday } kind = Kind::fromZero;
    int month = 0, week = 0, day = 0;
    std::int32_t time = 7200;  // of the day, in seconds after local midnight
    std::int64_t of(std::int64_t year) const noexcept;
  };
  struct Reader;

  ZoneTime standard_{}, summer_{};
  bool changes_ = false;
  Day begin_{}, end_{};
};

}  // namespace nodecpp::detail
