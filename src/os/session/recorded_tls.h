// The role Tls of a RecordedPort. It records the outcomes of handshakes and the plaintext, and no key, so that a replay
// needs no cryptographic library.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "os/port/tls.h"

namespace nodecpp::os {

class RecordedPort;
class RecordedConnection;

class RecordedTls final : public Tls {
 public:
  explicit RecordedTls(RecordedPort& port) : port_(port) {}

  TlsFailure makeContext(const TlsContextSpec& spec, TlsContext** made) override;
  void close(TlsContext* context) override;
  std::string ticketKeys(TlsContext* context) override;
  void setTicketKeys(TlsContext* context, const std::string& keys) override;
  std::string keysToShare(TlsContext*) override { return {}; }
  Streams& streams() override;
  TlsFailure start(Streams& below, Connection* connection, const TlsSpec& spec, ConnectionSink* sink, TlsSink* events,
                   Connection** made) override;
  TlsFailure startOver(const TlsSpec& spec, ConnectionSink* sink, TlsSink* events, TlsCarrier* carrier,
                       Connection** made) override;
  void give(Connection* connection, std::string_view bytes) override;
  void giveEnd(Connection* connection, ErrorCode error) override;
  void carried(Connection* connection, ErrorCode error) override;
  std::string takeOutput(Connection* connection) override;
  void answerHello(Connection* connection, const TlsHelloAnswer& answer) override;
  std::string session(Connection* connection) override;
  std::string ticket(Connection* connection) override;
  TlsFailure renegotiate(Connection* connection, bool requestCertificate, bool requireCertificate) override;
  TlsFailure setKeyCert(Connection* connection, TlsContext* context) override;
  void trace(Connection* connection) override;
  std::string finished(Connection* connection, bool ofPeer) override;
  TlsFailure exportKeyingMaterial(Connection* connection, std::size_t length, const std::string& label,
                                  const std::string& context, bool hasContext, std::string& material) override;
  bool setMaxSendFragment(Connection* connection, std::size_t bytes) override;
  bool truncated(Connection* connection) override;
  TlsFailure describe(const std::string& certificate, TlsCertificate& described) override;
  std::vector<std::string> ciphers() override;
  std::vector<std::string> systemAuthorities() override;

  // The numbers by which the records of the kinds `tls` and `tlsEvent` name the operations of the role and the events
  // of a connection.
  enum class Operation : unsigned char {
    makeContext, closeContext, ticketKeys, setTicketKeys, start, answerHello, session, finished, exportKeyingMaterial,
    setMaxSendFragment, truncated, describe, ciphers, systemAuthorities, ticket, renegotiate, setKeyCert, trace,
    startOver, give, giveEnd, carried, takeOutput,
  };
  enum class Event : unsigned char {
    hello, handshake, error, session, keyLog, renegotiation, trace, ciphertext, carrierEnd, reading, taken,
  };

 private:
  // Works as RecordedPort::operateOn, since the kinds of records are too few for each operation to have one.
  template <class Perform, class... Call, class... Results>
  void operate(Operation operation, std::uint64_t id, std::tuple<Call...> call, Perform&& perform, Results&... results);
  // Performs an operation whose result is secret: the record has the mark that markFor(result) returns. Returns the
  // result, and the mark in a replay.
  template <class Ask, class Mark>
  std::string secret(Operation operation, std::uint64_t id, Ask&& ask, Mark&& markFor);

  RecordedPort& port_;
};

// Records the events of a connection, and passes them on.
class RecordedTlsEvents final : public TlsSink {
 public:
  RecordedTlsEvents(RecordedConnection& connection, TlsSink* to) : connection_(connection), to_(to) {}
  ~RecordedTlsEvents() = default;

  void onHello(const TlsHello& hello) override;
  void onHandshake(const TlsOutcome& outcome) override;
  void onTlsError(const TlsFailure& failure) override;
  void onSession(const std::string& id, const std::string& session) override;
  void onKeyLog(const std::string& line) override;
  void onRenegotiation() override;
  void onTrace(const std::string& text) override;
  // Passes a recorded event on. Returns false when the record is malformed.
  bool replay(RecordedTls::Event event, std::string_view fields);

 private:
  RecordedConnection& connection_;
  TlsSink* to_;
};

// Records what a connection asks of the program that carries its ciphertext, and passes it on. A replay has no library
// that could make the ciphertext again, so the record has its bytes.
class RecordedTlsCarrier final : public TlsCarrier {
 public:
  RecordedTlsCarrier(RecordedConnection& connection, TlsCarrier* to) : connection_(connection), to_(to) {}
  ~RecordedTlsCarrier() = default;

  void onCiphertext(const char* data, std::size_t size) override;
  void onCarrierEnd() override;
  void onReading(bool wanted) override;
  void onTaken() override;
  // As RecordedTlsEvents::replay.
  bool replay(RecordedTls::Event event, std::string_view fields);

 private:
  RecordedConnection& connection_;
  TlsCarrier* to_;
};

}  // namespace nodecpp::os
