#include "stream/pulls.h"

#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/promise.h>
#include <nodecpp/stream/operators.h>

#include <optional>

#include "promise/rejections.h"

namespace nodecpp::stream::detail {

namespace {

// The listeners of a loop, and the promise that the loop waits for. The stream holds the listeners, they hold the loop,
// and the loop holds the stream, so the circle is broken at the end of the event loop.
class LoopObject final : public Object, nodecpp::detail::LoopEnd {
 public:
  LoopObject(Readable stream, bool destroyOnReturn) : stream_(std::move(stream)), destroyOnReturn_(destroyOnReturn) {}

  void begin() {
    Handle<LoopObject> self(this);
    onReadable_ = [self] { self->wake(); };
    stream_->on(event::readable, onReadable_);
    cleanUp_ = finished(Stream(stream_), {.writable = false}, [self](Error error) {
      self->error_ = error;
      self->over_ = true;
      self->wake();
    });
    remember();
  }
  Chunk read() { return stream_->destroyed() ? Chunk() : stream_->read(); }
  // Is fulfilled when there may be a chunk, or when the stream has ended.
  Promise<> wait() {
    return Promise<>([&](Resolver<void> resolve) { waiting_ = std::move(resolve); });
  }
  bool over() const { return over_; }
  const Error& error() const { return error_; }

  void leave() {
    Handle<LoopObject> alive(this);
    forget();
    waiting_.reset();
    if (nodecpp::detail::floorOf(nodecpp::detail::Loop::current()).ended) return;
    auto* duplex = dynamic_cast<DuplexObject*>(stream_.get());
    const bool staysHalfOpen =
        over_ && !error_ && duplex && duplex->allowHalfOpen && duplex->writable() && !duplex->writableEnded();
    if ((error_ || destroyOnReturn_) && (!over_ || Access::autoDestroys(*stream_)) && !staysHalfOpen) {
      destroy();
    } else {
      stream_->off(event::readable, onReadable_);
      cleanUp_();
    }
    onReadable_ = nullptr;
    cleanUp_ = nullptr;
  }
  void onLoopEnd() noexcept override {
    Handle<LoopObject> alive(this);
    waiting_.reset();
    Access::letGo(*stream_);
  }

 private:
  void destroy() {
    if (stream_->destroyed()) return;
    const bool ended = readable(*stream_) != Answer::yes && writable(*stream_) != Answer::yes;
    stream_->destroyAsPart(ended ? Error() : Error(AbortError()));
  }
  void wake() {
    if (auto resolve = std::exchange(waiting_, std::nullopt)) (*resolve)();
  }

  Readable stream_;
  Function<void()> onReadable_;
  Function<void()> cleanUp_;
  std::optional<Resolver<void>> waiting_;
  Error error_;
  bool destroyOnReturn_;
  bool over_ = false;
  NODECPP_TRACE(stream_, onReadable_, cleanUp_)
};

struct Leaving {
  Handle<LoopObject> loop;
  ~Leaving() { loop->leave(); }
};

}  // namespace

Sequence<Chunk> pullsOf(Readable stream, bool destroyOnReturn) {
  Leaving leaving{make<LoopObject>(std::move(stream), destroyOnReturn)};
  LoopObject& loop = *leaving.loop;
  loop.begin();
  for (;;) {
    if (Chunk chunk = loop.read()) {
      // A generator in JavaScript awaits what it yields, and its consumer awaits the promise of it.
      co_await Microtask();
      co_await Microtask();
      co_yield std::move(chunk);
    } else if (loop.over()) {
      break;
    } else {
      co_await loop.wait();
    }
  }
  co_await Microtask();
  if (Error error = loop.error()) std::rethrow_exception(nodecpp::detail::exceptionOf(error));
}

Sequence<Chunk> paced(Sequence<Chunk> chunks) {
  auto owned = co_await nodecpp::detail::Own(chunks);
  std::exception_ptr thrown;
  try {
    while (auto chunk = co_await chunks.next()) {
      co_await Microtask();
      co_await Microtask();
      co_yield std::move(*chunk);
    }
  } catch (...) {
    thrown = nodecpp::detail::caught();
  }
  co_await Microtask();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace nodecpp::stream::detail
