// stream/consumers: all of a stream at once.
// https://nodejs.org/docs/latest-v24.x/api/webstreams.html#utility-consumers
#pragma once

#include <nodecpp/promise.h>
#include <nodecpp/stream.h>
#include <nodecpp/var.h>

namespace nodecpp::stream::consumers {

// What the stream gives until its end, decoded as UTF-8 (without a byte order mark in front) or as it is. Rejected with
// the stream's error, ERR_STREAM_PREMATURE_CLOSE when it was closed before its end. Retracted, the stream is given up
// (destroyed; a response that has come whole gives its connection back), and its `close` waited for.
Promise<String> text(Readable stream);
Promise<Buffer> buffer(Readable stream);
// A Buffer is a Uint8Array in Node, too.
inline Promise<Buffer> bytes(Readable stream) { return buffer(std::move(stream)); }

// The text as JSON. Rejected with a SyntaxError when it is none.
Promise<var> json(Readable stream);

}  // namespace nodecpp::stream::consumers
