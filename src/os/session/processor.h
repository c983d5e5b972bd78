// The processor that a program runs on, as far as what it computes can hang on it.
#pragma once

#include <string>

namespace nodecpp::os::record {

// "Intel(R) Xeon(R) Processor: sse4.2 avx avx2 fma": its name, and the extensions by which the C library and others choose
// between variants of a function. "" where that is not known.
std::string processor();

}  // namespace nodecpp::os::record
