// HTTP servers and their responses. Part of http.
// https://nodejs.org/docs/latest-v24.x/api/http.html#class-httpserver
#pragma once

#include <nodecpp/http/incoming.h>
#include <nodecpp/http/outgoing.h>
#include <nodecpp/traits.h>

namespace nodecpp::http {

class ServerResponseObject;
class ServerObject;
class ResponseInterceptorObject;
using ServerResponse = Handle<ServerResponseObject>;
using Server = Handle<ServerObject>;

// The response to one request, which is a Writable of its body. The server makes it.
// https://nodejs.org/docs/latest-v24.x/api/http.html#class-httpserverresponse
class ServerResponseObject : public OutgoingMessageObject {
 public:
  explicit ServerResponseObject(IncomingMessage request);
  ~ServerResponseObject() override;

  // The request to which this is the response.
  IncomingMessage req;
  int statusCode = 200;
  String statusMessage;  // empty for the standard reason phrase of the code

  // Sets the head, which is sent together with the first part of the body. `headers` take precedence over those of
  // setHeader. Returns this response. Throws ERR_HTTP_HEADERS_SENT, ERR_HTTP_INVALID_STATUS_CODE, ERR_INVALID_CHAR and
  // the errors of setHeader.
  ServerResponse writeHead(double statusCode, const HeadersArg& headers = {});
  ServerResponse writeHead(double statusCode, StringArg statusMessage, const HeadersArg& headers = {});
  template <nodecpp::detail::AnyValue V>
  ServerResponse writeHead(double statusCode, const V& headers) {
    return writeHead(statusCode, HeadersArg(headers));
  }
  // Send interim (1xx) responses before the head. Throw ERR_HTTP_HEADERS_SENT when the head has been written.
  void writeContinue(stream::Callback callback = {});
  void writeProcessing(stream::Callback callback = {});
  void writeEarlyHints(const HeadersArg& hints, stream::Callback callback = {});
  void writeInformation(int statusCode, const HeadersArg& headers = {}, stream::Callback callback = {});
  // Not in Node: puts `interceptor` in front of the functions of this response (nodecpp/http/interceptor.h). Returns
  // this response. Throws an Error when the interceptor is in front of a response already.
  ServerResponse intercept(Handle<ResponseInterceptorObject> interceptor);
  // Not in Node: sends what the interceptors keep back. http::compress sends what it has compressed so far, as the
  // function flush that npm's `compression` adds to a response. Without an interceptor nothing is kept back.
  void flush();
  // Gives the response a socket to write to, or takes it away. For programs that serve connections without a Server; a
  // Server assigns the socket itself when it is the response's turn. Throws ERR_HTTP_SOCKET_ASSIGNED when the response
  // has a socket, or waits for its turn on a Server's connection.
  void assignSocket(const net::Socket& socket);
  void detachSocket(const net::Socket& socket);

  const char* className() const override { return "ServerResponse"; }
  template <class I>
  void inspectTo(I& out) const {
    out.property("statusCode", statusCode).property("statusMessage", statusMessage).property("headersSent", headersSent());
    out.property("finished", finished()).property("destroyed", destroyed()).property("req", req);
  }

 protected:
  void implicitHeader() override { writeHead(statusCode); }
  bool attached() const noexcept override;
  bool queued() const noexcept override { return bool(connection_); }
  void pendingChanged(std::ptrdiff_t bytes) override;
  void finishBegins() override;
  void emitDrain() override;
  bool writeChunk(const stream::ChunkArg& chunk, const stream::EncodingParam& encoding, stream::Callback callback) override;
  void endWith(const stream::ChunkArg& chunk, const stream::EncodingParam& encoding, stream::Callback callback) override;
  int statusOf() const override { return statusCode; }
  const Array<String>* uniqueHeaders() const override;
  StringArg dateLine() override;

 private:
  friend class detail::ServerConnection;
  friend class ResponseInterceptorObject;
  void beginMeasuring(const IncomingMessage& request);
  ServerResponse headWithReason(double statusCode, const HeadersArg& headers);
  ServerResponse headWithMessage(double statusCode, StringArg statusMessage, const HeadersArg& headers);
  double interceptHead(double code, const HeadersArg& headers);
  ServerResponse makeHead(double statusCode, StringArg known, const HeadersArg& headers);
  void storeOver(const HeadersArg& headers);
  Handle<detail::ServerConnection> connection_;
  String ownDate_;
  Handle<ResponseInterceptorObject> interceptor_;
  bool headIntercepted_ = false;
  bool attachedAlone_ = false;
  bool expectContinue_ = false;
  bool sentContinue_ = false;
};

// The options of createServer, with Node's defaults. Times are in milliseconds, sizes in bytes.
struct ServerOptions {
  double connectionsCheckingInterval = 30000;
  stream::OptionalNumber headersTimeout{};
  stream::OptionalNumber highWaterMark{};
  // Only "strict" is supported. Node's "relaxed" and "insecure" are refused with ERR_INVALID_ARG_VALUE.
  String httpValidation{};
  bool insecureHTTPParser = false;
  // Functions that make objects of the program's own classes in place of IncomingMessage and ServerResponse:
  // .IncomingMessage = [](auto socket) { return make<Mine>(socket); }.
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
  // Requests without Content-Length and Transfer-Encoding do not emit the events of a body.
  bool optimizeEmptyRequests = false;
  // Not in Node: a request with several Host fields, or with one that is no valid host, is answered with status 400, as
  // RFC 9112, 3.2 requires. Upgrade requests are not checked, since their listeners do that themselves.
  bool strictHostHeader = false;
};

// An HTTP server: a net::Server that reads requests from its connections. Its members begin with the values of the
// options, and a program can assign to them. Times are in milliseconds.
class ServerObject : public net::ServerObject {
 public:
  using Options = ServerOptions;
  // Throws ERR_OUT_OF_RANGE for an invalid number, and ERR_INVALID_ARG_VALUE for an option that asks for a parser that
  // is not strict, since no other parser is implemented.
  explicit ServerObject(ServerOptions options);
  ServerObject();
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

  double timeout = 0;  // the time-out of idle sockets; 0 turns it off
  double headersTimeout = 60000;
  double requestTimeout = 300000;
  double keepAliveTimeout = 5000;
  double keepAliveTimeoutBuffer = 1000;
  double maxHeadersCount = -1;      // -1 stands for Node's null: 1000 fields
  double maxRequestsPerSocket = 0;  // 0 means no limit
  double maxHeaderSize = 0;         // in bytes; 0 means 16 KiB
  bool requireHostHeader = true;
  bool strictHostHeader = false;
  bool joinDuplicateHeaders = false;
  bool rejectNonStandardBodyWrites = false;
  bool httpAllowHalfOpen = false;
  template <class I>
  void inspectTo(I& out) const {
    out.property("requestTimeout", requestTimeout).property("headersTimeout", headersTimeout);
    out.property("keepAliveTimeout", keepAliveTimeout).property("keepAliveTimeoutBuffer", keepAliveTimeoutBuffer);
    out.property("requireHostHeader", requireHostHeader).property("joinDuplicateHeaders", joinDuplicateHeaders);
    out.property("rejectNonStandardBodyWrites", rejectNonStandardBodyWrites);
    net::ServerObject::inspectTo(out);
    out.property("httpAllowHalfOpen", httpAllowHalfOpen).property("timeout", timeout);
    out.property("maxRequestsPerSocket", maxRequestsPerSocket);
  }

  // closeIdleConnections destroys the connections without a request under way; closeAllConnections destroys all of
  // them.
  void closeIdleConnections();
  void closeAllConnections();
  // Sets the time-out of idle sockets in milliseconds; `callback` becomes a listener of `timeout`. Returns this server.
  template <class Self>
  Handle<Self> setTimeout(this Self& self, double milliseconds, Function<void(net::Socket)> callback = nullptr) {
    self.ServerObject::timeout = milliseconds;
    if (callback) self.EventEmitterObject::on(event::timeout, std::move(callback));
    return Handle<Self>(&self);
  }

 protected:
  // Used by https, whose connections have options that http does not have.
  ServerObject(ServerOptions options, net::ServerOptions connections);
  void closeAndTell(Function<void(Error)> callback) override;
  // Used by cluster when another worker replaces this one. Responses carry `Connection: close`, and an idle connection
  // may send one more request within keepAliveTimeout.
  void leave(Function<void(Error)> callback) override;
  void emitConnection(const net::Socket& socket) override;
  void emitListening() override;
  void onLastConnectionClosed() override;
  const char* protocolName() const override { return "http"; }
  // Answers a request with status 500 when a `request` listener has returned a rejected promise, or destroys the
  // connection when the head was already sent.
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
  bool optimizesEmpty_ = false;
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
// Returns a new server that does not listen yet; `requestListener` is added as a listener of `request`. Throws the
// errors of the options. https://nodejs.org/docs/latest-v24.x/api/http.html#httpcreateserveroptions-requestlistener
template <class F>
Server createServer(ServerOptions options, F&& requestListener) NODECPP_ANSWERS(F) {
  auto server = make<Server>(std::move(options));
  server->on(event::request, std::forward<F>(requestListener));
  return server;
}
template <class F>
  requires(!nodecpp::detail::ConvertsTo<F, ServerOptions>)
Server createServer(F&& requestListener) NODECPP_ANSWERS(F) {
  auto server = make<Server>();
  server->on(event::request, std::forward<F>(requestListener));
  return server;
}
inline Server createServer(ServerOptions options) { return make<Server>(std::move(options)); }
inline Server createServer() { return make<Server>(); }
#undef NODECPP_ANSWERS

}  // namespace nodecpp::http
