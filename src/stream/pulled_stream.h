// Streams that take the next chunk of a sequence when they are read: Readable::from() and Duplex::from().
#pragma once

#include <nodecpp/concurrency/sequence.h>
#include <nodecpp/promise.h>

#include "stream/stream_access.h"

namespace nodecpp::stream::detail {

template <class Base>
class PulledObject : public Base {
 protected:
  template <class Options>
  explicit PulledObject(Options options) : Base(std::move(options)) {}

  void _read(double) override {
    if (!std::exchange(pulling_, true)) pull();
  }
  void _destroy(Error error, Callback callback) override {
    if (!hasChunks_) return callback(error);
    chunks_.close().then([=] { tick([=] { callback(error); }); },
                         [=](const Error& thrown) { tick([=] { callback(aggregateErrors(error, thrown)); }); });
  }
  void setChunks(Sequence<Chunk> chunks) {
    chunks_ = std::move(chunks);
    hasChunks_ = true;
  }

 private:
  // Pushes chunks until the stream has enough. An exception of the sequence becomes the stream's error.
  Promise<> pull() {
    try {
      while (auto next = co_await chunks_.next()) {
        if (!*next)
          throw nodecpp::detail::codedError<TypeError>("ERR_STREAM_NULL_VALUES", "May not write null values to stream");
        if (this->push(std::move(*next))) continue;
        pulling_ = false;
        co_return;
      }
      this->push(nullptr);
    } catch (...) {
      this->destroy(nodecpp::detail::errorFrom(std::current_exception()));
    }
  }

  Sequence<Chunk> chunks_;
  bool hasChunks_ = false;
  bool pulling_ = false;
};

}  // namespace nodecpp::stream::detail
