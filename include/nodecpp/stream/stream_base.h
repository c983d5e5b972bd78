// The base class of all streams and the options that streams are made with. Programs include nodecpp/stream.h.
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/chunk.h>
#include <nodecpp/events.h>
#include <nodecpp/traits.h>

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

// A numeric option that may be left out.
struct OptionalNumber {
  constexpr OptionalNumber() noexcept = default;
  constexpr OptionalNumber(std::nullptr_t) noexcept {}
  template <class T>
    requires nodecpp::detail::Arithmetic<T>
  constexpr OptionalNumber(T number) noexcept : value(double(number)), given(true) {}
  constexpr OptionalNumber(Undefined) noexcept {}
  // A variable that holds a number or a bool: let<int>, perThread<bool>.
  template <class V>
    requires nodecpp::detail::NumberVariable<V>
  OptionalNumber(const V& variable) : OptionalNumber(variable.value()) {}
  // A var, such as a setting that was read from JSON: its number, and nothing for undefined and null.
  template <class V>
    requires nodecpp::detail::AnyValue<V>
  OptionalNumber(const V& setting) : value(setting == nullptr ? 0 : double(setting)), given(setting != nullptr) {}
  double value = 0;
  bool given = false;
};

// In all options, the functions get the stream, JavaScript's `this`, as their first parameter.
struct ReadableOptions {
  OptionalNumber highWaterMark{};  // by default 65536 bytes, or 16 chunks in object mode
  String encoding{};               // the encoding that setEncoding would set
  bool objectMode = false;         // chunks are values of any type
  bool emitClose = true;
  Function<void(Readable, double)> read{};
  Function<void(Readable, Error, Callback)> destroy{};
  Function<void(Readable, Callback)> construct{};
  bool autoDestroy = true;
  AbortSignal signal{};  // destroys the stream with an AbortError
};

struct WritableOptions {
  OptionalNumber highWaterMark{};  // by default 65536 bytes, or 16 chunks in object mode
  bool decodeStrings = true;
  String defaultEncoding = "utf8";
  bool objectMode = false;
  bool emitClose = true;
  Function<void(Writable, Chunk, String, Callback)> write{};
  Function<void(Writable, Array<WriteRequest>, Callback)> writev{};
  Function<void(Writable, Error, Callback)> destroy{};
  Function<void(Writable, Callback)> final{};
  Function<void(Writable, Callback)> construct{};
  bool autoDestroy = true;
  AbortSignal signal{};
};

template <class Self>
struct DuplexOptionsOf {
  OptionalNumber highWaterMark{};  // the high-water mark of both sides
  bool decodeStrings = true;
  String defaultEncoding = "utf8";
  String encoding{};
  bool objectMode = false;  // both sides are in object mode
  bool emitClose = true;
  Function<void(Self, double)> read{};
  Function<void(Self, Chunk, String, Callback)> write{};
  Function<void(Self, Array<WriteRequest>, Callback)> writev{};
  Function<void(Self, Error, Callback)> destroy{};
  Function<void(Self, Callback)> final{};
  Function<void(Self, Callback)> construct{};
  bool autoDestroy = true;
  AbortSignal signal{};
  bool allowHalfOpen = true;
  bool readable = true;
  bool writable = true;
  bool readableObjectMode = false;
  bool writableObjectMode = false;
  OptionalNumber readableHighWaterMark{};
  OptionalNumber writableHighWaterMark{};
  // The following two are used by a Transform only.
  Function<void(Self, Chunk, String, TransformCallback)> transform{};
  Function<void(Self, TransformCallback)> flush{};
};
using DuplexOptions = DuplexOptionsOf<Duplex>;
using TransformOptions = DuplexOptionsOf<Transform>;

struct PipeOptions {
  bool end = true;
};

// The argument of `unpipe` beside the source. A Writable may have several pipes from one source; the first listener
// that sets `hasUnpiped` undoes its pipe, and the others ignore the event.
struct UnpipeInfo {
  bool hasUnpiped = false;
};

namespace detail {
struct Access;
class PipeObject;
struct Functions {
  virtual ~Functions() = default;
  virtual void trace(nodecpp::detail::Tracer& tracer) = 0;
};
struct RareState;

// An error that most streams do not have. It takes one word, and does not call the destructor of std::exception for
// each stream, as an Error would.
class RareError {
 public:
  RareError() noexcept = default;
  RareError(const RareError&) = delete;
  ~RareError() { delete error_; }
  RareError& operator=(const Error& error) {
    delete nodecpp::detail::exchange(error_, new Error(error));
    return *this;
  }
  explicit operator bool() const noexcept { return error_ != nullptr; }
  const Error& operator*() const [[clang::lifetimebound]] { return *error_; }

 private:
  Error* error_ = nullptr;
};
}  // namespace detail

// The base class of all streams. Programs do not make objects of this class.
class StreamObject : public EventEmitterObject {
 public:
  StreamObject() = default;
  ~StreamObject() override;

  using EventEmitterObject::eventArgs;
  static Args<> eventArgs(event::close_t);

  // Destroys the stream: `error` (if there is one) and `close` are emitted in a later tick. `callback` gets the error.
  // Returns this stream.
  template <class Self>
  Handle<Self> destroy(this Self& self, Error error = nullptr, Callback callback = {}) {
    static_cast<StreamObject&>(self).destroyWith(std::move(error), std::move(callback));
    return Handle<Self>(&self);
  }
  // Ends the stream because a retracted operation was to read or write it to its end, so that nobody uses it any more.
  // This calls destroy(), while http's messages return their connection to the agent where possible. `over` is called
  // when the stream, or the request that it belongs to, has closed.
  virtual void giveUp(Function<void()> over = {});
  // What a pipeline that fails, and a loop over an iterator that is left early, do instead of destroy(). A server's request
  // parts from its socket first, as in Node, so that the response can still be sent.
  virtual void destroyAsPart(const Error& error) { destroyWith(error, {}); }
  bool destroyed() const noexcept { return flags_ & destroyedFlag; }
  // True after `close`, or after the time at which `close` would have been emitted.
  bool closed() const noexcept { return flags_ & closedFlag; }
  // The error that the stream was destroyed with; undefined without an error.
  Error errored() const { return hasErrored() ? *errored_ : Error(); }
  // For the runtime: whether errored() returns an error.
  bool hasErrored() const noexcept { return (flags_ & erroredFlag) != 0; }

  // The readable and the writable side of the stream; null for a missing side. The pointers are valid while the stream
  // lives.
  virtual ReadableObject* readableSide() noexcept { return nullptr; }
  virtual WritableObject* writableSide() noexcept { return nullptr; }

  const char* className() const override { return "Stream"; }

 protected:
  friend struct detail::Access;
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
    forgettingFlag = 1 << 10,
  };

  // Does the work of destroy(). A subclass that changes destroy() overrides this function.
  virtual void destroyWith(Error error, Callback callback);
  // Releases what the stream uses. Must call `callback` when that is done, with the error that the stream is to have.
  virtual void _destroy(Error error, Callback callback) { callback(std::move(error)); }
  // Prepares the stream for use. Reads, writes and destroy() wait until `callback` is called. A class that overrides
  // this function calls startConstruct() at the end of its constructor.
  virtual void _construct(Callback callback) { callback(); }
  void startConstruct();
  virtual void constructCalled() {}
  // Called after `close`, or in place of it. The base class drops the listeners one turn of the loop later.
  virtual void closeEmitted();
  void onRejection(const Error& error, const String&, const Array<Handle<Object>>&) override { destroyWith(error, {}); }
  // Calls destroy(error) when autoDestroy is set. Otherwise emits `error`: now, or in a later tick when `sync` is true.
  void errorOrDestroy(const Error& error, bool sync = false);
  void dropListenersLater();
  void traceMembers(nodecpp::detail::Tracer& tracer) override;
  void listenerAdded(EventName name) override;
  void setError(const Error& error) {
    if (!error || (flags_ & erroredFlag)) return;
    errored_ = error;
    flags_ |= erroredFlag;
  }
  // The functions of the options, when they are of type F; else null.
  template <class F>
  F* functionsAs() const noexcept {
    return functions_ ? dynamic_cast<F*>(functions_) : nullptr;
  }

  std::uint32_t flags_ = autoDestroyFlag | emitCloseFlag | constructedFlag;
  detail::Functions* functions_ = nullptr;

 private:
  void destroyNow(const Error& error, Callback callback);
  void onDestroyed(const Error& error, const Callback& callback);
  void emitErrorNow(const Error& error);
  void emitCloseNow();
  void constructNow();
  void forgetListeners();
  void onConstruct(const Error& error);

  detail::RareState& rareState();

  // Set when erroredFlag is.
  detail::RareError errored_;
  // State that only few streams have; null for all others.
  detail::RareState* rareState_ = nullptr;
};

}  // namespace nodecpp::stream
