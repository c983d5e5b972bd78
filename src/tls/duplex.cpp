#include "tls/duplex.h"

#include <utility>

#include "base/assertion.h"
#include "tls/handshake.h"

namespace nodecpp::tls::detail {

DuplexCarrier::~DuplexCarrier() { NODECPP_ASSERT(!connection_ && unanswered_ == 0, unanswered_); }

void DuplexCarrier::begin(os::Connection* connection) {
  NODECPP_ASSERT(connection && !connection_ && socket_);
  connection_ = connection;
  asked();  // startOver() is answered, too.
  Handle<DuplexCarrier> self(this);
  onData_ = [self](stream::Chunk chunk) { self->received(chunk); };
  onEnd_ = [self] { self->ended(); };
  onError_ = [self](Error error) {
    if (self->socket_) self->socket_->handshake_->tell(error);
  };
  onClose_ = [self] {
    if (self->socket_) TLSSocket(self->socket_)->destroy();
  };
  // The stream is resumed when the connection wants bytes.
  stream_->pause();
  stream_->on(event::error, onError_);
  stream_->on(event::data, onData_);
  stream_->once(event::end, onEnd_);
  stream_->once(event::close, onClose_);
  if (stream_->readableEnded()) ended();
}

void DuplexCarrier::close(const std::string& rest) {
  Handle<DuplexCarrier> alive(this);
  stream::Duplex stream = stream_;
  forget();
  // The program is told of errors by the TLS socket, which is over.
  stream->on(event::error, [](Error) {});
  if (!rest.empty() && stream->writable()) stream->write(bufferOf(rest));
  stream->destroy();
}

void DuplexCarrier::forget() {
  Handle<DuplexCarrier> alive(this);
  socket_ = nullptr;
  connection_ = nullptr;
  answered(unanswered_);
  if (!onData_) return;
  stream_->off(event::data, std::exchange(onData_, nullptr));
  stream_->off(event::end, std::exchange(onEnd_, nullptr));
  stream_->off(event::error, std::exchange(onError_, nullptr));
  stream_->off(event::close, std::exchange(onClose_, nullptr));
}

void DuplexCarrier::asked() {
  if (unanswered_++ == 0) loop_.ref();
}

void DuplexCarrier::answered(std::size_t answers) {
  NODECPP_ASSERT(answers <= unanswered_, answers, unanswered_);
  if (answers > 0 && (unanswered_ -= answers) == 0) loop_.unref();
}

void DuplexCarrier::received(const stream::Chunk& chunk) {
  if (!connection_) return;
  if (chunk.isString() || stream_->readableObjectMode()) {
    stream_->pause();
    stream_->off(event::data, onData_);
    return socket_->handshake_->tell(
        codedError<Error>("ERR_STREAM_WRAP", "Stream has StringDecoder set or is in objectMode"));
  }
  Buffer bytes = chunk.toBuffer();
  if (bytes.size() == 0) return;
  loop_.port().tls.give(connection_, std::string_view(bytes.bytes(), bytes.size()));
  asked();
}

void DuplexCarrier::ended() {
  if (!connection_) return;
  loop_.port().tls.giveEnd(connection_, 0);
  asked();
}

void DuplexCarrier::sent(const Error& error) {
  if (!connection_) return;
  // As in Node, an error that is not the system's counts as a broken pipe.
  loop_.port().tls.carried(connection_, !error ? 0 : error->errno_ < 0 ? os::ErrorCode(error->errno_) : UV_EPIPE);
  asked();
}

void DuplexCarrier::onCiphertext(const char* data, std::size_t size) {
  loop_.makeCallback([&] {
    Handle<DuplexCarrier> self(this);
    stream_->write(Buffer::copyOf(data, size), [self](Error error) { self->sent(error); });
  });
}

void DuplexCarrier::onCarrierEnd() {
  loop_.makeCallback([&] {
    Handle<DuplexCarrier> alive(this);
    stream_->end();
  });
}

void DuplexCarrier::onReading(bool wanted) {
  loop_.makeCallback([&] {
    Handle<DuplexCarrier> alive(this);
    if (wanted)
      stream_->resume();
    else
      stream_->pause();
  });
}

void DuplexCarrier::onTaken() {
  if (unanswered_ > 0) answered(1);
}

}  // namespace nodecpp::tls::detail
