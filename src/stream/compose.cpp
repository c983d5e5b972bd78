// compose(): several streams in a row as one Duplex.
#include "stream/stream_access.h"

namespace nodecpp::stream {

namespace {

class ComposedObject final : public DuplexObject {
 public:
  ComposedObject(const Stream& head, const Stream& tail, DuplexOptions options)
      : DuplexObject(std::move(options)), head_(head), tail_(tail) {
    enroll();
  }

  void start(const Array<Stream>& streams, bool reads, bool writes) {
    reads_ = reads;
    writes_ = writes;
    Handle<ComposedObject> self(this);
    if (streams.size() > 1)
      detail::pipeline(streams, [self](Error error) { self->onFinished(error); });
    else
      detail::finished(head_, {}, [self](Error error) { self->onFinished(error); });
    if (writes) {
      head_->writableSide()->on(event::drain, [self] { self->call(self->onDrain_); });
      detail::finished(tail_, {}, [self] { self->call(self->onFinish_); });
    }
    if (reads) {
      ReadableObject* tail = tail_->readableSide();
      tail->on(event::data, [self](const Chunk& chunk) {
        if (!self->push(chunk)) self->tail_->readableSide()->pause();
      });
      tail->on(event::end, [self] { self->push(nullptr); });
    }
  }

  void _write(Chunk chunk, String encoding, Callback callback) override {
    if (head_->writableSide()->write(chunk, encoding))
      callback();
    else
      // The next write waits until the first stream has drained.
      onDrain_ = std::move(callback);
  }
  void _final(Callback callback) override {
    Stream head = head_;
    onFinish_ = std::move(callback);
    head->writableSide()->end();
  }
  void _read(double) override { tail_->readableSide()->resume(); }
  void _destroy(Error error, Callback callback) override {
    // A composition that is still running fails with an AbortError. After its last stream is destroyed, the pipeline
    // destroys the others and calls onFinished(), which calls `callback`.
    if (!error && !over_) error = AbortError();
    onDrain_ = onFinish_ = nullptr;
    if (!over_) onClose_ = callback;
    if (!tail_->destroyed()) detail::Access::destroy(*tail_, error);
    if (over_) callback(error);
  }
  bool hasWritev() const override { return false; }
  const char* className() const override { return "Duplex"; }

 private:
  void call(Callback& callback) {
    if (Callback taken = std::exchange(callback, nullptr)) taken();
  }
  void onFinished(const Error& error) {
    over_ = true;
    if (Callback closed = std::exchange(onClose_, nullptr))
      closed(error);
    else if (error)
      destroy(error);
    else if (!reads_ && !writes_)
      destroy();
  }

  void traceMembers(nodecpp::detail::Tracer& tracer) override {
    DuplexObject::traceMembers(tracer);
    tracer(head_, tail_, onDrain_, onFinish_, onClose_);
  }

  Stream head_;
  Stream tail_;
  bool reads_ = false;
  bool writes_ = false;
  bool over_ = false;
  Callback onDrain_;
  Callback onFinish_;
  Callback onClose_;
};

Error invalid(std::size_t index, const char* what) {
  return nodecpp::detail::codedError<TypeError>("ERR_INVALID_ARG_VALUE",
                                                "The argument 'streams[" + str(index) + "]' must be " + what);
}

}  // namespace

Duplex compose(Array<Stream> streams) {
  if (streams.empty())
    throw nodecpp::detail::codedError<TypeError>("ERR_MISSING_ARGS", "The \"streams\" argument must be specified");
  for (std::size_t i = 0; i < streams.size(); ++i) {
    if (i + 1 < streams.size() && !detail::hasReadable(*streams[i])) throw invalid(i, "readable");
    if (i > 0 && !detail::hasWritable(*streams[i])) throw invalid(i, "writable");
  }
  if (streams.size() == 1)
    if (auto duplex = streams[0].as<Duplex>()) return duplex;
  const Stream head = streams[0];
  const Stream tail = streams.at(-1);
  const bool writes = isWritable(head);
  const bool reads = isReadable(tail);
  WritableObject* first = head->writableSide();
  ReadableObject* last = tail->readableSide();
  auto made = make<Handle<ComposedObject>>(head, tail,
                                           DuplexOptions{.readable = reads,
                                                         .writable = writes,
                                                         .readableObjectMode = last && last->readableObjectMode(),
                                                         .writableObjectMode = first && first->writableObjectMode()});
  made->start(std::move(streams), reads, writes);
  return made;
}

}  // namespace nodecpp::stream
