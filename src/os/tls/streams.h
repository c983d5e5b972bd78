// TlsStreams: the role Tls of a back end. It puts engines on connections of the back end, and is the same for each back
// end: the Linux one has it over sockets, the simulated one over simulated sockets.
//
// The back end calls pushWaiting() once in each turn, and does not wait when waiting() is true.
#pragma once

#include <memory>
#include <vector>

#include "os/port/clock_role.h"
#include "os/tls/engine.h"

namespace nodecpp::os {

class TlsConnection;

class TlsStreams final : public Tls, public Streams {
 public:
  explicit TlsStreams(Clock& clock, TlsSources* sources = nullptr) : clock_(clock), sources_(sources) {}
  ~TlsStreams();

  // Whether there is something to push that no event of the back end announces.
  bool waiting() const noexcept { return !waiting_.empty(); }
  // Makes the pushes that wait, and frees the connections that were closed. Called inside Turns::wait.
  void pushWaiting() {
    if (waiting_.empty() && closed_.empty()) [[likely]]
      return;
    pushAll();
  }

  TlsFailure makeContext(const TlsContextSpec& spec, TlsContext** made) override;
  void close(TlsContext* context) override;
  std::string ticketKeys(TlsContext* context) override;
  void setTicketKeys(TlsContext* context, const std::string& keys) override;
  std::string keysToShare(TlsContext* context) override { return ticketKeys(context); }
  Streams& streams() override { return *this; }
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

  void setSink(Connection* connection, ConnectionSink* sink) override;
  void startReading(Connection* connection) override;
  void stopReading(Connection* connection) override;
  WriteResult write(Connection* connection, const Slice* slices, std::size_t count) override;
  void send(Connection* connection, std::vector<Buffer>&& slices, PassedHandle handle) override;
  std::size_t unsent(Connection* connection) override;
  ErrorCode shutdown(Connection* connection) override;
  void close(Connection* connection) override;
  ErrorCode reset(Connection* connection) override;
  ErrorCode setNoDelay(Connection* connection, bool on) override;
  ErrorCode setKeepAlive(Connection* connection, bool on, int seconds) override;
  Address localAddress(Connection* connection) override;
  Address remoteAddress(Connection* connection) override;

 private:
  friend class TlsConnection;
  void pushAll();
  void closeAfterTurn(TlsConnection* connection);

  // Returns the library, whose sources are those of this back end from then on. It is called before each step of an
  // engine that may draw random numbers, because several simulated ports share a thread.
  TlsLibrary& library();

  Clock& clock_;
  TlsSources* sources_;
  // The block into which plaintext is read. It is used again unless a sink has retained it.
  detail::Block* block_ = nullptr;
  detail::Block* spare_ = nullptr;       // The block of output that no connection uses now.
  std::vector<char> gathered_;           // Small slices that are copied together to be encrypted as one record.
  std::vector<TlsConnection*> waiting_;  // The connections that have something to push.
  std::vector<TlsConnection*> turn_;     // The connections of `waiting_` whose pushes are being made in this turn.
  std::vector<TlsConnection*> closed_;   // Freed when the turn is over.
};

}  // namespace nodecpp::os
