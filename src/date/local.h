// Local time in the current program's zone.
#pragma once

#include <cstdint>

#include "date/zones.h"

namespace nodecpp::detail {

// Returns the current program's zone, or UTC when there is no program. The reference is valid until the program's zone
// changes.
const Zone& localZone();

// Returns local time as a number of milliseconds: the time plus the offset.
inline std::int64_t localTime(std::int64_t time) { return time + localZone().at(time).offset; }
// Converts local time to a time in UTC; NaN beyond a Date's range.
double timeOfLocal(double local);

}  // namespace nodecpp::detail
