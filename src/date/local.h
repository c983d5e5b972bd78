// Local time of the current program.
#pragma once

#include <cstdint>

#include "date/zones.h"

namespace nodecpp::detail {

// The current program's zone; UTC where there is no program. It is there until the program's zone changes.
const Zone& localZone();

// What local clocks show, as a time of its own.
inline std::int64_t localTime(std::int64_t time) { return time + localZone().at(time).offset; }
// The moment of a local time, clipped; NaN beyond a Date's range.
double timeOfLocal(double local);

}  // namespace nodecpp::detail
