// The offsets of a zone at all times, read from a file of the system's tzdata (TZif, RFC 9636).
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "date/year_rule.h"

namespace nodecpp::detail {

// A period in which a zone's clocks did not change: `from` is included, `until` is not, in milliseconds since 1970.
struct ZonePeriod {
  static constexpr std::int64_t begin = std::numeric_limits<std::int64_t>::min() / 4, end = -begin;
  std::int64_t from = begin, until = end;
  std::int32_t offset = 0;  // milliseconds that local clocks are ahead of UTC
  bool summer = false;
  bool has(std::int64_t time) const noexcept { return time >= from && time < until; }
};

class ZoneRules {
 public:
  // Makes rules with a single offset for all times, which read() replaces.
  explicit ZoneRules(std::int32_t offsetSeconds = 0) noexcept : first_{offsetSeconds, false} {}
  // Reads a tzdata file. Returns false when the file is malformed; the rules must not be used then. The file is
  // untrusted input: memory and time are proportional to its size, whatever it contains.
  bool read(std::string_view file);

  ZonePeriod at(std::int64_t time) const noexcept;
  // Returns the moment at which local clocks showed `local`. When they showed it twice, returns the earlier moment. A
  // local time that the clocks skipped is computed with the offset from before the jump.
  std::int64_t utc(std::int64_t local) const noexcept;

  // The limit for offsets, in seconds; no zone is or was further from Greenwich.
  static constexpr std::int32_t maxOffset = 26 * 3600;

 private:
  struct Change {
    std::int64_t at;  // the moment of the change, in seconds since 1970
    ZoneTime to;
  };
  struct Block;
  bool readBlock(const Block& block);
  void appendChangesByRule(const YearRule& rule);
  void turnWinterTime(bool continues);
  ZonePeriod byRule(std::int64_t seconds) const noexcept;

  ZoneTime first_;
  std::vector<Change> changes_;  // the changes in ascending order
  YearRule rule_{};              // the rule for times after the last change
  bool hasRule_ = false;
};

}  // namespace nodecpp::detail
