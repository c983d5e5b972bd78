// What stream::pipeline does where one of two neighbours is a web stream.
#pragma once

#include <nodecpp/stream/web.h>

namespace nodecpp::stream::web::detail {

// Write what `from` gives to `to`, which is ended or closed at the end if `ends` is true. They call `finish` once, with
// the error of either side. A failure of `to` cancels or destroys `from`, and a failure of `from` aborts a web stream
// `to`. A web stream that is locked is an unhandled rejection, as in Node.
Promise<> pumpToNode(ReadableStream from, Writable to, bool ends, Function<void(Error)> finish);
Promise<> pumpToWeb(ReadableStream from, WritableStream to, bool ends, Function<void(Error)> finish);
Promise<> pumpToWeb(Readable from, WritableStream to, bool ends, Function<void(Error)> finish);

}  // namespace nodecpp::stream::web::detail
