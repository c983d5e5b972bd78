// One connection of a server: bytes to requests, and the order of its responses.
#pragma once

#include <deque>
#include <string_view>
#include <vector>

#include "http/fields.h"
#include "http/message.h"
#include "http/parser.h"

namespace nodecpp::http::detail {

class ServerConnection final : public net::detail::SocketWatcher, public net::detail::RawReader {
 public:
  ServerConnection(ServerObject& server, net::SocketObject& socket);
  ~ServerConnection() override;

  // Takes the socket over: listeners as Node's connectionListener has them.
  void start();
  ServerObject& server() const { return *server_; }

  // Of the server's checks and closings.
  bool idle() const { return messageStart_ < 0; }
  bool expired(double now, double headersTimeout, double requestTimeout) const;
  void timeOut();
  void destroySocket();
  ServerConnection* next() const { return next_; }

 private:
  friend class http::ServerResponseObject;
  friend class http::ServerObject;

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
  int dispatch(const IncomingMessage& request, const ServerResponse& response);
  void respond(const ServerResponse& response, int code);

  void onSocketError(const Error& error);
  void onSocketEnd();
  void onSocketClose();
  void onSocketDrain();
  void onSocketTimeout();
  void pauseForOutput();

  // The response has gone: who is next, or how the connection goes on.
  void responseFinished(ServerResponseObject& response);
  void assign(const ServerResponse& response);
  void detach(ServerResponseObject& response);
  void pendingChanged(std::ptrdiff_t bytes);
  void abandon();

  // Its listeners, in the order of start().
  Listener listeners_[6];
  Handle<ServerObject> server_;
  net::SocketObject* socket_;
  net::Socket held_;  // the same. The socket holds this connection until it has closed.
  Parser parser_;
  std::vector<char> kept_;           // of a head that was cut
  nodecpp::detail::Block* block_ = nullptr;           // that holds what is being parsed; null where we hold it ourselves
  std::deque<ServerResponse>* outgoing_ = nullptr;  // those behind `current_`; made when there is one
  std::vector<IncomingMessage> incoming_;           // whose responses have not finished, behind `answered_` others
  std::size_t answered_ = 0;
  IncomingMessage receiving_;        // whose body is being read
  std::vector<IncomingMessage> unread_;  // answered, and not read to their end
  ServerResponse current_;           // whose turn it is
  ServerResponseObject* dispatching_ = nullptr;
  ServerConnection* next_ = nullptr;
  ServerConnection* previous_ = nullptr;
  double messageStart_ = 0;          // when the message under way began, -1 for none
  std::ptrdiff_t pendingBytes_ = 0;
  int requests_ = 0;
  bool headDone_ = false;
  bool keepAliveTimer_ = false;
  bool paused_ = false;
  bool ended_ = false;               // the parser serves no more
  bool errorSeen_ = false;
  bool upgradeIgnored_ = false;
  bool flushed_ = false;             // header fields went over to the program apart from a head
};

}  // namespace nodecpp::http::detail
