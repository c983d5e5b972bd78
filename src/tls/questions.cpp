// The questions that a server's handshake asks the program: for a session, a context, an OCSP answer and a protocol.
#include <algorithm>
#include <utility>

#include "base/assertion.h"
#include "tls/handshake.h"

namespace nodecpp::tls::detail {

// Runs `ask`, which calls a function of the program. An exception of that function destroys the socket, as in Node.
template <class F>
void Handshake::asking(F&& ask) {
  TLSSocket alive(&socket_);
  try {
    ask();
  } catch (const Error& error) {
    socket_.destroy(error);
  }
}

bool Handshake::counts(bool& answered, const Error& error) {
  if (std::exchange(answered, true))
    socket_.destroy(codedError<Error>("ERR_MULTIPLE_CALLBACK", "Callback called multiple times"));
  else if (error)
    socket_.destroy(error);
  else if (!connection())
    socket_.destroy(codedError<Error>("ERR_SOCKET_CLOSED", "Socket is closed"));
  else
    return true;
  return false;
}

void Handshake::onHello(const os::TlsHello& hello) {
  Loop::current().makeCallback(context(), [&] {
    TLSSocket alive(&socket_);
    hello_ = hello;
    answer_ = os::TlsHelloAnswer();
    asking([&] { askForSession(); });
  });
}

void Handshake::askForSession() {
  EventEmitterObject* server = serverEvents();
  if (!server || hello_.sessionId.empty() || server->listenerCount(event::resumeSession) == 0) return askForContext();
  TLSSocket self(&socket_);
  BufferAnswer answer([self, this, answered = false](Error error, Bytes session) mutable {
    if (!counts(answered, error)) return;
    if (session.given()) answer_.session = bytesOf(session.bytes());
    asking([&] { askForContext(); });
  });
  server->emit(event::resumeSession, bufferOf(hello_.sessionId), answer);
}

void Handshake::askForContext() {
  if (hello_.serverName.empty()) return askForOcsp();
  String name = textOf(hello_.serverName);
  if (!options_.SNICallback) {
    if (serving_) chosen_ = serving_->contextFor(name);
    return askForOcsp();
  }
  TLSSocket self(&socket_);
  options_.SNICallback(name, SNIAnswer([self, this, answered = false](Error error, SecureContext context) mutable {
                         if (!counts(answered, error)) return;
                         chosen_ = std::move(context);
                         asking([&] { askForOcsp(); });
                       }));
}

SecureContext Handshake::contextOfServer() const { return chosen_ ? chosen_ : options_.secureContext; }

void Handshake::askForOcsp() {
  EventEmitterObject* server = serverEvents();
  if (!hello_.requestsOcsp || !server || server->listenerCount(event::OCSPRequest) == 0) return chooseProtocol();
  TLSSocket self(&socket_);
  BufferAnswer answer([self, this, answered = false](Error error, Bytes response) mutable {
    if (!counts(answered, error)) return;
    if (response.given()) answer_.ocsp = bytesOf(response.bytes());
    asking([&] { chooseProtocol(); });
  });
  SecureContext context = contextOfServer();
  server->emit(event::OCSPRequest, certificateOf(*context), issuerOf(*context), answer);
}

void Handshake::chooseProtocol() {
  if (hello_.protocols.empty()) return answer();
  if (options_.ALPNCallback) {
    ALPNCallbackArgument offered{
        .servername = textOf(hello_.serverName), .protocols = {}, .socket = TLSSocket(&socket_)};
    for (const std::string& protocol : hello_.protocols) offered.protocols.push(textOf(protocol));
    Lookup chosen = options_.ALPNCallback(offered);
    if (!chosen.isUndefined() && !offered.protocols.includes(chosen.toString()))
      throw codedError<TypeError>("ERR_TLS_ALPN_CALLBACK_INVALID_RESULT",
                                  "ALPN callback returned a value (" + chosen.toString() +
                                      ") that did not match any of the client's offered protocols (" +
                                      offered.protocols.join(", ") + ")");
    answer_.refusesProtocols = chosen.isUndefined();
    if (!chosen.isUndefined()) answer_.protocol = bytesOf(chosen.toString());
    return answer();
  }
  if (options_.ALPNProtocols.empty()) return answer();
  // The first protocol in the server's list that the client also offers is chosen.
  answer_.refusesProtocols = true;
  for (const String& own : options_.ALPNProtocols.names()) {
    if (std::find(hello_.protocols.begin(), hello_.protocols.end(), bytesOf(own)) == hello_.protocols.end()) continue;
    answer_.refusesProtocols = false;
    answer_.protocol = bytesOf(own);
    break;
  }
  answer();
}

void Handshake::answer() {
  os::Connection* connection = this->connection();
  if (!connection) return;
  if (chosen_) answer_.context = contextOf(*chosen_);
  Loop::current().port().tls.answerHello(connection, answer_);
}

}  // namespace nodecpp::tls::detail
