// Duplex::from() of a function, and of a source of chunks.
#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/stream/generators.h>

#include <optional>

#include "stream/pulled_stream.h"
#include "stream/pulls.h"

namespace nodecpp::stream {

namespace {

// What was written last, on its way to the function that takes it. The function's frame holds this object, and waits for
// a promise of it, so the circle is broken at the end of the event loop.
class WrittenObject final : public Object, nodecpp::detail::LoopEnd {
 public:
  struct Request {
    Chunk chunk{};
    Callback callback{};
    bool ends = false;
  };

  WrittenObject() {
    renew();
    remember();
  }
  // Gives the next request to the function. One comes only after the callback of the one before was called.
  void give(Request request) {
    if (auto resolve = std::exchange(resolve_, std::nullopt)) (*resolve)(std::move(request));
  }
  Promise<Request> take() { return std::move(next_); }
  void renew() {
    next_ = Promise<Request>([&](Resolver<Request> resolve) { resolve_ = std::move(resolve); });
  }
  AbortSignal signal() const { return controller_->signal(); }
  void abort(const Error& error) {
    controller_->abort(error);
    give({.ends = true});
  }
  void onLoopEnd() noexcept override { resolve_.reset(); }

 private:
  Promise<Request> next_;
  std::optional<Resolver<Request>> resolve_;
  AbortController controller_ = make<AbortController>();
};
using LastWritten = Handle<WrittenObject>;

Sequence<Chunk> writtenTo(LastWritten written) {
  for (;;) {
    WrittenObject::Request request = co_await written->take();
    if (request.callback) detail::tick([callback = request.callback] { callback(); });
    if (request.ends) break;
    if (written->signal()->aborted()) throw AbortError("The operation was aborted", written->signal()->reason());
    written->renew();
    // A generator in JavaScript awaits what it yields, and its consumer awaits the promise of it.
    co_await detail::Microtask();
    co_await detail::Microtask();
    co_yield std::move(request.chunk);
  }
  co_await detail::Microtask();
}

class FunctionDuplexObject final : public detail::PulledObject<DuplexObject> {
 public:
  explicit FunctionDuplexObject(DuplexOptions options) : PulledObject(std::move(options)) {}

  void start(const detail::PipelineStage& stage) {
    Handle<FunctionDuplexObject> self(this);
    if (stage.chunks) return setChunks(stage.chunks(writtenTo(written_), {written_->signal()}));
    last_ = stage.value(writtenTo(written_), {written_->signal()}, [](const Chunk&) {},
                        [self](const Error& error) { detail::Access::destroy(*self, error); });
  }

  void _write(Chunk chunk, String, Callback callback) override { written_->give({std::move(chunk), std::move(callback)}); }
  void _final(Callback callback) override {
    if (!last_) return written_->give({.callback = std::move(callback), .ends = true});
    written_->give({.callback = [callback, last = last_] {
                      last.then([callback] { detail::tick([callback] { callback(); }); });
                    },
                    .ends = true});
  }
  void _destroy(Error error, Callback callback) override {
    written_->abort(error);
    PulledObject::_destroy(std::move(error), std::move(callback));
  }
  bool hasWritev() const override { return false; }
  const char* className() const override { return "Duplexify"; }

 private:
  LastWritten written_ = make<LastWritten>();
  Promise<> last_;  // of the function that gives no chunks
};

}  // namespace

Duplex detail::duplexOf(const PipelineStage& stage, bool writes) {
  if (stage.node) {
    if (auto duplex = stage.node.as<Duplex>()) return duplex;
    return joined(Readable(stage.node->readableSide()), Writable(stage.node->writableSide()));
  }
  auto made = make<Handle<FunctionDuplexObject>>(DuplexOptions{
      .highWaterMark = stage.chunks ? OptionalNumber(1) : OptionalNumber(),
      .objectMode = true,
      .readable = bool(stage.chunks),
      .writable = writes,
  });
  made->start(stage);
  return made;
}

}  // namespace nodecpp::stream
