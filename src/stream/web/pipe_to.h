// What pipeTo() does: reads from one web stream and writes to another.
#pragma once

#include "stream/web/internals.h"
#include "stream/web/sink_controller.h"

namespace nodecpp::stream::web::detail {

class PipeObject final : public WriteTracker, ReadRequest, nodecpp::detail::LoopEnd {
 public:
  PipeObject(ReadableStream source, WritableStream destination, StreamPipeOptions options);
  ~PipeObject() override;
  // Both streams must not be locked.
  static Promise<> start(const ReadableStream& source, const WritableStream& destination,
                         const StreamPipeOptions& options);

  // The destination has room again, has closed, or has failed.
  void pump();
  void destinationEnded();
  // A write has begun, or cannot be made.
  void writing() noexcept { ++pendingWrites_; }
  void cannotWrite(const Reason& reason) {
    writesFailed_ = true;
    writeFailure_ = reason;
  }

 private:
  struct Outcome;
  using Source = ReadableStreamObject::State;
  using Destination = WritableStreamObject::State;
  // What is done before the streams are given free.
  enum class Action : unsigned char { none, abortDestination, cancelSource, closeDestination, abortBoth };

  void begin();
  void onAbort();
  void abortWith(const Reason& reason);
  static void sourceEnded(Object* self);
  void onSourceEnd();
  void onDestinationEnd();
  bool writeBuffered(ReadableStreamControllerObject& controller);
  void shutDown(Action action, bool failed, const Reason& reason);
  void afterWrites();
  void pendingWritesFailed() { finalize(true, writeFailure_); }
  void act();
  Promise<> actionResult();
  Promise<> closeDestination();
  void acted() { finalize(failed_, reason_); }
  void actionFailed(const Reason& reason) { finalize(true, reason); }
  void finalize(bool failed, const Reason& reason);

  void chunk(Chunk&& chunk) override;
  void close() override {}
  void error(const Reason&) override {}
  void drop() noexcept override {}
  void forwardChunk();
  void written() override;
  void writeFailed(const Reason& reason) override;
  void onLoopEnd() noexcept override;
  void trace(nodecpp::detail::Tracer& tracer);

  ReadableStream source_;
  WritableStream destination_;
  ReadableStreamDefaultReader reader_;
  WritableStreamDefaultWriter writer_;
  StreamPipeOptions options_;
  Function<void()> abortListener_;
  Chunk pendingChunk_;
  Outcome* outcome_ = nullptr;
  Reason reason_;
  Reason writeFailure_;
  std::size_t pendingWrites_ = 0;
  Action action_ = Action::none;
  bool failed_ = false;
  bool writesFailed_ = false;
  bool shuttingDown_ = false;
  bool stalled_ = false;
  nodecpp::detail::Enrolment enrolment_{this,
                                        [](PipeObject* self, nodecpp::detail::Tracer& tracer) { self->trace(tracer); }};
};

}  // namespace nodecpp::stream::web::detail
