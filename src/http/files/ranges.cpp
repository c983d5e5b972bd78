#include "http/files/ranges.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "base/assertion.h"

namespace nodecpp::http::detail {

namespace {

struct NumberedRange {
  ByteRange range;
  std::size_t index;
};

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

// Removes what JavaScript's trim removes, as far as a header field's value can contain it: the value is latin1 in UTF-8,
// so the space without a line break is the bytes C2 A0.
std::string_view trimmed(std::string_view text) noexcept {
  auto lengthAt = [](std::string_view t) -> std::size_t {
    if (t.starts_with("\xc2\xa0")) return 2;
    return !t.empty() && (t[0] == ' ' || (t[0] >= '\t' && t[0] <= '\r')) ? 1 : 0;
  };
  while (std::size_t length = lengthAt(text)) text.remove_prefix(length);
  for (;;) {
    if (text.ends_with("\xc2\xa0"))
      text.remove_suffix(2);
    else if (!text.empty() && lengthAt(text.substr(text.size() - 1)) == 1)
      text.remove_suffix(1);
    else
      return text;
  }
}

// Returns the number that the digits stand for, as JavaScript's Number does: beyond 2^53 it is rounded, and a number that
// is too large for a double is infinite. Returns NaN for anything but digits.
double positionOf(std::string_view text) noexcept {
  if (text.empty()) return notANumber;
  double value = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return notANumber;
    value = value * 10 + (c - '0');
  }
  return value;
}

// Joins ranges that overlap or touch each other. A joined range has the place of its first part in the field.
void combine(std::vector<NumberedRange>& ranges) {
  std::ranges::sort(ranges, {}, [](const NumberedRange& each) { return std::pair(each.range.first, each.index); });
  std::size_t last = 0;
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    const NumberedRange& next = ranges[i];
    NumberedRange& current = ranges[last];
    if (next.range.first > current.range.last + 1) {
      ranges[++last] = next;
    } else if (next.range.last > current.range.last) {
      current.range.last = next.range.last;
      current.index = std::min(current.index, next.index);
    }
  }
  ranges.resize(last + 1);
  std::ranges::sort(ranges, {}, &NumberedRange::index);
}

}  // namespace

bool isByteRange(std::string_view field) noexcept {
  field.remove_prefix(std::min(field.find_first_not_of(' '), field.size()));
  return field.starts_with("bytes=");
}

RangeResult parseRanges(std::string_view field, double size, std::vector<ByteRange>& ranges) {
  NODECPP_DEBUG_ASSERT(isByteRange(field) && size >= 0);
  std::vector<NumberedRange> found;
  std::string_view rest = field.substr(field.find('=') + 1);
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    std::string_view part = rest.substr(0, comma);
    more = comma != rest.npos;
    if (more) rest.remove_prefix(comma + 1);
    const std::size_t dash = part.find('-');
    if (dash == part.npos) return RangeResult::malformed;
    const std::string_view from = trimmed(part.substr(0, dash)), to = trimmed(part.substr(dash + 1));
    double first = positionOf(from), last = positionOf(to);
    if (from.empty()) {
      first = size - last;
      last = size - 1;
    } else if (to.empty()) {
      last = size - 1;
    }
    if (last > size - 1) last = size - 1;
    if (std::isnan(first) || std::isnan(last)) return RangeResult::malformed;
    if (first > last || first < 0) continue;
    found.push_back({{first, last}, found.size()});
  }
  if (found.empty()) return RangeResult::unsatisfiable;
  combine(found);
  for (const NumberedRange& each : found) ranges.push_back(each.range);
  return RangeResult::satisfiable;
}

}  // namespace nodecpp::http::detail
