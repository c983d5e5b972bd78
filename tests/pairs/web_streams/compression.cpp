// CompressionStream and DecompressionStream: each format, damaged input, chunks of other types.
#include <nodecpp/blob.h>
#include <nodecpp/compression_stream.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/zlib.h>
using namespace nodecpp;

void log(const auto&... what) { console::log(what...); }
Promise<Buffer> all(ReadableStream stream) {
  Array<Buffer> parts;
  auto chunks = stream->values();
  while (auto chunk = co_await chunks.next()) parts.push((*chunk).toBuffer());
  co_return Buffer::concat(parts);
}
Promise<> unpack(String format, Buffer bytes) {
  try {
    auto text = (co_await all(ReadableStream::from({bytes})->pipeThrough(make<DecompressionStream>(format)))).toString();
    log(format, text.length(), text.slice(0, 20));
  } catch (const Error& error) {
    log(format, error->name, error->code || "undefined", error->message, error->cause.size() ? error->cause[0]->message : String("no cause"));
  }
}
Promise<> write(stream::Chunk chunk) {
  auto writer = make<CompressionStream>("gzip")->writable()->getWriter();
  try {
    co_await writer->write(chunk);
    log("taken");
  } catch (const Error& error) {
    log(error->name, error->code, error->message);
  }
}
void tryFormat(String format) {
  try {
    log(make<CompressionStream>(format));
    log(make<DecompressionStream>(format));
  } catch (const Error& error) {
    log(error->name, error->code, error->message);
  }
}
int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  for (String format : {"gzip", "deflate", "deflate-raw", "brotli", "zstd", "GZIP", ""}) tryFormat(format);
  for (String format : {"gzip", "deflate", "deflate-raw", "brotli"}) {
    auto packed = co_await all(ReadableStream::from({stream::Chunk(String("hello ").repeat(20000)), stream::Chunk(Buffer::from("and the end"))})->pipeThrough(make<CompressionStream>(format)));
    co_await unpack(format, packed);
    co_await unpack(format, packed.subarray(0, packed.length() - 3));
    co_await unpack(format, Buffer::concat({packed, Buffer::from("xx")}));
    co_await unpack(format, Buffer::from("this is not compressed"));
    co_await unpack(format, Buffer::alloc(0));
  }
  co_await unpack("gzip", Buffer::concat({zlib::gzipSync("abc"), zlib::gzipSync("def")}));
  co_await unpack("deflate", zlib::gzipSync("abc"));
  co_await write(stream::Chunk(String("text")));
  co_await write(stream::Chunk(Buffer::from("bytes")));
  co_await write(stream::Chunk(5));
  auto blob = make<Blob>({"one ", "two ", "three"});
  auto both = blob->stream()->pipeThrough(make<CompressionStream>("gzip"))->pipeThrough(make<DecompressionStream>("gzip"));
  log((co_await all(both)).toString());
  auto reader = make<Blob>({"never read"})->stream()->pipeThrough(make<CompressionStream>("deflate"))->getReader();
  co_await reader->cancel(Error("enough"));
  log("cancelled");
}); }
