// Agents: they decide which connection a request gets, and what happens to the connection after the request.
#include <nodecpp/http/client.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/assertion.h"
#include "http/connecting.h"
#include "http/message.h"
#include "http/proxy.h"
#include "net/internals.h"

namespace nodecpp::http {

using detail::Loop;
using nodecpp::detail::codedError;

namespace {
constexpr double noLimit = std::numeric_limits<double>::infinity();
}  // namespace

// The agents of one program, which are emptied when its loop ends.
struct Agents {
  explicit Agents(Loop& loop) {
    loop.atDestruction.push_front([](Loop& ending) { ofLoop.of(ending).closeIdleSockets(); });
  }
  // Empties the agents that were made or used while the loop ended.
  ~Agents() { closeIdleSockets(); }
  void closeIdleSockets() {
    while (Agent agent = Agent(first)) {
      agent->leave();
      agent->empty();
    }
  }
  AgentObject* first = nullptr;

  static nodecpp::detail::LoopLocal<Agents> ofLoop;
};
constinit nodecpp::detail::LoopLocal<Agents> Agents::ofLoop;

AgentOption::AgentOption(const Agent& agent) : kind_(agent ? Kind::agent : Kind::undefined), agent_(agent) {}
Agent AgentOption::agent() const { return agent_.as<Agent>(); }

net::ConnectOptions connectOptions(const RequestOptions& options) {
  bool local = !options.socketPath.empty();
  return {.port = local ? Lookup() : options.port,
          .host = local ? String() : options.host,
          .path = options.socketPath,
          .localAddress = options.localAddress,
          .localPort = options.localPort,
          .family = options.family,
          .hints = options.hints,
          .lookup = options.lookup,
          .autoSelectFamily = options.autoSelectFamily,
          .autoSelectFamilyAttemptTimeout = options.autoSelectFamilyAttemptTimeout,
          .timeout = options.timeout.value,
          .blockList = options.blockList,
          .keepAlive = options.keepAlive,
          .keepAliveInitialDelay = options.keepAliveInitialDelay,
          .noDelay = options.noDelay};
}

// The agent's record of one of its sockets: the agent's listeners, and a guard while the socket is idle. Bytes received
// then belong to no request. Taken for the response to the next request, they would give it someone else's data, so the
// guard destroys the socket.
struct AgentObject::PooledSocket final : public net::detail::SocketWatcher, public net::detail::RawReader {
  PooledSocket(AgentObject& of, net::SocketObject& its, RequestOptions asked)
      : agent(&of), socket(its), options(std::move(asked)) {}

  void onRawRead(nodecpp::detail::Block*, char*, std::size_t) override { socket.destroy(); }
  bool onRawEnd() override {
    socket.destroy();
    return true;
  }

  void onSocketClosed() override { leave(); }
  // Called when the socket no longer belongs to the agent.
  void leave() {
    if (std::exchange(left, true)) return;
    Agent of = agent;
    --of->totalSocketCount;
    of->removeSocket(net::Socket(&socket), options);
  }

  // An argument for off() that does not hold the listener, because the listener holds this object.
  struct Identity {
    const void* which;
    const void* identity() const noexcept { return which; }
  };

  Agent agent;
  // The socket of this record. The socket holds this record, since the record watches the socket and the socket's
  // listeners refer to the record.
  net::SocketObject& socket;
  RequestOptions options;
  bool left = false;
  Identity free{}, close{}, timeout{}, remove{};
  Function<void(Error)> idleError;  // set while the socket is idle
};

AgentObject::AgentObject(AgentOptions given)
    : options(given),
      defaultPort(given.defaultPort ? given.defaultPort : 80),
      protocol(given.protocol.empty() ? String("http:") : given.protocol),
      keepAliveMsecs(given.keepAliveMsecs ? given.keepAliveMsecs : 1000),
      keepAlive(given.keepAlive),
      maxSockets(given.maxSockets ? given.maxSockets : noLimit),
      maxFreeSockets(given.maxFreeSockets ? given.maxFreeSockets : 256),
      scheduling(given.scheduling.empty() ? String("lifo") : given.scheduling),
      maxTotalSockets(given.maxTotalSockets.given ? given.maxTotalSockets.value : noLimit),
      agentKeepAliveTimeoutBuffer(given.agentKeepAliveTimeoutBuffer >= 0 &&
                                          std::isfinite(given.agentKeepAliveTimeoutBuffer)
                                      ? given.agentKeepAliveTimeoutBuffer
                                      : 1000) {
  if (given.proxyEnv.isGiven()) proxy_ = detail::proxyOf(given.proxyEnv, protocol);
  createConnection = [proxy = proxy_](const RequestOptions& asked, const SocketCallback&) {
    if (proxy && proxy->serves(asked)) return proxy->connect();
    return net::createConnection(connectOptions(asked));
  };
  if (scheduling != "fifo" && scheduling != "lifo")
    throw nodecpp::detail::invalidArgValue("scheduling", nodecpp::detail::inspectString(scheduling),
                                           "must be one of: 'fifo', 'lifo'");
  if (!(maxTotalSockets >= 1)) throw nodecpp::detail::outOfRange("maxTotalSockets", ">= 1", str(maxTotalSockets));
  if (Loop::currentOrNull()) join();
}

AgentObject::~AgentObject() { leave(); }

void AgentObject::join() {
  if (link_) return;
  NODECPP_ASSERT(!next_);
  AgentObject*& first = Agents::ofLoop->first;
  NODECPP_ASSERT(!first || first->link_ == &first);
  next_ = first;
  if (next_) next_->link_ = &next_;
  link_ = &first;
  first = this;
}

void AgentObject::leave() noexcept {
  if (!link_) return;
  NODECPP_ASSERT(*link_ == this);
  NODECPP_ASSERT(!next_ || next_->link_ == &next_);
  *link_ = next_;
  if (next_) next_->link_ = link_;
  link_ = nullptr;
  next_ = nullptr;
}

void AgentObject::empty() {
  for (const auto& [name, waiting] : std::exchange(requests.lists_, {}))
    for (const ClientRequest& request : waiting) request->onProgramEnd();
  sockets.lists_.clear();
  freeSockets.lists_.clear();
  createConnection = nullptr;
  dropListeners();
}

String AgentObject::getName(const RequestOptions& asked) const {
  String name = asked.host.empty() ? String("localhost") : asked.host;
  name += ":";
  if (asked.port) name += asked.port.toString();
  name += ":" + asked.localAddress;
  if (asked.family == 4 || asked.family == 6) name += ":" + str(asked.family);
  if (!asked.socketPath.empty()) name += ":" + asked.socketPath;
  return name;
}

// Sets the agent's own options, which take precedence over those of the request.
void AgentObject::merge(RequestOptions& asked, const ClientRequestObject& request) {
  if (options.family) asked.family = options.family;
  if (!options.localAddress.empty()) asked.localAddress = options.localAddress;
  if (options.lookup) asked.lookup = options.lookup;
  if (options.timeout.given) asked.timeout = options.timeout;
  asked.noDelay = options.noDelay;
  complete(asked, request);
}

void AgentObject::addRequest(const ClientRequest& request, RequestOptions asked) {
  join();
  merge(asked, *request);
  String name = nameOf(asked);
  sockets.list(name);
  net::Socket socket;
  std::size_t freeCount = 0;
  if (auto* idle = freeSockets.find(name)) {
    // A socket that was destroyed while idle stays in the list until its `close`.
    while (!idle->empty() && idle->front()->destroyed()) idle->erase(idle->begin());
    socket = takeIdle(*idle);
    freeCount = idle->size();
    if (idle->empty()) freeSockets.erase(name);
  }
  std::size_t count = freeCount + sockets.list(name).size();
  if (socket) {
    reuseSocket(socket, request);
    give(request, socket);
    sockets.list(name).push_back(socket);
  } else if (double(count) < maxSockets && totalSocketCount < maxTotalSockets) {
    createSocket(request, std::move(asked), [self = Agent(this), request](const Error& error, const net::Socket& made) {
      if (error)
        request->onSocket(made, error);
      else
        self->give(request, made);
    });
  } else {
    request->options_ = std::move(asked);
    request->context_ = nodecpp::detail::Loop::currentContext();
    requests.list(name).push_back(request);
  }
}

// Takes the idle socket that is used next off the list. Returns undefined when none may be used.
net::Socket AgentObject::takeIdle(nodecpp::detail::List<net::Socket>& idle) {
  const bool oldest = scheduling == "fifo";
  for (std::size_t i = 0; i < idle.size(); ++i) {
    const std::size_t at = oldest ? i : idle.size() - 1 - i;
    if (!mayReuse(idle[at])) continue;
    net::Socket socket = idle[at];
    idle.erase(idle.begin() + at);
    return socket;
  }
  return nullptr;
}

bool AgentObject::hasIdle(const ClientRequestObject& request) {
  if (freeSockets.lists_.empty()) return false;
  RequestOptions asked = request.options_;
  merge(asked, request);
  const auto* idle = freeSockets.find(nameOf(asked));
  return idle && std::ranges::any_of(
                     *idle, [this](const net::Socket& socket) { return !socket->destroyed() && mayReuse(socket); });
}

bool AgentObject::removeRequest(const ClientRequestObject& request) {
  for (auto& [name, waiting] : requests.lists_) {
    auto at = std::ranges::find(waiting, &request, [](const ClientRequest& one) { return one.get(); });
    if (at == waiting.end()) continue;
    NODECPP_ASSERT(!waiting.empty());
    (*at)->context_ = nullptr;
    waiting.erase(at);
    if (waiting.empty()) requests.erase(name);
    return true;
  }
  return false;
}

void AgentObject::createSocket(const ClientRequest& request, RequestOptions asked, SocketCallback callback) {
  merge(asked, *request);
  if (request->timeout.value)
    asked.timeout = request->timeout;
  else if (options.timeout.value)
    asked.timeout = options.timeout;
  if (keepAlive) {
    asked.keepAlive = true;
    asked.keepAliveInitialDelay = keepAliveMsecs;
  }
  // A program's createConnection may return a socket and also call the callback. Only the first socket counts.
  SocketCallback made = [self = Agent(this), asked, callback, connecting = make<detail::Connecting>(request)](
                            const Error& error, const net::Socket& socket) {
    if (!connecting->end()) return;
    if (error) return callback(error, socket);
    self->sockets.list(self->nameOf(asked)).push_back(socket);
    ++self->totalSocketCount;
    self->install(socket, asked);
    callback(nullptr, socket);
  };
  // A copy, since the program may assign to createConnection during the call.
  CreateConnection create = createConnection;
  if (net::Socket socket = create(asked, made)) made(nullptr, socket);
}

void AgentObject::install(const net::Socket& socket, const RequestOptions& asked) {
  auto kept = make<Handle<PooledSocket>>(*this, *socket, asked);
  NODECPP_ASSERT(!kept->left && &kept->socket == socket.get());
  Function<void()> free = [kept] { kept->agent->onFree(*kept); };
  // Removes a closed socket from its agent, and with it each socket that has failed, since an error closes the socket.
  // If a program removes this listener, only the order changes, since the watcher is called after all listeners.
  Function<void(bool)> close = [kept](bool) { kept->leave(); };
  // The agent destroys only an idle socket. The time-out of a socket in use is the request's.
  Function<void()> timeout = [kept] {
    for (const auto& [name, idle] : kept->agent->freeSockets.lists_)
      for (const net::Socket& one : idle)
        if (one.get() == &kept->socket) {
          kept->socket.destroy();
          return;
        }
  };
  Function<void()> remove = [kept] {
    // A connection that was upgraded does not belong to the agent any more.
    net::SocketObject& socket = kept->socket;
    kept->leave();
    socket.off(event::close, kept->close);
    socket.off("free", kept->free);
    socket.off(event::timeout, kept->timeout);
    socket.off("agentRemove", kept->remove);
    socket.unwatch(kept.get());
  };
  kept->free = {free.identity()};
  kept->close = {close.identity()};
  kept->timeout = {timeout.identity()};
  kept->remove = {remove.identity()};
  socket->on("free", free);
  socket->on(event::close, close);
  socket->on(event::timeout, timeout);
  socket->on("agentRemove", remove);
  socket->watch(kept);
}

void AgentObject::give(const ClientRequest& request, const net::Socket& socket) {
  if (auto* handle = net::detail::SocketInternals::handleOf(*socket)) handle->keepContext();
  request->onSocket(socket);
  double own = options.timeout.value;
  // The agent has already set its own time-out on the socket. Only another time-out of the request replaces it.
  if (!request->timeout.given || request->timeout.value == own) return;
  socket->setTimeout(request->timeout.value);
}

void AgentObject::reuseSocket(const net::Socket& socket, const ClientRequest& request) {
  if (auto kept = socket->user.as<Handle<PooledSocket>>())
    socket->off(event::error, std::exchange(kept->idleError, nullptr));
  socket->setRawReader(nullptr);
  request->reusedSocket = true;
  socket->ref();
}

bool AgentObject::keepSocketAlive(const net::Socket& socket) {
  socket->setKeepAlive(true, keepAliveMsecs);
  // An idle connection does not keep the event loop running.
  socket->unref();
  double timeout = options.timeout.value;
  bool keep = true;
  auto request = socket->user.as<ClientRequest>();
  if (request && request->res) {
    String hint = request->res->headers["keep-alive"].toString();
    if (hint.startsWith("timeout=") && hint.size() > 8 && hint[8] >= "0" && hint[8] <= "9") {
      // The idle time ends before the server's, so that no request is sent on a connection that the server is closing.
      double server = 0;
      for (std::size_t i = 8; i < hint.size() && hint.data()[i] >= '0' && hint.data()[i] <= '9'; ++i)
        server = server * 10 + (hint.data()[i] - '0');
      server = std::max(0.0, server * 1000 - agentKeepAliveTimeoutBuffer);
      if (server == 0)
        keep = false;
      else if (server < timeout)
        timeout = server;
    }
  }
  if (socket->timeout != timeout) socket->setTimeout(timeout);
  return keep;
}

void AgentObject::onFree(PooledSocket& kept) {
  net::Socket socket(&kept.socket);
  const RequestOptions& asked = kept.options;
  Agent alive(this);
  auto told = [&] { emit(event::free, socket, asked); };
  if (!socket->writable()) {
    socket->destroy();
    return told();
  }
  String name = nameOf(asked);
  if (auto* waiting = requests.find(name); waiting && !waiting->empty()) {
    ClientRequest request = waiting->front();
    waiting->erase(waiting->begin());
    if (waiting->empty()) requests.erase(name);
    {
      nodecpp::detail::ContextScope scope(nodecpp::detail::Loop::current(), std::exchange(request->context_, nullptr));
      give(request, socket);
    }
    return told();
  }
  auto request = socket->user.as<ClientRequest>();
  auto* idle = freeSockets.find(name);
  auto* used = sockets.find(name);
  std::size_t freeCount = idle ? idle->size() : 0;
  std::size_t count = freeCount + (used ? used->size() : 0);
  if (!request || !request->shouldKeepAlive || !keepAlive || totalSocketCount > maxTotalSockets ||
      double(count) > maxSockets || double(freeCount) >= maxFreeSockets || !mayKeep(asked) ||
      !keepSocketAlive(socket)) {
    socket->destroy();
    return told();
  }
  freeSockets.list(name);
  socket->user = Handle<PooledSocket>(&kept);
  removeSocket(socket, asked);
  kept.idleError = [socket = socket.get()](const Error&) {
    socket->destroy();
    socket->emit("agentRemove");
  };
  socket->once(event::error, kept.idleError);
  // Bytes that have already arrived on an idle connection belong to no request, so the connection cannot be used again.
  if (socket->readableLength() > 0) socket->destroy();
  socket->setRawReader(&kept);
  if (socket->readingPaused()) socket->startReading();
  freeSockets.list(name).push_back(socket);
  told();
}

void AgentObject::removeSocket(const net::Socket& socket, RequestOptions asked) {
  String name = nameOf(asked);
  auto take = [&](NamedLists<net::Socket>& lists) {
    auto* list = lists.find(name);
    if (!list) return;
    auto at = std::ranges::find(*list, socket);
    if (at == list->end()) return;
    list->erase(at);
    if (list->empty()) lists.erase(name);
  };
  take(sockets);
  // A socket that was idle when it closed is also removed from the list of free sockets.
  if (!socket->writable()) take(freeSockets);

  ClientRequest waiting;
  if (auto* list = requests.find(name); list && !list->empty()) {
    waiting = list->front();
  } else {
    for (const auto& [other, queue] : requests.lists_) {
      // A waiting request for another host may open a connection in place of the closed one, unless that host has
      // connections, which will serve its requests.
      if (auto* used = sockets.find(other); used && !used->empty()) break;
      waiting = queue.front();
      asked = waiting->options_;
      break;
    }
  }
  if (!waiting) return;
  createSocket(waiting, std::move(asked), [waiting](const Error& error, const net::Socket& made) {
    // The agent's listener of `free` gives the new socket to the request that has waited longest.
    if (error)
      waiting->onSocket(nullptr, error);
    else
      made->emit("free");
  });
}

void AgentObject::destroy() {
  std::vector<net::Socket> all;
  for (const auto* lists : {&freeSockets, &sockets})
    for (const auto& [name, list] : lists->lists_) all.insert(all.end(), list.begin(), list.end());
  for (const net::Socket& socket : all) socket->destroy();
}

const detail::Proxy* AgentObject::proxyFor(const RequestOptions& asked) const {
  return proxy_ && proxy_->serves(asked) ? proxy_.get() : nullptr;
}

AgentObject* GlobalAgent::operator->() const {
  detail::GlobalAgents& global = detail::globalAgents();
  if (!global.plain.agent)
    global.plain.agent =
        make<Agent>({.keepAlive = true, .scheduling = "lifo", .timeout = 5000, .proxyEnv = global.plain.environment});
  return global.plain.agent.get();
}
GlobalAgent::operator Agent() const { return Agent(operator->()); }
const GlobalAgent& GlobalAgent::operator=(const Agent& agent) const {
  detail::globalAgents().plain.agent = agent;
  return *this;
}

}  // namespace nodecpp::http
