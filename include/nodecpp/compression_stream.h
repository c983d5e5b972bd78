// CompressionStream and DecompressionStream: the web's streams that compress, for pipeThrough().
// https://nodejs.org/docs/latest-v24.x/api/webstreams.html#class-compressionstream
//
//   auto packed = blob->stream()->pipeThrough(make<CompressionStream>("gzip"));
//   auto bytes = packed->pipeThrough(make<DecompressionStream>("gzip"));
//
// A program that includes this header links zlib and Brotli.
#pragma once

#include <nodecpp/stream/web.h>

namespace nodecpp {

namespace stream::web {

// Compresses texts and bytes; the chunks that it gives are Buffers. A chunk of another type fails the stream with
// ERR_INVALID_ARG_TYPE.
class CompressionStreamObject : public Object {
 public:
  // `format` is "deflate", "deflate-raw", "gzip" or "brotli". Throws ERR_INVALID_ARG_VALUE, a TypeError, for another one.
  explicit CompressionStreamObject(StringArg format);
  ReadableStream readable() const { return streams_.readable; }
  WritableStream writable() const { return streams_.writable; }

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    detail::inspectAs(out, "CompressionStream",
                      [&](auto& data) { data.property("readable", readable()).property("writable", writable()); });
  }

 private:
  ReadableWritablePair streams_;
  NODECPP_TRACE(streams_.readable, streams_.writable)
};

// Decompresses. Damaged or truncated input fails the stream with a TypeError whose `cause` is the error of zlib or
// Brotli and whose `code` is the same (Z_DATA_ERROR, Z_BUF_ERROR, …). Bytes behind the end of the compressed data fail it
// with ERR_TRAILING_JUNK_AFTER_STREAM_END. The output is not bounded: a consumer that reads slowly holds the rest back.
class DecompressionStreamObject : public Object {
 public:
  // As for CompressionStreamObject.
  explicit DecompressionStreamObject(StringArg format);
  ReadableStream readable() const { return streams_.readable; }
  WritableStream writable() const { return streams_.writable; }

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    detail::inspectAs(out, "DecompressionStream",
                      [&](auto& data) { data.property("readable", readable()).property("writable", writable()); });
  }

 private:
  ReadableWritablePair streams_;
  NODECPP_TRACE(streams_.readable, streams_.writable)
};

using CompressionStream = Handle<CompressionStreamObject>;
using DecompressionStream = Handle<DecompressionStreamObject>;

}  // namespace stream::web

using stream::web::CompressionStream;
using stream::web::DecompressionStream;

}  // namespace nodecpp
