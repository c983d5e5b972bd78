#include "fetch/tee.h"

#include <nodecpp/promise.h>

namespace nodecpp::detail {

namespace {

class TeeObject;

class Branch final : public stream::ReadableObject {
 public:
  explicit Branch(Handle<TeeObject> tee) : tee_(std::move(tee)) { enroll(); }

 protected:
  void _read(double) override;
  void _destroy(Error error, stream::Callback callback) override;
  void traceMembers(Tracer& tracer) override {
    ReadableObject::traceMembers(tracer);
    tracer(tee_);
  }

 private:
  Handle<TeeObject> tee_;
};

class TeeObject final : public Object {
 public:
  explicit TeeObject(stream::Readable source) : source_(std::move(source)) {}
  void start(const Handle<Branch>& first, const Handle<Branch>& second) { branches_ = {first, second}; }

  // Reads the next chunk for both branches.
  Promise<> pull() {
    if (std::exchange(pulling_, true)) co_return;
    try {
      const stream::Chunk chunk = co_await source_->next();
      pulling_ = false;
      for (const Handle<Branch>& branch : open())
        branch->push(chunk ? stream::ChunkArg(chunk) : stream::ChunkArg(nullptr));
    } catch (const Error& error) {
      for (const Handle<Branch>& branch : open()) branch->destroy(error);
    }
  }
  void left(const Branch& gone) {
    erase_if(branches_, [&](const Handle<Branch>& branch) { return branch.get() == &gone; });
    if (branches_.empty()) source_->giveUp({});
  }

 private:
  List<Handle<Branch>> open() const { return branches_; }

  stream::Readable source_;
  List<Handle<Branch>> branches_;
  bool pulling_ = false;
  NODECPP_TRACE(source_, branches_)
};

void Branch::_read(double) {
  if (tee_) tee_->pull();
}
void Branch::_destroy(Error error, stream::Callback callback) {
  if (const Handle<TeeObject> tee = std::exchange(tee_, nullptr)) tee->left(*this);
  callback(std::move(error));
}

}  // namespace

TwoStreams tee(const stream::Readable& source) {
  const auto both = make<Handle<TeeObject>>(source);
  const auto first = make<Handle<Branch>>(both);
  const auto second = make<Handle<Branch>>(both);
  both->start(first, second);
  return {first, second};
}

}  // namespace nodecpp::detail
