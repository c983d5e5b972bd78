// The controller of streams whose chunks are any values.
#pragma once

#include "stream/web/internals.h"

namespace nodecpp::stream::web::detail {

class DefaultController final : public ReadableStreamControllerObject {
 public:
  DefaultController(ReadableStreamObject& stream, Handle<SourceObject> source, double highWaterMark,
                    Function<double(Chunk)> size)
      : ReadableStreamControllerObject(stream, std::move(source), highWaterMark), size_(std::move(size)) {}

  void close() override;

 private:
  void pullSteps(ReadRequest* request) override;
  void clear() override;
  bool takeBuffered(Chunk& chunk) override;
  bool takeInBatch(Chunk& chunk) override;
  void enqueueChunk(Chunk&& chunk) override;
  void enqueueView(const nodecpp::detail::ViewBase& view) override {
    enqueueChunk(Chunk(nodecpp::detail::bytesOf(view)));
  }
  void trace(nodecpp::detail::Tracer& tracer) override;

  struct Queued {
    Chunk chunk;
    double size;
  };
  Chunk dequeue() noexcept;
  void enqueueWithSize(Chunk&& chunk);

  Function<double(Chunk)> size_;
  nodecpp::detail::Ring<Queued> queue_;
};

}  // namespace nodecpp::stream::web::detail
