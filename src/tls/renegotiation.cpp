// Handshakes after the first one, which TLS 1.2 has, and what a server allows of them.
#include <utility>

#include "base/assertion.h"
#include "tls/handshake.h"

namespace nodecpp::tls {

namespace {

struct Limits {
  double values[2] = {3, 600};
};
constinit nodecpp::detail::LoopLocal<Limits> limits;

}  // namespace

const Limit& Limit::operator=(double value) const {
  limits->values[std::size_t(which_)] = value;
  return *this;
}

Limit::operator double() const {
  const Limits* set = limits.find();
  return (set ? *set : Limits()).values[std::size_t(which_)];
}

namespace detail {

os::TlsFailure Handshake::renegotiate(const RenegotiateOptions& options) {
  if (options.requestCert.given) options_.requestCert = options.requestCert.value != 0;
  if (options.rejectUnauthorized.given) options_.rejectUnauthorized = options.rejectUnauthorized.value != 0;
  return Loop::current().port().tls.renegotiate(connection(), options_.requestCert,
                                                options_.requestCert && options_.rejectUnauthorized);
}

// Node's onhandshakestart. As in Node the handshake goes on, unless a listener destroys the socket.
void Handshake::onRenegotiation() {
  NODECPP_ASSERT(started_);
  if (!options_.isServer) return;
  Loop::current().makeCallback(context(), [&] {
    TLSSocket alive(&socket_);
    double now = Loop::current().now();
    double since = now - std::exchange(lastHandshake_, now);
    handshakes_ = since >= CLIENT_RENEG_WINDOW * 1000 ? 1 : handshakes_ + 1;
    if (handshakes_ > CLIENT_RENEG_LIMIT)
      tell(codedError<Error>("ERR_TLS_SESSION_ATTACK", "TLS session renegotiation attack detected"));
    else if (refusesRenegotiation_)
      tell(codedError<Error>("ERR_TLS_RENEGOTIATION_DISABLED", "TLS session renegotiation disabled for this socket"));
  });
}

void Handshake::onTrace(const std::string& text) { Loop::current().port().process.writeStandard(2, textOf(text)); }

void Handshake::useKeyCert(const SecureContext& context) {
  os::TlsContext* chosen = contextOf(*context);
  if (!chosen || !connection() || !started_) return;
  if (os::TlsFailure failure = Loop::current().port().tls.setKeyCert(connection(), chosen)) throw errorOf(failure);
  keyCert_ = context;
}

}  // namespace detail

bool TLSSocketObject::renegotiate(const RenegotiateOptions& options, Function<void(Error)> callback) {
  if (destroyed()) return false;
  os::TlsFailure failure;
  if (secured())
    failure = handshake_->renegotiate(options);
  else
    failure.message = "TLS socket connection must be securely established", failure.code = "ERR_TLS_INVALID_STATE";
  if (failure) {
    Error error = detail::errorOf(failure);
    if (callback) detail::Loop::current().nextTick([callback, error] { callback(error); });
    return false;
  }
  if (callback) once(event::secure, [callback] { callback(nullptr); });
  return true;
}

void TLSSocketObject::disableRenegotiation() { handshake_->refuseRenegotiation(); }

void TLSSocketObject::setKeyCert(const SecureContext& context) {
  if (handshake_->isServer()) handshake_->useKeyCert(context);
}

void TLSSocketObject::setKeyCert(const SecureContextOptions& options) {
  if (handshake_->connection()) setKeyCert(createSecureContext(options));
}

void TLSSocketObject::enableTrace() {
  handshake_->options().enableTrace = true;
  if (handshake_->started() && handshake_->connection())
    detail::Loop::current().port().tls.trace(handshake_->connection());
}

Buffer TLSSocketObject::getTLSTicket() const {
  if (!handshake_->started() || !handshake_->connection()) return {};
  return detail::bufferOf(detail::Loop::current().port().tls.ticket(handshake_->connection()));
}

}  // namespace nodecpp::tls
