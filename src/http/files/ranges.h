// The header field Range, as npm's range-parser understands it.
#pragma once

#include <string_view>
#include <vector>

namespace nodecpp::http::detail {

// The first and the last byte of a range. They are numbers as in JavaScript, since a request may name any.
struct ByteRange {
  double first;
  double last;
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

enum class RangeResult : unsigned char { satisfiable, unsatisfiable, malformed };

// Whether the field's value begins with "bytes=", which spaces may precede. Other units are ignored.
bool isByteRange(std::string_view field) noexcept;

// Parses the ranges of a field for which isByteRange() is true, for a body of `size` bytes. Ranges that overlap or touch
// each other become one; `ranges` has them in the order of the field. A range that does not lie in the body is left out,
// and when all are, the field is unsatisfiable. The time grows with n log n of the ranges.
RangeResult parseRanges(std::string_view field, double size, std::vector<ByteRange>& ranges);

}  // namespace nodecpp::http::detail
