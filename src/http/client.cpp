// Requests of a client: their options, and how they get a socket. The response is read in client_connection.cpp.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include <nodecpp/url.h>

#include "base/assertion.h"
#include "diagnostics_channel/built_in.h"
#include "http/client_connection.h"
#include "http/connecting.h"
#include "http/measuring.h"
#include "http/proxy.h"
#include "http/received_fields.h"
#include "net/internals.h"

namespace nodecpp::http {

using detail::ClientConnection;
using detail::Loop;
using detail::resetError;
using nodecpp::detail::codedError;

namespace {

// Returns whether the path contains a character outside U+0021 to U+00FF, which Node refuses with
// ERR_UNESCAPED_CHARACTERS.
bool hasUnescapedCharacter(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x21 || c > 0xc3) return true;
    if (c >= 0xc2) ++i;
  }
  return false;
}

void checkPath(const String& path) {
  if (hasUnescapedCharacter({path.data(), path.size()}))
    throw codedError<TypeError>("ERR_UNESCAPED_CHARACTERS", "Request path contains unescaped characters");
}

double checkTimeout(double milliseconds, const char* name) {
  if (!(milliseconds >= 0 && std::isfinite(milliseconds)))
    throw nodecpp::detail::outOfRange(name, "a non-negative finite number", str(milliseconds));
  return std::min(milliseconds, 2147483647.0);
}

// Returns the value of the Host header, with an IPv6 address in brackets.
String authority(const String& host, const Lookup& port, double defaultPort) {
  double first = host.indexOf(":");
  bool bare = first != -1 && host.indexOf(":", first + 1) != -1 && host[0] != "[";
  String text = bare ? "[" + host + "]" : host;
  return port && port.toNumber() != defaultPort ? text + ":" + port.toString() : text;
}

bool bodyIsUnusual(const String& method) {
  for (const char* one : {"GET", "HEAD", "DELETE", "OPTIONS", "TRACE", "CONNECT"})
    if (method == one) return true;
  return false;
}

}  // namespace

ClientRequestObject::ClientRequestObject(RequestOptions options) : options_(std::move(options)) {
  Agent usual = options_.secure ? options_.secure->defaultAgent() : Agent(globalAgent);
  switch (options_.agent.kind()) {
    case AgentOption::Kind::agent: agent = options_.agent.agent(); break;
    case AgentOption::Kind::own: agent = options_.secure ? options_.secure->ownAgent() : make<Agent>(); break;
    case AgentOption::Kind::undefined:
      if (!options_.createConnection) agent = usual;
      break;
    case AgentOption::Kind::wrong:
      throw nodecpp::detail::invalidArgType("options.agent", "one of Agent-like Object, undefined, or false",
                                            "type boolean (true)");
  }
  String expected = agent ? agent->protocol : usual->protocol;
  protocol = options_.protocol.empty() ? usual->protocol : options_.protocol;
  checkPath(options_.path);
  if (protocol != expected)
    throw codedError<TypeError>("ERR_INVALID_PROTOCOL",
                                "Protocol \"" + protocol + "\" not supported. Expected \"" + expected + "\"");
  double defaultPort = options_.defaultPort ? options_.defaultPort : agent ? agent->defaultPort : 0;
  options_.port = options_.port || (defaultPort ? defaultPort : 80);
  host = !options_.hostname.empty() ? options_.hostname : !options_.host.empty() ? options_.host : String("localhost");
  options_.host = host;
  bool setHost = options_.setHost.given ? options_.setHost.value != 0 : options_.setDefaultHeaders;
  removedConnection_ = removedLength_ = removedCoding_ = !options_.setDefaultHeaders;
  socketPath = options_.socketPath;
  if (options_.timeout.given) timeout = checkTimeout(options_.timeout.value, "timeout");
  method = options_.method;
  if (method.empty()) method = "GET";
  if (!detail::isToken({method.data(), method.size()}))
    throw codedError<TypeError>("ERR_INVALID_HTTP_TOKEN", "Method must be a valid HTTP token [\"" + method + "\"]");
  method = method.toUpperCase();
  if (options_.maxHeaderSize.given) {
    double size = options_.maxHeaderSize.value;
    if (size != std::trunc(size)) throw nodecpp::detail::outOfRange("maxHeaderSize", "an integer", str(size));
    if (!(size >= 0 && size <= 9007199254740991.0))
      throw nodecpp::detail::outOfRange("maxHeaderSize", ">= 0 && <= 9007199254740991",
                                        nodecpp::detail::rangeNumber(size));
  }
  if (options_.insecureHTTPParser)
    throw nodecpp::detail::invalidArgValue("options.insecureHTTPParser", "true",
                                           "is not supported: the parser is always strict");
  path = options_.path.empty() ? String("/") : options_.path;
  useChunkedEncodingByDefault = !bodyIsUnusual(method);
  if (agent) {
    // The connection is kept alive only if another request could use it again.
    shouldKeepAlive = agent->keepAlive || std::isfinite(agent->maxSockets);
    last_ = !shouldKeepAlive;
  }

  uniqueHeaders_ = options_.uniqueHeaders.map([](const String& name) { return name.toLowerCase(); });
  // A flat list of headers is sent unchanged.
  if (options_.headers.isFlat()) {
    if (agent) goThroughProxy(undefined);
    return;
  }
  for (const auto& [name, value] : options_.headers.entries()) storeHeaderField(name, value);
  const Lookup givenHost = getHeader("host");
  if (setHost && !givenHost) storeHeaderField("Host", authority(host, options_.port, defaultPort));
  if (!options_.auth.empty() && !getHeader("Authorization"))
    storeHeaderField("Authorization", "Basic " + Buffer::from(options_.auth).toString("base64"));
  if (agent) goThroughProxy(givenHost);
}

namespace detail {

// A request with a socket that was not open yet when the request got it. Only the request refers to such a socket, and
// the two hold each other. When the program ends before the request is over, this object releases both.
class UnopenedRequest final : public net::detail::OpenHandle {
 public:
  UnopenedRequest(ClientRequestObject& request, const net::Socket& socket)
      : OpenHandle(Loop::current()), request_(&request), socket_(socket) {
    enlist();
  }

 private:
  void end() override {
    NODECPP_ASSERT(request_->unopened_ == this);
    request_->unopened_ = nullptr;
    request_->onProgramEnd();
    net::detail::SocketInternals::forgetUnopened(*socket_);
  }
  ClientRequest request_;
  net::Socket socket_;
};

}  // namespace detail

ClientRequestObject::~ClientRequestObject() { dropSignal(); }

// The listener of the signal does not hold this request. The listener is removed when the request is over or freed.
void ClientRequestObject::setSignal(const AbortSignal& signal) {
  signal_ = signal;
  auto abort = [this] {
    ClientRequest alive(this);
    destroy(AbortError("The operation was aborted", signal_->reason()));
  };
  if (signal->aborted()) return abort();
  onAbort_ = abort;
  signal->addEventListener("abort", onAbort_, {.once = true});
}

void ClientRequestObject::dropSignal() {
  if (onAbort_) signal_->removeEventListener("abort", std::exchange(onAbort_, nullptr));
  signal_ = nullptr;
}

// Publishes on one of the channels of diagnostics_channel.
static void tell(diagnostics_channel::detail::BuiltIn channel, ClientRequestObject& request) {
  if (diagnostics_channel::detail::isWanted(channel)) [[unlikely]]
    diagnostics_channel::detail::publish(channel, {{"request", ClientRequest(&request)}});
}

void ClientRequestObject::begin() {
  getSocket();
  tell(diagnostics_channel::detail::BuiltIn::httpClientRequestCreated, *this);
}

void ClientRequestObject::beginMeasuring() {
  const bool isAbsolute = agent && agent->proxyFor(options_) && path.startsWith("http:");
  const double usual = agent ? agent->defaultPort : options_.defaultPort;
  const String url = isAbsolute ? path : protocol + "//" + authority(host, options_.port, usual) + path;
  begun_ = perf_hooks::detail::begin("HttpClient", detail::requestInVar(method, url, getHeaders()));
}

void ClientRequestObject::endMeasuring(const IncomingMessage& response) {
  perf_hooks::detail::end(detail::Measured::http, std::exchange(begun_, nullptr),
                          detail::responseInVar(response->statusCode, response->statusMessage, response->headers));
}

void ClientRequestObject::allSent() {
  if (detail::isMeasured(detail::Measured::http)) [[unlikely]]
    beginMeasuring();
  tell(diagnostics_channel::detail::BuiltIn::httpClientRequestStart, *this);
  OutgoingMessageObject::allSent();
}

void ClientRequestObject::getSocket() {
  NODECPP_ASSERT(!hasSocket_ && !connection_ && !unopened_);
  ClientRequest self(this);
  if (options_.signal) setSignal(options_.signal);
  // The head of a request with an Expect header is sent at once, since the client waits for "100 Continue".
  if (options_.headers.isFlat() || getHeader("expect")) implicitHeader();
  if (agent) {
    agent->addRequest(self, options_);
    return;
  }
  last_ = true;
  shouldKeepAlive = false;
  if (!options_.createConnection) return onSocket(net::createConnection(connectOptions(options_)));
  SocketCallback made = [self, connecting = make<detail::Connecting>(self)](const Error& error,
                                                                            const net::Socket& made) {
    if (!connecting->end()) return;
    if (error && self->abandoned_) return;
    if (error)
      Loop::current().nextTick([self, error] {
        self->emitError(error);
        // As in Node, a request that gets no socket emits nothing after `error`, so its listeners are dropped after a
        // minute.
        net::detail::dropLater(self, [](const ClientRequest& self) {
          self->letGo();
          self->dropListeners();
        });
      });
    else
      self->onSocket(made);
  };
  try {
    if (net::Socket returned = options_.createConnection(options_, made)) made(nullptr, returned);
  } catch (const Error& error) {
    made(error, nullptr);
  }
}

void ClientRequestObject::implicitHeader() {
  if (hasHead_)
    throw codedError<Error>("ERR_HTTP_HEADERS_SENT", "Cannot render headers after they are sent to the client");
  checkPath(path);
  String line = method + " " + path + " HTTP/1.1\r\n";
  std::string bytes(line.size(), '\0');
  bytes.resize(std::size_t(detail::putLatin1(bytes.data(), {line.data(), line.size()}) - bytes.data()));
  // latin1 needs at most as many bytes as UTF-8.
  NODECPP_ASSERT(bytes.size() <= line.size(), bytes.size(), line.size());
  if (options_.headers.isFlat())
    storeHead(std::string_view(bytes), nodecpp::detail::arrayOf(options_.headers.flat()), false);
  else
    storeHead(std::string_view(bytes), {}, fields_ != nullptr);
}

bool ClientRequestObject::attached() const noexcept {
  return socket && static_cast<const Object*>(socket->user.get()) == static_cast<const Object*>(this);
}

// It has a handle of its own, because the program's listeners may assign to the variable that was passed.
void ClientRequestObject::onSocket(net::Socket given, Error error) {
  ClientRequest self(this);
  if (error && !abandoned_) tellTunnelError(error);
  hasSocket_ = true;
  if (abandoned_) {
    if (given) given->destroy();
    return;
  }
  if (given && !error) {
    // The request listens to errors from now on, since the socket may fail before the next tick.
    given->user = self;
    net::detail::SocketHandle* handle = net::detail::SocketInternals::handleOf(*given);
    if ((!handle || !handle->open()) && !unopened_) unopened_ = new detail::UnopenedRequest(*this, given);
    socketError_ = [self](const Error& failure) { self->onSocketError(failure); };
    given->on(event::error, socketError_);
  }
  Loop::current().nextTick([self, given = std::move(given), error] { self->takeSocket(given, error); });
}

void ClientRequestObject::takeSocket(const net::Socket& given, Error error) {
  ClientRequest self(this);
  if (destroyed() || error) {
    flags_ |= destroyedFlag;
    if (!given) return failed(error ? error : destroyError_);
    // The request was destroyed before it got a socket, so the agent may use the socket for another request.
    if (!error && agent && !given->destroyed()) {
      given->emit("free");
      given->off(event::error, socketError_);
      return failed(destroyError_);
    }
    given->destroy(error ? error : destroyError_);
    stream::finished(given, [self, error](Error result) {
      if (result && result->code == "ERR_STREAM_PREMATURE_CLOSE") result = nullptr;
      self->failed(result ? result : error);
    });
    return;
  }
  socket = given;
  connection_ = make<Handle<ClientConnection>>(*this, *given);
  lastConnection_ = connection_;
  connection_->start();
  if (timeout.given || (agent && agent->options.timeout.given)) listenSocketTimeout();
  emit(event::socket, given);
  sendPending();
}

void ClientRequestObject::emitError(const Error& error) {
  using diagnostics_channel::detail::BuiltIn;
  if (diagnostics_channel::detail::isWanted(BuiltIn::httpClientRequestError)) [[unlikely]]
    diagnostics_channel::detail::publish(BuiltIn::httpClientRequestError, {{"request", ClientRequest(this)}}, error);
  emit(event::error, error);
}

void ClientRequestObject::failed(Error error) {
  if (!aborted && !error) error = resetError("socket hang up");
  // The agent has told of a tunnel that could not be made.
  if (error && !socketFailed_ && error->code != "ERR_PROXY_TUNNEL") emitError(error);
  emitClosed();
}

void ClientRequestObject::onSocketError(const Error& error) {
  ClientRequest self(this);
  net::Socket failedSocket = socket;
  socketFailed_ = true;
  emitError(error);
  if (Handle<ClientConnection> connection = lastConnection_) {
    connection->finishParser();
    connection->removeListeners();
  }
  if (failedSocket) failedSocket->destroy();
}

void ClientRequestObject::emitClosed() {
  dropSignal();
  flags_ |= destroyedFlag | closedFlag | closeEmittedFlag;
  emit(event::close);
  // A response that nobody has read yet may still end, after which `close` is emitted again, as in Node. If nobody ever
  // reads it, its listeners are dropped after a minute. The response before an upgrade has no body that could be read.
  if (res && res->complete && !ended_ && !res->destroyed() && !upgradeOrConnect)
    return net::detail::dropLater(ClientRequest(this), [](const ClientRequest& self) {
      if (self->res) self->res->dropListeners();
      self->letGo();
      self->dropListeners();
    });
  Loop::current().nextTick([self = ClientRequest(this)] {
    IncomingMessage response = self->res;
    self->letGo();
    if (response && !response->closed() && response->hasAnyListener())
      net::detail::dropLater(response, [](const IncomingMessage& response) { response->dropListeners(); });
  });
  dropListenersLater();
}

// Releases what a request holds after its last event. A program that wants the response has a handle to it. The request
// must not hold it, since the two would hold each other.
void ClientRequestObject::letGo() {
  ClientRequest alive(this);
  delete std::exchange(unopened_, nullptr);
  dropSignal();
  if (lastConnection_) lastConnection_->release();
  connection_ = lastConnection_ = nullptr;
  socketError_ = nullptr;
  socketTimeout_ = nullptr;
  res = nullptr;
  options_ = {};
  // The stored data will never be sent, and its callbacks may hold this message.
  pending_.clear();
  endCallbacks_.clear();
}

void ClientRequestObject::onProgramEnd() {
  ClientRequest alive(this);
  dropSignal();
  if (res) {
    res->dropListeners();
    res->req = nullptr;
  }
  letGo();
  agent = nullptr;
  dropListeners();
}

void ClientRequestObject::abort() {
  if (aborted) return;
  aborted = true;
  Loop::current().nextTick([self = ClientRequest(this)] { self->emit(event::abort); });
  destroy();
}

void ClientRequestObject::destroyWith(Error error, stream::Callback) {
  if (destroyed()) return;
  flags_ |= destroyedFlag;
  if (res) res->dump();
  destroyError_ = error;
  if (socket) socket->destroy(error);
}

void ClientRequestObject::giveUp(Function<void()> over) {
  ClientRequest self(this);
  if (closed()) {
    if (over) over();
    return;
  }
  if (over) once(event::close, std::move(over));
  if (destroyed()) return;
  // A createConnection that has not called back may never do so. Node's destroy() waits for it, but a retraction does
  // not.
  abandoned_ = !hasSocket_;
  if ((agent && agent->removeRequest(*this)) || abandoned_) {
    flags_ |= destroyedFlag;
    Loop::current().nextTick([self] { self->failed(nullptr); });
  } else if (res && res->complete && writableFinished()) {
    res->dump();
  } else {
    destroy();
  }
}

void ClientRequestObject::listenSocketTimeout() {
  if (socketTimeout_) return;
  socketTimeout_ = [self = ClientRequest(this)] { self->emit(event::timeout); };
  if (socket)
    socket->once(event::timeout, socketTimeout_);
  else
    on(event::socket, [this](net::Socket given) {
      if (socketTimeout_) given->once(event::timeout, socketTimeout_);
    });
}

void ClientRequestObject::changeTimeout(double milliseconds, Function<void(net::Socket)> callback) {
  if (ended_) return;
  listenSocketTimeout();
  double checked = checkTimeout(milliseconds, "msecs");
  if (callback) once(event::timeout, std::move(callback));
  auto set = [checked](const net::Socket& given) {
    if (given->connecting())
      given->once(event::connect, [given = given.get(), checked] { given->setTimeout(checked); });
    else
      given->setTimeout(checked);
  };
  if (socket)
    set(socket);
  else
    once(event::socket, set);
}

void ClientRequestObject::deferToConnect(Function<void(net::Socket)> f) {
  auto ready = [f](const net::Socket& given) {
    if (given->writable())
      f(given);
    else
      given->once(event::connect, [f, given = given.get()] { f(net::Socket(given)); });
  };
  if (socket)
    ready(socket);
  else
    once(event::socket, ready);
}

void ClientRequestObject::setNoDelay(bool noDelay) {
  deferToConnect([noDelay](net::Socket given) { given->setNoDelay(noDelay); });
}
void ClientRequestObject::setSocketKeepAlive(bool enable, double initialDelay) {
  deferToConnect([=](net::Socket given) { given->setKeepAlive(enable, initialDelay); });
}

namespace detail {

ClientRequest makeRequest(RequestOptions options, Function<void(IncomingMessage)> callback) {
  auto request = make<ClientRequest>(std::move(options));
  if (callback) request->once(event::response, std::move(callback));
  request->begin();
  return request;
}

namespace {

// Returns the options completed by the parts of the URL that the options do not give.
RequestOptions over(const url::HttpOptions& from, RequestOptions options) {
  auto take = [](String& own, const String& other) {
    if (own.empty()) own = other;
  };
  take(options.protocol, from.protocol);
  take(options.hostname, from.hostname);
  take(options.path, from.path);
  if (from.auth) take(options.auth, from.auth.toString());
  if (options.port.isUndefined()) options.port = from.port;
  return options;
}

}  // namespace

ClientRequest makeRequest(StringArg url, RequestOptions options, Function<void(IncomingMessage)> callback) {
  return makeRequest(make<URL>(url), std::move(options), std::move(callback));
}

ClientRequest makeRequest(const URL& url, RequestOptions options, Function<void(IncomingMessage)> callback) {
  return makeRequest(over(url::urlToHttpOptions(url), std::move(options)), std::move(callback));
}

}  // namespace detail
}  // namespace nodecpp::http
