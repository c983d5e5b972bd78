// Joins two streams to one Duplex, for Duplex.from().
#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/stream/generators.h>

#include "stream/stream_access.h"

namespace nodecpp::stream {

namespace {

class JoinedObject final : public DuplexObject, nodecpp::detail::LoopEnd {
 public:
  JoinedObject(Readable readable, Writable writable, DuplexOptions options)
      : DuplexObject(std::move(options)), r_(std::move(readable)), w_(std::move(writable)) {
    enroll();
  }

  void start(bool reads, bool writes) {
    Handle<JoinedObject> self(this);
    open_ = int(reads) + int(writes);
    remember();
    if (writes) {
      detail::finished(Stream(w_), {}, [self](Error error) {
        if (error && self->r_) detail::Access::destroy(*self->r_, error);
        self->onSideClosed(error);
      });
      w_->on(event::drain, [self] { self->call(self->onDrain_); });
      w_->on(event::finish, [self] { self->call(self->onFinish_); });
    }
    if (reads) {
      detail::finished(Stream(r_), {}, [self](Error error) {
        if (error && self->w_) detail::Access::destroy(*self->w_, error);
        self->onSideClosed(error);
      });
      r_->on(event::readable, [self] {
        if (std::exchange(self->wants_, false)) self->_read(0);
      });
      r_->on(event::end, [self] { self->push(nullptr); });
    }
  }

  void _write(Chunk chunk, String encoding, Callback callback) override {
    if (w_->write(chunk, encoding))
      callback();
    else
      onDrain_ = std::move(callback);
  }
  void _final(Callback callback) override {
    onFinish_ = std::move(callback);
    Writable(w_)->end();
  }
  void _read(double) override {
    while (Chunk chunk = r_->read())
      if (!push(chunk)) return;
    wants_ = true;
  }
  void _destroy(Error error, Callback callback) override {
    if (!error && !over_) error = AbortError();
    wants_ = false;
    onDrain_ = onFinish_ = nullptr;
    if (over_) return callback(error);
    onClose_ = std::move(callback);
    Writable w = w_;
    Readable r = r_;
    if (w) detail::Access::destroy(*w, error);
    if (r) detail::Access::destroy(*r, error);
    if (!open_) call(onClose_);
  }
  bool hasWritev() const override { return false; }
  const char* className() const override { return "Duplexify"; }

  // Both sides hold this object, so the circle is broken at the end of the event loop.
  void onLoopEnd() noexcept override {
    Handle<JoinedObject> alive(this);
    onDrain_ = onFinish_ = onClose_ = nullptr;
    if (Writable w = std::exchange(w_, nullptr)) detail::Access::letGo(*w);
    if (Readable r = std::exchange(r_, nullptr)) detail::Access::letGo(*r);
  }

 private:
  void call(Callback& callback) {
    if (Callback taken = std::exchange(callback, nullptr)) taken();
  }
  void onSideClosed(const Error& error) {
    over_ = true;
    if (open_) --open_;
    if (Callback closed = std::exchange(onClose_, nullptr))
      closed(error);
    else if (error)
      destroy(error);
  }

  void traceMembers(nodecpp::detail::Tracer& tracer) override {
    DuplexObject::traceMembers(tracer);
    tracer(r_, w_, onDrain_, onFinish_, onClose_);
  }

  Readable r_;
  Writable w_;
  int open_ = 0;       // The number of sides that have not ended.
  bool over_ = false;  // Whether one of the sides has ended.
  bool wants_ = false;
  Callback onDrain_, onFinish_, onClose_;
};

}  // namespace

Duplex detail::joined(Readable readable, Writable writable) {
  const bool reads = readable && isReadable(Stream(readable)), writes = writable && isWritable(Stream(writable));
  auto made =
      make<Handle<JoinedObject>>(readable, writable,
                                 DuplexOptions{.readable = reads,
                                               .writable = writes,
                                               .readableObjectMode = readable && readable->readableObjectMode(),
                                               .writableObjectMode = writable && writable->writableObjectMode()});
  made->start(reads, writes);
  return made;
}

}  // namespace nodecpp::stream
