// TLSSocket: its life together with the socket below it, and what a program can ask of it.
#include <cmath>
#include <utility>

#include "base/assertion.h"
#include "crypto/certificates/certificate_object.h"
#include "tls/handshake.h"

namespace nodecpp::tls {

using detail::bufferOf;
using detail::bytesOf;
using detail::codedError;
using detail::Handshake;
using detail::Loop;
using detail::textOf;

namespace {

// Destroys the TLSSocket when the socket below it has closed.
class Pairing final : public net::detail::SocketWatcher {
 public:
  explicit Pairing(const TLSSocket& socket) : socket_(socket) {}
  void onSocketClosed() override {
    if (TLSSocket socket = std::exchange(socket_, TLSSocket())) socket->destroy();
  }
  bool onReset() override {
    TLSSocket socket = socket_;
    if (!socket || !net::detail::SocketInternals::handleOf(*socket)) return false;
    socket->resetAndDestroy();
    return true;
  }
  void onProgramEnd() override { socket_ = TLSSocket(); }

 private:
  TLSSocket socket_;
};

double checkedInteger(double value, const char* name, double least, double most) {
  bool whole = value == std::trunc(value);
  if (whole && value >= least && value <= most) return value;
  throw nodecpp::detail::outOfRange(name, whole ? ">= " + str(least) + " && <= " + str(most) : String("an integer"),
                                    nodecpp::detail::rangeNumber(value));
}

}  // namespace

TLSSocketObject::TLSSocketObject(net::SocketOptions options, const TLSSocketOptions& tlsOptions)
    : SocketObject(std::move(options)), handshake_(new Handshake(*this, tlsOptions)) {
  if (!tlsOptions.highWaterMark.given) return;
  setupReading(tlsOptions.highWaterMark, "highWaterMark", "", "utf8");
  setupWriting(tlsOptions.highWaterMark, "highWaterMark", false, "utf8");
}

TLSSocketObject::TLSSocketObject(const stream::Duplex& stream, const TLSSocketOptions& options)
    : TLSSocketObject(net::SocketOptions{.allowHalfOpen = stream->allowHalfOpen}, options) {
  // As in Node, errors of a socket that a program makes itself are no uncaught exceptions.
  on(event::error, [](Error) {});
  takeOver(stream);
}

void TLSSocketObject::takeOver(const stream::Duplex& below) {
  if (auto socket = below.as<net::Socket>()) {
    pairWith(socket);
    return handshake_->takeOverNextTick(socket);
  }
  carrier_ = make<Handle<detail::DuplexCarrier>>(below, *this);
  handshake_->takeOverNextTick(carrier_);
}

TLSSocketObject::~TLSSocketObject() { delete handshake_; }

void TLSSocketObject::pairWith(const net::Socket& parent) {
  NODECPP_ASSERT(!parent_ && parent.get() != this);
  TLSSocket self(this);
  parent_ = parent;
  watcher_ = make<Handle<Pairing>>(self);
  parent->watch(watcher_);
}

void TLSSocketObject::_destroy(Error error, stream::Callback callback) {
  if (net::Socket parent = std::exchange(parent_, net::Socket())) {
    parent->unwatch(watcher_.get());
    parent->destroy();
  }
  watcher_ = nullptr;
  if (Handle<detail::DuplexCarrier> carrier = std::exchange(carrier_, Handle<detail::DuplexCarrier>())) {
    std::string rest;
    if (os::Connection* connection = handshake_->connection()) rest = Loop::current().port().tls.takeOutput(connection);
    carrier->close(rest);
  }
  SocketObject::_destroy(std::move(error), std::move(callback));
}

void TLSSocketObject::closeEmitted() {
  SocketObject::closeEmitted();
  handshake_->forget();
}

void TLSSocketObject::programEnds() {
  if (net::Socket parent = std::exchange(parent_, net::Socket())) {
    parent->unwatch(watcher_.get());
    net::detail::SocketInternals::forgetUnopened(*parent);
  }
  watcher_ = nullptr;
  if (Handle<detail::DuplexCarrier> carrier = std::exchange(carrier_, Handle<detail::DuplexCarrier>())) carrier->forget();
  handshake_->forget();
}

bool TLSSocketObject::seesEnd() const { return handshake_->checksEnd(); }

Handshake* TLSSocketObject::secured() const {
  return handshake_->established() && handshake_->connection() ? handshake_ : nullptr;
}

var TLSSocketObject::getPeerCertificate(bool detailed) const {
  if (!handshake_->connection()) return nullptr;
  return detail::certificateObject(handshake_->outcome().peerCertificates, detailed);
}

var TLSSocketObject::getCertificate() const {
  if (!handshake_->connection()) return nullptr;
  const std::string& own = handshake_->outcome().ownCertificate;
  return own.empty() ? var::object() : detail::certificateObject({own}, false);
}

crypto::X509Certificate TLSSocketObject::getPeerX509Certificate() const {
  if (!handshake_->connection()) return nullptr;
  return crypto::detail::certificateOfChain(handshake_->outcome().peerCertificates);
}

crypto::X509Certificate TLSSocketObject::getX509Certificate() const {
  if (!handshake_->connection()) return nullptr;
  const std::string& own = handshake_->outcome().ownCertificate;
  return own.empty() ? crypto::X509Certificate() : crypto::detail::certificateOfChain({own});
}

CipherNameAndProtocol TLSSocketObject::getCipher() const {
  if (!secured()) return {};
  const os::TlsCipher& cipher = handshake_->outcome().cipher;
  return {textOf(cipher.name), textOf(cipher.standardName), textOf(cipher.version)};
}

EphemeralKeyInfo TLSSocketObject::getEphemeralKeyInfo() const {
  if (!secured()) return {};
  const os::TlsOutcome& outcome = handshake_->outcome();
  return {textOf(outcome.ephemeralType), textOf(outcome.ephemeralName), outcome.ephemeralBits};
}

String TLSSocketObject::getProtocol() const {
  return secured() ? textOf(handshake_->outcome().version) : String();
}

Buffer TLSSocketObject::getFinished() const {
  if (!secured()) return {};
  return bufferOf(Loop::current().port().tls.finished(handshake_->connection(), false));
}

Buffer TLSSocketObject::getPeerFinished() const {
  if (!secured()) return {};
  return bufferOf(Loop::current().port().tls.finished(handshake_->connection(), true));
}

Array<String> TLSSocketObject::getSharedSigalgs() const {
  Array<String> names;
  if (secured())
    for (const std::string& name : handshake_->outcome().sharedSignatureAlgorithms) names.push(textOf(name));
  return names;
}

Buffer TLSSocketObject::getSession() const {
  if (!secured()) return {};
  std::string session = Loop::current().port().tls.session(handshake_->connection());
  return handshake_->isServer() ? bufferOf(session) : detail::wrapSession(session, handshake_->identity());
}

bool TLSSocketObject::isSessionReused() const { return secured() && handshake_->outcome().resumed; }

Buffer TLSSocketObject::exportKeyingMaterial(double length, StringArg label, const Bytes& context) const {
  checkedInteger(length, "length", 1, 4294967295.0);
  if (!secured())
    throw codedError<Error>("ERR_TLS_INVALID_STATE", "TLS socket connection must be securely established");
  std::string material;
  os::TlsFailure failure = Loop::current().port().tls.exportKeyingMaterial(
      handshake_->connection(), std::size_t(length), bytesOf(label.toString()), bytesOf(context.bytes()), context.given(),
      material);
  if (failure) throw detail::errorOf(failure);
  return bufferOf(material);
}

bool TLSSocketObject::setMaxSendFragment(double size) {
  checkedInteger(size, "size", -2147483648.0, 2147483647);
  if (size < 512 || size > 16384 || !handshake_->started() || !handshake_->connection()) return false;
  return Loop::current().port().tls.setMaxSendFragment(handshake_->connection(), std::size_t(size));
}

void TLSSocketObject::setServername(StringArg name) {
  if (handshake_->isServer())
    throw codedError<Error>("ERR_TLS_SNI_FROM_SERVER", "Cannot issue SNI from a TLS server-side socket");
  handshake_->options().servername = name.toString();
}

void TLSSocketObject::setSession(const Bytes& session) { handshake_->options().session = session.bytes(); }

}  // namespace nodecpp::tls
