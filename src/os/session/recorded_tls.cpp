#include "os/session/recorded_tls.h"

#include <string_view>

#include "os/session/recorded_objects.h"

namespace nodecpp::os {

NODECPP_RECORD_MEMBERS(TlsFailure, x.message, x.code, x.library, x.function, x.reason)
NODECPP_RECORD_MEMBERS(TlsHello, x.serverName, x.protocols, x.sessionId, x.requestsOcsp)
NODECPP_RECORD_MEMBERS(TlsCipher, x.name, x.standardName, x.version)
NODECPP_RECORD_MEMBERS(TlsOutcome, x.version, x.cipher, x.protocol, x.serverName, x.resumed, x.verifyCode, x.verifyReason,
                       x.peerCertificates, x.ownCertificate, x.ephemeralType, x.ephemeralName, x.ephemeralBits,
                       x.sharedSignatureAlgorithms, x.ocsp)
NODECPP_RECORD_MEMBERS(TlsCertificate, x.subject, x.issuer, x.alternativeNames, x.hasAlternativeNames, x.informationAccess,
                       x.isAuthority, x.validFrom, x.validTo, x.fingerprint, x.fingerprint256, x.fingerprint512,
                       x.extendedKeyUsage, x.serialNumber, x.publicKey, x.bits, x.modulus, x.exponent, x.curve, x.nistCurve,
                       x.ecPoint)

using record::Kind;

namespace {

class RecordedContext final : public TlsContext {
 public:
  explicit RecordedContext(std::uint64_t number) : id(number) {}
  ~RecordedContext() = default;
  const std::uint64_t id;
  TlsContext* inner = nullptr;
  std::string givenTicketKeys;  // The ticket keys that the program gave; empty when the library made the keys.
};
RecordedContext* at(TlsContext* context) { return static_cast<RecordedContext*>(context); }
std::uint64_t idOf(TlsContext* context) { return context ? at(context)->id : 0; }
TlsContext* innerOf(TlsContext* context) { return context ? at(context)->inner : nullptr; }

// A file of certificates often has the private key, too.
std::vector<record::Digest> digestsOf(const RecordedPort& port, const std::vector<std::string>& texts) {
  std::vector<record::Digest> digests;
  for (const std::string& text : texts) digests.push_back(port.digestOf(text));
  return digests;
}

// Whoever has a session can take it up in the name of its client. So a log that leaves the process's memory has a mark of
// the same length, with a checksum by which the program can tell sessions apart. The mark of a mark is the mark itself: in
// a replay the program has marks, and gives them back.
std::string markOf(const RecordedPort& port, const std::string& session) {
  constexpr std::string_view front = "*session ";
  if (!port.masksKeys() || session.starts_with(front)) return session;
  std::string mark(front);
  for (std::uint32_t sum = crc32c(session.data(), session.size()), i = 0; i < 8; ++i, sum >>= 4)
    mark += "0123456789abcdef"[sum & 15];
  mark.resize(session.size(), '*');
  return mark;
}

template <class... F>
void recordInput(RecordedConnection& connection, RecordedTls::Event event, const F&... fields) {
  connection.port.recordEvent(Kind::tlsEvent, connection.id, event, fields...);
}

TlsSpec innerSpec(TlsSpec spec) {
  spec.context = innerOf(spec.context);
  return spec;
}

// What the record has of a connection's settings.
auto callOf(const RecordedPort& port, const TlsSpec& spec) {
  return std::tuple(spec.isServer, idOf(spec.context), spec.serverName, spec.protocols,
                    record::digestOf(markOf(port, spec.session)), spec.requestCertificate, spec.requireCertificate,
                    spec.requestOcsp, spec.asksHello, spec.logsKeys, spec.traces, spec.pushesSessions,
                    record::digestOf(spec.received));
}

}  // namespace

template <class Perform, class... Call, class... Results>
void RecordedTls::operate(Operation operation, std::uint64_t id, std::tuple<Call...> call, Perform&& perform,
                          Results&... results) {
  port_.operateOn(Kind::tls, operation, id, call, perform, results...);
}

template <class Ask, class Mark>
std::string RecordedTls::secret(Operation operation, std::uint64_t id, Ask&& ask, Mark&& markFor) {
  std::string text, mark;
  operate(
      operation, id, std::tuple(),
      [&] {
        text = ask();
        mark = markFor(text);
      },
      mark);
  return port_.replaying() ? mark : text;
}

Streams& RecordedTls::streams() { return port_; }

// Keys are not part of the record, not even as digests: in a replay the program has marks in place of them.
TlsFailure RecordedTls::makeContext(const TlsContextSpec& spec, TlsContext** made) {
  *made = nullptr;
  auto context = std::make_unique<RecordedContext>(port_.newId());
  TlsFailure failure;
  operate(
      Operation::makeContext, context->id,
      std::tuple(digestsOf(port_, spec.certificates), spec.keys.size(), spec.archives.size(),
                 digestsOf(port_, spec.authorities), spec.ciphers, spec.curves, spec.signatureAlgorithms, spec.least, spec.most, spec.secureOptions),
      [&] { failure = port_.innerTls().makeContext(spec, &context->inner); }, failure);
  context->givenTicketKeys = spec.ticketKeys;
  if (!failure) *made = context.release();
  return failure;
}

void RecordedTls::close(TlsContext* which) {
  std::unique_ptr<RecordedContext> context(at(which));
  operate(Operation::closeContext, context->id, std::tuple(), [&] { port_.innerTls().close(context->inner); });
}

// Ticket keys are secret: the record holds a mark of the same length. A replay gives back the keys that the program
// itself gave, since it gives them in the replay too, and the mark in place of keys that the library made at random.
std::string RecordedTls::ticketKeys(TlsContext* context) {
  std::string keys = secret(Operation::ticketKeys, idOf(context), [&] { return port_.innerTls().ticketKeys(innerOf(context)); },
                            [](const std::string& all) { return std::string(all.size(), '*'); });
  const std::string& given = at(context)->givenTicketKeys;
  return port_.replaying() && !given.empty() ? given : keys;
}

void RecordedTls::setTicketKeys(TlsContext* context, const std::string& keys) {
  operate(Operation::setTicketKeys, idOf(context), std::tuple(keys.size()),
          [&] { port_.innerTls().setTicketKeys(innerOf(context), keys); });
  at(context)->givenTicketKeys = keys;
}

TlsFailure RecordedTls::start(Streams&, Connection* which, const TlsSpec& spec, ConnectionSink* sink, TlsSink* events,
                              Connection** made) {
  *made = nullptr;
  RecordedConnection* connection = at(which);
  ConnectionSink* before = connection->sink;
  connection->sink = sink;
  connection->events = std::make_unique<RecordedTlsEvents>(*connection, events);
  TlsFailure failure;
  operate(
      Operation::start, connection->id, callOf(port_, spec),
      [&] {
        Connection* encrypted = nullptr;
        failure = port_.innerTls().start(*connection->through, connection->inner, innerSpec(spec), connection,
                                          connection->events.get(), &encrypted);
        if (failure) return;
        connection->inner = encrypted;
        connection->through = &port_.innerTls().streams();
      },
      failure);
  if (failure) {
    connection->sink = before;
    connection->events.reset();
    return failure;
  }
  // The program's object stays the same: from now on it stands for the encrypted connection.
  *made = connection;
  return {};
}

TlsFailure RecordedTls::startOver(const TlsSpec& spec, ConnectionSink* sink, TlsSink* events, TlsCarrier* carrier,
                                  Connection** made) {
  *made = nullptr;
  auto connection = std::make_unique<RecordedConnection>(port_, port_.newId());
  connection->sink = sink;
  connection->events = std::make_unique<RecordedTlsEvents>(*connection, events);
  connection->carrier = std::make_unique<RecordedTlsCarrier>(*connection, carrier);
  TlsFailure failure;
  operate(
      Operation::startOver, connection->id, callOf(port_, spec),
      [&] {
        failure = port_.innerTls().startOver(innerSpec(spec), connection.get(), connection->events.get(), connection->carrier.get(),
                                             &connection->inner);
        connection->through = &port_.innerTls().streams();
      },
      failure);
  if (failure) return failure;
  port_.enter(connection.get());
  *made = connection.release();
  return failure;
}

void RecordedTls::give(Connection* connection, std::string_view bytes) {
  operate(Operation::give, at(connection)->id, std::tuple(record::digestOf(bytes)),
          [&] { port_.innerTls().give(at(connection)->inner, bytes); });
}

void RecordedTls::giveEnd(Connection* connection, ErrorCode error) {
  operate(Operation::giveEnd, at(connection)->id, std::tuple(error),
          [&] { port_.innerTls().giveEnd(at(connection)->inner, error); });
}

void RecordedTls::carried(Connection* connection, ErrorCode error) {
  operate(Operation::carried, at(connection)->id, std::tuple(error),
          [&] { port_.innerTls().carried(at(connection)->inner, error); });
}

std::string RecordedTls::takeOutput(Connection* connection) {
  std::string output;
  operate(Operation::takeOutput, at(connection)->id, std::tuple(),
          [&] { output = port_.innerTls().takeOutput(at(connection)->inner); }, output);
  return output;
}

void RecordedTls::answerHello(Connection* connection, const TlsHelloAnswer& answer) {
  operate(Operation::answerHello, at(connection)->id,
          std::tuple(idOf(answer.context), answer.protocol, answer.refusesProtocols,
                     record::digestOf(markOf(port_, answer.session)), record::digestOf(answer.ocsp), answer.refused,
                     answer.alert),
          [&] {
            TlsHelloAnswer theirs = answer;
            theirs.context = innerOf(answer.context);
            port_.innerTls().answerHello(at(connection)->inner, theirs);
          });
}

std::string RecordedTls::session(Connection* connection) {
  return secret(Operation::session, at(connection)->id, [&] { return port_.innerTls().session(at(connection)->inner); },
                [&](const std::string& session) { return markOf(port_, session); });
}

std::string RecordedTls::ticket(Connection* connection) {
  return secret(Operation::ticket, at(connection)->id, [&] { return port_.innerTls().ticket(at(connection)->inner); },
                [&](const std::string& ticket) { return markOf(port_, ticket); });
}

TlsFailure RecordedTls::renegotiate(Connection* connection, bool requestCertificate, bool requireCertificate) {
  TlsFailure failure;
  operate(
      Operation::renegotiate, at(connection)->id, std::tuple(requestCertificate, requireCertificate),
      [&] { failure = port_.innerTls().renegotiate(at(connection)->inner, requestCertificate, requireCertificate); },
      failure);
  return failure;
}

TlsFailure RecordedTls::setKeyCert(Connection* connection, TlsContext* context) {
  TlsFailure failure;
  operate(
      Operation::setKeyCert, at(connection)->id, std::tuple(idOf(context)),
      [&] { failure = port_.innerTls().setKeyCert(at(connection)->inner, innerOf(context)); }, failure);
  return failure;
}

void RecordedTls::trace(Connection* connection) {
  operate(Operation::trace, at(connection)->id, std::tuple(), [&] { port_.innerTls().trace(at(connection)->inner); });
}

std::string RecordedTls::finished(Connection* connection, bool ofPeer) {
  std::string message;
  operate(Operation::finished, at(connection)->id, std::tuple(ofPeer),
          [&] { message = port_.innerTls().finished(at(connection)->inner, ofPeer); }, message);
  return message;
}

TlsFailure RecordedTls::exportKeyingMaterial(Connection* connection, std::size_t length, const std::string& label,
                                             const std::string& context, bool hasContext, std::string& material) {
  TlsFailure failure;
  operate(
      Operation::exportKeyingMaterial, at(connection)->id, std::tuple(length, label, context, hasContext),
      [&] {
        failure = port_.innerTls().exportKeyingMaterial(at(connection)->inner, length, label, context, hasContext, material);
      },
      failure, material);
  return failure;
}

bool RecordedTls::setMaxSendFragment(Connection* connection, std::size_t bytes) {
  bool set = false;
  operate(Operation::setMaxSendFragment, at(connection)->id, std::tuple(bytes),
          [&] { set = port_.innerTls().setMaxSendFragment(at(connection)->inner, bytes); }, set);
  return set;
}

bool RecordedTls::truncated(Connection* connection) {
  bool truncated = false;
  operate(Operation::truncated, at(connection)->id, std::tuple(),
          [&] { truncated = port_.innerTls().truncated(at(connection)->inner); }, truncated);
  return truncated;
}

TlsFailure RecordedTls::describe(const std::string& certificate, TlsCertificate& described) {
  TlsFailure failure;
  operate(Operation::describe, 0, std::tuple(port_.digestOf(certificate)),
          [&] { failure = port_.innerTls().describe(certificate, described); }, failure, described);
  return failure;
}

std::vector<std::string> RecordedTls::ciphers() {
  std::vector<std::string> names;
  operate(Operation::ciphers, 0, std::tuple(), [&] { names = port_.innerTls().ciphers(); }, names);
  return names;
}

std::vector<std::string> RecordedTls::systemAuthorities() {
  std::vector<std::string> found;
  operate(Operation::systemAuthorities, 0, std::tuple(), [&] { found = port_.innerTls().systemAuthorities(); }, found);
  return found;
}

void RecordedTlsEvents::onHello(const TlsHello& hello) {
  recordInput(connection_, RecordedTls::Event::hello, hello);
  to_->onHello(hello);
}
void RecordedTlsEvents::onHandshake(const TlsOutcome& outcome) {
  recordInput(connection_, RecordedTls::Event::handshake, outcome);
  to_->onHandshake(outcome);
}
void RecordedTlsEvents::onTlsError(const TlsFailure& failure) {
  recordInput(connection_, RecordedTls::Event::error, failure);
  to_->onTlsError(failure);
}
void RecordedTlsEvents::onSession(const std::string& id, const std::string& session) {
  recordInput(connection_, RecordedTls::Event::session, id, markOf(connection_.port, session));
  to_->onSession(id, session);
}
void RecordedTlsEvents::onKeyLog(const std::string& line) {
  recordInput(connection_, RecordedTls::Event::keyLog, line);
  to_->onKeyLog(line);
}
void RecordedTlsEvents::onRenegotiation() {
  recordInput(connection_, RecordedTls::Event::renegotiation);
  to_->onRenegotiation();
}
void RecordedTlsEvents::onTrace(const std::string& text) {
  recordInput(connection_, RecordedTls::Event::trace, text);
  to_->onTrace(text);
}

bool RecordedTlsEvents::replay(RecordedTls::Event event, std::string_view fields) {
  record::Fields in(fields);
  auto pass = [&]<class T>(void (TlsSink::*on)(const T&)) {
    auto value = in.get<T>();
    if (in.isValid()) (to_->*on)(value);
    return in.isValid();
  };
  switch (event) {
    case RecordedTls::Event::hello: return pass(&TlsSink::onHello);
    case RecordedTls::Event::handshake: return pass(&TlsSink::onHandshake);
    case RecordedTls::Event::error: return pass(&TlsSink::onTlsError);
    case RecordedTls::Event::keyLog: return pass(&TlsSink::onKeyLog);
    case RecordedTls::Event::trace: return pass(&TlsSink::onTrace);
    case RecordedTls::Event::session: {
      auto id = in.get<std::string>();
      auto session = in.get<std::string>();
      if (!in.isValid()) return false;
      to_->onSession(id, session);
      return true;
    }
    case RecordedTls::Event::renegotiation: to_->onRenegotiation(); return true;
    default: return connection_.carrier && connection_.carrier->replay(event, fields);
  }
}

void RecordedTlsCarrier::onCiphertext(const char* data, std::size_t size) {
  recordInput(connection_, RecordedTls::Event::ciphertext, std::string_view(data, size));
  to_->onCiphertext(data, size);
}
void RecordedTlsCarrier::onCarrierEnd() {
  recordInput(connection_, RecordedTls::Event::carrierEnd);
  to_->onCarrierEnd();
}
void RecordedTlsCarrier::onReading(bool wanted) {
  recordInput(connection_, RecordedTls::Event::reading, wanted);
  to_->onReading(wanted);
}
void RecordedTlsCarrier::onTaken() {
  recordInput(connection_, RecordedTls::Event::taken);
  to_->onTaken();
}

bool RecordedTlsCarrier::replay(RecordedTls::Event event, std::string_view fields) {
  record::Fields in(fields);
  switch (event) {
    case RecordedTls::Event::ciphertext: {
      auto bytes = in.get<std::string>();
      if (!in.isValid()) return false;
      to_->onCiphertext(bytes.data(), bytes.size());
      return true;
    }
    case RecordedTls::Event::carrierEnd: to_->onCarrierEnd(); return true;
    case RecordedTls::Event::reading: {
      bool wanted = in.get<bool>();
      if (!in.isValid()) return false;
      to_->onReading(wanted);
      return true;
    }
    case RecordedTls::Event::taken: to_->onTaken(); return true;
    default: return false;
  }
}

}  // namespace nodecpp::os
