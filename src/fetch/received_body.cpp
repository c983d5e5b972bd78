#include "fetch/received_body.h"

#include <nodecpp/concurrency/guarded.h>
#include <nodecpp/zlib.h>

#include "fetch/fetching.h"
#include "fetch/tee.h"
#include "stream/read_to_end.h"

namespace nodecpp::detail {

namespace {

class ReceivedBody final : public BodyObject {
 public:
  // A body that is still to be read from `readable`, which is `message` or what decompresses it.
  ReceivedBody(Handle<Fetching> fetching, http::IncomingMessage message, stream::Readable readable)
      : fetching_(std::move(fetching)), message_(std::move(message)), readable_(std::move(readable)) {}
  // A body that has come together with the head.
  ReceivedBody(Handle<Fetching> fetching, Buffer bytes) : fetching_(std::move(fetching)), bytes_(std::move(bytes)) {}
  ~ReceivedBody() override {
    if (done_) return;
    if (shared_)
      readable_->destroy();
    else if (message_)
      message_->giveUp({});
    if (!shared_) fetching_->over();
  }

  Handle<BodyObject> clone() override;
  stream::Readable stream() override;
  Error failure(const Error& error) const override { return fetching_->bodyError(error); }

 private:
  Promise<Buffer> readAll() override;
  Promise<Buffer> readParts();
  Promise<> giveUp();
  void ended(const Array<Buffer>& parts);

  Handle<Fetching> fetching_;
  http::IncomingMessage message_;
  stream::Readable readable_;
  Buffer bytes_;
  bool shared_ = false;  // a clone reads the same message
  bool done_ = false;    // the body was read to its end, or has failed
  NODECPP_TRACE(fetching_, message_, readable_)
};

Promise<Buffer> ReceivedBody::readAll() {
  if (!message_) {
    const Error reason = fetching_->reason();
    done_ = true;
    fetching_->over();
    fetching_->bodyEnded(double(bytes_.size()), double(bytes_.size()));
    if (reason) return Promise<>::reject<Buffer>(reason);
    return Promise<>::resolve(std::exchange(bytes_, Buffer()));
  }
  const Handle<ReceivedBody> self(this);
  return guarded([self] { return self->readParts(); }).onRetract([self] { return self->giveUp(); }).promise();
}

Promise<Buffer> ReceivedBody::readParts() {
  Array<Buffer> parts;
  try {
    while (auto chunk = co_await readable_->next()) parts.push(chunk.toBuffer());
  } catch (const Error& error) {
    const Error told = fetching_->bodyError(error);
    done_ = true;
    fetching_->over();
    ended(parts);
    throw Error(told);
  }
  const Error reason = fetching_->reason();
  done_ = true;
  fetching_->over();
  ended(parts);
  if (reason) throw Error(reason);
  co_return parts.size() == 1 ? parts.at(0) : Buffer::concat(parts);
}

void ReceivedBody::ended(const Array<Buffer>& parts) {
  double decoded = 0;
  for (const Buffer& part : parts) decoded += double(part.size());
  const auto decoder = readable_.as<zlib::ZlibBase>();
  fetching_->bodyEnded(decoded, decoder ? decoder->bytesWritten : decoded);
}

Promise<> ReceivedBody::giveUp() {
  if (readable_ != message_) readable_->destroy();
  if (shared_) return Promise<>::resolve();
  return stream::detail::abandonAndAwaitClose(stream::Stream(message_));
}

Handle<BodyObject> ReceivedBody::clone() {
  if (!message_) return make<Handle<ReceivedBody>>(fetching_, bytes_);
  const TwoStreams both = tee(readable_);
  readable_ = both.first;
  const auto copy = make<Handle<ReceivedBody>>(fetching_, message_, both.second);
  shared_ = copy->shared_ = true;
  return copy;
}
// The sizes of a body that the program reads piece by piece are those that its head has told.
stream::Readable ReceivedBody::stream() {
  use();
  if (!message_) {
    fetching_->bodyEnded(double(bytes_.size()), double(bytes_.size()));
    return stream::Readable::from(bytes_);
  }
  if (!fetching_->isTimed()) return readable_;
  const double told = message_->headers["content-length"].toNumber(), size = told >= 0 ? told : 0;
  readable_->once(event::close, [fetching = fetching_, size] { fetching->bodyEnded(size, size); });
  return readable_;
}

}  // namespace

Handle<BodyObject> receivedBody(const Handle<Fetching>& fetching, const http::IncomingMessage& message) {
  stream::Readable readable = decoded(message);
  if (readable != message || !message->complete) return make<Handle<ReceivedBody>>(fetching, message, readable);
  // The whole body is here, so its connection can serve the next request.
  const stream::Chunk all = message->read();
  return make<Handle<ReceivedBody>>(fetching, all ? all.toBuffer() : Buffer());
}

}  // namespace nodecpp::detail
