// stream.Readable. Programs include nodecpp/stream.h.
#pragma once

#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/list.h>
#include <nodecpp/stream/stream_base.h>
#include <nodecpp/string_decoder.h>

namespace nodecpp {
template <class T>
class Promise;
template <class T>
class Sequence;
template <class T, class R, class N>
class AsyncGenerator;
namespace detail {
struct Reaction;
}
}  // namespace nodecpp

namespace nodecpp::stream {

struct IteratorOptions {
  bool destroyOnReturn = true;
};
struct OperatorOptions {
  double concurrency = 1;  // the number of simultaneous calls; the order of results stays
  AbortSignal signal{};
};

// The type of readableFlowing: null until somebody asks for data, then true or false.
class Flowing {
 public:
  constexpr Flowing(std::nullptr_t) noexcept {}
  constexpr Flowing(bool on) noexcept : state_(on ? 1 : 0) {}
  constexpr explicit operator bool() const noexcept { return state_ == 1; }
  friend constexpr bool operator==(Flowing, Flowing) noexcept = default;
  friend String str(Flowing flowing) { return flowing.state_ < 0 ? "null" : flowing.state_ ? "true" : "false"; }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (state_ < 0)
      out.value(nullptr);
    else
      out.value(state_ == 1);
  }

 private:
  signed char state_ = -1;
};

// The awaiter of `co_await stream->next()`. The waiting frame and the stream hold each other, so the end of the event
// loop ends the frame.
class NextChunk : nodecpp::detail::LoopEnd {
 public:
  explicit NextChunk(ReadableObject* stream);
  NextChunk(const NextChunk&) = delete;
  ~NextChunk();
  bool await_ready();
  template <class Frame>
  void await_suspend(Frame frame) {
    frame_ = &frame.promise().waiter();
    wait();
  }
  Chunk await_resume();

 private:
  friend class ReadableObject;
  void wait();
  void onLoopEnd() noexcept override;
  Readable stream_;
  nodecpp::detail::Reaction* frame_ = nullptr;
  // Set while the awaiter asks the stream for data: becomes true when the frame is ended meanwhile.
  bool* gone_ = nullptr;
};

namespace detail {
template <class R>
Array<Chunk> chunksOf(const R& values) {
  Array<Chunk> chunks;
  for (const auto& value : values) chunks.push(Chunk(value));
  return chunks;
}
}  // namespace detail

// A stream that can be read. https://nodejs.org/docs/latest-v24.x/api/stream.html#class-streamreadable
class ReadableObject : public virtual StreamObject {
 public:
  using Options = ReadableOptions;
  ReadableObject();
  // Throws ERR_INVALID_ARG_VALUE for an invalid high-water mark and ERR_UNKNOWN_ENCODING.
  explicit ReadableObject(ReadableOptions options);

  // Returns a stream of the given values in object mode, one value at a time. A string or a Buffer is a single chunk.
  // For a sequence and for an async generator, include nodecpp/stream/operators.h.
  static Readable from(const Array<Chunk>& values, ReadableOptions options = {});
  static Readable from(const Buffer& bytes, ReadableOptions options = {}) {
    return from(Array<Chunk>{bytes}, std::move(options));
  }
  template <class T>
  static Readable from(const T& iterable, ReadableOptions options = {});
  template <class T>
  static Readable from(std::initializer_list<T> values, ReadableOptions options = {}) {
    return from(detail::chunksOf(values), std::move(options));
  }
  template <class T>
  static Readable from(Sequence<T> sequence, ReadableOptions options = {});
  template <class T, class R, class N>
  static Readable from(AsyncGenerator<T, R, N> generator, ReadableOptions options = {});

  // Without the header that defines the following functions, the compiler shows their declarations. They return a
  // stream of the results of `f` for each chunk, or a promise of a result for all chunks; `f` may be a coroutine. Each
  // function reads this stream to its end, and an earlier end destroys it.
  Sequence<Chunk> iterator(IteratorOptions options = {});  // write #include <nodecpp/stream/operators.h>
  template <class F>
  Readable map(F f, OperatorOptions options = {});  // write #include <nodecpp/stream/operators.h>
  template <class F>
  Readable filter(F f, OperatorOptions options = {});  // write #include <nodecpp/stream/operators.h>
  template <class F>
  Readable flatMap(F f, OperatorOptions options = {});  // write #include <nodecpp/stream/operators.h>
  Readable take(double count, OperatorOptions options = {});  // write #include <nodecpp/stream/operators.h>
  Readable drop(double count, OperatorOptions options = {});  // write #include <nodecpp/stream/operators.h>
  template <class F>
  Promise<void> forEach(F f, OperatorOptions options = {});  // write #include <nodecpp/stream/operators.h>
  template <class F>
  Promise<bool> some(F f, OperatorOptions options = {});  // write #include <nodecpp/stream/operators.h>
  template <class F>
  Promise<bool> every(F f, OperatorOptions options = {});  // write #include <nodecpp/stream/operators.h>
  // The promise has an empty Chunk when no chunk was found.
  template <class F>
  Promise<Chunk> find(F f, OperatorOptions options = {});  // write #include <nodecpp/stream/operators.h>
  template <class T = Chunk>
  Promise<Array<T>> toArray(OperatorOptions options = {});  // write #include <nodecpp/stream/operators.h>
  template <class F, class T>
  Promise<T> reduce(F f, T initial, OperatorOptions options = {});  // write #include <nodecpp/stream/operators.h>
  ~ReadableObject() override;

  using StreamObject::eventArgs;
  static Args<Chunk> eventArgs(event::data_t);
  static Args<> eventArgs(event::end_t);
  static Args<> eventArgs(event::readable_t);
  static Args<> eventArgs(event::pause_t);
  static Args<> eventArgs(event::resume_t);

  // Returns buffered data: all of it (one chunk while the stream flows), or exactly `size` bytes, or fewer at the end.
  // Returns an empty Chunk when less is buffered. Throws ERR_OUT_OF_RANGE for a size beyond 1 GiB.
  Chunk read() { return readChunk(__builtin_nan("")); }
  Chunk read(double size) { return readChunk(size); }
  // Stop and start flowing mode. Both functions return this stream.
  template <class Self>
  Handle<Self> pause(this Self& self) {
    static_cast<ReadableObject&>(self).pauseSource();
    return Handle<Self>(&self);
  }
  template <class Self>
  Handle<Self> resume(this Self& self) {
    static_cast<ReadableObject&>(self).resumeSource();
    return Handle<Self>(&self);
  }
  bool isPaused() const noexcept;
  // Makes the chunks strings from now on. Returns this stream. Throws ERR_UNKNOWN_ENCODING.
  template <class Self>
  Handle<Self> setEncoding(this Self& self, const EncodingArg& encoding) {
    static_cast<ReadableObject&>(self).decodeAs(encoding);
    return Handle<Self>(&self);
  }
  // Writes the stream's data to `destination`, as fast as that takes it, and ends `destination` at the end unless
  // `options.end` is false. Returns `destination`.
  template <class D>
  Handle<D> pipe(const Handle<D>& destination, PipeOptions options = {}) {
    Handle<D> to = destination;  // a listener may assign to the variable that was passed
    pipeTo(Writable(to), options);
    return to;
  }
  // Pipes to the stream that a variable holds: let<net::Socket>.
  template <class V>
    requires requires(const V& variable) { Writable(variable.value()); }
  auto pipe(const V& variable, PipeOptions options = {}) {
    return pipe(variable.value(), options);
  }
  // Pipes to process::stdout or process::stderr.
  template <class S>
    requires requires { typename S::StandardStream; }
  auto pipe(const S& destination, PipeOptions options = {}) {
    return pipe(typename S::StandardStream(destination), options);
  }
  // Ends all pipes of this stream, or only the one to `destination`. Returns this stream.
  template <class Self>
  Handle<Self> unpipe(this Self& self) {
    static_cast<ReadableObject&>(self).unpipeAll();
    return Handle<Self>(&self);
  }
  template <class Self>
  Handle<Self> unpipe(this Self& self, const Writable& destination) {
    if (destination)
      static_cast<ReadableObject&>(self).unpipeFrom(destination);
    else
      static_cast<ReadableObject&>(self).unpipeAll();
    return Handle<Self>(&self);
  }
  // For implementations: adds a chunk to the data that can be read; nullptr ends the stream. Returns false when the
  // stream has enough data for now. A push after the end makes the stream fail with ERR_STREAM_PUSH_AFTER_EOF.
  bool push(const ChunkArg& chunk, const EncodingParam& encoding = {});
  // Puts a chunk back in front of the buffered data. After `end` the stream fails with
  // ERR_STREAM_UNSHIFT_AFTER_END_EVENT.
  bool unshift(const ChunkArg& chunk, const EncodingParam& encoding = {});
  // For `while (auto chunk = co_await stream->next())`. Returns buffered data at once, or else waits for the next data;
  // an empty Chunk means the end. Throws the stream's error, which then needs no listener, and
  // ERR_STREAM_PREMATURE_CLOSE when the stream was closed before its end. Leaving the loop early does not affect the
  // stream. Only one next() may wait at a time.
  NextChunk next() { return NextChunk(this); }

  // Whether the stream can still be read: it was not destroyed, and neither `end` nor `error` was emitted.
  bool readable() const noexcept;
  // Sets whether the stream can be read at all, as an assignment to Node's `readable`.
  void setReadable(bool on) noexcept { on ? readFlags_ &= ~notReadableFlag : readFlags_ |= notReadableFlag; }
  // Whether the stream was destroyed or failed before `end` was emitted.
  bool readableAborted() const noexcept;
  // Whether any data was read.
  bool readableDidRead() const noexcept { return readFlags_ & dataEmittedFlag; }
  // Empty ("") when no encoding is set, where Node has null.
  String readableEncoding() const { return decoder_ ? decoder_->encoding() : String(); }
  // True after `end` was emitted.
  bool readableEnded() const noexcept { return readFlags_ & endEmittedFlag; }
  Flowing readableFlowing() const noexcept;
  void setReadableFlowing(Flowing flowing) noexcept;
  // The high-water mark and the size of the buffered data, in bytes, UTF-16 units of text, or chunks in object mode.
  std::ptrdiff_t readableHighWaterMark() const noexcept { return std::ptrdiff_t(readMark_); }
  std::ptrdiff_t readableLength() const noexcept { return std::ptrdiff_t(readLength_); }
  bool readableObjectMode() const noexcept { return readFlags_ & objectModeFlag; }

  ReadableObject* readableSide() noexcept override { return this; }
  const char* className() const override { return "Readable"; }
  template <class I>
  void inspectTo(I& out) const {
    out.property("readable", readable()).property("readableFlowing", readableFlowing());
    out.property("readableLength", readableLength()).property("readableEnded", readableEnded());
    out.property("destroyed", destroyed());
  }

 protected:
  friend struct detail::Access;
  friend class NextChunk;
  friend class detail::PipeObject;
    // The flags of Node's ReadableState.
  enum : std::uint32_t {
    endedFlag = 1 << 0,
    endEmittedFlag = 1 << 1,
    readingFlag = 1 << 2,
    syncReadFlag = 1 << 3,
    needReadableFlag = 1 << 4,
    emittedReadableFlag = 1 << 5,
    readableListeningFlag = 1 << 6,
    resumeScheduledFlag = 1 << 7,
    readingMoreFlag = 1 << 8,
    dataEmittedFlag = 1 << 9,
    hasFlowingFlag = 1 << 10,
    flowingFlag = 1 << 11,
    hasPausedFlag = 1 << 12,
    pausedFlag = 1 << 13,
    dataListeningFlag = 1 << 14,
    endScheduledFlag = 1 << 15,
    notReadableFlag = 1 << 16,
    iteratedFlag = 1 << 17,
    objectModeFlag = 1 << 18,
  };

  // Fetches data and gives it to push(), at once or later. It is called again only after a push. `size` is a hint. The
  // base class throws ERR_METHOD_NOT_IMPLEMENTED.
  virtual void _read(double size);
  void _destroy(Error error, Callback callback) override;
  void _construct(Callback callback) override;
  void constructCalled() override;
  // Do the work of read(), pause() and resume(). A subclass that changes one of these overrides the function here.
  virtual Chunk readChunk(double size);
  virtual void pauseSource();
  virtual void resumeSource();
  // Whether the writable side of a Duplex stays open after `end`.
  virtual bool staysOpenAfterEnd() const noexcept { return true; }
  void listenerAdded(EventName name) override;
  void listenerRemoved(EventName name) override;
  void setupReading(const OptionalNumber& mark, const char* markName, StringArg encoding, StringArg defaultEncoding,
                    bool objectMode = false);

  // Does the work of push(nullptr).
  void onEof();

  std::uint32_t readFlags_ = syncReadFlag;

 private:
  struct Pipes;
  void decodeAs(const EncodingArg& encoding);
  bool pushPlain(Chunk chunk);
  bool pushObject(Chunk chunk);
  std::size_t sizeOf(const Chunk& chunk) const noexcept {
    return readFlags_ & objectModeFlag ? 1 : chunk.length();
  }
  bool canPushMore() const noexcept {
    return !(readFlags_ & endedFlag) && (readLength_ < readMark_ || readLength_ == 0);
  }
  void addChunk(Chunk chunk, bool toFront);
  double howMuchToRead(double size) const noexcept;
  Chunk takeOff(std::size_t size);
  Chunk takeJoined(std::size_t size);
  void emitReadable();
  void emitReadableNow();
  void maybeReadMore();
  void readMore();
  void endReadable();
  void endReadableNow();
  void updateReadableListening();
  void scheduleResume();
  void resumeNow();
  void flow();
  void forgetAwaitingDrain() noexcept;
  void pipeTo(Writable destination, PipeOptions options);
  void unpipeAll();
  void unpipeFrom(const Writable& destination);
  void traceReadable(nodecpp::detail::Tracer& tracer);
  bool nextIsReady();
  void wakeNext();

  std::size_t readLength_ = 0;
  std::size_t readMark_ = 0;
  nodecpp::detail::List<Chunk> buffer_;
  std::size_t bufferIndex_ = 0;
  string_decoder::StringDecoder decoder_;
  Pipes* pipes_ = nullptr;
  NextChunk* waiting_ = nullptr;
  Encoding defaultReadEncoding_ = Encoding::utf8;
};

template <class T>
Readable ReadableObject::from(const T& iterable, ReadableOptions options) {
  if constexpr (nodecpp::detail::StringLike<const T&>)
    return from(Array<Chunk>{Chunk(String(iterable))}, std::move(options));
  else
    return from(detail::chunksOf(iterable), std::move(options));
}

}  // namespace nodecpp::stream
