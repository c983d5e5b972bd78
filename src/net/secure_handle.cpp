// How TLS is put on a socket's connection.
#include <utility>

#include "base/assertion.h"
#include "net/socket_handle.h"

namespace nodecpp::net::detail {

os::TlsFailure SocketHandle::startTls(const os::TlsSpec& spec, os::TlsSink* events) {
  // Plaintext that the program wrote before must have left for the system before TLS sends its first record.
  NODECPP_ASSERT(connection_ && !connecting_ && sends_ == 0 && rest_.empty(), sends_);
  if (gathered_) flush();
  os::Tls& tls = loop_.port().tls;
  os::Connection* encrypted = nullptr;
  os::TlsFailure failure = tls.start(*streams_, connection_, spec, this, events, &encrypted);
  if (failure) return failure;
  connection_ = encrypted;
  streams_ = &tls.streams();
  heldBack_ = true;
  if (reading_) streams_->startReading(connection_);
  return failure;
}

os::TlsFailure SocketHandle::startTlsOver(const os::TlsSpec& spec, os::TlsSink* events, os::TlsCarrier* carrier) {
  NODECPP_ASSERT(owner && !connection_ && !reading_ && sends_ == 0 && gatheredBytes_ == 0, sends_, gatheredBytes_);
  os::Tls& tls = loop_.port().tls;
  os::Connection* made = nullptr;
  os::TlsFailure failure = tls.startOver(spec, this, events, carrier, &made);
  if (failure) return failure;
  connection_ = made;
  streams_ = &tls.streams();
  heldBack_ = true;
  self_ = Socket(owner);
  enlist();
  return failure;
}

void SocketHandle::failWrite(const Error& error) {
  NODECPP_ASSERT(written_ && sends_ > 0, sends_);
  inFlight = 0;
  std::exchange(written_, nullptr)(error);
}

}  // namespace nodecpp::net::detail
