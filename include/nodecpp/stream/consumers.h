// stream/consumers: functions that read a whole stream.
// https://nodejs.org/docs/latest-v24.x/api/webstreams.html#utility-consumers
#pragma once

#include <nodecpp/array_buffer.h>
#include <nodecpp/promise.h>
#include <nodecpp/stream.h>
#include <nodecpp/stream/web/readable.h>
#include <nodecpp/var.h>

namespace nodecpp::stream::consumers {

// Return the stream's data up to its end: decoded as UTF-8 without a leading byte order mark, or as bytes. The promise
// is rejected with the stream's error, or with ERR_STREAM_PREMATURE_CLOSE when the stream was closed before its end.
// When the promise is retracted, the stream is given up, and the retraction waits for its `close`: the stream is
// destroyed, while a completely received response returns its connection to the agent.
Promise<String> text(Readable stream);
Promise<Buffer> buffer(Readable stream);
// In Node this returns a Uint8Array, and a Buffer is one.
inline Promise<Buffer> bytes(Readable stream) { return buffer(std::move(stream)); }

// The same for a web stream, which is locked meanwhile. When the promise is retracted, the stream is cancelled.
Promise<String> text(web::ReadableStream stream);
Promise<Buffer> buffer(web::ReadableStream stream);
inline Promise<Buffer> bytes(web::ReadableStream stream) { return buffer(std::move(stream)); }

// Return the stream's data as an ArrayBuffer.
Promise<ArrayBuffer> arrayBuffer(Readable stream);
Promise<ArrayBuffer> arrayBuffer(web::ReadableStream stream);

// Returns the stream's text parsed as JSON. The promise is rejected with a SyntaxError when the text is no JSON.
Promise<var> json(Readable stream);
Promise<var> json(web::ReadableStream stream);

}  // namespace nodecpp::stream::consumers
