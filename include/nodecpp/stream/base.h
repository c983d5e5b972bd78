// What all streams share, and the options that they are made with. Programs include nodecpp/stream.h.
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/chunk.h>
#include <nodecpp/events.h>

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
    requires nodecpp::detail::Arithmetic<T>
  constexpr OptionalNumber(T number) noexcept : value(double(number)), given(true) {}
  double value = 0;
  bool given = false;
};

// The functions among the options have the stream, JavaScript's `this`, as their first parameter.
struct ReadableOptions {
  OptionalNumber highWaterMark{};  // bytes; 65536. In object mode chunks; 16
  String encoding{};               // as setEncoding
  bool objectMode = false;         // chunks are values of any type
  bool emitClose = true;
  Function<void(Readable, double)> read{};
  Function<void(Readable, Error, Callback)> destroy{};
  Function<void(Readable, Callback)> construct{};
  bool autoDestroy = true;
  AbortSignal signal{};  // destroys it, with an AbortError
};

struct WritableOptions {
  OptionalNumber highWaterMark{};  // bytes; 65536. In object mode chunks; 16
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
  OptionalNumber highWaterMark{};  // of both sides
  bool decodeStrings = true;
  String defaultEncoding = "utf8";
  String encoding{};
  bool objectMode = false;  // of both sides
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
  virtual void trace(nodecpp::detail::Tracer& tracer) = 0;
};
struct Rare;
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
  // For whoever was to read or write it to its end, and is retracted: nobody wants it any more. destroy(); a message of
  // http gives its connection back where that can be had. `over` is called when it, or its request, is closed.
  virtual void giveUp(Function<void()> over = {});
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
    forgettingFlag = 1 << 10,
  };

  // What destroy() does; a subclass that changes destroy() overrides this.
  virtual void destroyWith(Error error, Callback callback);
  // Frees what the stream holds; calls `callback` when it is done, in the end also without an error.
  virtual void _destroy(Error error, Callback callback) { callback(std::move(error)); }
  // Prepares what the stream stands on; reads, writes and destroy() wait for `callback`. A class that overrides it
  // calls startConstruct() at the end of its constructor.
  virtual void _construct(Callback callback) { callback(); }
  void startConstruct();
  virtual void constructCalled() {}
  // After `close`, or in place of it: the base lets the listeners go one turn later.
  virtual void closeEmitted();
  void onRejection(const Error& error, const String&, const Array<Handle<Object>>&) override { destroyWith(error, {}); }
  // destroy(error) where autoDestroy is set, else `error` is emitted: now, or in a tick when `sync`.
  void errorOrDestroy(const Error& error, bool sync = false);
  void dropListenersLater();
  void traceMembers(nodecpp::detail::Tracer& tracer) override;
  void listenerAdded(EventName name) override;
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
  void forgetListeners();
  void onConstruct(const Error& error);

  impl::Rare& rare();

  Error errored_;
  impl::Rare* rare_ = nullptr;  // what few streams have
};

}  // namespace nodecpp::stream
