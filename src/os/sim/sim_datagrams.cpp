#include "os/sim/sim_datagrams.h"

#include <algorithm>
#include <string_view>

#include "base/assertion.h"
#include "os/sim/sim_port.h"

namespace nodecpp::os {

namespace {

using Family = Address::Family;

constexpr std::size_t mostBytes = 65507;  // of a datagram over IPv4
constexpr int defaultBuffer = 212992;

std::string_view textOf(const String& text) { return {text.data(), text.size()}; }
bool isWildcard(const Address& address) { return address.host == "0.0.0.0" || address.host == "::"; }
bool isMulticast(const Address& address) {
  const std::string_view host = textOf(address.host);
  if (address.family == Family::ipv6) return host.starts_with("ff");
  const int first = std::atoi(std::string(host.substr(0, host.find('.'))).c_str());
  return address.family == Family::ipv4 && first >= 224 && first <= 239;
}
// Whether a text is an address of IPv6, if it is one.
Family familyOf(const String& host) {
  return textOf(host).find(':') != std::string_view::npos ? Family::ipv6 : Family::ipv4;
}
bool isBroadcast(const Address& address) { return address.host == "255.255.255.255"; }
bool sameHost(const Address& a, const Address& b) { return a.host == b.host; }

}  // namespace

// A socket as the kernel keeps it. It ends with the last program's socket that refers to it, or with the last message
// in which it is passed.
struct SimUdpSocket {
  struct Arrived {
    std::string bytes;
    Address from;
  };

  SimUdpSocket(Network& n, const DatagramSpec& spec)
      : network(n), local(spec.address), shares(spec.reuseAddress || spec.reusePort), ipv6Only(spec.ipv6Only) {
    network.datagramSockets.push_back(this);
  }
  ~SimUdpSocket() { std::erase(network.datagramSockets, this); }
  SimUdpSocket(const SimUdpSocket&) = delete;

  bool isIpv6() const { return local.family == Family::ipv6; }
  // Whether a datagram to this address comes to this socket. Sets `from` as the socket sees it.
  bool takes(const Address& to, Address& from) const {
    if (to.port != local.port) return false;
    const String sender = from.host;
    if (to.family == Family::ipv4 && isIpv6()) {
      // A socket of both families sees addresses of IPv4 as those of IPv6.
      if (ipv6Only || !isWildcard(local)) return false;
      from = {Family::ipv6, "::ffff:" + from.host, from.port};
    } else if (to.family != local.family) {
      return false;
    }
    if (remote.family != Family::none && (remote.port != from.port || !sameHost(remote, from))) return false;
    if (isMulticast(to))
      return std::ranges::any_of(memberships, [&](const Membership& each) {
        return each.group == to.host && (each.source.empty() || each.source == sender);
      });
    return isWildcard(local) || sameHost(local, to);
  }
  void arrive(std::string bytes, const Address& from) {
    // A socket drops what its buffer has no room for.
    if (arrivedBytes + bytes.size() > std::size_t(receiveBuffer)) return;
    arrivedBytes += bytes.size();
    arrived.push_back({std::move(bytes), from});
    changed();
  }
  Arrived take() {
    NODECPP_ASSERT(!arrived.empty());
    Arrived next = std::move(arrived.front());
    arrived.pop_front();
    arrivedBytes -= next.bytes.size();
    return next;
  }
  void fail(ErrorCode code) {
    error = code;
    changed();
  }
  // Tells one of the programs that receive from this socket.
  void changed();

  Network& network;
  Address local, remote;
  const bool shares;  // other sockets may have the same address
  const bool ipv6Only;
  bool broadcasts = false, loopsBack = true;
  int receiveBuffer = defaultBuffer, sendBuffer = defaultBuffer;
  std::vector<Membership> memberships;
  std::deque<Arrived> arrived;
  std::size_t arrivedBytes = 0;
  ErrorCode error = 0;
  std::vector<SimDatagramSocket*> receivers;  // the programs' sockets that receive
};

// A program's socket. Programs that were passed one socket refer to the same socket of the kernel.
class SimDatagramSocket final : public DatagramSocket {
 public:
  struct Queued {
    Buffer bytes;
    Address to;
  };

  SimDatagramSocket(SimDatagrams& d, SimPort& p, std::shared_ptr<SimUdpSocket> of)
      : datagrams(d), port(p), kernel(std::move(of)) {}

  void receive(DatagramSink* s) {
    sink = s;
    if (!sink) return;
    kernel->receivers.push_back(this);
    if (!kernel->arrived.empty() || kernel->error) changed();
  }
  void close() {
    NODECPP_ASSERT(!closed && kernel);
    closed = true;
    const auto left = std::move(kernel);
    std::erase(left->receivers, this);
    // What this program was told of and has not taken is for the others.
    if (!left->arrived.empty()) left->changed();
  }
  void changed() {
    if (!std::exchange(queued, true)) port.changed(this);
  }

  SimDatagrams& datagrams;
  SimPort& port;
  DatagramSink* sink = nullptr;
  std::shared_ptr<SimUdpSocket> kernel;  // null once the socket is closed
  bool closed = false;
  bool served = false;             // a push of the socket is running, which may close the socket and open another one
  bool queued = false;             // the port has the socket among those that it serves in the next turn
  std::deque<Queued> waiting;      // what `queue` was given and has not been sent
  std::deque<ErrorCode> outcomes;  // of what was sent and not told yet
};

void SimUdpSocket::changed() {
  const std::size_t count = receivers.size();
  if (count > 0) receivers[count == 1 ? 0 : std::size_t(network.random.below(count))]->changed();
}

namespace {

SimDatagramSocket* at(DatagramSocket* socket) { return static_cast<SimDatagramSocket*>(socket); }

// Returns the error for which a datagram is not sent, or 0.
ErrorCode refusal(const SimUdpSocket& socket, std::size_t size, const Address& to) {
  if (to.family == Family::none) return UV_EDESTADDRREQ;
  if (to.family != socket.local.family) return socket.isIpv6() ? UV_ENETUNREACH : UV_EINVAL;
  if (to.port == 0) return UV_EINVAL;
  if (size > mostBytes) return UV_EMSGSIZE;
  return isBroadcast(to) && !socket.broadcasts ? UV_EACCES : 0;
}

// Returns the error of a group that the socket can never be in, or 0. A socket of IPv6 may join groups of IPv4, too.
ErrorCode refusal(const SimUdpSocket& socket, const Membership& membership) {
  const Family family = familyOf(membership.group);
  if (!isMulticast({family, membership.group, 0})) return UV_EINVAL;
  for (const String& other : {membership.interface, membership.source})
    if (!other.empty() && familyOf(other) != family) return UV_EINVAL;
  return family == Family::ipv6 && !socket.isIpv6() ? UV_ENOPROTOOPT : 0;
}

// Gives a datagram that has come over the network to the sockets at its address.
void deliver(Network& network, const std::string& bytes, const Address& from, const Address& to,
             const std::weak_ptr<SimUdpSocket>& sender) {
  const bool toMany = isMulticast(to) || isBroadcast(to);
  SimUdpSocket* best = nullptr;
  Address seen, bestSeen;
  for (SimUdpSocket* socket : network.datagramSockets) {
    seen = from;
    Address asked = to;
    if (isBroadcast(to)) asked.host = "0.0.0.0";
    if (!socket->takes(asked, seen)) continue;
    if (toMany) {
      socket->arrive(bytes, seen);
      continue;
    }
    // A socket that is connected to the sender is preferred, then one with this very address, then the one bound last.
    const auto rank = [&](const SimUdpSocket& one) {
      return (one.remote.family != Family::none ? 2 : 0) + (isWildcard(one.local) ? 0 : 1);
    };
    if (best && rank(*best) > rank(*socket)) continue;
    best = socket;
    bestSeen = seen;
  }
  if (best) return best->arrive(bytes, bestSeen);
  // Nobody is there: a sender that is connected learns of it.
  const auto source = sender.lock();
  if (!toMany && source && source->remote.family != Family::none) source->fail(UV_ECONNREFUSED);
}

}  // namespace

SimDatagrams::SimDatagrams(SimPort& port, Network& network) : port_(port), network_(network) {}
SimDatagrams::~SimDatagrams() { end(); }

void SimDatagrams::end() {
  for (auto& socket : sockets_)
    if (!socket->closed) socket->close();
}

ErrorCode SimDatagrams::open(const DatagramSpec& spec, DatagramSink* sink, DatagramSocket** made) {
  *made = nullptr;
  freeClosed();
  if (spec.received) {
    at(spec.received)->receive(sink);
    *made = spec.received;
    return 0;
  }
  if (spec.fd >= 0) return UV_EBADF;
  Address address = spec.address;
  if (address.family != Family::ipv4 && address.family != Family::ipv6) return UV_EINVAL;
  if (!isWildcard(address) && !isMulticast(address) && !network_.isLocal(address)) return UV_EADDRNOTAVAIL;
  if (address.port > 0 && address.port < 1024 && !network_.options.privileged) return UV_EACCES;
  // A port of the system's choice is not shared.
  const bool shares = spec.address.port != 0 && (spec.reuseAddress || spec.reusePort);
  const auto isTaken = [&](int number) {
    return std::ranges::any_of(network_.datagramSockets, [&](const SimUdpSocket* other) {
      if (other->local.port != number || (other->shares && shares)) return false;
      const bool bothFamilies =
          (other->isIpv6() && !other->ipv6Only) || (address.family == Family::ipv6 && !spec.ipv6Only);
      if (other->local.family != address.family && !bothFamilies) return false;
      return isWildcard(other->local) || isWildcard(address) || sameHost(other->local, address);
    });
  };
  if (address.port == 0) {
    for (address.port = network_.options.firstEphemeralPort; address.port < 65536 && isTaken(address.port);)
      ++address.port;
    if (address.port == 65536) return UV_EADDRINUSE;
  } else if (isTaken(address.port)) {
    return UV_EADDRINUSE;
  }
  DatagramSpec bound = spec;
  bound.address = address;
  SimDatagramSocket* socket = at(receive(std::make_shared<SimUdpSocket>(network_, bound)));
  socket->receive(sink);
  *made = socket;
  return 0;
}

DatagramSocket* SimDatagrams::receive(std::shared_ptr<SimUdpSocket> kernel) {
  NODECPP_ASSERT(kernel);
  sockets_.push_back(std::make_unique<SimDatagramSocket>(*this, port_, std::move(kernel)));
  return sockets_.back().get();
}

std::shared_ptr<SimUdpSocket> SimDatagrams::kernelOf(DatagramSocket* socket) { return at(socket)->kernel; }

void SimDatagrams::close(DatagramSocket* socket) { at(socket)->close(); }

// Frees closed sockets that the port does not serve any more.
void SimDatagrams::freeClosed() {
  std::erase_if(sockets_, [](const auto& socket) {
    return socket->closed && !socket->queued && !socket->served && socket->waiting.empty();
  });
}

// Sends a datagram on its way.
ErrorCode SimDatagrams::transmit(const std::shared_ptr<SimUdpSocket>& by, std::string bytes, const Address& asked) {
  const SimUdpSocket& socket = *by;
  const Address to = asked.family == Family::none ? socket.remote : asked;
  const bool isConnected = socket.remote.family != Family::none && asked.family != Family::none;
  const ErrorCode error = isConnected ? UV_EISCONN : refusal(socket, bytes.size(), to);
  port_.datagramSent(to, bytes, error);
  if (error || (isMulticast(to) && !socket.loopsBack)) return error;
  Address from = socket.local;
  if (isWildcard(from)) from.host = to.family == Family::ipv6 ? "::1" : "127.0.0.1";
  Address target = to;
  if (isWildcard(target)) target.host = from.host;
  if (network_.strikes(Fault::lostDatagrams)) return 0;
  const int copies = network_.strikes(Fault::repeatedDatagrams) ? 2 : 1;
  for (int i = 0; i < copies; ++i) {
    network_.post(network_.drawLatency(), [&network = network_, bytes, from, target, sender = std::weak_ptr(by)] {
      deliver(network, bytes, from, target, sender);
    });
  }
  return 0;
}

ErrorCode SimDatagrams::send(DatagramSocket* which, const Slice* slices, std::size_t count, const Address& to) {
  SimDatagramSocket* socket = at(which);
  NODECPP_ASSERT(!socket->closed);
  if (ErrorCode error = std::exchange(socket->kernel->error, 0)) return error;
  if (!socket->waiting.empty() || !socket->outcomes.empty() || network_.options.completion ||
      network_.strikes(Fault::shortWrites))
    return UV_EAGAIN;
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i) bytes.append(slices[i].data, slices[i].size);
  return transmit(socket->kernel, std::move(bytes), to);
}

void SimDatagrams::queue(DatagramSocket* which, Buffer datagram, const Address& to) {
  SimDatagramSocket* socket = at(which);
  socket->waiting.push_back({std::move(datagram), to});
  network_.post(0, [&network = network_, port = &port_, pid = port_.pid(), socket] {
    // A socket stays until all that it was given is sent or dropped, unless its program has ended, and then another
    // program's port may have the same address in memory.
    if (network.has(port) && port->pid() == pid) socket->datagrams.sendQueued(*socket);
  });
}

void SimDatagrams::sendQueued(SimDatagramSocket& socket) {
  if (socket.waiting.empty()) return;
  const SimDatagramSocket::Queued next = std::move(socket.waiting.front());
  socket.waiting.pop_front();
  if (socket.closed) return;
  socket.outcomes.push_back(transmit(socket.kernel, std::string(next.bytes.bytes(), next.bytes.size()), next.to));
  socket.changed();
}

void SimDatagrams::serve(SimDatagramSocket* socket) {
  NODECPP_ASSERT(socket->queued);
  socket->queued = false;
  socket->served = true;
  for (; !socket->closed && !socket->outcomes.empty();) {
    const ErrorCode outcome = socket->outcomes.front();
    socket->outcomes.pop_front();
    socket->sink->onSent(outcome);
  }
  if (!socket->closed && socket->kernel->error) socket->sink->onReceiveError(std::exchange(socket->kernel->error, 0));
  for (int i = 0; i < mostInTurn && !socket->closed && !socket->kernel->arrived.empty(); ++i) {
    const SimUdpSocket::Arrived next = socket->kernel->take();
    socket->sink->onDatagram(next.bytes.data(), next.bytes.size(), next.from);
  }
  socket->served = false;
  if (!socket->closed && !socket->kernel->arrived.empty()) socket->changed();
}

ErrorCode SimDatagrams::connect(DatagramSocket* socket, const Address& to) {
  if (to.family != Family::none && to.family != at(socket)->kernel->local.family) return UV_EAFNOSUPPORT;
  at(socket)->kernel->remote = to;
  return 0;
}

ErrorCode SimDatagrams::localAddress(DatagramSocket* socket, Address& address) {
  address = at(socket)->kernel->local;
  if (at(socket)->kernel->remote.family != Family::none && isWildcard(address))
    address.host = at(socket)->kernel->isIpv6() ? "::1" : "127.0.0.1";
  return 0;
}

ErrorCode SimDatagrams::remoteAddress(DatagramSocket* socket, Address& address) {
  if (at(socket)->kernel->remote.family == Family::none) return UV_ENOTCONN;
  address = at(socket)->kernel->remote;
  return 0;
}

ErrorCode SimDatagrams::setOption(DatagramSocket* which, DatagramOption option, int value) {
  SimUdpSocket* socket = at(which)->kernel.get();
  switch (option) {
    case DatagramOption::broadcast: socket->broadcasts = value != 0; return 0;
    case DatagramOption::ttl: return value >= 1 && value <= 255 ? 0 : UV_EINVAL;
    case DatagramOption::multicastTtl: return value >= -1 && value <= 255 ? 0 : UV_EINVAL;
    case DatagramOption::multicastLoopback: socket->loopsBack = value != 0; return 0;
    // As Linux, which counts twice the bytes that were asked for, within bounds.
    case DatagramOption::receiveBuffer: socket->receiveBuffer = std::clamp(value, 1152, defaultBuffer) * 2; return 0;
    case DatagramOption::sendBuffer: socket->sendBuffer = std::clamp(value, 2304, defaultBuffer) * 2; return 0;
  }
  return UV_EINVAL;
}

ErrorCode SimDatagrams::getOption(DatagramSocket* socket, DatagramOption option, int& value) {
  if (option != DatagramOption::receiveBuffer && option != DatagramOption::sendBuffer) return UV_EINVAL;
  value = option == DatagramOption::receiveBuffer ? at(socket)->kernel->receiveBuffer : at(socket)->kernel->sendBuffer;
  return 0;
}

ErrorCode SimDatagrams::setMulticastInterface(DatagramSocket* socket, const String& address) {
  if (familyOf(address) == Family::ipv6) return at(socket)->kernel->isIpv6() ? 0 : UV_ENOPROTOOPT;
  const Address asked{Family::ipv4, address, 0};
  if (std::ranges::count(textOf(address), '.') != 3) return UV_EINVAL;
  return isWildcard(asked) || network_.isLocal(asked) ? 0 : UV_EADDRNOTAVAIL;
}

ErrorCode SimDatagrams::join(DatagramSocket* which, const Membership& membership) {
  SimUdpSocket* socket = at(which)->kernel.get();
  if (const ErrorCode error = refusal(*socket, membership)) return error;
  for (const Membership& each : socket->memberships)
    if (each.group == membership.group && each.source == membership.source) return UV_EADDRINUSE;
  socket->memberships.push_back(membership);
  return 0;
}

ErrorCode SimDatagrams::leave(DatagramSocket* which, const Membership& membership) {
  SimUdpSocket* socket = at(which)->kernel.get();
  if (const ErrorCode error = refusal(*socket, membership)) return error;
  const auto left = std::erase_if(socket->memberships, [&](const Membership& each) {
    return each.group == membership.group && each.source == membership.source;
  });
  return left ? 0 : UV_EADDRNOTAVAIL;
}

}  // namespace nodecpp::os
