// pipeline(): pipes in a row that end, fail and are cleaned up together.
#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/stream/generators.h>
#include <nodecpp/stream/web.h>

#include <vector>

#include "stream/pulls.h"
#include "stream/pump.h"
#include "stream/stream_access.h"
#include "stream/web/pumps.h"

namespace nodecpp::stream {

namespace detail {

namespace {

bool isPrematureClose(const Error& error) { return error->code == "ERR_STREAM_PREMATURE_CLOSE"; }
bool isAbort(const Error& error) { return error->name == "AbortError"; }

// One stage of a pipeline: a stream, or a function.
struct Part {
  Part(const Stream& stream) : node(stream) {}
  Part(const PipelinePart& part) : node(part.node), readable(part.readable), writable(part.writable) {}
  Part(const PipelineStage& stage) : node(stage.node), chunks(stage.chunks), value(stage.value) {}
  bool isFunction() const { return bool(chunks) || bool(value); }

  Stream node;
  web::ReadableStream readable;
  web::WritableStream writable;
  Function<Sequence<Chunk>(Sequence<Chunk>, StageOptions)> chunks;
  Function<Promise<>(Sequence<Chunk>, StageOptions, Function<void(Chunk)>, Callback)> value;
};

// In JavaScript, a generator that is to return awaits, and the iterator that it leaves does, too.
Promise<> closeLater(let<Sequence<Chunk>> chunks) {
  for (int i = 0; i < 3; ++i) co_await undefined;
  co_await chunks.ref().close();
}

// What pumpToNode reads the chunks of a function by. The sequence is closed by whoever made this object, too.
struct FunctionSource {
  let<Sequence<Chunk>> chunks;
  void begin() {}
  auto next() const { return chunks.ref().next(); }
  static Chunk chunkOf(std::optional<Chunk>& next) { return std::move(*next); }
  Promise<> leave() const { return closeLater(chunks); }
};

class PipelineObject final : public Object, nodecpp::detail::LoopEnd {
 public:
  PipelineObject(std::vector<Part> parts, Callback callback, const PipelineOptions& options,
                 const AbortSignal& retracted)
      : parts_(std::move(parts)), callback_(std::move(callback)), end_(options.end) {
    if (options.signal) aborts_.push_back({.signal = options.signal});
    if (retracted) aborts_.push_back({.signal = retracted, .retracts = true});
  }

  // Returns the last stream.
  Stream start() {
    for (AbortBy& by : aborts_) listenTo(by);
    Sequence<Chunk> flow;  // what the last function gives
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const bool last = i + 1 == parts_.size();
      const Part& part = parts_[i];
      if (part.node) watchPart(part.node, i, last);
      if (i == 0) {
        if (part.chunks)
          flow = part.chunks({}, options());
        else if (!isReadablePart(part))
          throw notReadable();
      } else if (part.isFunction()) {
        if (!parts_[i - 1].chunks) flow = chunksOf(parts_[i - 1]);
        if (part.value)
          take(part, std::move(flow), i, last);
        else
          flow = part.chunks(std::move(flow), options());
        if (last && part.chunks) pump(std::move(flow), passOn(), last);
        if (last) watch(passing_, false, true);
      } else if (parts_[i - 1].chunks) {
        pump(std::move(flow), part.node, last);
      } else {
        connectParts(parts_[i - 1], part, last);
      }
    }
    remember();
    return passing_ ? Stream(passing_) : parts_.back().node;
  }

  // The pipeline's streams hold this object, and this object holds the callbacks that report the pipeline's end. When
  // the event loop ends before, these callbacks are released here, since nothing else releases them.
  void onLoopEnd() noexcept override {
    Self alive(this);
    callback_ = nullptr;
    stages_.clear();
    atTheEnd_.clear();
    running_.clear();
    leaveSignals();
    for (const Part& part : std::exchange(parts_, {}))
      if (part.node) Access::letGo(*part.node);
    if (Stream passing = std::exchange(passing_, {})) Access::letGo(*passing);
  }

 private:
  using Self = Handle<PipelineObject>;
  struct AbortBy {
    AbortSignal signal;
    bool retracts = false;  // Whether the pipeline's promise was retracted.
    Function<void()> onAbort{};
  };
  // What a function does. Retracting `work` ends it.
  struct Running {
    Promise<> work;
    Function<void(Error)> finish;
  };

  void listenTo(AbortBy& by) {
    Function<void()> abort = [self = Self(this), raw = by.signal.get(), retracts = by.retracts] {
      self->abort(AbortError("The operation was aborted", raw->reason()), retracts);
    };
    if (by.signal->aborted()) {
      // As in Node, the streams are connected first, and destroyed by whichever comes first, a tick or a microtask.
      tick(abort);
      Promise<>::resolve().then(abort);
    } else {
      by.onAbort = abort;
      by.signal->addEventListener("abort", abort, {.once = true});
    }
  }
  // Node leaves web streams alone and waits for their end, which may never come. Here the pipeline ends.
  void abort(const Error& error, bool retracts) {
    const std::vector<Part> parts = parts_;
    finishWith(error, false);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0 && parts[i].writable) ignoreFailure(parts[i].writable->abortNow(error));
      if (i + 1 < parts.size() && parts[i].readable) ignoreFailure(parts[i].readable->cancelNow(error));
    }
    if (!retracts) return;
    for (const Running& running : std::vector(running_))
      retract(running.work).then([finish = running.finish, error] { finish(error); }, running.finish);
  }
  static void ignoreFailure(const Promise<>& promise) {
    promise.then(nullptr, [](const std::exception_ptr&) {});
  }
  void leaveSignals() {
    for (const AbortBy& by : std::exchange(aborts_, {}))
      if (by.onAbort) by.signal->removeEventListener("abort", by.onAbort);
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
  static TypeError notWritable() {
    return nodecpp::detail::codedError<TypeError>("ERR_INVALID_ARG_TYPE", "A stream of the pipeline is not writable");
  }

  static bool isReadablePart(const Part& part) {
    return part.node ? hasReadable(*part.node) : bool(part.readable);
  }

  StageOptions options() {
    if (!functions_) functions_ = make<AbortController>();
    return {functions_->signal()};
  }
  static Sequence<Chunk> chunksOf(const Part& part) {
    if (!isReadablePart(part)) throw notReadable();
    return pullsOf(Readable(part.node->readableSide()));
  }
  // The stream that the pipeline returns when its last stage is a function.
  const Stream& passOn() {
    passing_ = make<PassThrough>(TransformOptions{.objectMode = true});
    return passing_;
  }

  // Returns the function that ends one of the things that the pipeline waits for. Only its first call counts.
  Function<void(Error)> finisher() {
    ++unfinished_;
    return [self = Self(this), called = let<bool>(false)](Error error) {
      if (!std::exchange(called.ref(), true)) self->finishWith(error, --self->unfinished_ == 0);
    };
  }
  void pump(Sequence<Chunk> flow, const Stream& to, bool last) {
    Writable destination(writableOf(to));
    auto finish = finisher();
    auto work = nodecpp::detail::consume(std::move(flow), [=, ends = !last || end_](const let<Sequence<Chunk>>& chunks) {
      return pumpToNode(FunctionSource{chunks}, destination, ends, finish);
    });
    running_.push_back({work, finish});
  }
  // The last function takes all chunks, and its value is what the pipeline's stream gives.
  void take(const Part& part, Sequence<Chunk> flow, std::size_t index, bool last) {
    if (!last) {
      part.value(std::move(flow), options(), [](const Chunk&) {}, [](const Error&) {});
      throw nodecpp::detail::codedError<TypeError>(
          "ERR_INVALID_RETURN_VALUE", "Expected AsyncIterable to be returned from the \"transform[" + str(index - 1) +
                                          "]\" function but got an instance of Promise.");
    }
    auto finish = finisher();
    Writable passing(passOn()->writableSide());
    auto give = [=, ends = end_](const Chunk& value) {
      if (value) passing->write(value);
      if (ends) passing->end();
      tick([finish] { finish(nullptr); });
    };
    auto fail = [=](const Error& error) {
      passing->destroy(error);
      tick([finish, error] { finish(error); });
    };
    running_.push_back({part.value(std::move(flow), options(), give, fail), finish});
  }
  static WritableObject* writableOf(const Stream& stream) {
    if (WritableObject* w = stream->writableSide()) return w;
    throw notWritable();
  }

  void watchPart(const Stream& stream, std::size_t index, bool last) {
    const Stream next = last ? Stream() : parts_[index + 1].node;
    if (next && (next->closed() || next->destroyed()))
      throw nodecpp::detail::codedError("ERR_STREAM_UNABLE_TO_PIPE", "Cannot pipe to a closed or destroyed stream");
    if (index == 0 && !hasReadable(*stream)) throw notReadable();
    watch(stream, !last, index > 0);
  }

  // Pipes one part into the next. Web streams are read from and written to by a pump, as in Node.
  void connectParts(const Part& from, const Part& to, bool last) {
    if (from.node && to.node) return connect(from.node, to.node, last);
    if (!isReadablePart(from)) throw notReadable();
    if (!to.node && !to.writable) throw notWritable();
    Writable destination(to.node ? writableOf(to.node) : nullptr);
    auto finish = finisher();
    const bool ends = !last || end_;
    if (to.node)
      web::detail::pumpToNode(from.readable, destination, ends, finish);
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
    if (!r || !hasReadable(*from)) throw notReadable();
    Readable source(r);
    Writable destination(writableOf(to));
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
    leaveSignals();
    if (functions_) functions_->abort();
    if (!final) return;
    forget();
    parts_.clear();
    running_.clear();
    auto cleanUps = std::exchange(atTheEnd_, {});
    if (!error_)
      for (const auto& cleanUp : cleanUps) cleanUp();
    if (Callback callback = std::exchange(callback_, {})) tick([callback, error = error_] { callback(error); });
  }

  std::vector<Part> parts_;
  Callback callback_;
  std::vector<AbortBy> aborts_;
  AbortController functions_;  // tells the functions that the pipeline has ended or failed
  bool end_;
  Error error_;
  Stream passing_;
  std::vector<Handle<Stage>> stages_;
  std::vector<Running> running_;
  std::vector<Function<void()>> atTheEnd_;
  int unfinished_ = 0;
  NODECPP_TRACE(parts_, callback_, aborts_, functions_, passing_, stages_, running_, atTheEnd_)
};

template <class P>
Stream startPipeline(const Array<P>& stages, Callback callback, const PipelineOptions& options,
                     const AbortSignal& retracted) {
  if (!callback) throw nodecpp::detail::invalidArgType("streams[stream.length - 1]", "of type function", "undefined");
  if (stages.size() < 2)
    throw nodecpp::detail::codedError<TypeError>("ERR_MISSING_ARGS", "The \"streams\" argument must be specified");
  std::vector<Part> parts;
  for (const P& stage : stages) parts.emplace_back(stage);
  return make<PipelineObject>(std::move(parts), std::move(callback), options, retracted)->start();
}

}  // namespace

void pipelineOf(const Array<PipelinePart>& stages, Callback callback, const PipelineOptions& options,
                const AbortSignal& retracted) {
  startPipeline(stages, std::move(callback), options, retracted);
}
Stream pipelineOf(const Array<PipelineStage>& stages, Callback callback, const PipelineOptions& options,
                  const AbortSignal& retracted) {
  return startPipeline(stages, std::move(callback), options, retracted);
}

void pipeline(const Array<Stream>& streams, Callback callback) { startPipeline(streams, std::move(callback), {}, {}); }

}  // namespace detail

void pipeline(Array<Stream> streams, Callback callback) { detail::pipeline(streams, std::move(callback)); }

}  // namespace nodecpp::stream
