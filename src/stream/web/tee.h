// What both kinds of tee() share.
#pragma once

#include "stream/web/internals.h"

namespace nodecpp::stream::web::detail {

// Reads from a stream for two branches.
class TeeObject : public Object {
 public:
  // A branch wants data.
  virtual void pull(bool second) = 0;
  Promise<> cancel(bool second, const Reason& reason);

 protected:
  struct Branch {
    ReadableStream stream;
    bool cancelled = false;
    Reason reason;
  };
  explicit TeeObject(ReadableStream stream) : stream_(std::move(stream)), cancelled_(Promise<>::withResolvers()) {}
  // The stream has ended, and with an error the branches fail.
  void onSourceEnd();
  void resolveCancelled() {
    if (!branches_[0].cancelled || !branches_[1].cancelled) cancelled_.resolve();
  }

  ReadableStream stream_;
  WithResolvers<void> cancelled_;
  Branch branches_[2];
};

// The source of one of the two branches.
class BranchSource final : public SourceObject {
 public:
  BranchSource(Handle<TeeObject> tee, bool second) : tee_(std::move(tee)), second_(second) {}
  Pulled pull(const ReadableStreamDefaultController&) override {
    tee_->pull(second_);
    return {};
  }
  Promise<> cancel(const Reason& reason) override { return tee_->cancel(second_, reason); }

 private:
  Handle<TeeObject> tee_;
  const bool second_;
  NODECPP_TRACE(tee_)
};

// tee() of a byte stream that is not locked.
std::pair<ReadableStream, ReadableStream> teeBytes(const ReadableStream& stream);

}  // namespace nodecpp::stream::web::detail
