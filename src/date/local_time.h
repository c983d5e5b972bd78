// Local time in the current program's zone.
#pragma once

#include <cstdint>

#include "date/zones.h"

namespace nodecpp::detail {

// Returns the current program's zone, or UTC when there is no program. The reference is valid until the program's zone
// changes.
const Zone& localZone();

// Returns the local time at the moment `time`: milliseconds since 1970 plus the zone's offset.
inline std::int64_t localTime(std::int64_t time) { return time + localZone().at(time).offset; }
// Converts local time to a time in UTC; NaN beyond a Date's range.
double timeOfLocal(double local);

}  // namespace nodecpp::detail
