// stream.Duplex, Transform and PassThrough. Programs include nodecpp/stream.h.
#pragma once

#include <nodecpp/stream/readable.h>
#include <nodecpp/stream/writable.h>

namespace nodecpp::stream {

// The argument of Duplex::from that joins two streams: data is written to `writable` and read from `readable`. Either
// may be missing.
struct DuplexSides {
  Readable readable{};
  Writable writable{};
};

// A stream that can be read and written. https://nodejs.org/docs/latest-v24.x/api/stream.html#class-streamduplex
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

  // Makes a Duplex of a pair of sides, of a stream, of a source of chunks (a sequence, a list or a promise), or of a
  // function. The function gets the written data as a Sequence<Chunk>. A sequence that it returns is what can be read;
  // when it returns a promise, nothing can be read. Defined in nodecpp/stream/generators.h, which a program must
  // include.
  template <class T>
  static Duplex from(T&& source);

  // False makes the stream end its writable side after `end`.
  bool allowHalfOpen = true;

  const char* className() const override { return "Duplex"; }
  template <class I>
  void inspectTo(I& out) const {
    out.property("allowHalfOpen", allowHalfOpen);
    ReadableObject::inspectTo(out);
    WritableObject::inspectTo(out);
  }

 protected:
  template <class Self>
  void setup(DuplexOptionsOf<Self>& options);
  void _read(double size) override;
  void _write(Chunk chunk, String encoding, Callback callback) override;
  void _writev(Array<WriteRequest> chunks, Callback callback) override;
  bool hasWritev() const override;
  void _final(Callback callback) override;
  void _destroy(Error error, Callback callback) override;
  void _construct(Callback callback) override;
  void constructCalled() override;
  bool staysOpenAfterEnd() const noexcept override { return allowHalfOpen; }
};

// A Duplex in which _transform makes the readable data out of the written data.
// https://nodejs.org/docs/latest-v24.x/api/stream.html#class-streamtransform
class TransformObject : public DuplexObject {
 public:
  using Options = TransformOptions;
  TransformObject();
  explicit TransformObject(TransformOptions options);
  ~TransformObject() override;

  const char* className() const override { return "Transform"; }

 protected:
  // Transforms a chunk. The results are given to the readable side by push() or by callback(nullptr, data). The base
  // class throws ERR_METHOD_NOT_IMPLEMENTED.
  virtual void _transform(Chunk chunk, String encoding, TransformCallback callback);
  // Called after the last chunk and before `end`.
  virtual void _flush(TransformCallback callback);
  void _read(double size) override;
  void _write(Chunk chunk, String encoding, Callback callback) override;
  void _writev(Array<WriteRequest> chunks, Callback callback) override;
  bool hasWritev() const override;
  void _final(Callback callback) override;
  void _destroy(Error error, Callback callback) override;
  void _construct(Callback callback) override;
  void prefinishBegins() override;
  void traceMembers(nodecpp::detail::Tracer& tracer) override;

 private:
  void flushWith(Callback callback);
  void transformed(const Error& error, const Chunk& data, const Callback& callback, std::ptrdiff_t lengthBefore);

  // The callback of a write that waits for room on the readable side.
  Callback pending_;
  bool flushed_ = false;
};

// A Transform that passes the written data on unchanged.
class PassThroughObject : public TransformObject {
 public:
  PassThroughObject() = default;
  explicit PassThroughObject(TransformOptions options) : TransformObject(std::move(options)) {}

  const char* className() const override { return "PassThrough"; }

 protected:
  void _transform(Chunk chunk, String encoding, TransformCallback callback) override;
};

}  // namespace nodecpp::stream
