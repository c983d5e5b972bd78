#include "fetch/pool.h"

#include <nodecpp/dom_exception.h>
#include <nodecpp/http/client.h>
#include <nodecpp/https.h>
#include <nodecpp/timers.h>

#include <algorithm>
#include <limits>

#include "fetch/errors.h"
#include "https/dispatcher.h"
#include "loop/loop.h"

namespace nodecpp::detail {

namespace {

// Milliseconds. A server's Keep-Alive header replaces the first; a connection is given up this long before the server
// would close it.
constexpr double keepAliveTimeout = 4000;
constexpr double keepAliveTimeoutThreshold = 2000;
constexpr double keepAliveMaxTimeout = 600'000;
constexpr double tcpKeepAlive = 60'000;

// Returns the number in the `timeout=…` of a Keep-Alive header in milliseconds, or -1.
double hintIn(const String& header) {
  const double at = header.indexOf("timeout=");
  if (at == -1) return -1;
  double seconds = -1;
  const String digits = header.slice(std::ptrdiff_t(at) + 8);
  for (std::size_t i = 0; i < digits.size() && digits.data()[i] >= '0' && digits.data()[i] <= '9'; ++i)
    seconds = std::max(seconds, 0.0) * 10 + (digits.data()[i] - '0');
  return seconds < 0 ? -1 : seconds * 1000;
}

// An agent that keeps connections for as long as undici does.
template <class Base>
class PoolAgent final : public Base {
 public:
  using Base::Base;
  bool keepSocketAlive(const net::Socket& socket) override {
    // An idle connection does not keep the event loop running.
    socket->unref();
    double timeout = keepAliveTimeout;
    const auto request = socket->user.as<http::ClientRequest>();
    if (request && request->res)
      if (const double hint = hintIn(request->res->headers["keep-alive"].toString()); hint >= 0)
        timeout = std::min(hint - keepAliveTimeoutThreshold, keepAliveMaxTimeout);
    if (timeout <= 0) return false;
    if (socket->timeout != timeout) socket->setTimeout(timeout);
    rest(socket);
    return true;
  }

 protected:
  bool mayReuse(const net::Socket& socket) const override {
    return std::ranges::find(resting_, socket) == resting_.end();
  }
  void empty() override {
    resting_.clear();
    Base::empty();
  }

 private:
  // As in undici, a connection serves the next request only after the check phase: by then the program has noticed when
  // the server has closed it right after the response. A request that is made before gets another connection.
  void rest(const net::Socket& socket) {
    resting_.push_back(socket);
    if (resting_.size() == 1) setImmediate([self = Handle<PoolAgent>(this)] { self->resting_.clear(); })->unref();
  }
  List<net::Socket> resting_;
};

// The agents of one proxy, or those without one.
struct Agents {
  http::Agent plain;
  http::Agent secure;
};

struct Pools {
  Agents direct;
  // Those of the proxies that are set now. They are given up when other ones are set.
  Agents proxied;
  Handle<https::detail::Dispatcher> dispatcher;
};
constinit LoopLocal<Pools> pools;

// Returns undici's error for a tunnel that is not open.
Error errorOf(const https::detail::TunnelEnd& end, const http::detail::Proxy& proxy) {
  using Kind = https::detail::TunnelEnd::Kind;
  switch (end.kind) {
    case Kind::refused:
      if (!(end.status >= 100)) return parserError("Expected HTTP/, RTSP/ or ICE/", Buffer::from(end.statusLine));
      // fetch takes undici's RequestAbortedError for an abort of its own.
      return DOMException("Request was cancelled.", {.cause = undiciError("AbortError", "UND_ERR_ABORTED",
                                                                          "Proxy response (" + str(end.status) +
                                                                              ") !== 200 when HTTP Tunneling")});
    case Kind::failed: return end.error;
    case Kind::overflow:
      return undiciError("HeadersOverflowError", "UND_ERR_HEADERS_OVERFLOW", "Headers Overflow Error");
    case Kind::expired:
      if (end.connected) return undiciError("HeadersTimeoutError", "UND_ERR_HEADERS_TIMEOUT", "Headers Timeout Error");
      return undiciError("ConnectTimeoutError", "UND_ERR_CONNECT_TIMEOUT",
                         "Connect Timeout Error (attempted address: " + proxy.host() + ":" + str(proxy.port()) +
                             ", timeout: " + str(https::detail::dispatcherTimes.connecting) + "ms)");
    case Kind::excess: return socketError("bad upgrade", nullptr);
    case Kind::opened:
    case Kind::ended: break;
  }
  return socketError("other side closed", nullptr);
}

template <class Agent, class Options>
http::Agent newAgent(const Handle<http::detail::Proxy>& proxy) {
  // As in undici, there is no limit to the connections, and the one that has been idle for longest is used first.
  constexpr double noLimit = std::numeric_limits<double>::infinity();
  auto agent = make<PoolAgent<Agent>>(
      Options{.keepAlive = true, .keepAliveMsecs = tcpKeepAlive, .maxFreeSockets = noLimit, .scheduling = "fifo"});
  if (proxy)
    agent->createConnection = [proxy](const http::RequestOptions& asked, const http::SocketCallback& callback) {
      constexpr bool secure = std::same_as<Agent, https::AgentObject>;
      https::detail::connectByTunnel(proxy, asked, secure, errorOf, callback);
      return net::Socket();
    };
  return agent;
}

}  // namespace

http::Agent fetchAgent(const URL& url) {
  Pools& own = *pools;
  if (const Handle<https::detail::Dispatcher> now = https::detail::dispatcher(); own.dispatcher != now) {
    own.dispatcher = now;
    own.proxied = {};
  }
  const Handle<http::detail::Proxy> proxy = own.dispatcher ? own.dispatcher->proxyFor(url) : nullptr;
  Agents& agents = proxy ? own.proxied : own.direct;
  if (url->protocol() == "https:") {
    if (!agents.secure) agents.secure = newAgent<https::AgentObject, https::AgentOptions>(proxy);
    return agents.secure;
  }
  if (!agents.plain) agents.plain = newAgent<http::AgentObject, http::AgentOptions>(proxy);
  return agents.plain;
}

}  // namespace nodecpp::detail
