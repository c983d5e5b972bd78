// finished(): reports the end of a stream, whether successful or not.
#include "stream/stream_access.h"

namespace nodecpp::stream::detail {

namespace {

class FinishedObject final : public Object {
  template <auto method, std::size_t number>
  auto bound() {
    return Bound<FinishedObject, method, number>{Handle<FinishedObject>(this)};
  }
  auto ending() { return bound<&FinishedObject::onEnd, 0>(); }
  auto finishing() { return bound<&FinishedObject::onFinish, 1>(); }
  auto failing() { return bound<&FinishedObject::tell, 2>(); }
  auto closing() { return bound<&FinishedObject::onClose, 3>(); }
  auto ignoring() { return bound<&FinishedObject::ignore, 4>(); }

 public:
  FinishedObject(Stream stream, FinishedOptions options, Callback callback)
      : stream_(std::move(stream)),
        callback_(std::move(callback)),
        signal_(options.signal),
        hearsErrors_(options.error),
        readable_(wanted(options.readable, hasReadable(*stream_))),
        writable_(wanted(options.writable, hasWritable(*stream_))) {}

  void start() {
    StreamObject& s = *stream_;
    if (signal_ && signal_->aborted()) return tick([self = Handle<FinishedObject>(this)] { self->abort(); });
    if (signal_) {
      onAbort_ = [self = Handle<FinishedObject>(this)] { self->abort(); };
      signal_->addEventListener("abort", onAbort_, {.once = true});
    }
    // A caller that waits for only one side of a Duplex cannot wait for `close`, which comes after both sides.
    willEmitClose_ = Access::willEmitClose(s) && hasReadable(s) == readable_ && hasWritable(s) == writable_;
    writableFinished_ = writableFinished(s, false) == Answer::yes;
    readableFinished_ = readableFinished(s, false) == Answer::yes;
    Error result;
    if (isOver(result)) {
      if (hearsErrors_) {
        // Without this listener, an error that is emitted later would be an uncaught exception.
        s.on(event::error, ignoring());
        listening_ = true;
      }
      tick([self = Handle<FinishedObject>(this), result] { self->tell(result); });
      return;
    }
    listening_ = true;
    if (ReadableObject* r = s.readableSide()) r->on(event::end, ending());
    if (WritableObject* w = s.writableSide()) w->on(event::finish, finishing());
    if (hearsErrors_) s.on(event::error, failing());
    s.on(event::close, closing());
  }

  void cleanUp() {
    callback_ = {};
    leaveSignal();
    if (!std::exchange(listening_, false)) return;
    stream_->off(event::error, ignoring());
    stream_->off(event::finish, finishing());
    stream_->off(event::end, ending());
    stream_->off(event::error, failing());
    stream_->off(event::close, closing());
  }

 private:
  static bool wanted(FinishedOptions::Side side, bool has) {
    using Wait = FinishedOptions::Wait;
    return side.wait == Wait::automatic ? has : side.wait == Wait::yes;
  }
  // Returns whether the stream is over already, so that no event will report its end.
  bool isOver(Error& result) const {
    StreamObject& s = *stream_;
    if (s.closed()) {
      result = closeError();
      return true;
    }
    result = s.errored();
    if (Access::errorEmitted(s)) return !willEmitClose_;
    WritableObject* w = s.writableSide();
    if (!readable_ && (!willEmitClose_ || readable(s) == Answer::yes) &&
        (writableFinished_ || writable(s) == Answer::no) && (!w || Access::pendingCallbacks(*w) == 0))
      return true;
    return !writable_ && (!willEmitClose_ || writable(s) == Answer::yes) &&
           (readableFinished_ || readable(s) == Answer::no);
  }

  // Returns the result for a closed stream: its error, ERR_STREAM_PREMATURE_CLOSE when a side had not ended, or none.
  Error closeError() const {
    StreamObject& s = *stream_;
    if (Error error = s.errored()) return error;
    if (readable_ && !readableFinished_ && hasReadable(s) && readableFinished(s, false) != Answer::yes)
      return prematureClose();
    if (writable_ && !writableFinished_ && writableFinished(s, false) != Answer::yes) return prematureClose();
    return {};
  }

  void onFinish() {
    writableFinished_ = true;
    if (stream_->destroyed()) willEmitClose_ = false;
    ReadableObject* r = stream_->readableSide();
    // `close` will report the end, unless the readable side is still open and the caller does not wait for that side.
    if (willEmitClose_ && (!(r && r->readable()) || readable_)) return;
    if (!readable_ || readableFinished_) tell({});
  }

  void onEnd() {
    readableFinished_ = true;
    if (stream_->destroyed()) willEmitClose_ = false;
    WritableObject* w = stream_->writableSide();
    // `close` will report the end, unless the writable side is still open and the caller does not wait for that side.
    if (willEmitClose_ && (!(w && w->writable()) || writable_)) return;
    if (!writable_ || writableFinished_) tell({});
  }

  void onClose() { tell(closeError()); }
  void leaveSignal() {
    if (onAbort_) signal_->removeEventListener("abort", std::exchange(onAbort_, nullptr));
  }
  void abort() {
    Handle<FinishedObject> alive(this);
    Callback callback = callback_;
    cleanUp();
    if (callback) callback(AbortError("The operation was aborted", signal_->reason()));
  }
  void tell(const Error& error) {
    leaveSignal();
    if (Callback callback = std::exchange(callback_, {})) callback(error);
  }
  void ignore(const Error&) {}

  Stream stream_;
  Callback callback_;
  AbortSignal signal_;
  Function<void()> onAbort_;
  bool hearsErrors_;
  bool readable_;
  bool writable_;
  bool willEmitClose_ = false;
  bool writableFinished_ = false;
  bool readableFinished_ = false;
  bool listening_ = false;
  NODECPP_TRACE(stream_, callback_, signal_, onAbort_)
};

}  // namespace

Function<void()> finished(const Stream& stream, FinishedOptions options, Callback callback) {
  if (!stream)
    throw nodecpp::detail::invalidArgType("stream", "an instance of ReadableStream, WritableStream, or Stream",
                                          "undefined");
  if (!callback) throw nodecpp::detail::invalidArgType("callback", "of type function", "undefined");
  auto watch = make<FinishedObject>(stream, options, std::move(callback));
  watch->start();
  return [watch] { watch->cleanUp(); };
}

}  // namespace nodecpp::stream::detail
