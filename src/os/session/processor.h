// The features of the processor that can influence a program's results.
#pragma once

#include <string>

namespace nodecpp::os::record {

// Returns for example "Intel(R) Xeon(R) Processor: sse4.2 avx avx2 fma": the processor's name and the extensions by
// which the C library and others choose variants of a function. Returns an empty string if they are unknown.
std::string processor();

}  // namespace nodecpp::os::record
