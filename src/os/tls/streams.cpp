#include "os/tls/streams.h"

#include <algorithm>
#include <utility>

#include "base/assertion.h"
#include "base/upward_calls.h"
#include "os/tls/connection.h"

namespace nodecpp::os {

namespace {
TlsConnection* at(Connection* connection) { return static_cast<TlsConnection*>(connection); }
}  // namespace

TlsStreams::~TlsStreams() {
  for (TlsConnection* connection : closed_) delete connection;
  // The library must not use this object, which is its source of random bytes and time, after the object is destroyed.
  if (sources_ && detail::upward().tlsLibrary) detail::upward().tlsLibrary().setSources(nullptr);
  detail::Block::drop(block_);
  detail::Block::drop(spare_);
}

TlsLibrary& TlsStreams::library() {
  NODECPP_ASSERT(detail::upward().tlsLibrary);  // The module tls, which alone can lead here, links the library.
  TlsLibrary& library = detail::upward().tlsLibrary();
  library.setSources(sources_);
  return library;
}

void TlsStreams::pushAll() {
  if (!waiting_.empty()) {
    library();
    turn_.swap(waiting_);
    for (TlsConnection* connection : turn_) connection->queued = false;
    for (TlsConnection* connection : turn_) connection->pushWaiting();
    turn_.clear();
  }
  // A connection that waits for the next turn stays until then.
  std::erase_if(closed_, [](TlsConnection* connection) {
    if (connection->queued) return false;
    delete connection;
    return true;
  });
}

void TlsStreams::closeAfterTurn(TlsConnection* connection) { closed_.push_back(connection); }

TlsFailure TlsStreams::makeContext(const TlsContextSpec& spec, TlsContext** made) { return library().makeContext(spec, made); }
void TlsStreams::close(TlsContext* context) { library().close(context); }
std::string TlsStreams::ticketKeys(TlsContext* context) { return library().ticketKeys(context); }
void TlsStreams::setTicketKeys(TlsContext* context, const std::string& keys) { library().setTicketKeys(context, keys); }

TlsFailure TlsStreams::start(Streams& below, Connection* carrier, const TlsSpec& spec, ConnectionSink* sink,
                             TlsSink* events, Connection** made) {
  *made = nullptr;
  TlsFailure failure;
  auto engine = library().engine(spec, std::int64_t(clock_.wallClock() / 1000), failure);
  if (!engine) return failure;
  engine->output().share(&spare_);
  auto* connection = new TlsConnection(*this, below, carrier, std::move(engine), sink, events);
  *made = connection;
  connection->begin(spec.received);
  return {};
}

TlsFailure TlsStreams::startOver(const TlsSpec& spec, ConnectionSink* sink, TlsSink* events, TlsCarrier* to, Connection** made) {
  *made = nullptr;
  TlsFailure failure;
  auto engine = library().engine(spec, std::int64_t(clock_.wallClock() / 1000), failure);
  if (!engine) return failure;
  engine->output().share(&spare_);
  auto fed = std::make_unique<FedCarrier>(to);
  auto* connection = new TlsConnection(*this, FedCarrier::streams(), fed.get(), std::move(engine), sink, events);
  fed->setAbove(*connection);
  connection->own(std::move(fed));
  *made = connection;
  connection->begin(spec.received);
  return {};
}

void TlsStreams::give(Connection* connection, std::string_view bytes) { at(connection)->fed().give(bytes); }
void TlsStreams::giveEnd(Connection* connection, ErrorCode error) { at(connection)->fed().giveEnd(error); }
void TlsStreams::carried(Connection* connection, ErrorCode error) { at(connection)->fed().carried(error); }
std::string TlsStreams::takeOutput(Connection* connection) { return at(connection)->fed().takeOutput(); }

void TlsStreams::answerHello(Connection* connection, const TlsHelloAnswer& answer) {
  library();
  at(connection)->answer(answer);
}
std::string TlsStreams::session(Connection* connection) { return at(connection)->engine().session(); }
std::string TlsStreams::ticket(Connection* connection) { return at(connection)->engine().ticket(); }
TlsFailure TlsStreams::renegotiate(Connection* connection, bool requestCertificate, bool requireCertificate) {
  library();
  return at(connection)->renegotiate(requestCertificate, requireCertificate);
}
TlsFailure TlsStreams::setKeyCert(Connection* connection, TlsContext* context) {
  return at(connection)->engine().setKeyCert(context);
}
void TlsStreams::trace(Connection* connection) { at(connection)->engine().trace(); }
std::string TlsStreams::finished(Connection* connection, bool ofPeer) { return at(connection)->engine().finished(ofPeer); }
TlsFailure TlsStreams::exportKeyingMaterial(Connection* connection, std::size_t length, const std::string& label,
                                            const std::string& context, bool hasContext, std::string& material) {
  return at(connection)->engine().exportKeyingMaterial(length, label, context, hasContext, material);
}
bool TlsStreams::setMaxSendFragment(Connection* connection, std::size_t bytes) {
  return at(connection)->engine().setMaxSendFragment(bytes);
}
bool TlsStreams::truncated(Connection* connection) { return at(connection)->truncated(); }
TlsFailure TlsStreams::describe(const std::string& certificate, TlsCertificate& described) {
  return library().describe(certificate, described);
}
std::vector<std::string> TlsStreams::ciphers() { return library().ciphers(); }
std::vector<std::string> TlsStreams::systemAuthorities() { return library().systemAuthorities(); }

void TlsStreams::setSink(Connection* connection, ConnectionSink* sink) { at(connection)->sink = sink; }
void TlsStreams::startReading(Connection* connection) { at(connection)->startReading(); }
void TlsStreams::stopReading(Connection* connection) { at(connection)->stopReading(); }
WriteResult TlsStreams::write(Connection* connection, const Slice* slices, std::size_t count) {
  library();
  return at(connection)->write(slices, count);
}
void TlsStreams::send(Connection* connection, std::vector<Buffer>&& slices, PassedHandle) {
  library();
  at(connection)->send(std::move(slices));
}
std::size_t TlsStreams::unsent(Connection* connection) { return at(connection)->unsent(); }
ErrorCode TlsStreams::shutdown(Connection* connection) {
  library();
  return at(connection)->shutdown();
}
void TlsStreams::close(Connection* connection) {
  library();
  at(connection)->close(false);
}
ErrorCode TlsStreams::reset(Connection* connection) { return at(connection)->close(true); }
ErrorCode TlsStreams::setNoDelay(Connection* connection, bool on) {
  return at(connection)->below().setNoDelay(at(connection)->carrier(), on);
}
ErrorCode TlsStreams::setKeepAlive(Connection* connection, bool on, int seconds) {
  return at(connection)->below().setKeepAlive(at(connection)->carrier(), on, seconds);
}
Address TlsStreams::localAddress(Connection* connection) {
  return at(connection)->below().localAddress(at(connection)->carrier());
}
Address TlsStreams::remoteAddress(Connection* connection) {
  return at(connection)->below().remoteAddress(at(connection)->carrier());
}

}  // namespace nodecpp::os
