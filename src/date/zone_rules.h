// What clocks show in a zone, of all times: read from a file of the system's tzdata (TZif, RFC 9636).
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "date/year_rule.h"

namespace nodecpp::detail {

// A time during which a zone's clocks did not change: from `from` until before `until`, in milliseconds since 1970.
struct ZonePeriod {
  static constexpr std::int64_t begin = std::numeric_limits<std::int64_t>::min() / 4, end = -begin;
  std::int64_t from = begin, until = end;
  std::int32_t offset = 0;  // milliseconds east of Greenwich
  bool summer = false;
  bool has(std::int64_t time) const noexcept { return time >= from && time < until; }
};

class ZoneRules {
 public:
  // One offset at all times: until something is read, UTC.
  explicit ZoneRules(std::int32_t offsetSeconds = 0) noexcept : first_{offsetSeconds, false} {}
  // Reads a file. False for what is none, and the rules are not to be used then. Whatever the bytes are, it takes
  // memory and time that grow with their number only.
  bool read(std::string_view file);

  ZonePeriod at(std::int64_t time) const noexcept;
  // The moment that local clocks called `local`. Of two the earlier one; a local time that clocks jumped over is
  // counted from before the jump.
  std::int64_t utc(std::int64_t local) const noexcept;

  // No zone is, or was, further from Greenwich.
  static constexpr std::int32_t mostOffset = 26 * 3600;

 private:
  struct Change {
    std::int64_t at;  // seconds
    ZoneTime to;
  };
  struct Block;
  bool readBlock(const Block& block);
  void continueBy(const YearRule& rule);
  void turnWinterTime(bool goesOn);
  ZonePeriod byRule(std::int64_t seconds) const noexcept;

  ZoneTime first_;
  std::vector<Change> changes_;  // in order
  YearRule rule_{};              // for what is after the last of them
  bool hasRule_ = false;
};

}  // namespace nodecpp::detail
