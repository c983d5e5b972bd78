// Work on data that is in memory as a whole: the functions of the module, with and without a callback.
#pragma once

#include <nodecpp/zlib/convenience.h>

#include "zlib/options.h"

namespace nodecpp::zlib::detail {

// Does the work now and returns the result. Throws Node's error. `engine` is null without the option `info`.
BufferAndEngine nowWith(const Prepared& prepared, const Input& input, const ZlibBase& engine);
// Does the work, here or on another thread, and calls `done` in a later phase of the loop in any case.
void laterWith(const Prepared& prepared, const Input& input, const ZlibBase& engine, DoneWithInfo done);

}  // namespace nodecpp::zlib::detail
