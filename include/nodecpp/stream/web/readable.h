// ReadableStream, its readers and controllers. Programs include nodecpp/stream/web.h.
// https://nodejs.org/docs/latest-v24.x/api/webstreams.html#class-readablestream
#pragma once

#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/stream/web/strategy.h>
#include <nodecpp/traits.h>

namespace nodecpp {
template <class T>
class Sequence;
template <class T, class R, class N>
class AsyncGenerator;
}  // namespace nodecpp

namespace nodecpp::stream::web {

// What a ReadableStream reads from. Its functions may return a promise. `cancel` gets the Reason.
struct UnderlyingSource {
  detail::Algorithm<ReadableStreamDefaultController> start{};
  detail::Algorithm<ReadableStreamDefaultController> pull{};
  detail::Algorithm<Reason> cancel{};
  String type{};  // "bytes" for a byte stream
  OptionalNumber autoAllocateChunkSize{};
};

struct StreamPipeOptions {
  bool preventClose = false;   // leaves the destination open at the end of the source
  bool preventAbort = false;   // does not abort the destination when the source fails
  bool preventCancel = false;  // does not cancel the source when the destination fails or is closed
  AbortSignal signal{};        // ends the pipe with the signal's reason
};

struct ReadableStreamIteratorOptions {
  bool preventCancel = false;  // leaves the stream as it is when the iteration is left early
};

struct ReadableStreamGetReaderOptions {
  String mode{};  // "byob"
};

// A readable and a writable stream that belong together, for pipeThrough(): JavaScript's {readable, writable}.
struct ReadableWritablePair {
  ReadableStream readable;
  WritableStream writable;
};

namespace detail {

struct ReadRequest;
class SourceObject;
class PipeObject;
class DefaultController;
class DefaultTee;
class ByteController;
class ByteTee;
class IteratorObject;
struct Readables;

// The requests of a reader that wait for data, in the order in which they came.
class ReadRequests {
 public:
  ReadRequests() = default;
  ReadRequests(const ReadRequests&) = delete;
  ~ReadRequests();
  bool empty() const noexcept { return !first_; }
  std::size_t size() const noexcept { return size_; }
  void push(ReadRequest* request) noexcept;
  ReadRequest* shift() noexcept;
  void remove(ReadRequest* request) noexcept;

 private:
  ReadRequest* first_ = nullptr;
  ReadRequest* last_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace detail

// The iterator that values() returns. Its next() gives the next chunk, and cancels the stream when the iterator is
// dropped before the end, as a for-await loop does that is left early:
//
//   auto chunks = stream->values();                              for await (const chunk of stream) use(chunk);
//   while (auto chunk = co_await chunks.next()) use(*chunk);
class ReadableStreamAsyncIterator {
 public:
  explicit ReadableStreamAsyncIterator(Handle<detail::IteratorObject> iterator);
  ReadableStreamAsyncIterator(const ReadableStreamAsyncIterator&);
  ReadableStreamAsyncIterator& operator=(const ReadableStreamAsyncIterator&);
  ~ReadableStreamAsyncIterator();
  // The promise is rejected with the stream's error.
  Promise<ReadableStreamReadResult<Chunk>> next() const;
  // Ends the iteration, and cancels the stream with `reason` unless preventCancel was set.
  Promise<ReadableStreamReadResult<Chunk>> return_(Reason reason = {}) const;
  ReadableStreamAsyncIterator symbolAsyncIterator() const { return *this; }

 private:
  Handle<detail::IteratorObject> iterator_;
};

class ReadableStreamObject : public Object, public nodecpp::detail::LoopEnd {
 public:
  using Options = UnderlyingSource;
  using WebStream = void;
  // Calls the source's `start`, and throws what that throws. Throws ERR_INVALID_ARG_VALUE for a wrong type, high-water
  // mark or autoAllocateChunkSize.
  explicit ReadableStreamObject(UnderlyingSource source = {}, QueuingStrategy strategy = {});
  ~ReadableStreamObject() override;

  // Returns a stream of the values of a list, a text (character by character), a generator, a Sequence, a
  // stream::Readable or another web stream. Promises in a list are awaited.
  template <class T>
  static ReadableStream from(T&& iterable);
  template <class T>
  static ReadableStream from(std::initializer_list<T> values);

  // Whether a reader or a pipe has this stream.
  bool locked() const noexcept { return bool(reader_); }
  // Closes the stream, drops what is queued and calls the source's `cancel`. The promise is settled as that one's, and
  // is rejected with ERR_INVALID_STATE while the stream is locked.
  Promise<> cancel(Reason reason = {});
  // Locks the stream. Throws ERR_INVALID_STATE when it is locked.
  ReadableStreamDefaultReader getReader();
  // With {.mode = "byob"}: a reader into buffers of the program. Throws ERR_INVALID_ARG_VALUE for another mode and for
  // a stream that is no byte stream.
  ReadableStreamBYOBReader getReader(const ReadableStreamGetReaderOptions& options);
  // Writes the chunks to `destination`, which is closed at the end. The promise is fulfilled then, and rejected with
  // the error of either side. When it is retracted, the pipe ends as it does by an abort of the signal, and the
  // retraction waits for that.
  Promise<> pipeTo(WritableStream destination, StreamPipeOptions options = {});
  // Pipes to transform->writable() and returns transform->readable(). Throws ERR_INVALID_STATE when one is locked.
  template <class T>
    requires requires(const T& transform) { transform->readable(), transform->writable(); }
  ReadableStream pipeThrough(const T& transform, StreamPipeOptions options = {}) {
    return pipeThrough(ReadableWritablePair{transform->readable(), transform->writable()}, std::move(options));
  }
  ReadableStream pipeThrough(const ReadableWritablePair& transform, StreamPipeOptions options = {});
  // Returns two streams that both give this one's chunks: `auto [a, b] = stream->tee();`. Throws ERR_INVALID_STATE when
  // the stream is locked.
  std::pair<ReadableStream, ReadableStream> tee();
  // Locks the stream until the iteration ends. Throws ERR_INVALID_STATE when it is locked.
  ReadableStreamAsyncIterator values(ReadableStreamIteratorOptions options = {});
  ReadableStreamAsyncIterator symbolAsyncIterator() { return values(); }

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    detail::inspectAs(out, "ReadableStream", [&](auto& data) {
      data.property("locked", locked()).property("state", stateName()).property("supportsBYOB", supportsBYOB());
    });
  }

  // For the runtime, as all that follows.
  enum class State : unsigned char { readable, closed, errored };

  // For the runtime's own streams, which begin in detail::Readables.
  explicit ReadableStreamObject(std::nullptr_t) noexcept;
  const char* stateName() const noexcept;
  bool supportsBYOB() const noexcept;
  void close();
  void fail(const Reason& reason);
  // Is fulfilled when the stream is closed, and rejected when it fails.
  Promise<> ended();
  void onLoopEnd() noexcept override { ended_.abandon(); }
  Promise<> cancelNow(const Reason& reason);

  ReadableStreamDefaultController controller_;
  Handle<ReadableStreamReaderObject> reader_;
  detail::Settling ended_;
  Reason storedError_;
  State state_ = State::readable;
  bool disturbed_ = false;
  NODECPP_TRACE(controller_, reader_)
};

// A source's controller. https://nodejs.org/docs/latest-v24.x/api/webstreams.html#class-readablestreamdefaultcontroller
class ReadableStreamControllerObject : public Object {
 public:
  // How many chunks or bytes the stream wants before its queue is full; negative above that, 0 when it is closed, null
  // when it has failed.
  DesiredSize desiredSize() const noexcept;
  // Closes the stream once its queue is empty. Throws ERR_INVALID_STATE when it is closed or has failed.
  virtual void close() = 0;
  // Adds a chunk. Throws ERR_INVALID_STATE when the stream is closed or has failed, and what the strategy's `size`
  // throws. A byte stream takes bytes only (ERR_INVALID_ARG_TYPE); of a typed array it takes over the memory, so that
  // the array is empty afterwards.
  void enqueue() { enqueueChunk(Chunk()); }
  void enqueue(const ChunkArg& chunk) { enqueueChunk(chunk.toChunk()); }
  template <nodecpp::detail::DerivedFrom<nodecpp::detail::ViewBase> T>
  void enqueue(const T& view) {
    enqueueView(view);
  }
  // Makes the stream fail: what is queued is dropped, and reads are rejected with `reason`.
  void error(Reason reason = {}) { fail(reason); }
  // The request of a byte stream's reader whose memory may be filled; undefined when there is none, and for other
  // streams.
  virtual ReadableStreamBYOBRequest byobRequest() { return {}; }

  virtual const char* className() const noexcept { return "ReadableStreamDefaultController"; }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    detail::inspectAs(out, className(), [](auto&) {});
  }

  // For the runtime, as all that follows.

  ReadableStreamControllerObject(ReadableStreamObject& stream, Handle<detail::SourceObject> source,
                                 double highWaterMark);
  ~ReadableStreamControllerObject() override;
  // The stream's [[PullSteps]], [[CancelSteps]] and [[ReleaseSteps]] of the standard.
  virtual void pullSteps(detail::ReadRequest* request) = 0;
  virtual void clear() = 0;
  virtual void releaseSteps() {}
  virtual bool isByteController() const noexcept { return false; }
  // Takes the first chunk of the queue. Returns false when the queue is empty.
  virtual bool takeBuffered(Chunk& chunk) = 0;
  // As takeBuffered(), without a call of the source's pull. Only for streams of any values.
  virtual bool takeInBatch(Chunk&) { return false; }
  virtual void enqueueChunk(Chunk&& chunk) = 0;
  virtual void enqueueView(const nodecpp::detail::ViewBase& view) = 0;
  virtual void trace(nodecpp::detail::Tracer& tracer);

  bool isReadable() const noexcept;
  bool canCloseOrEnqueue() const noexcept { return !closeRequested_ && isReadable(); }
  bool hasRoom() const noexcept { return highWaterMark_ - queueTotalSize_ > 0; }
  bool shouldCallPull() const noexcept;
  void callPullIfNeeded();
  void pull();
  void pullFulfilled();
  void pullRejected(const Reason& reason) { fail(reason); }
  void fail(const Reason& reason);
  void begin(const Promise<>& started);
  void started();
  Promise<> cancelSteps(const Reason& reason);
  void clearAlgorithms() noexcept;
  ReadableStreamReaderObject* reader() const noexcept;

  ReadableStream stream_;
  Handle<detail::SourceObject> source_;
  double highWaterMark_;
  double queueTotalSize_ = 0;
  bool started_ = false;
  bool pulling_ = false;
  bool pullAgain_ = false;
  bool closeRequested_ = false;
  nodecpp::detail::Enrolment enrolment_{
      this, [](ReadableStreamControllerObject* self, nodecpp::detail::Tracer& tracer) { self->trace(tracer); }};
};

// What both kinds of readers have.
class ReadableStreamReaderObject : public Object, public nodecpp::detail::LoopEnd {
 public:
  // Is fulfilled when the stream is closed, and rejected with the stream's error, or when the lock is released.
  Promise<> closed();
  // As the stream's cancel(). The promise is rejected with ERR_INVALID_STATE when the lock was released.
  Promise<> cancel(Reason reason = {});
  // Gives the stream free. Reads that wait are rejected with ERR_INVALID_STATE.
  void releaseLock();

  // For the runtime, as all that follows.
  explicit ReadableStreamReaderObject(bool byob) noexcept : byob_(byob) {}
  ~ReadableStreamReaderObject() override;
  void attach(const ReadableStream& stream);
  // Gives the stream free without telling those who wait for data.
  void release();
  void onLoopEnd() noexcept override;
  void add(detail::ReadRequest* request);
  void failRequests(const Reason& reason);
  // Tells the pipe, tee or iterator in a microtask that the stream has closed or failed.
  void ended();

  ReadableStream stream_;
  detail::Settling closed_;
  detail::ReadRequests requests_;
  // The pipe, tee or iterator that reads by this reader, and is told of the stream's end.
  Handle<Object> user_;
  void (*onEnd_)(Object* user) = nullptr;
  const bool byob_;  // this is a ReadableStreamBYOBReader
  NODECPP_TRACE(stream_, user_)
};

class ReadableStreamDefaultReaderObject : public ReadableStreamReaderObject {
 public:
  // Locks the stream. Throws ERR_INVALID_ARG_TYPE for an undefined stream and ERR_INVALID_STATE for a locked one.
  explicit ReadableStreamDefaultReaderObject(const ReadableStream& stream);
  // Gives the next chunk; at the end `done` is true. The promise is rejected with the stream's error. A read that is
  // retracted while it waits takes no chunk.
  Promise<ReadableStreamReadResult<Chunk>> read();

  // For the runtime.
  void read(detail::ReadRequest* request);
};

}  // namespace nodecpp::stream::web
