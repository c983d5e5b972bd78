// tee() of streams whose chunks are any values.
#include <nodecpp/array.h>
#include <nodecpp/value.h>

#include "stream/web/tee.h"

namespace nodecpp::stream::web {

namespace detail {

void TeeObject::onSourceEnd() {
  if (!Readables::isErrored(*stream_)) return;
  for (const Branch& branch : branches_) Readables::fail(*branch.stream, Readables::storedError(*stream_));
  resolveCancelled();
}

// When both branches are cancelled, the stream is, with an array of both reasons.
Promise<> TeeObject::cancel(bool second, const Reason& reason) {
  branches_[second].cancelled = true;
  branches_[second].reason = reason;
  if (branches_[!second].cancelled)
    cancelled_.resolve(Readables::cancel(*stream_, Chunk(Array<Reason>{branches_[0].reason, branches_[1].reason})));
  return cancelled_.promise;
}

class DefaultTee final : public TeeObject, ReadRequest {
 public:
  explicit DefaultTee(ReadableStream stream)
      : TeeObject(std::move(stream)), reader_(stream_->getReader()) {}

  std::pair<ReadableStream, ReadableStream> begin();
  void pull(bool) override;

 private:
  void chunk(Chunk&& chunk) override;
  void close() override;
  void error(const Reason&) override { reading_ = false; }
  void drop() noexcept override {}
  void forwardChunk();
  void closeBranches();
  static void sourceEnded(Object* self) { static_cast<DefaultTee*>(self)->onSourceEnd(); }

  ReadableStreamDefaultReader reader_;
  Chunk pendingChunk_;
  bool reading_ = false;
  NODECPP_TRACE(stream_, reader_, branches_[0].stream, branches_[1].stream, pendingChunk_)
};

std::pair<ReadableStream, ReadableStream> DefaultTee::begin() {
  reader_->user_ = Handle<Object>(this);
  reader_->onEnd_ = sourceEnded;
  for (int i = 0; i < 2; ++i) {
    branches_[i].stream = Readables::make(nodecpp::make<BranchSource>(Handle<DefaultTee>(this), i == 1), 1);
    Readables::begin(*branches_[i].stream, {});
  }
  if (Readables::isErrored(*stream_)) queueStep<&DefaultTee::onSourceEnd>(*this);
  return {branches_[0].stream, branches_[1].stream};
}

void DefaultTee::pull(bool) {
  if (std::exchange(reading_, true)) return;
  reader_->read(this);
}

void DefaultTee::chunk(Chunk&& chunk) {
  pendingChunk_ = std::move(chunk);
  queueStep<&DefaultTee::forwardChunk>(*this);
}

void DefaultTee::forwardChunk() {
  reading_ = false;
  const Chunk chunk = std::exchange(pendingChunk_, {});
  for (Branch& branch : branches_)
    if (!branch.cancelled) Readables::enqueue(*branch.stream, Chunk(chunk));
}

void DefaultTee::close() {
  nodecpp::detail::Loop::current().nextTick([self = Handle<DefaultTee>(this)] { self->closeBranches(); });
}

void DefaultTee::closeBranches() {
  reading_ = false;
  for (Branch& branch : branches_)
    if (!branch.cancelled) Readables::close(*branch.stream);
  resolveCancelled();
}

}  // namespace detail

std::pair<ReadableStream, ReadableStream> ReadableStreamObject::tee() {
  if (supportsBYOB()) return detail::teeBytes(ReadableStream(this));
  return make<detail::DefaultTee>(ReadableStream(this))->begin();
}

}  // namespace nodecpp::stream::web
