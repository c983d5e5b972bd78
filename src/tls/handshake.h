// Handshake: the side of a TLSSocket that talks to the port's role Tls. It starts TLS on the socket's connection,
// answers the questions of a server's handshake by asking the program, and emits the events in the order of Node.
#pragma once

#include <nodecpp/tls.h>

#include "net/internals.h"
#include "tls/context.h"
#include "tls/duplex.h"

namespace nodecpp::tls::detail {

// What tls::connect checks when the handshake has succeeded. A socket that a program made itself checks nothing.
struct ClientCheck {
  IdentityFunction identity{};
  double minDHSize = 1024;
  bool rejects = true;
  String host{};  // the host of the options, which may be empty
  String path{};
  String localAddress{};
  Lookup port{};
};

class Handshake final : public os::TlsSink {
 public:
  Handshake(TLSSocketObject& socket, const TLSSocketOptions& options);

  // Puts TLS on the socket's own connection, which must be open. `received` has the peer's first bytes, when the
  // program has read them from the connection before.
  void start(const std::string& received = {});
  // Takes the connection of `parent` as soon as it is there and everything has been sent, and puts TLS on it.
  void takeOver(const net::Socket& parent);
  // Puts TLS on a Duplex stream that is no net::Socket.
  void takeOver(const Handle<DuplexCarrier>& carrier);
  // Calls takeOver in the next tick, so that the program can first write to `parent` and add listeners. What the
  // program writes to the TLS socket before that is kept (corked).
  template <class Below>
  void takeOverNextTick(const Below& below) {
    socket_.cork();
    corked_ = true;
    Loop::current().nextTick([self = TLSSocket(&socket_), below, this] { takeOver(below); });
  }
  // Makes this the handshake of a server's connection, or of tls::connect.
  void serve(const Handle<net::ServerObject>& server, SecureServing& serving);
  void checkAs(ClientCheck check);
  // Drops the callbacks and handles that may refer to the socket, because such a cycle of references would never be
  // freed.
  void forget();

  bool started() const { return started_; }
  bool established() const { return established_; }
  bool checksEnd() const { return bool(onEnd_); }
  // Begins another handshake. Returns the failure, if there is one.
  os::TlsFailure renegotiate(const RenegotiateOptions& options);
  void refuseRenegotiation() { refusesRenegotiation_ = true; }
  void useKeyCert(const SecureContext& context);
  bool isServer() const { return options_.isServer; }
  const os::TlsOutcome& outcome() const { return outcome_; }
  String identity() const;
  // Returns the connection while it is open, or null.
  os::Connection* connection() const;
  // Node's _emitTLSError: tells the server until it has got the connection, and then the socket's own listeners.
  void tell(const Error& error);
  TLSSocketOptions& options() { return options_; }

 private:
  // Returns the handle of the socket, or null when it has none.
  net::detail::SocketHandle* handle() const;
  // The context of the socket's events.
  Handle<Object> context() const;
  void onHello(const os::TlsHello& hello) override;
  void onHandshake(const os::TlsOutcome& outcome) override;
  void onTlsError(const os::TlsFailure& failure) override;
  void onSession(const std::string& id, const std::string& session) override;
  void onKeyLog(const std::string& line) override;
  void onRenegotiation() override;
  void onTrace(const std::string& text) override;

  os::TlsSpec specFor(const std::string& received);
  // Lets the program's writes and reads go on when the socket has its connection.
  void letGoOn();
  // The questions of a server's handshake, one after the other.
  void askForSession();
  void askForContext();
  void askForOcsp();
  void chooseProtocol();
  void answer();
  SecureContext contextOfServer() const;
  // Runs `ask`, which calls a function of the program. An exception of that function destroys the socket, as in Node.
  template <class F>
  void asking(F&& ask);
  // Returns whether an answer of the program still counts: destroys the socket when it is the second one, when it is
  // an error, or when the connection is gone.
  bool counts(bool& answered, const Error& error);

  bool asks() const;
  void newSession(const std::string& id, const std::string& session);
  // Emits `secure` and checks the peer, unless a session is still being stored.
  void finishWhenStored();
  void finish();
  void checkServer();
  void checkClient();
  void endedEarly();
  void tellServer(const Error& error);
  EventEmitterObject* serverEvents() const;

  TLSSocketObject& socket_;
  TLSSocketOptions options_;
  SecureServing* serving_ = nullptr;
  ClientCheck check_;
  Function<void()> onEnd_;
  Function<void()> onTimeout_;
  os::TlsHello hello_;
  os::TlsHelloAnswer answer_;
  SecureContext chosen_;
  os::TlsOutcome outcome_;
  std::vector<Buffer> early_;  // Sessions that came before the server was checked.
  SecureContext keyCert_;      // What setKeyCert() has chosen; the port uses it until the handshake's end.
  double lastHandshake_ = 0;   // When the last handshake began, in the loop's time.
  double handshakes_ = 0;      // The handshakes after the first one, as CLIENT_RENEG_WINDOW counts them.
  bool refusesRenegotiation_ = false;
  int storing_ = 0;      // The sessions for which the program has not called `done`.
  bool corked_ = false;  // The socket is corked until it has its connection.
  bool waitsForSessions_ = false;
  bool pushesSessions_ = true;  // As TLS was started: a server without a listener is not told its sessions.
  bool started_ = false;
  bool established_ = false;
  bool checked_ = false;
  bool released_ = false;  // The program has got the connection, or has had it from the beginning.
  bool serverTold_ = false;
  bool hadError_ = false;
};

// Throws ERR_INVALID_ARG_VALUE or ERR_OUT_OF_RANGE when one of the names is not possible in ALPN.
void checkProtocols(const ALPNList& protocols);

// The sessions that programs get have the name for which they hold, so that a session is never resumed with another
// server, whose certificate would not be looked at.
Buffer wrapSession(const std::string& session, const String& identity);
// Returns the session that a client may resume with the server `identity`, or an empty text.
std::string sessionForReuse(const Buffer& session, const String& identity, bool rejects);

}  // namespace nodecpp::tls::detail
