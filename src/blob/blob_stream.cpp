#include <nodecpp/blob.h>
#include <nodecpp/let.h>
#include <nodecpp/stream/web.h>

#include "blob/blob_data.h"

namespace nodecpp {

namespace {

// What a stream has read of a Blob.
struct BlobProgress : Object {
  explicit BlobProgress(const Blob& blob) : reader(blob) {}
  detail::BlobReader reader;
};

Promise<> readPiece(Handle<BlobProgress> progress, ReadableByteStreamController controller) {
  const Buffer piece = co_await progress->reader.next(std::size_t(1) << 16);
  if (!piece.empty()) {
    // The reader of the stream gets memory of its own, which it may change.
    controller->enqueue(Buffer::copyBytesFrom(piece));
    co_return;
  }
  controller->close();
  if (ReadableStreamBYOBRequest request = controller->byobRequest()) request->respond(0);
}

}  // namespace

ReadableStream BlobObject::stream() const {
  auto progress = make<BlobProgress>(Blob(const_cast<BlobObject*>(this)));
  return make<ReadableStream>({
      .pull = [progress](ReadableByteStreamController controller) { return readPiece(progress, controller); },
      .type = "bytes",
  });
}

ReadableStream BlobObject::textStream() const { return stream()->pipeThrough(make<TextDecoderStream>()); }

}  // namespace nodecpp
