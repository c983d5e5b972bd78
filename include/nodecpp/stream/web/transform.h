// TransformStream. Programs include nodecpp/stream/web.h.
// https://nodejs.org/docs/latest-v24.x/api/webstreams.html#class-transformstream
#pragma once

#include <nodecpp/stream/web/readable.h>
#include <nodecpp/stream/web/writable.h>

namespace nodecpp::stream::web {

// What a TransformStream does with each chunk. Its functions may return a promise. Without `transform` the chunks are
// passed on unchanged.
struct Transformer {
  detail::Algorithm<TransformStreamDefaultController> start{};
  detail::Algorithm<Chunk, TransformStreamDefaultController> transform{};
  detail::Algorithm<TransformStreamDefaultController> flush{};  // called before the readable side is closed
  detail::Algorithm<Reason> cancel{};  // called when the readable side is cancelled or the writable side aborted
};

// https://nodejs.org/docs/latest-v24.x/api/webstreams.html#class-transformstreamdefaultcontroller
class TransformStreamDefaultControllerObject : public Object {
 public:
  // How much the readable side wants; null when it has failed.
  DesiredSize desiredSize() const;
  // Gives a chunk to the readable side. Throws ERR_INVALID_STATE when that is closed or has failed.
  void enqueue() { enqueueChunk(Chunk()); }
  void enqueue(const ChunkArg& chunk) { enqueueChunk(chunk.toChunk()); }
  // Makes both sides fail.
  void error(Reason reason = {});
  // Closes the readable side, and makes the writable side fail.
  void terminate();

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    detail::inspectAs(out, "TransformStreamDefaultController", [](auto&) {});
  }

 protected:
  TransformStreamDefaultControllerObject() = default;
  virtual void enqueueChunk(Chunk&& chunk) = 0;
};

class TransformStreamObject : public Object {
 public:
  using Options = Transformer;
  using WebStream = void;
  // Calls the transformer's `start`, and throws what that throws. Throws ERR_INVALID_ARG_VALUE for a wrong high-water
  // mark. By default it is 1 for the writable side and 0 for the readable side.
  explicit TransformStreamObject(Transformer transformer = {}, QueuingStrategy writableStrategy = {},
                                 QueuingStrategy readableStrategy = {});

  ReadableStream readable() const { return readable_; }
  WritableStream writable() const { return writable_; }

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    detail::inspectAs(out, "TransformStream", [&](auto& data) {
      data.property("readable", readable_).property("writable", writable_);
      if (controller_)
        data.property("backpressure", backpressure());
      else
        data.property("backpressure", Undefined{});
    });
  }

  // For the runtime: the two sides of a stream that was received in a message, which has no controller here.
  explicit TransformStreamObject(ReadableWritablePair sides) noexcept
      : readable_(std::move(sides.readable)), writable_(std::move(sides.writable)) {}

 private:
  bool backpressure() const noexcept;
  ReadableStream readable_;
  WritableStream writable_;
  TransformStreamDefaultController controller_;
  NODECPP_TRACE(readable_, writable_, controller_)
};

}  // namespace nodecpp::stream::web
