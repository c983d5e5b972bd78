// The controller of byte streams.
#pragma once

#include <nodecpp/stream/web/byob.h>

#include "stream/web/internals.h"

namespace nodecpp::stream::web::detail {

// A read() into memory that waits. It deletes itself when it has been told.
struct ReadIntoRequest : ReadRequest {
  virtual void filled(FilledBytes bytes) = 0;
  void chunk(Chunk&&) override { NODECPP_ASSERT(false); }
};

class ByteController final : public ReadableStreamControllerObject {
 public:
  ByteController(ReadableStreamObject& stream, Handle<SourceObject> source, double highWaterMark,
                 std::size_t autoAllocate)
      : ReadableStreamControllerObject(stream, std::move(source), highWaterMark), autoAllocate_(autoAllocate) {}

  const char* className() const noexcept override { return "ReadableByteStreamController"; }
  bool isByteController() const noexcept override { return true; }
  void close() override;
  ReadableStreamBYOBRequest byobRequest() override;
  // As close() and enqueue(), which do nothing when the stream is closed.
  void closeNow();
  void enqueueBytes(Buffer bytes);
  bool hasPullIntos() const noexcept { return !pulls_.empty(); }
  void pullInto(const ViewedBytes& view, std::size_t min, ReadIntoRequest* request);
  void respond(double bytesWritten);
  void respondWith(const ViewedBytes& view);

 private:
  enum class Reader : unsigned char { none, byob, byDefault };
  // Memory that waits for bytes.
  struct PullInto {
    ArrayBuffer buffer;
    std::size_t bufferByteLength;
    std::size_t byteOffset;
    std::size_t byteLength;
    std::size_t bytesFilled;
    std::size_t minimumFill;
    std::size_t elementSize;
    Reader reader;
  };
  void pullSteps(ReadRequest* request) override;
  void clear() override;
  void releaseSteps() override;
  bool takeBuffered(Chunk& chunk) override;
  void enqueueChunk(Chunk&& chunk) override;
  void enqueueView(const nodecpp::detail::ViewBase& view) override;
  void trace(nodecpp::detail::Tracer& tracer) override;

  void checkEnqueue(std::size_t size);
  void put(Buffer bytes);
  void putFilled(const PullInto& into);
  void putDetached(PullInto into);
  void handleQueueDrain();
  void invalidateRequest() noexcept;
  PullInto shiftPullInto() noexcept;
  bool fill(PullInto& into);
  void fillFromQueue();
  void commit(const PullInto& into);
  void commitAll(nodecpp::detail::Ring<PullInto>& filled);
  void respondInternal(std::size_t bytesWritten);
  void respondWhenClosed();
  void respondWhenReadable(std::size_t bytesWritten);

  const std::size_t autoAllocate_;  // 0 for none
  nodecpp::detail::Ring<Buffer> queue_;
  nodecpp::detail::Ring<PullInto> pulls_;
  ReadableStreamBYOBRequest byobRequest_;
};

}  // namespace nodecpp::stream::web::detail
