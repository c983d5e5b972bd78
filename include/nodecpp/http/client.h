// The request of an HTTP client: request(), get() and ClientRequest. Part of http.
// https://nodejs.org/docs/latest-v24.x/api/http.html#class-httpclientrequest
#pragma once

#include <nodecpp/http/agent.h>
#include <nodecpp/http/incoming.h>
#include <nodecpp/http/outgoing.h>

namespace nodecpp::url {
class URL;
}

namespace nodecpp::http {

namespace detail {
class ClientConnection;
class UnopenedRequest;
}  // namespace detail

// The argument of the `information` event, which describes an interim (1xx) response.
struct InformationEvent {
  int statusCode = 0;
  String statusMessage{};
  String httpVersion{};
  int httpVersionMajor = 0;
  int httpVersionMinor = 0;
  IncomingHeaders headers{};
  RawHeaders rawHeaders{};
};
NODECPP_FIELDS_WHEN_USED(InformationEvent, statusCode, statusMessage, httpVersion, httpVersionMajor, httpVersionMinor,
                         headers, rawHeaders)

// A request under way, which is also the Writable of its body. request() and get() make it. The object lives while its
// connection is open or a handle refers to the object; its listeners are dropped after `close`.
class ClientRequestObject final : public OutgoingMessageObject, public net::detail::SocketUser {
 public:
  // Call request() and not this constructor: only request() sends the request.
  explicit ClientRequestObject(RequestOptions options);
  ~ClientRequestObject() override;

  using OutgoingMessageObject::eventArgs;
  static Args<> eventArgs(event::abort_t);
  static Args<IncomingMessage, net::Socket, Buffer> eventArgs(event::connect_t);
  static Args<> eventArgs(event::continue__t);
  static Args<InformationEvent> eventArgs(event::information_t);
  static Args<IncomingMessage> eventArgs(event::response_t);
  static Args<IncomingMessage, net::Socket, Buffer> eventArgs(event::upgrade_t);

  // The agent that provides the connection; undefined when this request has a connection of its own.
  Agent agent;
  String method;  // in upper case
  String path;    // checked when the request's head is written
  String host;
  String protocol;
  String socketPath;
  // The response, from the time that its head was received until `close`.
  IncomingMessage res;
  bool aborted = false;       // abort() was called
  bool reusedSocket = false;  // an earlier request used the same connection
  // The largest number of header fields that are read from the response; 0 means no limit, and -1 stands for Node's
  // null, which means 1000.
  double maxHeadersCount = -1;
  bool upgradeOrConnect = false;

  // Destroys the request and emits `abort`. Deprecated in Node in favour of destroy().
  void abort();
  // Call the socket's functions of these names as soon as the request has a connected socket.
  void setNoDelay(bool noDelay = true);
  void setSocketKeepAlive(bool enable = false, double initialDelay = 0);
  void clearTimeout(Function<void(net::Socket)> callback = nullptr) { changeTimeout(0, std::move(callback)); }

  // Used by agents and by request(): sends the request through `socket`, or makes the request fail with `error`.
  void onSocket(net::Socket socket, Error error = nullptr);
  void begin();
  // Ends the request because nobody waits for its response any more. A request that waits for a socket is taken off its
  // agent's queue. When request and response are complete, the connection returns to the agent. Otherwise the request
  // is destroyed. `over` is called on `close`.
  void giveUp(Function<void()> over) override;
  stream::OptionalNumber timeout;  // the `timeout` option, in milliseconds

  const char* className() const override { return "ClientRequest"; }
  template <class I>
  void inspectTo(I& out) const {
    out.property("method", method).property("protocol", protocol).property("host", host).property("path", path);
    out.property("finished", finished()).property("destroyed", destroyed()).property("aborted", aborted);
    out.property("reusedSocket", reusedSocket).property("agent", agent).property("res", res);
  }

 protected:
  void implicitHeader() override;
  bool attached() const noexcept override;
  bool hasAgent() const override { return static_cast<bool>(agent); }
  const Array<String>* uniqueHeaders() const override { return uniqueHeaders_.empty() ? nullptr : &uniqueHeaders_; }
  StringArg dateLine() override { return ""; }
  void destroyWith(Error error, stream::Callback callback) override;
  void changeTimeout(double milliseconds, Function<void(net::Socket)> callback) override;

 private:
  friend class detail::ClientConnection;
  friend class detail::UnopenedRequest;
  friend class AgentObject;
  void onProgramEnd() override;
  // While a complete response waits to be read, the socket's listeners are still needed to return it to the agent.
  bool over() const override { return ended_ || !whole_; }
  void takeSocket(const net::Socket& socket, Error error);
  void failed(Error error);
  void onSocketError(const Error& error);
  void emitError(const Error& error);
  void getSocket();
  void allSent() override;
  void listenSocketTimeout();
  void deferToConnect(Function<void(net::Socket)> f);
  void emitClosed();
  void letGo();
  void goThroughProxy(const Lookup& givenHost);
  void tellTunnelError(const Error& error);
  void beginMeasuring();
  void endMeasuring(const IncomingMessage& response);
  void setSignal(const AbortSignal& signal);
  void dropSignal();

  RequestOptions options_;
  Handle<Object> context_;  // That of the call which made the request, while it waits in an agent for a socket.
  Array<String> uniqueHeaders_;
  // The object that reads the response, as long as the response is being received; Node's req.parser.
  Handle<detail::ClientConnection> connection_;
  // The object that reads the response, kept until the socket has been returned to the agent.
  Handle<detail::ClientConnection> lastConnection_;
  Function<void(Error)> socketError_;
  Function<void()> socketTimeout_;
  AbortSignal signal_;  // set while onAbort_ listens to it
  Function<void()> onAbort_;
  detail::UnopenedRequest* unopened_ = nullptr;
  Error destroyError_;
  // The request has a socket, or gets one in this turn.
  bool hasSocket_ = false;
  // Whether the request was given up before it had a socket. A socket that it gets later is destroyed.
  bool abandoned_ = false;
  // The response was received completely.
  bool whole_ = false;
  // The response was read to its end by the program.
  bool ended_ = false;
  // An error of the socket was already emitted as `error`.
  bool socketFailed_ = false;
};

namespace detail {
ClientRequest makeRequest(RequestOptions options, Function<void(IncomingMessage)> callback);
ClientRequest makeRequest(StringArg url, RequestOptions options, Function<void(IncomingMessage)> callback);
ClientRequest makeRequest(const url::URL& url, RequestOptions options, Function<void(IncomingMessage)> callback);
template <class F>
concept ResponseListener = nodecpp::detail::TakesSomeOf<F, IncomingMessage&>;
}  // namespace detail

// Begins a request with `options`, or to `url` with `options` taking precedence over it. `callback` is called once with
// the response. The body is written to the returned request, and end() completes it. An error of the connection is an
// `error` event. Throws ERR_INVALID_URL, ERR_INVALID_PROTOCOL, ERR_UNESCAPED_CHARACTERS, ERR_INVALID_HTTP_TOKEN and the
// errors of setHeader. https://nodejs.org/docs/latest-v24.x/api/http.html#httprequestoptions-callback
inline ClientRequest request(RequestOptions options, Function<void(IncomingMessage)> callback = nullptr) {
  return detail::makeRequest(std::move(options), std::move(callback));
}
template <class Url>
  requires nodecpp::detail::StringLike<const Url&> || std::same_as<Url, url::URL>
ClientRequest request(const Url& url, RequestOptions options, Function<void(IncomingMessage)> callback = nullptr) {
  return detail::makeRequest(url, std::move(options), std::move(callback));
}
template <class Url>
  requires nodecpp::detail::StringLike<const Url&> || std::same_as<Url, url::URL>
ClientRequest request(const Url& url, Function<void(IncomingMessage)> callback = nullptr) {
  return detail::makeRequest(url, {}, std::move(callback));
}

// Makes a request as request() does, but one without a body: end() is called at once.
inline ClientRequest get(RequestOptions options, Function<void(IncomingMessage)> callback = nullptr) {
  auto made = request(std::move(options), std::move(callback));
  made->end();
  return made;
}
template <class Url>
  requires nodecpp::detail::StringLike<const Url&> || std::same_as<Url, url::URL>
ClientRequest get(const Url& url, RequestOptions options, Function<void(IncomingMessage)> callback = nullptr) {
  auto made = request(url, std::move(options), std::move(callback));
  made->end();
  return made;
}
template <class Url>
  requires nodecpp::detail::StringLike<const Url&> || std::same_as<Url, url::URL>
ClientRequest get(const Url& url, Function<void(IncomingMessage)> callback = nullptr) {
  return get(url, {}, std::move(callback));
}

}  // namespace nodecpp::http
