// One connection of an HTTP server: it parses received bytes into requests, and sends the responses in the order of the
// requests.
#pragma once

#include <deque>
#include <string_view>
#include <vector>

#include "http/message.h"
#include "http/parser/parser.h"
#include "http/received_fields.h"

namespace nodecpp::http::detail {

class ServerConnection final : public net::detail::SocketWatcher, public net::detail::RawReader {
 public:
  ServerConnection(ServerObject& server, net::SocketObject& socket);
  ~ServerConnection() override;

  // Takes the socket over and adds the listeners of Node's connectionListener to it.
  void start();
  ServerObject& server() const { return *server_; }

  // The following functions are used by the server's checks of time-outs and by closeIdleConnections and
  // closeAllConnections. idle() tells whether no request is being received.
  bool idle() const { return messageStart_ < 0; }
  bool expired(double now, double headersTimeout, double requestTimeout) const;
  void timeOut();
  void destroySocket();
  ServerConnection* next() const { return next_; }

  // The following functions are used by the responses of this connection and by its server. current() is the response
  // that is being sent, or null.
  const ServerResponse& current() const { return current_; }
  void pendingChanged(std::ptrdiff_t bytes);
  // Called when a response has been sent. Sends the next response that is queued, or decides how the connection goes
  // on.
  void responseFinished(ServerResponseObject& response);

 private:
  void onRawRead(nodecpp::detail::Block* block, char* data, std::size_t size) override;
  bool yieldsToListeners() const override { return true; }
  void onProgramEnd() override;
  void onSocketClosed() override;
  void release();
  void execute(nodecpp::detail::Block* block, const char* data, std::size_t size);
  void parse(const char*& p, const char* end, const char* begin, std::size_t carried);
  void flushTicks(std::size_t fields);
  void onHead();
  void onBody(std::string_view bytes);
  void onMessageComplete();
  void onUpgrade(const char* p, const char* end);
  void onParseError(std::size_t parsed, const char* data, std::size_t size);
  void removeFrom(net::SocketObject& socket);
  void tellOfRequest(const IncomingMessage& request, const ServerResponse& response);
  int dispatch(IncomingMessage request, ServerResponse response);
  void respond(const ServerResponse& response, int code);

  void onSocketError(const Error& error);
  void onSocketEnd();
  void onSocketClose();
  void onSocketDrain();
  void onSocketTimeout();
  void pauseForOutput();
  // Returns the requests with unfinished responses, in the order in which they came.
  std::vector<IncomingMessage> unanswered() const;

  void assign(const ServerResponse& response);
  void detach(ServerResponseObject& response);
  void abandon();

  // The listeners that start() has added to the socket, in the order in which it adds them.
  Listener listeners_[6];
  Handle<ServerObject> server_;
  net::SocketObject* socket_;
  // Keeps the socket alive. The socket in turn holds this connection until it has closed.
  net::Socket held_;
  Parser parser_;
  // The received part of a head that is not complete yet.
  std::vector<char> kept_;
  // The block that contains the bytes being parsed; null when they are in a buffer of this class.
  nodecpp::detail::Block* block_ = nullptr;
  // The responses that wait behind `current_`; null until the first one waits.
  std::deque<ServerResponse>* outgoing_ = nullptr;
  IncomingMessage receiving_;  // The request whose body is being received.
  // Requests that were answered although their body was not read to its end.
  std::vector<IncomingMessage> unread_;
  ServerResponse current_;  // The response that is being sent.
  ServerResponseObject* dispatching_ = nullptr;
  ServerConnection* next_ = nullptr;
  ServerConnection* previous_ = nullptr;
  // The time at which the message being received began; -1 when none is being received.
  double messageStart_ = 0;
  std::ptrdiff_t pendingBytes_ = 0;
  int requests_ = 0;
  bool headDone_ = false;
  bool keepAliveTimer_ = false;
  bool paused_ = false;
  bool ended_ = false;  // Whether the parser gets no more bytes.
  bool errorSeen_ = false;
  bool upgradeIgnored_ = false;
  // Whether Node's parser would already have handed over header fields of this connection before a head was complete
  // (see flushTicks()).
  bool flushed_ = false;
};

}  // namespace nodecpp::http::detail
