// DuplexCarrier: carries the ciphertext of a TLS socket over a Duplex stream of the program, as Node's JSStreamSocket does.
#pragma once

#include <nodecpp/tls.h>

#include <string>

#include "loop/loop.h"
#include "os/port/tls.h"

namespace nodecpp::tls::detail {

class DuplexCarrier final : public Object, public os::TlsCarrier {
 public:
  DuplexCarrier(const stream::Duplex& stream, TLSSocketObject& socket)
      : loop_(nodecpp::detail::Loop::current()), stream_(stream), socket_(&socket) {}
  ~DuplexCarrier() override;

  const stream::Duplex& stream() const { return stream_; }
  // Called when the port has begun with `connection`: what the stream receives goes there from now on.
  void begin(os::Connection* connection);
  // Called before the connection is closed: sends what the connection still has to send, and destroys the stream.
  void close(const std::string& rest);
  // Drops what may lead back to the socket in a circle.
  void forget();

 private:
  void onCiphertext(const char* data, std::size_t size) override;
  void onCarrierEnd() override;
  void onReading(bool wanted) override;
  void onTaken() override;

  void received(const stream::Chunk& chunk);
  void ended();
  void sent(const Error& error);
  // A call that the port answers by onTaken() keeps the loop running until then; the stream itself does not.
  void asked();
  void answered(std::size_t answers);

  nodecpp::detail::Loop& loop_;
  stream::Duplex stream_;
  TLSSocketObject* socket_;                // Null when the connection is closed.
  os::Connection* connection_ = nullptr;  // Null before and after.
  std::size_t unanswered_ = 0;
  Function<void(stream::Chunk)> onData_;
  Function<void()> onEnd_;
  Function<void(Error)> onError_;
  Function<void()> onClose_;
};

}  // namespace nodecpp::tls::detail
