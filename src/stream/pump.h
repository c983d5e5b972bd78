// Writes what an iterator gives to one of Node's writable streams, for pipelines.
#pragma once

#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/promise.h>
#include <nodecpp/stream/web/reason.h>

#include <optional>

#include "stream/stream_access.h"

namespace nodecpp::stream::detail {

// Waits for a writable stream: for room, or for its end. The frame that waits holds this object, so the circle is broken
// at the end of the event loop.
class RoomObject final : public Object, nodecpp::detail::LoopEnd {
 public:
  explicit RoomObject(Writable stream) : stream_(std::move(stream)) {}

  void begin() {
    Handle<RoomObject> self(this);
    onDrain_ = [self] { self->resume({}); };
    stream_->on(event::drain, onDrain_);
    stopWatching_ = finished(Stream(stream_), {.readable = false}, [self](Error error) { self->resume(error); });
    remember();
  }
  void end() {
    forget();
    stopWatching_();
    stopWatching_ = nullptr;
    stream_->off(event::drain, std::exchange(onDrain_, nullptr));
  }
  // Is fulfilled at the next drain or at the end, and rejected with the stream's error.
  Promise<> wait() {
    if (error_) return Promise<>::reject<void>(error_);
    waiting_ = Promise<>::withResolvers();
    return waiting_->promise;
  }
  Error error() const { return error_; }
  void onLoopEnd() noexcept override { waiting_.reset(); }

 private:
  void resume(const Error& error) {
    if (error) error_ = error;
    if (!waiting_) return;
    WithResolvers<void> waiting = *std::exchange(waiting_, std::nullopt);
    if (error_)
      waiting.reject(error_);
    else
      waiting.resolve();
  }

  Writable stream_;
  Function<void()> onDrain_;
  Function<void()> stopWatching_;
  std::optional<WithResolvers<void>> waiting_;
  Error error_;
  NODECPP_TRACE(stream_, onDrain_, stopWatching_)
};

// Writes the chunks of `from` to `to`, which is ended at the end if `ends` is true. Calls `finish` once, with the error
// of either side. `from.begin()` is called when `to` has room, and `from.leave()` is awaited when `to` takes no more
// chunks.
template <class From>
Promise<> pumpToNode(From from, Writable to, bool ends, Function<void(Error)> finish) {
  auto room = make<RoomObject>(to);
  room->begin();
  std::exception_ptr failure;
  bool inside = false;  // Whether a chunk is being written.
  try {
    if (to->writableNeedDrain()) co_await room->wait();
    from.begin();
    while (auto next = co_await from.next()) {
      inside = true;
      if (!to->write(From::chunkOf(next))) co_await room->wait();
      inside = false;
    }
    if (ends) {
      to->end();
      co_await room->wait();
    }
  } catch (...) {
    failure = nodecpp::detail::caught();
  }
  if (inside) co_await from.leave();
  Error error = web::Reason(failure).error();
  finish(failure && room->error() != error ? aggregateErrors(room->error(), error) : error);
  room->end();
}

}  // namespace nodecpp::stream::detail
