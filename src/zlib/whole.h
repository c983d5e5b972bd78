// Work on data that is in memory as a whole: the functions of the module, with and without a callback.
#pragma once

#include <nodecpp/zlib/convenience.h>

#include "zlib/options.h"

namespace nodecpp::zlib::detail {

// Does the work now and returns the result. Throws Node's error. `bytesRead` becomes the number of bytes of input that
// were used.
Buffer workNow(Prepared prepared, const Input& input, double* bytesRead = nullptr);

// The same, for a function of the module. `engine` is null without the option `info`.
BufferAndEngine nowWith(Prepared prepared, const Input& input, const ZlibBase& engine);
void laterWith(Prepared prepared, const Input& input, const ZlibBase& engine, DoneWithInfo done);

// Does the work, here or on another thread, and calls `done` in a later phase of the loop in any case.
using WholeDone = Function<void(Error, Buffer, double)>;
void workLater(Prepared prepared, const Input& input, WholeDone done);

}  // namespace nodecpp::zlib::detail
