// pipeline(): pipes in a row that end, fail and are cleaned up together.
#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/stream/web.h>

#include <vector>

#include "base/containers/vector_of.h"
#include "stream/stream_access.h"
#include "stream/web/pumps.h"

namespace nodecpp::stream::detail {

namespace {

bool isPrematureClose(const Error& error) { return error->code == "ERR_STREAM_PREMATURE_CLOSE"; }
bool isAbort(const Error& error) { return error->name == "AbortError"; }

class PipelineObject final : public Object, nodecpp::detail::LoopEnd {
 public:
  PipelineObject(std::vector<PipelinePart> parts, Callback callback, const AbortSignal& signal, bool end)
      : parts_(std::move(parts)), callback_(std::move(callback)), signal_(signal), end_(end) {}

  void start() {
    if (signal_ && signal_->aborted()) throw AbortError("The operation was aborted", signal_->reason());
    if (signal_) {
      onAbort_ = [self = Self(this)] { self->abort(AbortError("The operation was aborted", self->signal_->reason())); };
      signal_->addEventListener("abort", onAbort_, {.once = true});
    }
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const bool last = i + 1 == parts_.size();
      if (parts_[i].node) watchPart(parts_[i].node, i, last);
      if (i == 0 && !isReadablePart(parts_[0])) throw notReadable();
      if (i > 0) connectParts(parts_[i - 1], parts_[i], last);
    }
    remember();
  }

  // The pipeline's streams hold this object, and this object holds the callbacks that report the pipeline's end. When
  // the event loop ends before, these callbacks are released here, since nothing else releases them.
  void onLoopEnd() noexcept override {
    Self alive(this);
    callback_ = nullptr;
    stages_.clear();
    atTheEnd_.clear();
    if (onAbort_) leaveSignal();
    for (const PipelinePart& part : std::exchange(parts_, {}))
      if (part.node) Access::letGo(*part.node);
  }

 private:
  using Self = Handle<PipelineObject>;
  // Node leaves web streams alone and waits for their end, which may never come. Here the pipeline ends.
  void abort(const Error& error) {
    const std::vector<PipelinePart> parts = parts_;
    finishWith(error, false);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0 && parts[i].writable) ignoreFailure(parts[i].writable->abortNow(error));
      if (i + 1 < parts.size() && parts[i].readable) ignoreFailure(parts[i].readable->cancelNow(error));
    }
  }
  static void ignoreFailure(const Promise<>& promise) {
    promise.then(nullptr, [](const std::exception_ptr&) {});
  }
  void leaveSignal() {
    if (onAbort_) signal_->removeEventListener("abort", std::exchange(onAbort_, nullptr));
  }
  // One stream of the pipeline. When the pipeline ends or fails, the stream is destroyed, unless it has already ended.
  struct Stage : Object {
    Stream stream;
    bool over = false;
    void destroy(const Error& error) {
      if (std::exchange(over, true) || stream->destroyed()) return;
      Error reason = error ? error : streamDestroyed("pipe");
      stream->destroyAsPart(reason);
    }
    NODECPP_TRACE(stream)
  };

  static TypeError notReadable() {
    return nodecpp::detail::invalidArgType(
        "val", "an instance of Readable, Iterable, AsyncIterable, ReadableStream, or TransformStream",
        "an instance of Writable");
  }

  static bool isReadablePart(const PipelinePart& part) {
    return part.node ? hasReadable(*part.node) : bool(part.readable);
  }

  void watchPart(const Stream& stream, std::size_t index, bool last) {
    const Stream next = last ? Stream() : parts_[index + 1].node;
    if (next && (next->closed() || next->destroyed()))
      throw nodecpp::detail::codedError("ERR_STREAM_UNABLE_TO_PIPE", "Cannot pipe to a closed or destroyed stream");
    if (index == 0 && !hasReadable(*stream)) throw notReadable();
    watch(stream, !last, index > 0);
  }

  // Pipes one part into the next. Web streams are read from and written to by a pump, as in Node.
  void connectParts(const PipelinePart& from, const PipelinePart& to, bool last) {
    if (from.node && to.node) return connect(from.node, to.node, last);
    if (!isReadablePart(from)) throw notReadable();
    if (to.node ? !to.node->writableSide() : !to.writable)
      throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_ARG_TYPE", "A stream of the pipeline is not writable");
    ++unfinished_;
    Function<void(Error)> finish = [self = Self(this)](Error error) {
      self->finishWith(error, --self->unfinished_ == 0);
    };
    const bool ends = !last || end_;
    if (to.node)
      web::detail::pumpToNode(from.readable, Writable(to.node->writableSide()), ends, finish);
    else if (from.node)
      web::detail::pumpToWeb(Readable(from.node->readableSide()), to.writable, ends, finish);
    else
      web::detail::pumpToWeb(from.readable, to.writable, ends, finish);
  }

  void watch(const Stream& stream, bool reading, bool writing) {
    auto stage = make<Stage>();
    stage->stream = stream;
    stream->on(event::close, [stage] { stage->over = true; });
    auto cleanUp =
        finished(stream, {.readable = reading, .writable = writing}, [stage](Error error) { stage->over = !error; });
    if (reading || end_) stages_.push_back(stage);
    // This listener also gets errors that come after the pipes have ended.
    auto onError = listener([self = Self(this)](Error error) {
      if (error && !isAbort(error) && !isPrematureClose(error)) self->finishWith(error, false);
    });
    bool readableAtTheEnd = !reading && readable(*stream) == Answer::yes;
    if (readableAtTheEnd) atTheEnd_.push_back(cleanUp);
    stream->on(event::error, onError);
    if (readableAtTheEnd) atTheEnd_.push_back([stream, onError] { stream->off(event::error, onError); });
  }

  void connect(const Stream& from, const Stream& to, bool last) {
    ReadableObject* r = from->readableSide();
    WritableObject* w = to->writableSide();
    if (!r || !hasReadable(*from)) throw notReadable();
    if (!w)
      throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_ARG_TYPE", "A stream of the pipeline is not writable");
    Readable source(r);
    Writable destination(w);
    unfinished_ += 2;
    Function<void(Error)> finish = [self = Self(this)](Error error) {
      self->finishWith(error, --self->unfinished_ == 0);
    };
    auto ended = make<Stage>();  // `over` is true when the source has ended
    destination->on(event::close, [self = Self(this), ended] {
      if (!ended->over) self->finishWith(prematureClose(), false);
    });
    source->pipe(destination, {.end = false});
    auto end = [ended, destination] {
      ended->over = true;
      destination->end();
    };
    if (last && !end_)
      finish(nullptr);
    else if (readableFinished(*source, true) == Answer::yes)
      tick(end);
    else
      source->once(event::end, end);
    finished(source, {.readable = true, .writable = false}, [source, finish](Error error) {
      if (error && isPrematureClose(error) && Access::ended(*source) && !source->errored() &&
          !Access::errorEmitted(*source)) {
        // Some streams close before `end`, which is still emitted.
        source->once(event::end, [finish] { finish(nullptr); });
        source->once(event::error, [finish](Error late) { finish(late); });
      } else {
        finish(error);
      }
    });
    auto cleanUp = finished(destination, {.readable = false, .writable = true}, finish);
    if (last && readable(*to) == Answer::yes) atTheEnd_.push_back(cleanUp);
  }

  void finishWith(const Error& error, bool final) {
    if (error && (!error_ || isPrematureClose(error_) || isAbort(error_))) error_ = error;
    if (!error_ && !final) return;
    for (const Handle<Stage>& stage : std::exchange(stages_, {})) stage->destroy(error_);
    if (!final) return;
    forget();
    parts_.clear();
    leaveSignal();
    auto cleanUps = std::exchange(atTheEnd_, {});
    if (!error_)
      for (const auto& cleanUp : cleanUps) cleanUp();
    if (Callback callback = std::exchange(callback_, {})) tick([callback, error = error_] { callback(error); });
  }

  std::vector<PipelinePart> parts_;
  Callback callback_;
  AbortSignal signal_;
  Function<void()> onAbort_;
  bool end_;
  Error error_;
  std::vector<Handle<Stage>> stages_;
  std::vector<Function<void()>> atTheEnd_;
  int unfinished_ = 0;
  NODECPP_TRACE(parts_, callback_, signal_, onAbort_, stages_, atTheEnd_)
};

}  // namespace

void pipelineOf(Array<PipelinePart> parts, Callback callback, const AbortSignal& signal, bool end) {
  if (!callback) throw nodecpp::detail::invalidArgType("streams[stream.length - 1]", "of type function", "undefined");
  if (parts.size() < 2)
    throw nodecpp::detail::codedError<TypeError>("ERR_MISSING_ARGS", "The \"streams\" argument must be specified");
  make<PipelineObject>(nodecpp::detail::vectorOf(parts), std::move(callback), signal, end)->start();
}

void pipeline(Array<Stream> streams, Callback callback, const AbortSignal& signal, bool end) {
  Array<PipelinePart> parts;
  for (const Stream& stream : streams) parts.push(stream);
  pipelineOf(std::move(parts), std::move(callback), signal, end);
}

}  // namespace nodecpp::stream::detail
