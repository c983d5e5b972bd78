// What both kinds of tee() share.
#pragma once

#include "stream/web/internals.h"

namespace nodecpp::stream::web::detail {

// The source of one of the two branches.
template <class Tee>
class BranchSource final : public SourceObject {
 public:
  BranchSource(Handle<Tee> tee, bool second) : tee_(std::move(tee)), second_(second) {}
  Pulled pull(const ReadableStreamDefaultController&) override {
    tee_->pull(second_);
    return {};
  }
  Promise<> cancel(const Reason& reason) override { return tee_->cancel(second_, reason); }

 private:
  Handle<Tee> tee_;
  const bool second_;
  NODECPP_TRACE(tee_)
};

// The reason with which a stream is cancelled when both of its branches are: an array of both reasons.
Reason bothReasons(const Reason& first, const Reason& second);

// tee() of a byte stream that is not locked.
std::pair<ReadableStream, ReadableStream> teeBytes(const ReadableStream& stream);

}  // namespace nodecpp::stream::web::detail
