// Streams: Readable, Writable, Duplex, Transform, PassThrough, pipeline, finished; events and ticks in Node's order.
// https://nodejs.org/docs/latest-v24.x/api/stream.html
//
//   auto r = make<stream::Readable>({.read = [](auto self, double size) {…}});      new Readable({read(size) {…}})
//   class Counter : public stream::ReadableObject { void _read(double) override {…} };
//   auto c = make<Counter>();                                                       new Counter()
#pragma once

#include <nodecpp/chunk.h>
#include <nodecpp/events.h>
#include <nodecpp/string_decoder.h>

namespace nodecpp::detail {
struct Reaction;
}

namespace nodecpp::stream {

class StreamObject;
class ReadableObject;
class WritableObject;
class DuplexObject;
class TransformObject;
class PassThroughObject;
using Stream = Handle<StreamObject>;
using Readable = Handle<ReadableObject>;
using Writable = Handle<WritableObject>;
using Duplex = Handle<DuplexObject>;
using Transform = Handle<TransformObject>;
using PassThrough = Handle<PassThroughObject>;

// A number that may be left out.
struct OptionalNumber {
  constexpr OptionalNumber() noexcept = default;
  constexpr OptionalNumber(std::nullptr_t) noexcept {}
  template <class T>
    requires std::is_arithmetic_v<T>
  constexpr OptionalNumber(T number) noexcept : value(double(number)), given(true) {}
  double value = 0;
  bool given = false;
};

// The functions among the options have the stream, JavaScript's `this`, as their first parameter.
struct ReadableOptions {
  OptionalNumber highWaterMark{};  // bytes; 65536
  String encoding{};               // as setEncoding
  bool emitClose = true;
  Function<void(Readable, double)> read{};
  Function<void(Readable, Error, Callback)> destroy{};
  Function<void(Readable, Callback)> construct{};
  bool autoDestroy = true;
};

struct WritableOptions {
  OptionalNumber highWaterMark{};  // bytes; 65536
  bool decodeStrings = true;
  String defaultEncoding = "utf8";
  bool emitClose = true;
  Function<void(Writable, Chunk, String, Callback)> write{};
  Function<void(Writable, std::vector<WriteRequest>, Callback)> writev{};
  Function<void(Writable, Error, Callback)> destroy{};
  Function<void(Writable, Callback)> final{};
  Function<void(Writable, Callback)> construct{};
  bool autoDestroy = true;
};

template <class Self>
struct DuplexOptionsOf {
  OptionalNumber highWaterMark{};  // of both sides
  bool decodeStrings = true;
  String defaultEncoding = "utf8";
  String encoding{};
  bool emitClose = true;
  Function<void(Self, double)> read{};
  Function<void(Self, Chunk, String, Callback)> write{};
  Function<void(Self, std::vector<WriteRequest>, Callback)> writev{};
  Function<void(Self, Error, Callback)> destroy{};
  Function<void(Self, Callback)> final{};
  Function<void(Self, Callback)> construct{};
  bool autoDestroy = true;
  bool allowHalfOpen = true;
  bool readable = true;
  bool writable = true;
  OptionalNumber readableHighWaterMark{};
  OptionalNumber writableHighWaterMark{};
  // Of a Transform.
  Function<void(Self, Chunk, String, TransformCallback)> transform{};
  Function<void(Self, TransformCallback)> flush{};
};
using DuplexOptions = DuplexOptionsOf<Duplex>;
using TransformOptions = DuplexOptionsOf<Transform>;

struct PipeOptions {
  bool end = true;
};

// What an `unpipe` event carries beside the source; the pipes among its listeners settle by it whose turn it is.
struct UnpipeInfo {
  bool hasUnpiped = false;
};

namespace impl {
struct Access;
class PipeObject;
struct Functions {
  virtual ~Functions() = default;
};
}  // namespace impl

// What all streams share. Not made by programs.
class StreamObject : public EventEmitterObject {
 public:
  StreamObject() = default;
  ~StreamObject() override;

  using EventEmitterObject::eventArgs;
  static Args<> eventArgs(event::close_t);

  // Ends the stream: `error` (where there is one) and `close` are emitted in a later tick. `callback` gets the error.
  template <class Self>
  Handle<Self> destroy(this Self& self, Error error = nullptr, Callback callback = {}) {
    static_cast<StreamObject&>(self).destroyWith(std::move(error), std::move(callback));
    return Handle<Self>(&self);
  }
  bool destroyed() const noexcept { return flags_ & destroyedFlag; }
  // After `close`, or when it would have been emitted.
  bool closed() const noexcept { return flags_ & closedFlag; }
  // The error that the stream was destroyed with; undefined where there is none.
  Error errored() const { return flags_ & erroredFlag ? errored_ : Error(); }

  // The two sides, null where there is none.
  virtual ReadableObject* readableSide() noexcept { return nullptr; }
  virtual WritableObject* writableSide() noexcept { return nullptr; }

  const char* className() const override { return "Stream"; }

 protected:
  friend struct impl::Access;
  enum : std::uint32_t {
    errorEmittedFlag = 1 << 0,
    autoDestroyFlag = 1 << 1,
    emitCloseFlag = 1 << 2,
    destroyedFlag = 1 << 3,
    closedFlag = 1 << 4,
    closeEmittedFlag = 1 << 5,
    erroredFlag = 1 << 6,
    constructedFlag = 1 << 7,
    constructCalledFlag = 1 << 8,
    destroyCalledFlag = 1 << 9,
  };

  // What destroy() does; a subclass that changes destroy() overrides this.
  virtual void destroyWith(Error error, Callback callback);
  // Frees what the stream holds; calls `callback` when it is done, in the end also without an error.
  virtual void _destroy(Error error, Callback callback) { callback(std::move(error)); }
  // Prepares what the stream stands on; reads, writes and destroy() wait for `callback`. A class that overrides it calls
  // startConstruct() at the end of its constructor.
  virtual void _construct(Callback callback) { callback(); }
  void startConstruct();
  virtual void onConstructed() {}
  // After `close`, or in place of it: the base lets the listeners go one turn later.
  virtual void afterClose();
  void onRejection(const Error& error) override { destroyWith(error, {}); }
  // destroy(error) where autoDestroy is set, else `error` is emitted: now, or in a tick when `sync`.
  void errorOrDestroy(const Error& error, bool sync = false);
  void dropListenersLater();
  void setError(const Error& error) {
    if (!error || (flags_ & erroredFlag)) return;
    errored_ = error;
    flags_ |= erroredFlag;
  }
  // The functions of the options, where they are an F.
  template <class F>
  F* functionsAs() const noexcept {
    return functions_ ? dynamic_cast<F*>(functions_) : nullptr;
  }

  std::uint32_t flags_ = autoDestroyFlag | emitCloseFlag | constructedFlag;
  impl::Functions* functions_ = nullptr;

 private:
  void destroyNow(const Error& error, Callback callback);
  void onDestroyed(const Error& error, const Callback& callback);
  void emitErrorNow(const Error& error);
  void emitCloseNow();
  void constructNow();
  void onConstruct(const Error& error);

  Error errored_;
  Function<void(Error)> destroyOnceConstructed_;
};

// readableFlowing: null until somebody asks for data, then true or false.
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

// What `co_await stream->next()` waits on.
class NextChunk {
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
  Readable stream_;
  nodecpp::detail::Reaction* frame_ = nullptr;
};

class ReadableObject : public virtual StreamObject {
 public:
  using Options = ReadableOptions;
  ReadableObject();
  // ERR_INVALID_ARG_VALUE for a bad high-water mark, ERR_UNKNOWN_ENCODING.
  explicit ReadableObject(ReadableOptions options);
  ~ReadableObject() override;

  using StreamObject::eventArgs;
  static Args<Chunk> eventArgs(event::data_t);
  static Args<> eventArgs(event::end_t);
  static Args<> eventArgs(event::readable_t);
  static Args<> eventArgs(event::pause_t);
  static Args<> eventArgs(event::resume_t);

  // The next chunk: all that is buffered (while flowing, one chunk), or exactly `size` bytes, or fewer at the end; nothing
  // when there is too little. ERR_OUT_OF_RANGE for a size beyond 1 GiB.
  Chunk read() { return readChunk(__builtin_nan("")); }
  Chunk read(double size) { return readChunk(size); }
  // Sets whether the stream flows; each returns this stream.
  template <class Self>
  Handle<Self> pause(this Self& self) {
    static_cast<ReadableObject&>(self).pauseReading();
    return Handle<Self>(&self);
  }
  template <class Self>
  Handle<Self> resume(this Self& self) {
    static_cast<ReadableObject&>(self).resumeReading();
    return Handle<Self>(&self);
  }
  bool isPaused() const noexcept;
  // Chunks are strings from now on. ERR_UNKNOWN_ENCODING.
  template <class Self>
  Handle<Self> setEncoding(this Self& self, const EncodingArg& encoding) {
    static_cast<ReadableObject&>(self).decodeAs(encoding);
    return Handle<Self>(&self);
  }
  // Writes what comes to `destination`, at its pace, and ends it at the end. Returns `destination`.
  template <class D>
  Handle<D> pipe(const Handle<D>& destination, PipeOptions options = {}) {
    pipeTo(Writable(destination), options);
    return destination;
  }
  template <class Self>
  Handle<Self> unpipe(this Self& self) {
    static_cast<ReadableObject&>(self).unpipeAll();
    return Handle<Self>(&self);
  }
  template <class Self, class D>
  Handle<Self> unpipe(this Self& self, const Handle<D>& destination) {
    if (destination)
      static_cast<ReadableObject&>(self).unpipeFrom(Writable(destination));
    else
      static_cast<ReadableObject&>(self).unpipeAll();
    return Handle<Self>(&self);
  }
  // For implementations: adds a chunk to what can be read; nullptr ends the stream. False when it has enough for now.
  // ERR_STREAM_PUSH_AFTER_EOF is the stream's error.
  bool push(const ChunkArg& chunk, const EncodingParam& encoding = {});
  // Puts a chunk back to the front. ERR_STREAM_UNSHIFT_AFTER_END_EVENT is the stream's error.
  bool unshift(const ChunkArg& chunk, const EncodingParam& encoding = {});
  // `while (auto chunk = co_await stream->next())`: what is buffered, at once; else what comes; nothing at the end. Throws
  // the stream's error (which then needs no listener), ERR_STREAM_PREMATURE_CLOSE when it was closed before its end.
  // Leaving the loop early leaves the stream as it is. One wait at a time.
  NextChunk next() { return NextChunk(this); }

  bool readable() const noexcept;
  void setReadable(bool on) noexcept { on ? readFlags_ &= ~notReadableFlag : readFlags_ |= notReadableFlag; }
  bool readableAborted() const noexcept;
  bool readableDidRead() const noexcept { return readFlags_ & dataEmittedFlag; }
  // Undefined ("") without one.
  String readableEncoding() const { return decoder_ ? decoder_->encoding() : String(); }
  // After `end`.
  bool readableEnded() const noexcept { return readFlags_ & endEmittedFlag; }
  Flowing readableFlowing() const noexcept;
  void setReadableFlowing(Flowing flowing) noexcept;
  std::size_t readableHighWaterMark() const noexcept { return readMark_; }
  std::size_t readableLength() const noexcept { return readLength_; }
  bool readableObjectMode() const noexcept { return false; }

  ReadableObject* readableSide() noexcept override { return this; }
  const char* className() const override { return "Readable"; }

 protected:
  friend struct impl::Access;
  friend class NextChunk;
  friend class impl::PipeObject;
  friend class WritableObject;
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
  };

  // Gets data and push()es it, now or later; is called again only after a push. `size` is a hint.
  // ERR_METHOD_NOT_IMPLEMENTED in the base.
  virtual void _read(double size);
  void _destroy(Error error, Callback callback) override;
  void _construct(Callback callback) override;
  void onConstructed() override;
  // What read(), pause() and resume() do; a subclass that changes them overrides these.
  virtual Chunk readChunk(double size);
  virtual void pauseReading();
  virtual void resumeReading();
  // Whether the writable side stays open after `end`.
  virtual bool staysOpenAfterEnd() const noexcept { return true; }
  void listenerAdded(EventName name) override;
  void listenerRemoved(EventName name) override;
  void setupReading(const OptionalNumber& mark, const char* markName, StringArg encoding, StringArg defaultEncoding);

  std::uint32_t readFlags_ = syncReadFlag;

 private:
  struct Pipes;
  void decodeAs(const EncodingArg& encoding);
  bool pushPlain(Chunk chunk);
  bool canPushMore() const noexcept {
    return !(readFlags_ & endedFlag) && (readLength_ < readMark_ || readLength_ == 0);
  }
  void addChunk(Chunk chunk, bool toFront);
  double howMuchToRead(double size) const noexcept;
  Chunk take(std::size_t size);
  Chunk takeJoined(std::size_t size);
  void onEof();
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
  bool nextIsReady();
  void wakeNext();
  friend class StreamObject;

  std::size_t readLength_ = 0;
  std::size_t readMark_;
  std::vector<Chunk> buffer_;
  std::size_t bufferIndex_ = 0;
  string_decoder::StringDecoder decoder_;
  Pipes* pipes_ = nullptr;
  NextChunk* waiting_ = nullptr;
  Encoding defaultReadEncoding_ = Encoding::utf8;
};

class WritableObject : public virtual StreamObject {
 public:
  using Options = WritableOptions;
  WritableObject();
  // ERR_INVALID_ARG_VALUE for a bad high-water mark, ERR_UNKNOWN_ENCODING.
  explicit WritableObject(WritableOptions options);

  using StreamObject::eventArgs;
  static Args<> eventArgs(event::drain_t);
  static Args<> eventArgs(event::finish_t);
  static Args<> eventArgs(event::prefinish_t);
  static Args<Readable> eventArgs(event::pipe_t);
  static Args<Readable, UnpipeInfo> eventArgs(event::unpipe_t);

  // False when the buffer is full: wait for `drain`. `callback` is called when the chunk is through, or with the error.
  // Throws ERR_STREAM_NULL_VALUES and ERR_UNKNOWN_ENCODING; ERR_STREAM_WRITE_AFTER_END and ERR_STREAM_DESTROYED are the
  // stream's errors.
  bool write(const ChunkArg& chunk, Callback callback = {}) { return writeChunk(chunk, {}, std::move(callback)); }
  bool write(const ChunkArg& chunk, const EncodingParam& encoding, Callback callback = {}) {
    return writeChunk(chunk, encoding, std::move(callback));
  }
  // No more is to be written; `callback` is called after `finish`, or with the error. Returns this stream.
  template <class Self>
  Handle<Self> end(this Self& self, Callback callback = {}) {
    static_cast<WritableObject&>(self).endWith(nullptr, {}, std::move(callback));
    return Handle<Self>(&self);
  }
  template <class Self>
  Handle<Self> end(this Self& self, std::nullptr_t, Callback callback = {}) {
    static_cast<WritableObject&>(self).endWith(nullptr, {}, std::move(callback));
    return Handle<Self>(&self);
  }
  template <class Self>
  Handle<Self> end(this Self& self, const ChunkArg& chunk, Callback callback = {}) {
    static_cast<WritableObject&>(self).endWith(chunk, {}, std::move(callback));
    return Handle<Self>(&self);
  }
  template <class Self>
  Handle<Self> end(this Self& self, const ChunkArg& chunk, const EncodingParam& encoding, Callback callback = {}) {
    static_cast<WritableObject&>(self).endWith(chunk, encoding, std::move(callback));
    return Handle<Self>(&self);
  }
  // Keeps what is written until uncork() was called as often, so that it goes out in one _writev.
  void cork();
  void uncork();
  template <class Self>
  Handle<Self> setDefaultEncoding(this Self& self, const EncodingArg& encoding) {
    static_cast<WritableObject&>(self).defaultWriteEncoding_ = encoding;
    return Handle<Self>(&self);
  }
  // A Writable cannot be piped: ERR_STREAM_CANNOT_PIPE is its error.
  template <class D>
  void pipe(const Handle<D>&, PipeOptions = {}) {
    cannotPipe();
  }

  bool writable() const noexcept;
  void setWritable(bool on) noexcept { on ? writeFlags_ &= ~notWritableFlag : writeFlags_ |= notWritableFlag; }
  bool writableAborted() const noexcept;
  std::uint32_t writableCorked() const noexcept { return corked_; }
  // After end() was called.
  bool writableEnded() const noexcept { return writeFlags_ & endingFlag; }
  // Before `finish` is emitted.
  bool writableFinished() const noexcept { return writeFlags_ & finishedFlag; }
  std::size_t writableHighWaterMark() const noexcept { return writeMark_; }
  std::size_t writableLength() const noexcept { return writeLength_; }
  bool writableNeedDrain() const noexcept {
    return !(flags_ & destroyedFlag) && (writeFlags_ & (endingFlag | needDrainFlag)) == needDrainFlag;
  }
  bool writableObjectMode() const noexcept { return false; }

  WritableObject* writableSide() noexcept override { return this; }
  const char* className() const override { return "Writable"; }

 protected:
  friend struct impl::Access;
  friend class impl::PipeObject;
  friend class ReadableObject;
  enum : std::uint32_t {
    syncWriteFlag = 1 << 0,
    finalCalledFlag = 1 << 1,
    needDrainFlag = 1 << 2,
    endingFlag = 1 << 3,
    finishedFlag = 1 << 4,
    decodeStringsFlag = 1 << 5,
    writingFlag = 1 << 6,
    bufferProcessingFlag = 1 << 7,
    prefinishedFlag = 1 << 8,
    noCallbacksFlag = 1 << 9,
    expectWriteCallbackFlag = 1 << 10,
    afterWritePendingFlag = 1 << 12,
    bufferedFlag = 1 << 13,
    endedWritingFlag = 1 << 14,
    notWritableFlag = 1 << 15,
    noFinalFlag = 1 << 11,
  };

  // Takes a chunk on; calls `callback` when it is through, now or later. `encoding` is "buffer" for bytes. The base
  // calls _writev where there is one, else throws ERR_METHOD_NOT_IMPLEMENTED.
  virtual void _write(Chunk chunk, String encoding, Callback callback);
  // All that is buffered at once. To be used, hasWritev() must say so.
  virtual void _writev(std::vector<WriteRequest> chunks, Callback callback);
  virtual bool hasWritev() const;
  // Before `finish`, which waits for `callback`.
  virtual void _final(Callback callback);
  void _destroy(Error error, Callback callback) override;
  void _construct(Callback callback) override;
  void destroyWith(Error error, Callback callback) override;
  void onConstructed() override;
  // In front of the listeners of `prefinish`.
  virtual void onPrefinish() {}
  // What write() and end() do; a subclass that changes them overrides these. An empty encoding is the default one.
  virtual bool writeChunk(const ChunkArg& chunk, const EncodingParam& encoding, Callback callback);
  virtual void endWith(const ChunkArg& chunk, const EncodingParam& encoding, Callback callback);
  // Standard output and error: a pipe does not end them.
  virtual bool isStandardStream() const noexcept { return false; }
  void setupWriting(const OptionalNumber& mark, const char* markName, bool decodeStrings, StringArg defaultEncoding);

  std::uint32_t writeFlags_ = syncWriteFlag | decodeStringsFlag | noCallbacksFlag;

 private:
  struct Request {
    Chunk chunk;
    String encoding;
    Callback callback;
  };
  // Callbacks of writes that were through at once, all the same, which one tick calls.
  struct AfterWrite : Object {
    Callback callback;
    std::uint32_t count = 1;
  };
  enum class Written { no, yes, failed };
  void cannotPipe();
  Written tryWrite(const ChunkArg& chunk, const EncodingParam& encoding, Callback callback, Error& error);
  bool writeOrBuffer(Chunk chunk, String encoding, Callback callback);
  void doWrite(Request request, std::size_t length);
  void doWritev(std::vector<WriteRequest> chunks, Callback callback);
  Callback onwriteCallback();
  void onwrite(const Error& error);
  void onwriteError(const Error& error, const Callback& callback);
  void writtenInTime(Callback callback);
  void afterWrite(std::uint32_t count, const Callback& callback);
  void errorBuffer();
  void clearBuffer();
  void resetBuffer();
  bool needFinish() const noexcept;
  void finishMaybe(bool sync);
  void prefinish();
  void onFinal(const Error& error);
  void emitPrefinish();
  void finish();
  void callFinishedCallbacks(const Error& error);

  std::size_t writeLength_ = 0;
  std::size_t writeMark_;
  std::size_t writing_ = 0;  // bytes given to _write
  std::uint32_t corked_ = 0;
  std::uint32_t pendingCallbacks_ = 0;
  std::vector<Request> buffered_;
  std::size_t bufferedIndex_ = 0;
  Callback writeCallback_;
  Handle<AfterWrite> afterWrite_;
  Encoding defaultWriteEncoding_ = Encoding::utf8;
  std::vector<Callback> onFinish_;
};

class DuplexObject : public ReadableObject, public WritableObject {
 public:
  using Options = DuplexOptions;
  DuplexObject() = default;
  explicit DuplexObject(DuplexOptions options);

  using StreamObject::eventArgs;
  static Args<Chunk> eventArgs(event::data_t);
  static Args<> eventArgs(event::end_t);
  static Args<> eventArgs(event::readable_t);
  static Args<> eventArgs(event::pause_t);
  static Args<> eventArgs(event::resume_t);
  static Args<> eventArgs(event::drain_t);
  static Args<> eventArgs(event::finish_t);
  static Args<> eventArgs(event::prefinish_t);
  static Args<Readable> eventArgs(event::pipe_t);
  static Args<Readable, UnpipeInfo> eventArgs(event::unpipe_t);

  using ReadableObject::pipe;

  // When false, the writable side is ended after `end`.
  bool allowHalfOpen = true;

  const char* className() const override { return "Duplex"; }

 protected:
  template <class Self>
  void setup(DuplexOptionsOf<Self>& options);
  void _read(double size) override;
  void _write(Chunk chunk, String encoding, Callback callback) override;
  void _writev(std::vector<WriteRequest> chunks, Callback callback) override;
  bool hasWritev() const override;
  void _final(Callback callback) override;
  void _destroy(Error error, Callback callback) override;
  void _construct(Callback callback) override;
  void onConstructed() override;
  bool staysOpenAfterEnd() const noexcept override { return allowHalfOpen; }
};

class TransformObject : public DuplexObject {
 public:
  using Options = TransformOptions;
  TransformObject();
  explicit TransformObject(TransformOptions options);
  ~TransformObject() override;

  const char* className() const override { return "Transform"; }

 protected:
  // Turns a chunk into what is read: by push(), or callback(nullptr, data). ERR_METHOD_NOT_IMPLEMENTED in the base.
  virtual void _transform(Chunk chunk, String encoding, TransformCallback callback);
  // After the last chunk, before `end`.
  virtual void _flush(TransformCallback callback);
  void _read(double size) override;
  void _write(Chunk chunk, String encoding, Callback callback) override;
  void _writev(std::vector<WriteRequest> chunks, Callback callback) override;
  bool hasWritev() const override;
  void _final(Callback callback) override;
  void _destroy(Error error, Callback callback) override;
  void _construct(Callback callback) override;
  void onPrefinish() override;

 private:
  void flushWith(Callback callback);
  void transformed(const Error& error, const Chunk& data, const Callback& callback, std::size_t lengthBefore);

  Callback pending_;  // of the write that waits for room on the readable side
  bool flushed_ = false;
};

class PassThroughObject : public TransformObject {
 public:
  PassThroughObject() = default;
  explicit PassThroughObject(TransformOptions options) : TransformObject(std::move(options)) {}

  const char* className() const override { return "PassThrough"; }

 protected:
  void _transform(Chunk chunk, String encoding, TransformCallback callback) override;
};

struct FinishedOptions {
  bool error = true;  // also listens to `error`
  // Whether to wait for a side; by default for those that the stream has.
  enum class Wait : unsigned char { automatic, yes, no };
  struct Side {
    constexpr Side() noexcept = default;
    constexpr Side(bool on) noexcept : wait(on ? Wait::yes : Wait::no) {}
    Wait wait = Wait::automatic;
  };
  Side readable{};
  Side writable{};
};

namespace impl {
Function<void()> finished(const Stream& stream, FinishedOptions options, Callback callback);
void pipeline(std::vector<Stream> streams, Callback callback);
}  // namespace impl

// Calls `callback` when the stream is readable or writable no more: at its end, on an error, on an early close
// (ERR_STREAM_PREMATURE_CLOSE). Returns a function that takes the listeners off.
template <class S>
Function<void()> finished(const Handle<S>& stream, Callback callback) {
  return impl::finished(Stream(stream), {}, std::move(callback));
}
template <class S>
Function<void()> finished(const Handle<S>& stream, FinishedOptions options, Callback callback) {
  return impl::finished(Stream(stream), options, std::move(callback));
}

// pipeline(source, …transforms, destination, callback): pipes each into the next, destroys all when one fails, and calls
// `callback` when it is over. Returns the last stream. ERR_MISSING_ARGS, ERR_STREAM_UNABLE_TO_PIPE.
template <class S, class... More>
  requires(sizeof...(More) >= 1)
auto pipeline(const Handle<S>& source, const More&... more) {
  auto all = std::forward_as_tuple(source, more...);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    impl::pipeline({Stream(std::get<I>(all))...}, Callback(std::get<sizeof...(More)>(all)));
    return std::get<sizeof...(More) - 1>(all);
  }(std::make_index_sequence<sizeof...(More)>{});
}
inline void pipeline(std::vector<Stream> streams, Callback callback) {
  impl::pipeline(std::move(streams), std::move(callback));
}

// 65536 bytes, or 16 objects, until set. ERR_OUT_OF_RANGE for a negative one.
double getDefaultHighWaterMark(bool objectMode);
void setDefaultHighWaterMark(bool objectMode, double value);

// False also where the stream has no such side.
bool isReadable(const Stream& stream);
bool isWritable(const Stream& stream);
// Whether `error` was emitted, as Node means it.
bool isErrored(const Stream& stream);
// Whether something was read of it, or it was destroyed before its end.
bool isDisturbed(const Stream& stream);
bool isDestroyed(const Stream& stream);

}  // namespace nodecpp::stream

namespace nodecpp {
// make<stream::Readable>({.highWaterMark = 1024, .read = …}).
template <class T>
  requires requires { typename T::ObjectType::Options; }
T make(typename T::ObjectType::Options options) {
  return T(new typename T::ObjectType(std::move(options)));
}
}  // namespace nodecpp
