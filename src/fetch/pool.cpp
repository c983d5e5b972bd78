#include "fetch/pool.h"

#include <nodecpp/http/client.h>
#include <nodecpp/https.h>
#include <nodecpp/timers.h>

#include <algorithm>
#include <limits>

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

struct Pools {
  http::Agent plain;
  http::Agent secure;
};
constinit LoopLocal<Pools> pools;

}  // namespace

http::Agent fetchAgent(bool secure) {
  // As in undici, there is no limit to the connections, and the one that has been idle for longest is used first.
  constexpr double noLimit = std::numeric_limits<double>::infinity();
  Pools& own = *pools;
  if (secure) {
    if (!own.secure)
      own.secure = make<PoolAgent<https::AgentObject>>(https::AgentOptions{
          .keepAlive = true, .keepAliveMsecs = tcpKeepAlive, .maxFreeSockets = noLimit, .scheduling = "fifo"});
    return own.secure;
  }
  if (!own.plain)
    own.plain = make<PoolAgent<http::AgentObject>>(http::AgentOptions{
        .keepAlive = true, .keepAliveMsecs = tcpKeepAlive, .maxFreeSockets = noLimit, .scheduling = "fifo"});
  return own.plain;
}

}  // namespace nodecpp::detail
