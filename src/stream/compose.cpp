// compose(): several streams in a row as one Duplex.
#include <nodecpp/stream/generators.h>

#include "stream/stream_access.h"

namespace nodecpp::stream {

namespace {

class ComposedObject final : public DuplexObject {
 public:
  // `head` is undefined when the first stage is no stream.
  ComposedObject(const Stream& head, const Stream& tail, DuplexOptions options)
      : DuplexObject(std::move(options)), head_(head), tail_(tail) {
    enroll();
  }

  void start(const Array<detail::PipelineStage>& stages, bool reads, bool writes) {
    reads_ = reads;
    writes_ = writes;
    Handle<ComposedObject> self(this);
    detail::pipelineOf(stages, [self](Error error) { self->onFinished(error); });
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

Duplex detail::composeStages(const Array<PipelineStage>& given, bool writes) {
  if (given.empty())
    throw nodecpp::detail::codedError<TypeError>("ERR_MISSING_ARGS", "The \"streams\" argument must be specified");
  if (given.size() == 1) return duplexOf(given.at(0), writes);
  Array<PipelineStage> stages;
  for (const PipelineStage& stage : given) {
    const bool atEnd = stages.empty() ? writes : stages.size() + 1 == given.size();
    stages.push(atEnd && !stage.node ? PipelineStage{.node = duplexOf(stage, true)} : stage);
  }
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const Stream stream = stages.at(i).node;
    if (stream && i + 1 < stages.size() && !hasReadable(*stream)) throw invalid(i, "readable");
    if (stream && i > 0 && !hasWritable(*stream)) throw invalid(i, "writable");
  }
  const Stream head = stages.at(0).node;
  const Stream tail = stages.at(-1).node;
  const bool writable = isWritable(head);
  const bool readable = isReadable(tail);
  WritableObject* first = head ? head->writableSide() : nullptr;
  ReadableObject* last = tail->readableSide();
  auto made = make<Handle<ComposedObject>>(head, tail,
                                           DuplexOptions{.readable = readable,
                                                         .writable = writable,
                                                         .readableObjectMode = last && last->readableObjectMode(),
                                                         .writableObjectMode = first && first->writableObjectMode()});
  made->start(stages, readable, writable);
  return made;
}

Duplex compose(Array<Stream> streams) {
  Array<detail::PipelineStage> stages;
  for (const Stream& stream : streams) stages.push({.node = stream});
  return detail::composeStages(stages, false);
}

}  // namespace nodecpp::stream
