// A pipe from a Readable to a Writable: the listeners that Node adds to both streams, in Node's order.
#pragma once

#include <vector>

#include "stream/stream_access.h"

namespace nodecpp::stream {

// The destinations of a Readable, and the list of the destinations for whose `drain` it waits.
struct ReadableObject::Pipes {
  std::vector<Writable> destinations;
  std::vector<Writable> awaitingDrain;
  // Whether the source has, or once had, more than one destination. When a pipe of such a source is undone, the source
  // is resumed as if it had waited for that pipe's `drain`.
  bool several = false;

  bool has(const Writable& w) const { return std::ranges::find(destinations, w) != destinations.end(); }
  void await(const Writable& w) {
    if (std::ranges::find(awaitingDrain, w) == awaitingDrain.end()) awaitingDrain.push_back(w);
  }
};

namespace detail {

class PipeObject final : public Object {
 public:
  PipeObject(Readable source, Writable destination)
      : source_(std::move(source)), destination_(std::move(destination)) {}
  void start(PipeOptions options);

 private:
  template <auto method, std::size_t number>
  auto bound() {
    return Bound<PipeObject, method, number>{Handle<PipeObject>(this)};
  }
  auto endListener() { return bound<&PipeObject::onEnd, 0>(); }
  auto unpipeAtEndListener() { return bound<&PipeObject::unpipe, 1>(); }
  auto unpipeListener() { return bound<&PipeObject::onUnpipe, 2>(); }
  auto dataListener() { return bound<&PipeObject::onData, 3>(); }
  auto errorListener() { return bound<&PipeObject::onError, 4>(); }
  auto closeListener() { return bound<&PipeObject::onClose, 5>(); }
  auto finishListener() { return bound<&PipeObject::onFinish, 6>(); }
  auto drainListener() { return bound<&PipeObject::onDrain, 7>(); }

  void onEnd() { destination_->end(); }
  void unpipe() { source_->unpipe(destination_); }
  void onUnpipe(const Readable& source, UnpipeInfo& info);
  void onData(const Chunk& chunk);
  void onError(const Error& error);
  void onClose();
  void onFinish();
  void onDrain();
  void pause();
  void cleanUp();

  Readable source_;
  Writable destination_;
  NODECPP_TRACE(source_, destination_)
  bool listensToDrain_ = false;
  bool cleanedUp_ = false;
};

}  // namespace detail
}  // namespace nodecpp::stream
