// stream.Writable. Programs include nodecpp/stream.h.
#pragma once

#include <nodecpp/list.h>
#include <nodecpp/stream/stream_base.h>

namespace nodecpp::stream {

// The callback of end(). What fits no constructor of a Callback fits the last one, so that the compiler names the mistake.
// Without it clang 19 crashes while it lists the overloads of end().
class EndCallback : public Callback {
 public:
  using Callback::Callback;
  EndCallback() noexcept = default;
  EndCallback(const Callback& other) : Callback(other) {}
  template <class F>
    requires(!std::is_invocable_v<F&> && !std::is_invocable_v<F&, Error>) && requires { &F::operator(); }
  EndCallback(const F&) NODECPP_DELETED("the callback of end() takes an Error, or nothing");
};

// A stream that can be written to. https://nodejs.org/docs/latest-v24.x/api/stream.html#class-streamwritable
class WritableObject : public virtual StreamObject {
 public:
  using Options = WritableOptions;
  WritableObject();
  // Throws ERR_INVALID_ARG_VALUE for an invalid high-water mark and ERR_UNKNOWN_ENCODING.
  explicit WritableObject(WritableOptions options);

  using StreamObject::eventArgs;
  static Args<> eventArgs(event::drain_t);
  static Args<> eventArgs(event::finish_t);
  static Args<> eventArgs(event::prefinish_t);
  static Args<Readable> eventArgs(event::pipe_t);
  static Args<Readable, UnpipeInfo> eventArgs(event::unpipe_t);

  // Writes a chunk. Returns false when the buffer is full and the program should wait for `drain`. `callback` is called
  // when the chunk has been handled, or with the error. Throws ERR_STREAM_NULL_VALUES and ERR_UNKNOWN_ENCODING, while
  // ERR_STREAM_WRITE_AFTER_END and ERR_STREAM_DESTROYED are emitted as the stream's error.
  bool write(const ChunkArg& chunk, Callback callback = {}) { return writeChunk(chunk, {}, std::move(callback)); }
  bool write(const ChunkArg& chunk, const EncodingParam& encoding, Callback callback = {}) {
    return writeChunk(chunk, encoding, std::move(callback));
  }
  // Declares that nothing more will be written, after `chunk` if there is one. `callback` is called after `finish`, or
  // with the error. Returns this stream.
  template <class Self>
  Handle<Self> end(this Self& self, EndCallback callback = {}) {
    static_cast<WritableObject&>(self).endWith(nullptr, {}, std::move(callback));
    return Handle<Self>(&self);
  }
  template <class Self>
  Handle<Self> end(this Self& self, std::nullptr_t, EndCallback callback = {}) {
    static_cast<WritableObject&>(self).endWith(nullptr, {}, std::move(callback));
    return Handle<Self>(&self);
  }
  template <class Self>
  Handle<Self> end(this Self& self, const ChunkArg& chunk, EndCallback callback = {}) {
    static_cast<WritableObject&>(self).endWith(chunk, {}, std::move(callback));
    return Handle<Self>(&self);
  }
  template <class Self>
  Handle<Self> end(this Self& self, const ChunkArg& chunk, const EncodingParam& encoding, EndCallback callback = {}) {
    static_cast<WritableObject&>(self).endWith(chunk, encoding, std::move(callback));
    return Handle<Self>(&self);
  }
  // cork() makes the stream keep written data until uncork() was called as often, so that one _writev handles all of
  // it.
  void cork();
  void uncork();
  // Sets the encoding of strings that are written without an encoding. Returns this stream. Throws
  // ERR_UNKNOWN_ENCODING.
  template <class Self>
  Handle<Self> setDefaultEncoding(this Self& self, const EncodingArg& encoding) {
    static_cast<WritableObject&>(self).defaultWriteEncoding_ = encoding;
    return Handle<Self>(&self);
  }
  // Emits the error ERR_STREAM_CANNOT_PIPE, since a Writable cannot be read.
  template <class D>
  void pipe(const Handle<D>&, PipeOptions = {}) {
    cannotPipe();
  }

  // Whether write() may still be called: the stream was not ended or destroyed and has not failed.
  bool writable() const noexcept;
  // Sets whether the stream can be written to at all, as an assignment to Node's `writable`.
  void setWritable(bool on) noexcept { on ? writeFlags_ &= ~notWritableFlag : writeFlags_ |= notWritableFlag; }
  // Whether the stream was destroyed or failed before `finish` was emitted.
  bool writableAborted() const noexcept;
  // The number of calls of cork() that uncork() has not undone yet.
  std::uint32_t writableCorked() const noexcept { return corked_; }
  // True after end() was called.
  bool writableEnded() const noexcept { return writeFlags_ & endingFlag; }
  // True when all data has been handled, from just before `finish` is emitted.
  bool writableFinished() const noexcept { return writeFlags_ & finishedFlag; }
  // The high-water mark and the size of the buffered data: in bytes, in object mode in chunks.
  std::ptrdiff_t writableHighWaterMark() const noexcept { return std::ptrdiff_t(writeMark_); }
  std::ptrdiff_t writableLength() const noexcept { return std::ptrdiff_t(writeLength_); }
  // Whether the buffer was full, so that the stream is going to emit `drain`.
  bool writableNeedDrain() const noexcept {
    return !(flags_ & destroyedFlag) && (writeFlags_ & (endingFlag | needDrainFlag)) == needDrainFlag;
  }
  bool writableObjectMode() const noexcept { return writeFlags_ & objectModeFlag; }

  WritableObject* writableSide() noexcept override { return this; }
  const char* className() const override { return "Writable"; }
  template <class I>
  void inspectTo(I& out) const {
    out.property("writable", writable()).property("writableLength", writableLength());
    out.property("writableEnded", writableEnded()).property("writableFinished", writableFinished());
    out.property("destroyed", destroyed());
  }

 protected:
  friend struct detail::Access;
    // The flags of Node's WritableState.
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
    objectModeFlag = 1 << 16,
  };

  // Handles a chunk and calls `callback` when that is done, at once or later. `encoding` is "buffer" for bytes. The
  // base class calls _writev when there is one, and otherwise throws ERR_METHOD_NOT_IMPLEMENTED.
  virtual void _write(Chunk chunk, String encoding, Callback callback);
  // Handles all buffered chunks at once. Used only if hasWritev() returns true.
  virtual void _writev(Array<WriteRequest> chunks, Callback callback);
  virtual bool hasWritev() const;
  // Called before `finish`, which waits for `callback`.
  virtual void _final(Callback callback);
  void _destroy(Error error, Callback callback) override;
  void _construct(Callback callback) override;
  void destroyWith(Error error, Callback callback) override;
  void constructCalled() override;
  // Called before the listeners of `prefinish`.
  virtual void prefinishBegins() {}
  // Do the work of write() and end(). A subclass that changes one of these overrides the function here. An empty
  // encoding stands for the default one.
  virtual bool writeChunk(const ChunkArg& chunk, const EncodingParam& encoding, Callback callback);
  virtual void endWith(const ChunkArg& chunk, const EncodingParam& encoding, Callback callback);
  // True for standard output and standard error, which a pipe does not end.
  virtual bool isStandardStream() const noexcept { return false; }
  void setupWriting(const OptionalNumber& mark, const char* markName, bool decodeStrings, StringArg defaultEncoding,
                    bool objectMode = false);

  std::uint32_t writeFlags_ = syncWriteFlag | decodeStringsFlag | noCallbacksFlag;

 private:
  struct Request {
    Chunk chunk;
    String encoding;
    Callback callback;
  };
  // The equal callbacks of writes that finished synchronously, which a single tick calls.
  struct AfterWrite : Object {
    Callback callback;
    std::uint32_t count = 1;
  };
  enum class Written { no, yes, failed };
  std::size_t sizeOf(const Chunk& chunk) const noexcept {
    return writeFlags_ & objectModeFlag ? 1 : chunk.length();
  }
  void cannotPipe();
  Written tryWrite(const ChunkArg& chunk, const EncodingParam& encoding, Callback callback, Error& error);
  bool writeOrBuffer(Chunk chunk, String encoding, Callback callback);
  void doWrite(Request request, std::size_t length);
  void doWritev(Array<WriteRequest> chunks, Callback callback);
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
  void traceWritable(nodecpp::detail::Tracer& tracer);

  std::size_t writeLength_ = 0;
  std::size_t writeMark_ = 0;
  std::size_t writing_ = 0;  // the bytes that _write or _writev handles now
  std::uint32_t corked_ = 0;
  std::uint32_t pendingCallbacks_ = 0;
  nodecpp::detail::List<Request> buffered_;
  std::size_t bufferedIndex_ = 0;
  Callback writeCallback_;
  Handle<AfterWrite> afterWrite_;
  Encoding defaultWriteEncoding_ = Encoding::utf8;
  nodecpp::detail::List<Callback> onFinish_;
};

}  // namespace nodecpp::stream
