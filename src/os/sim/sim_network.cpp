#include "os/sim/sim_network.h"

#include <arpa/inet.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/assertion.h"
#include "os/sim/sim_port.h"
#include "os/sim/sim_process.h"
#include "os/sim/time_units.h"

namespace nodecpp::os {

namespace {

using Family = Address::Family;

constexpr int v4Mapped = 8;  // The value of AI_V4MAPPED.

std::string text(const String& s) { return std::string(s.data(), s.size()); }

// Rewrites the address as Linux prints it. Returns false if it is not a valid address.
bool canonical(Address& address) {
  if (address.family == Family::unix) return true;
  std::string host = text(address.host), zone;
  if (std::size_t at = host.find('%'); at != host.npos) {
    zone = host.substr(at);
    host.resize(at);
  }
  char bytes[16], out[INET6_ADDRSTRLEN];
  int family = address.family == Family::ipv4 ? AF_INET : address.family == Family::ipv6 ? AF_INET6 : -1;
  if (family < 0 || inet_pton(family, host.c_str(), bytes) != 1) return false;
  address.host = String(inet_ntop(family, bytes, out, sizeof out) + zone);
  return true;
}

bool isAny(const Address& address) {
  return address.family == Family::ipv4 ? address.host == "0.0.0.0" : address.host == "::";
}

// An IPv4-mapped IPv6 address (::ffff:127.0.0.1) is written as the IPv4 address that it contains.
Address unmapped(const Address& address) {
  if (address.family == Family::ipv6 && address.host.startsWith("::ffff:") && address.host.includes("."))
    return {Family::ipv4, address.host.slice(7), address.port};
  return address;
}

Address mapped(const Address& address) {
  if (address.family != Family::ipv4) return address;
  return {Family::ipv6, "::ffff:" + address.host, address.port};
}

bool numeric(const std::string& host, Family family) {
  char bytes[16];
  return inet_pton(family == Family::ipv4 ? AF_INET : AF_INET6, host.c_str(), bytes) == 1;
}

}  // namespace

Network::Network(NetworkOptions o)
    : options(std::move(o)),
      random(options.seed),
      nextEphemeral_(options.firstEphemeralPort),
      faulty_(!options.faults.none()),
      chances_(options.seed) {
  if (faulty_) beginFaults();
}

// Events hold what they will be delivered to, and destroying them may close things that post new events. So handles in
// transit are destroyed first, and then events until there are none.
Network::~Network() {
  processes_.clear();
  std::vector<std::shared_ptr<SimPassed>> passed;
  auto collect = [&](SimSocket& socket) {
    for (auto* pieces : {&socket.received_, &socket.toSend_})
      for (SimSocket::Piece& piece : *pieces) passed.push_back(std::move(piece.passed));
    passed.push_back(std::move(socket.passed_));
  };
  for (auto& [id, socket] : sockets_) collect(*socket);
  for (auto& socket : closedSockets_) collect(*socket);
  passed.clear();
  while (!events_.empty()) std::exchange(events_, {});
}

std::uint64_t Network::read() {
  if (++readingsNow_ > 10'000) now_ += 1000;
  return now_;
}

void Network::stepped() {
  if (++stepsNow_ > 1000) now_ += 1000;
}

void Network::advanceTo(std::uint64_t time) {
  if (time <= now_) return;
  now_ = time;
  stepsNow_ = readingsNow_ = 0;
}

void Network::post(std::uint64_t delay, std::function<void()> event) {
  NODECPP_ASSERT(event);
  events_.emplace(std::pair(now_ + delay, nextSequence()), std::move(event));
}

// Sockets that were forgotten during the last delivery are freed first.
bool Network::deliver() {
  closedSockets_.clear();
  bool some = false;
  while (!events_.empty() && events_.begin()->first.first <= now_) {
    auto event = std::move(events_.begin()->second);
    events_.erase(events_.begin());
    event();
    some = true;
  }
  return some;
}

SimSocket* Network::find(std::uint64_t id) const {
  auto at = sockets_.find(id);
  return at == sockets_.end() ? nullptr : at->second.get();
}

SimSocket* Network::make() {
  std::uint64_t id = ++lastSocket_;
  NODECPP_ASSERT(!sockets_.contains(id), id);
  return (sockets_[id] = std::make_unique<SimSocket>(*this, id)).get();
}

void Network::forget(std::uint64_t id) {
  auto at = sockets_.find(id);
  if (at == sockets_.end()) return;
  // The socket is freed at the next delivery, because one of its functions may be running.
  NODECPP_ASSERT(at->second && at->second->id == id, id);
  closedSockets_.push_back(std::move(at->second));
  sockets_.erase(at);
}

bool Network::isLocal(const Address& address) const {
  Address plain = unmapped(address);
  if (isAny(plain)) return true;
  if (plain.family == Family::ipv4 ? plain.host.startsWith("127.") : plain.host == "::1") return true;
  return std::ranges::any_of(options.addresses, [&](Address own) {
    return canonical(own) && own.family == plain.family && own.host == plain.host;
  });
}

int Network::ephemeralPort() {
  while (true) {
    int port = nextEphemeral_++;
    NODECPP_ASSERT(port > 0 && port <= 65535, port);
    if (nextEphemeral_ > 65535) nextEphemeral_ = options.firstEphemeralPort;
    bool taken = std::ranges::any_of(listeners_, [&](const auto& entry) { return entry.second->address.port == port; });
    for (const auto& [id, socket] : sockets_) taken = taken || socket->local.port == port;
    if (!taken) return port;
  }
}

ErrorCode Network::listen(const ListenSpec& spec, SocketOwner* owner, SimListenSocket** made) {
  Address address = spec.address;
  if (spec.fd >= 0) return UV_EBADF;  // A simulated program inherits no descriptors.
  if (!canonical(address)) return UV_EINVAL;
  if (address.family == Family::unix) {
    if (address.host.size() > 107) return UV_EINVAL;
  } else {
    if (!isLocal(address)) return UV_EADDRNOTAVAIL;
    if (address.port > 0 && address.port < 1024 && !options.privileged) return UV_EACCES;
    if (address.port == 0) address.port = ephemeralPort();
  }
  for (const auto& [id, other] : listeners_) {
    if (address.family == Family::unix || other->address.family == Family::unix) {
      if (other->address.family == address.family && other->address.host == address.host) return UV_EADDRINUSE;
      continue;
    }
    if (other->address.port != address.port || (other->reusePort && spec.reusePort)) continue;
    // Two addresses with one port conflict if one of them stands for all addresses. An IPv6 socket for all addresses
    // also takes IPv4, unless it is IPv6 only.
    bool overlap = other->address.family == address.family
                       ? isAny(address) || isAny(other->address) || address.host == other->address.host
                   : address.family == Family::ipv6 ? isAny(address) && !spec.ipv6Only
                                                    : isAny(other->address) && !other->ipv6Only;
    if (overlap) return UV_EADDRINUSE;
  }
  std::uint64_t id = ++lastSocket_;
  NODECPP_ASSERT(!listeners_.contains(id) && (address.family == Family::unix || address.port > 0), id, address.port);
  auto listener = std::make_unique<SimListenSocket>();
  *listener = {.id = id,
               .owners = owner ? std::vector{owner} : std::vector<SocketOwner*>{},
               .address = address,
               .ipv6Only = spec.ipv6Only,
               .reusePort = spec.reusePort,
               .listens = !spec.bindOnly,
               .backlog = std::size_t(std::clamp(spec.backlog, 1, 4096)),
               .waiting = {}};
  *made = (listeners_[id] = std::move(listener)).get();
  return 0;
}

SimListenSocket* Network::listenerFor(const Address& to) {
  // The listener with the most specific address is chosen; among several that share the port, one at random.
  std::vector<SimListenSocket*> best;
  int bestFit = 0;
  for (const auto& [id, listener] : listeners_) {
    if (!listener->listens) continue;
    const Address& own = listener->address;
    int fit = 0;
    if (to.family == Family::unix)
      fit = own.family == Family::unix && own.host == to.host ? 3 : 0;
    else if (own.family == Family::unix || own.port != to.port)
      fit = 0;
    else if (own.family == to.family)
      fit = own.host == to.host ? 3 : isAny(own) ? 2 : 0;
    else if (own.family == Family::ipv6 && !listener->ipv6Only)
      fit = isAny(own) ? 1 : 0;
    if (fit == 0 || fit < bestFit) continue;
    if (fit > bestFit) best.clear();
    bestFit = fit;
    best.push_back(listener.get());
  }
  NODECPP_ASSERT(best.empty() == (bestFit == 0), best.size(), bestFit);
  return best.empty() ? nullptr : best.size() == 1 ? best[0] : best[random.below(best.size())];
}

ErrorCode Network::connect(const ConnectSpec& spec, SocketOwner* owner, SimSocket** made) {
  Address to = spec.address;
  if (!canonical(to)) return UV_EINVAL;
  Address local{to.family, {}, 0};
  if (to.family == Family::unix && spec.local.family == Family::unix) local = spec.local;
  if (to.family != Family::unix) {
    if (isAny(to)) to.host = to.family == Family::ipv4 ? "127.0.0.1" : "::1";
    if (!isLocal(to)) return UV_ENETUNREACH;
    local.host = to.host;
    if (spec.local.family != Family::none) {
      local = spec.local;
      if (!canonical(local) || local.family != to.family) return UV_EINVAL;
      if (!isLocal(local)) return UV_EADDRNOTAVAIL;
      if (local.port != 0 && listenerFor(local)) return UV_EADDRINUSE;
      if (isAny(local)) local.host = to.host;
    }
    if (local.port == 0) local.port = ephemeralPort();
  }
  SimSocket* socket = make();
  NODECPP_ASSERT(to.family == Family::unix || local.port > 0, local.port);
  socket->owner = owner;
  socket->isUnix = to.family == Family::unix;
  socket->local = local;
  socket->remote = to;
  post(drawLatency(), [this, id = socket->id, to = unmapped(to)] { synArrives(id, to, 0); });
  *made = socket;
  return 0;
}

// The request to connect arrives at the listener. The server's end is made and queued at once; the client learns of the
// connection one latency later.
void Network::synArrives(std::uint64_t clientId, Address to, int tries) {
  SimSocket* client = find(clientId);
  if (!client) return;
  SimListenSocket* listener = listenerFor(to);
  NODECPP_ASSERT(client->state_ == SimSocket::State::connecting && client->peer_ == 0, client->state_);
  NODECPP_ASSERT(tries >= 0 && tries <= 6, tries);
  ErrorCode error = 0;
  std::uint64_t after = drawLatency();
  if (faulty_ && drawRefusal(*client, error, after)) {
  } else if (!listener) {
    error = to.family == Family::unix ? UV_ENOENT : UV_ECONNREFUSED;
  } else if (listener->waiting.size() >= listener->backlog) {
    // When the queue of a listener is full, the request to connect is dropped. The client's kernel sends it again after
    // a time that doubles.
    if (tries < 6) return post(second << tries, [=, this] { synArrives(clientId, to, tries + 1); });
    error = UV_ETIMEDOUT;
  }
  if (error) {
    NODECPP_ASSERT(error < 0, error);
    return post(after, [=, this] {
      SimSocket* socket = find(clientId);
      if (!socket) return;
      NODECPP_ASSERT(socket->state_ == SimSocket::State::connecting, socket->state_);
      socket->state_ = SimSocket::State::failed;
      socket->connectError_ = error;
      socket->changed();
    });
  }
  SimSocket* server = make();
  NODECPP_ASSERT(server != client && listener->holders > 0, listener->holders);
  server->state_ = SimSocket::State::open;
  server->isUnix = client->isUnix;
  bool dual = listener->address.family == Family::ipv6;
  server->local = client->isUnix ? listener->address : dual ? mapped(to) : to;
  server->remote = dual ? mapped(unmapped(client->local)) : unmapped(client->local);
  server->peer_ = clientId;
  client->peer_ = server->id;
  post(server->drawDelay(), [=, this] {
    SimSocket* socket = find(clientId);
    if (!socket) return;
    NODECPP_ASSERT(socket->state_ == SimSocket::State::connecting, socket->state_);
    socket->state_ = SimSocket::State::open;
    socket->changed();
  });
  listener->waiting.push_back(server->id);
  wake(*listener);
}

std::vector<std::string> Network::openEnds() const {
  auto name = [](const Address& address) {
    return text(address.host) + (address.family == Family::unix ? "" : ":" + std::to_string(address.port));
  };
  std::vector<std::string> all;
  for (const auto& [id, socket] : sockets_) {
    if (!socket->owner) continue;
    all.push_back(std::to_string(id) + " " + name(socket->local) + " to " + name(socket->remote) + ": " +
                  (socket->connected() ? "" : "not connected, ") + std::to_string(socket->available()) +
                  " bytes unread, " + std::to_string(socket->bytesRead()) + " read" +
                  (socket->hangup() ? ", the other end has gone" : ""));
  }
  return all;
}

std::vector<int> Network::listening() const {
  std::vector<int> ports;
  for (const auto& [id, listener] : listeners_)
    if (listener->address.family != Family::unix) ports.push_back(listener->address.port);
  return ports;
}

SimSocket* Network::accept(SimListenSocket* listener) {
  while (!listener->waiting.empty()) {
    std::uint64_t id = listener->waiting.front();
    listener->waiting.pop_front();
    if (SimSocket* socket = find(id)) return socket;
  }
  return nullptr;
}

// Tells one of the processes that share a listening socket that a connection waits. The process is chosen at random.
void Network::wake(SimListenSocket& listener) {
  const auto& owners = listener.owners;
  if (owners.empty()) return;
  owners[owners.size() == 1 ? 0 : std::size_t(random.below(owners.size()))]->socketChanged();
}

void Network::close(SimListenSocket* listener, SocketOwner* by) {
  NODECPP_ASSERT(listener->holders > 0, listener->holders);
  std::erase(listener->owners, by);
  if (--listener->holders > 0) {
    // The process that closes a shared listener may have been told of a connection that it has not accepted, so another
    // process is told.
    if (!listener->waiting.empty()) wake(*listener);
    return;
  }
  while (SimSocket* socket = accept(listener)) socket->reset();
  NODECPP_ASSERT(listener->waiting.empty() && listener->holders == 0, listener->holders);
  listeners_.erase(listener->id);
}

// As getaddrinfo: numeric addresses are returned as they are, and other names come from the options or are localhost.
ErrorCode Network::lookup(const LookupSpec& spec, std::vector<Address>& found) {
  std::string host = text(spec.host);
  if (numeric(host, Family::ipv4)) {
    if (spec.family != 6)
      found = {{Family::ipv4, spec.host, 0}};
    else if (spec.flags & v4Mapped)
      found = {mapped({Family::ipv4, spec.host, 0})};
    return found.empty() ? UV_EAI_ADDRFAMILY : 0;
  }
  if (numeric(host, Family::ipv6)) {
    if (spec.family != 4) found = {{Family::ipv6, spec.host, 0}};
    return found.empty() ? UV_EAI_ADDRFAMILY : 0;
  }
  if (strikes(Fault::names)) return chance(Fault::names).chance(0.7) ? UV_EAI_AGAIN : UV_EAI_NONAME;
  std::ranges::transform(host, host.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  std::vector<Address> all;
  if (auto at = options.names.find(host); at != options.names.end())
    all = at->second;
  else if (host == "localhost")
    all = {{Family::ipv6, "::1", 0}, {Family::ipv4, "127.0.0.1", 0}};
  for (const Address& address : all)
    if (spec.family == 0 || (spec.family == 6) == (address.family == Family::ipv6)) found.push_back(address);
  if (found.empty() && spec.family == 6 && (spec.flags & v4Mapped))
    for (const Address& address : all) found.push_back(mapped(address));
  return found.empty() ? UV_EAI_NONAME : 0;
}

std::pair<SimSocket*, SimSocket*> Network::pair() {
  SimSocket* ends[] = {make(), make()};
  NODECPP_ASSERT(ends[0] != ends[1] && ends[0]->id != ends[1]->id);
  for (int i = 0; i < 2; ++i) {
    ends[i]->isUnix = true;
    ends[i]->state_ = SimSocket::State::open;
    ends[i]->local = ends[i]->remote = {Family::unix, {}, 0};
    ends[i]->peer_ = ends[1 - i]->id;
  }
  return {ends[0], ends[1]};
}

std::shared_ptr<SimPassed> Network::pass(SimSocket* socket) {
  NODECPP_ASSERT(socket);
  socket->hold();
  return std::make_shared<SimPassed>(*this, socket, nullptr);
}
std::shared_ptr<SimPassed> Network::pass(SimListenSocket* listener) {
  NODECPP_ASSERT(listener && listener->holders > 0);
  ++listener->holders;
  return std::make_shared<SimPassed>(*this, nullptr, listener);
}

SimPassed::~SimPassed() {
  if (socket) socket->close(nullptr);
  if (listener) network.close(listener);
}

void Network::add(std::shared_ptr<SimProcess> process) {
  NODECPP_ASSERT(process);
  NODECPP_DEBUG_ASSERT(!processOf(process->pid()), process->pid());
  processes_.push_back(std::move(process));
}
void Network::forget(SimProcess& process) {
  std::erase_if(processes_, [&](const auto& each) { return each.get() == &process; });
}
SimProcess* Network::processOf(int pid) const {
  auto at = std::ranges::find_if(processes_, [&](const auto& process) { return process->pid() == pid; });
  return at == processes_.end() ? nullptr : at->get();
}

SimPort* Network::portOf(int pid) const {
  auto at = std::ranges::find_if(ports_, [&](SimPort* port) { return port->process.pid() == pid; });
  return at == ports_.end() ? nullptr : *at;
}

bool Network::has(SimPort* port) const { return std::ranges::find(ports_, port) != ports_.end(); }

}  // namespace nodecpp::os
