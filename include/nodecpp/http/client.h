// Requests of a client. Part of http.
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
}

// A 1xx answer, as the `information` event tells it.
struct InformationEvent {
  int statusCode = 0;
  String statusMessage{};
  String httpVersion{};
  int httpVersionMajor = 0;
  int httpVersionMinor = 0;
  IncomingHeaders headers{};
  RawHeaders rawHeaders{};
};

// A request that is under way: a Writable of its body. Made by request() and get(). It lives while its connection is
// open, or a handle refers to it; its listeners are let go after `close`.
class ClientRequestObject final : public OutgoingMessageObject, public net::detail::SocketUser {
 public:
  // Use request(): only that sends it.
  explicit ClientRequestObject(RequestOptions options);
  ~ClientRequestObject() override;

  using OutgoingMessageObject::eventArgs;
  static Args<> eventArgs(event::abort_t);
  static Args<IncomingMessage, net::Socket, Buffer> eventArgs(event::connect_t);
  static Args<> eventArgs(event::continue__t);
  static Args<InformationEvent> eventArgs(event::information_t);
  static Args<IncomingMessage> eventArgs(event::response_t);
  static Args<IncomingMessage, net::Socket, Buffer> eventArgs(event::upgrade_t);

  Agent agent;    // undefined when the connection is this request's alone
  String method;  // in upper case
  String path;    // checked when the head is made
  String host;
  String protocol;
  String socketPath;
  IncomingMessage res;         // once it has come, until `close`
  bool aborted = false;        // by abort()
  bool reusedSocket = false;   // the connection has carried another request before
  double maxHeadersCount = -1;  // of the response; -1: Node's null, 1000 fields; 0: no limit
  bool upgradeOrConnect = false;

  // Deprecated in Node for destroy(). Emits `abort`.
  void abort();
  // Once a socket is there and connected: its methods of these names.
  void setNoDelay(bool noDelay = true);
  void setSocketKeepAlive(bool enable = false, double initialDelay = 0);
  void clearTimeout(Function<void(net::Socket)> callback = nullptr) { changeTimeout(0, std::move(callback)); }

  // For agents and request(): sends it through `socket`, or fails with `error`.
  void onSocket(const net::Socket& socket, Error error = nullptr);
  void begin();
  // Takes it off its agent's queue; gives the connection back where request and response are through; else destroys it.
  void giveUp(Function<void()> over) override;
  stream::OptionalNumber timeout;  // of the options

  const char* className() const override { return "ClientRequest"; }

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
  // A response that is whole and waits to be read still tells its socket that it is free.
  bool over() const override { return ended_ || !whole_; }
  void takeSocket(const net::Socket& socket, Error error);
  void failed(Error error);
  void onSocketError(const Error& error);
  void listenSocketTimeout();
  void deferToConnect(Function<void(net::Socket)> f);
  void emitClosed();
  void letGo();
  void setSignal(const AbortSignal& signal);
  void dropSignal();

  RequestOptions options_;
  Array<String> uniqueHeaders_;
  Handle<detail::ClientConnection> connection_;      // while it reads; Node's req.parser
  Handle<detail::ClientConnection> lastConnection_;  // until the socket is given back
  Function<void(Error)> socketError_;
  Function<void()> socketTimeout_;
  AbortSignal signal_;  // while it has onAbort_
  Function<void()> onAbort_;
  detail::UnopenedRequest* unopened_ = nullptr;
  Error destroyError_;
  bool hasSocket_ = false;   // or will have it in this turn
  bool abandoned_ = false;  // a socket that comes now is nobody's
  bool whole_ = false;         // the response has come
  bool ended_ = false;         // and was read to its end
  bool socketFailed_ = false;  // `error` was emitted for the socket
};

namespace detail {
ClientRequest makeRequest(RequestOptions options, Function<void(IncomingMessage)> callback);
ClientRequest makeRequest(StringArg url, RequestOptions options, Function<void(IncomingMessage)> callback);
ClientRequest makeRequest(const url::URL& url, RequestOptions options, Function<void(IncomingMessage)> callback);
template <class F>
concept ResponseListener = nodecpp::detail::TakesSomeOf<F, IncomingMessage&>;
}  // namespace detail

// Begins a request, to `options`, or to `url` with `options` over it; `callback` is called with its response, once. The
// body is written to what is returned, and end() sends it. Errors of the connection are its `error` event. Throws
// ERR_INVALID_URL, ERR_INVALID_PROTOCOL, ERR_UNESCAPED_CHARACTERS, ERR_INVALID_HTTP_TOKEN and as setHeader.
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

// The same, ended at once: a request without a body.
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
