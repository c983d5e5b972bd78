// The rule by which a zone changes between standard and summer time each year, as the last line of its file says it, in
// the form of the variable TZ: "CET-1CEST,M3.5.0,M10.5.0/3".
// https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html, RFC 9636 section 3.3.1
#pragma once

#include <cstdint>
#include <string_view>

namespace nodecpp::detail {

// What clocks show from a moment on.
struct ZoneTime {
  std::int32_t offset = 0;  // seconds east of Greenwich
  bool summer = false;
};

class YearRule {
 public:
  // False where the text is no such rule; the rule is not to be used then. Offsets are within a day, a bit more for
  // times.
  bool parse(std::string_view text) noexcept;
  bool changes() const noexcept { return changes_; }
  ZoneTime standard() const noexcept { return standard_; }
  ZoneTime summer() const noexcept { return summer_; }
  // When summer time begins and ends in a year, in seconds since 1970. In the south it ends before it begins.
  std::int64_t begin(std::int64_t year) const noexcept { return begin_.of(year) - standard_.offset; }
  std::int64_t end(std::int64_t year) const noexcept { return end_.of(year) - summer_.offset; }

 private:
  struct Day {
    enum class Kind : unsigned char { withoutLeapDay, fromZero, weekday } kind = Kind::fromZero;
    int month = 0, week = 0, day = 0;
    std::int32_t time = 7200;  // seconds of local time
    std::int64_t of(std::int64_t year) const noexcept;
  };
  struct Reader;

  ZoneTime standard_{}, summer_{};
  bool changes_ = false;
  Day begin_{}, end_{};
};

}  // namespace nodecpp::detail
