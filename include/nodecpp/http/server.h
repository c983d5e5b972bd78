// Servers and their responses. Part of http.
// https://nodejs.org/docs/latest-v24.x/api/http.html#class-httpserver
#pragma once

#include <nodecpp/http/incoming.h>
#include <nodecpp/http/outgoing.h>

namespace nodecpp::http {

class ServerResponseObject;
class ServerObject;
using ServerResponse = Handle<ServerResponseObject>;
using Server = Handle<ServerObject>;

class ServerResponseObject : public OutgoingMessageObject {
 public:
  explicit ServerResponseObject(IncomingMessage request);
  ~ServerResponseObject() override;

  // The request that this answers.
  IncomingMessage req;
  int statusCode = 200;
  String statusMessage;  // "": the usual one of the code

  // Makes the head; it is sent with the first of the body. `headers` are over those of setHeader. Throws
  // ERR_HTTP_HEADERS_SENT, ERR_HTTP_INVALID_STATUS_CODE, ERR_INVALID_CHAR and as setHeader. Returns this response.
  ServerResponse writeHead(double statusCode, const HeadersArg& headers = {});
  ServerResponse writeHead(double statusCode, StringArg statusMessage, const HeadersArg& headers = {});
  // 1xx answers before the head.
  void writeContinue(stream::Callback callback = {});
  void writeProcessing(stream::Callback callback = {});
  void writeEarlyHints(const HeadersArg& hints, stream::Callback callback = {});
  void writeInformation(int statusCode, const HeadersArg& headers = {}, stream::Callback callback = {});
  // A response is handed its socket when its turn comes; for programs that serve connections of their own.
  void assignSocket(const net::Socket& socket);
  void detachSocket(const net::Socket& socket);

  const char* className() const override { return "ServerResponse"; }

 protected:
  void implicitHeader() override { writeHead(statusCode); }
  bool attached() const noexcept override;
  bool queued() const noexcept override { return bool(connection_); }
  void pendingChanged(std::ptrdiff_t bytes) override;
  void finishBegins() override;
  int statusOf() const override { return statusCode; }
  const Array<String>* uniqueHeaders() const override;
  StringArg dateLine() override;

 private:
  friend class detail::ServerConnection;
  ServerResponse makeHead(double statusCode, StringArg known, const HeadersArg& headers);
  void storeOver(const HeadersArg& headers);
  Handle<detail::ServerConnection> connection_;
  String ownDate_;
  bool attachedAlone_ = false;
  bool expectContinue_ = false;
  bool sentContinue_ = false;
};

struct ServerOptions {
  double connectionsCheckingInterval = 30000;
  stream::OptionalNumber headersTimeout{};
  stream::OptionalNumber highWaterMark{};
  // "strict"; Node's "relaxed" and "insecure" are refused.
  String httpValidation{};
  bool insecureHTTPParser = false;
  // Classes of the program's own in place of Node's: .IncomingMessage = [](auto socket) { return make<Mine>(socket); }.
  Function<http::IncomingMessage(net::Socket)> IncomingMessage{};
  bool joinDuplicateHeaders = false;
  bool keepAlive = false;
  double keepAliveInitialDelay = 0;
  double keepAliveTimeout = 5000;
  double keepAliveTimeoutBuffer = 1000;
  stream::OptionalNumber maxHeaderSize{};
  bool noDelay = true;
  stream::OptionalNumber requestTimeout{};
  bool requireHostHeader = true;
  bool rejectNonStandardBodyWrites = false;
  Function<http::ServerResponse(http::IncomingMessage)> ServerResponse{};
  Function<bool(http::IncomingMessage)> shouldUpgradeCallback{};
  Array<String> uniqueHeaders{};
  // Requests without Content-Length and Transfer-Encoding have no events of a body.
  bool optimizeEmptyRequests = false;
  // Not Node's: a request with more than one Host, or one that names no host, is answered 400, as RFC 9112, 3.2 has it.
  // (Not those that upgrade: their listeners look for themselves.)
  bool strictHostHeader = false;
};

class ServerObject : public net::ServerObject {
 public:
  using Options = ServerOptions;
  // Throws ERR_OUT_OF_RANGE for bad numbers, ERR_INVALID_ARG_VALUE for a parser that is not strict, which there is not.
  explicit ServerObject(ServerOptions options = {});
  ~ServerObject() override;

  using net::ServerObject::eventArgs;
  static Args<IncomingMessage, ServerResponse> eventArgs(event::request_t);
  static Args<IncomingMessage, ServerResponse> eventArgs(event::checkContinue_t);
  static Args<IncomingMessage, ServerResponse> eventArgs(event::checkExpectation_t);
  static Args<Error, net::Socket> eventArgs(event::clientError_t);
  static Args<IncomingMessage, net::Socket, Buffer> eventArgs(event::connect_t);
  static Args<IncomingMessage, net::Socket, Buffer> eventArgs(event::upgrade_t);
  static Args<IncomingMessage, net::Socket> eventArgs(event::dropRequest_t);
  static Args<net::Socket> eventArgs(event::timeout_t);

  double timeout = 0;                // of sockets, milliseconds; 0 is none
  double headersTimeout = 60000;
  double requestTimeout = 300000;
  double keepAliveTimeout = 5000;
  double keepAliveTimeoutBuffer = 1000;
  double maxHeadersCount = -1;       // -1: Node's null, 1000 fields
  double maxRequestsPerSocket = 0;   // 0: no limit
  double maxHeaderSize = 0;          // 0: 16 KiB
  bool requireHostHeader = true;
  bool strictHostHeader = false;
  bool joinDuplicateHeaders = false;
  bool rejectNonStandardBodyWrites = false;
  bool httpAllowHalfOpen = false;

  // Destroys the connections that have no request under way; all.
  void closeIdleConnections();
  void closeAllConnections();
  template <class Self>
  Handle<Self> setTimeout(this Self& self, double milliseconds, Function<void(net::Socket)> callback = nullptr) {
    self.ServerObject::timeout = milliseconds;
    if (callback) self.EventEmitterObject::on(event::timeout, std::move(callback));
    return Handle<Self>(&self);
  }

 protected:
  void closeAndTell(Function<void(Error)> callback) override;
  // Answers say `Connection: close`; connections that are idle wait for a request until keepAliveTimeout.
  void leave(Function<void(Error)> callback) override;
  void emitConnection(const net::Socket& socket) override;
  void emitListening() override;
  void lastConnectionGone() override;
  const char* protocolName() const override { return "http"; }
  // A request whose listener was rejected is answered by 500, or its connection destroyed.
  void onRejection(const Error& error, const String& event, const Array<Handle<Object>>& objects) override;

 private:
  friend class detail::ServerConnection;
  friend class ServerResponseObject;
  void checkConnections();
  void stopChecking();
  StringArg dateLine();

  Function<bool(IncomingMessage)> shouldUpgrade_;
  Function<IncomingMessage(net::Socket)> makeMessage_;
  Function<ServerResponse(IncomingMessage)> makeResponse_;
  bool optimizesEmpty_;
  bool leaving_ = false;
  Array<String> uniqueHeaders_;
  double checkingInterval_ = 0;
  Timeout checking_;
  detail::ServerConnection* first_ = nullptr;
  String date_;
  double dateUntil_ = -1;
};

#define NODECPP_ANSWERS(F)                                                                \
  NODECPP_DIAGNOSE((!nodecpp::detail::TakesSomeOf<F, IncomingMessage&, ServerResponse&>), \
                   "a listener of this server takes (http::IncomingMessage request, "     \
                   "http::ServerResponse response), or fewer from the front")
// A server; `requestListener` listens to `request`.
template <class F>
Server createServer(ServerOptions options, F&& requestListener) NODECPP_ANSWERS(F) {
  auto server = make<Server>(std::move(options));
  server->on(event::request, std::forward<F>(requestListener));
  return server;
}
template <class F>
  requires(!std::convertible_to<F, ServerOptions>)
Server createServer(F&& requestListener) NODECPP_ANSWERS(F) {
  return createServer(ServerOptions{}, std::forward<F>(requestListener));
}
inline Server createServer(ServerOptions options = {}) { return make<Server>(std::move(options)); }
#undef NODECPP_ANSWERS

}  // namespace nodecpp::http
