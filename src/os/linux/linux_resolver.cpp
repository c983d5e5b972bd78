#include "os/linux/linux_resolver.h"

#include <ares.h>
#include <arpa/inet.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/port/dns_message.h"

namespace nodecpp::os {

namespace {

constexpr int defaultTimeout = 2000;
constexpr int dnsPort = 53;

Address fromNode(const ares_addr_port_node& node) {
  char text[INET6_ADDRSTRLEN];
  NODECPP_ASSERT(node.family == AF_INET || node.family == AF_INET6, node.family);
  bool isV6 = node.family == AF_INET6;
  inet_ntop(node.family, isV6 ? static_cast<const void*>(&node.addr.addr6) : &node.addr.addr4, text, sizeof text);
  return {isV6 ? Address::Family::ipv6 : Address::Family::ipv4, text, node.udp_port ? node.udp_port : dnsPort};
}

bool toNode(const Address& address, ares_addr_port_node& node) {
  std::string host(address.host.data(), address.host.size());
  host.resize(std::min(host.find('%'), host.size()));
  bool isV6 = address.family == Address::Family::ipv6;
  node.family = isV6 ? AF_INET6 : AF_INET;
  node.udp_port = node.tcp_port = address.port ? address.port : dnsPort;
  return inet_pton(node.family, host.c_str(), isV6 ? static_cast<void*>(&node.addr.addr6) : &node.addr.addr4) == 1;
}

}  // namespace

// The socket functions given to c-ares, for two reasons: a malformed datagram must break its connection, as in c-ares
// 1.34, where the installed c-ares would go on waiting; and sockets must be bound to the program's local addresses.
struct LinuxResolver::Functions {
  static LinuxResolver& at(void* resolver) { return *static_cast<LinuxResolver*>(resolver); }

  static int open(int domain, int type, int protocol, void* data) {
    int fd = ::socket(domain, type | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol);
    const SocketAddress& local = domain == AF_INET6 ? at(data).local6_ : at(data).local4_;
    if (fd >= 0 && local.size != 0 && ::bind(fd, &local.any, local.size) != 0) {
      ::close(fd);
      return -1;
    }
    if (fd >= 0) at(data).types_[fd] = type;
    return fd;
  }
  static int close(int fd, void* data) {
    at(data).types_.erase(fd);
    return ::close(fd);
  }
  static int connect(int fd, const sockaddr* to, socklen_t size, void*) { return ::connect(fd, to, size); }
  static ssize_t receive(int fd, void* to, std::size_t size, int flags, sockaddr* from, socklen_t* fromSize,
                         void* data) {
    ssize_t got = ::recvfrom(fd, to, size, flags, from, fromSize);
    if (got <= 0 && !(got < 0 && (errno == EAGAIN || errno == EINTR))) at(data).malformed_ = false;
    if (got > 0 && at(data).types_[fd] == SOCK_DGRAM) {
      DnsMessage message;
      if (!readMessage({static_cast<char*>(to), std::size_t(got)}, message)) {
        at(data).malformed_ = true;
        errno = EBADMSG;
        return -1;
      }
    }
    return got;
  }
  static ssize_t send(int fd, const iovec* pieces, int count, void* data) {
    ssize_t sent = ::writev(fd, pieces, count);
    // The error belongs to an earlier datagram, which was refused. So the datagram is sent again; a refusal of it will
    // be reported to all queries that wait on this socket.
    if (sent < 0 && errno == ECONNREFUSED && at(data).types_[fd] == SOCK_DGRAM) sent = ::writev(fd, pieces, count);
    return sent;
  }

  // c-ares calls this when it wants to wait for a socket. When it wants neither reading nor writing, it is about to
  // close `fd`.
  static void state(void* data, int fd, int readable, int writable) {
    LinuxResolver& self = at(data);
    auto known = self.sockets_.find(fd);
    if (!readable && !writable) {
      if (known == self.sockets_.end()) return;
      self.port_.leave(known->second);
      self.sockets_.erase(known);
      return;
    }
    epoll_event event{.events = (readable ? EPOLLIN : 0u) | (writable ? EPOLLOUT : 0u), .data = {}};
    if (known == self.sockets_.end()) {
      auto* socket = new Socket(fd, self);
      self.sockets_[fd] = socket;
      self.port_.watch(socket, event.events);
    } else {
      event.data.ptr = known->second;
      epoll_ctl(self.port_.epoll_, EPOLL_CTL_MOD, fd, &event);
    }
  }

  static void answered(void* data, int status, int, unsigned char* answer, int size) {
    auto* asked = static_cast<PendingQuery*>(data);
    NODECPP_ASSERT(asked);
    std::string_view bytes;
    if (status == ARES_SUCCESS && size > 0) bytes = {reinterpret_cast<char*>(answer), std::size_t(size)};
    asked->resolver.ended(*asked, status, bytes);
  }
};

LinuxResolver::LinuxResolver(LinuxPort& port, const ResolverSpec& spec) : port_(port), spec_(spec) {}

LinuxResolver::~LinuxResolver() { close(); }

void LinuxResolver::close() {
  for (PendingQuery& asked : pendingQueries_) asked.query.reset();
  if (channel_) ares_destroy(std::exchange(channel_, nullptr));
}

bool LinuxResolver::open() {
  NODECPP_ASSERT(!channel_);
  static const int ready = ares_library_init(ARES_LIB_INIT_ALL);
  if (ready != ARES_SUCCESS) return false;
  ares_options options{};
  // Answers that refuse the query (SERVFAIL, NOTIMP, REFUSED) are passed on as answers, too.
  options.flags = ARES_FLAG_NOCHECKRESP;
  options.timeout = spec_.timeout > 0 ? spec_.timeout : defaultTimeout;
  options.tries = spec_.tries;
  options.sock_state_cb = Functions::state;
  options.sock_state_cb_data = this;
  int mask = ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_SOCK_STATE_CB;
#ifdef ARES_OPT_MAXTIMEOUTMS
  options.maxtimeout = int(spec_.maxTimeout);
  if (spec_.maxTimeout) mask |= ARES_OPT_MAXTIMEOUTMS;
#endif
#ifdef ARES_OPT_QUERY_CACHE
  options.qcache_max_ttl = 0;
  mask |= ARES_OPT_QUERY_CACHE;
#endif
  if (ares_init_options(&channel_, &options, mask) != ARES_SUCCESS) return false;
  NODECPP_ASSERT(channel_);
  static const ares_socket_functions functions{Functions::open, Functions::close, Functions::connect,
                                               Functions::receive, Functions::send};
  ares_set_socket_functions(channel_, &functions, this);
  return true;
}

std::vector<Address> LinuxResolver::servers() const {
  std::vector<Address> found;
  ares_addr_port_node* list = nullptr;
  if (noServers_ || ares_get_servers_ports(channel_, &list) != ARES_SUCCESS) return found;
  for (auto* at = list; at; at = at->next) found.push_back(fromNode(*at));
  if (list) ares_free_data(list);
  return found;
}

bool LinuxResolver::setServers(const std::vector<Address>& servers) {
  std::vector<ares_addr_port_node> nodes;
  for (const Address& server : servers) {
    ares_addr_port_node node{};
    if (!toNode(server, node)) return false;
    Address printed = fromNode(node);
    if (std::ranges::any_of(nodes, [&](const auto& other) {
          Address known = fromNode(other);
          return known.host == printed.host && known.port == printed.port;
        }))
      continue;
    nodes.push_back(node);
  }
  for (std::size_t i = 1; i < nodes.size(); ++i) nodes[i - 1].next = &nodes[i];
  if (!nodes.empty() && ares_set_servers_ports(channel_, nodes.data()) != ARES_SUCCESS) return false;
  NODECPP_ASSERT(nodes.size() <= servers.size() && nodes.empty() == servers.empty(), nodes.size(), servers.size());
  noServers_ = nodes.empty();
  systemServers_ = false;
  return true;
}

void LinuxResolver::setLocalAddresses(const Address& ipv4, const Address& ipv6) {
  local4_ = local6_ = SocketAddress();
  if (ipv4.family != Address::Family::none) toSocketAddress(ipv4, local4_);
  if (ipv6.family != Address::Family::none) toSocketAddress(ipv6, local6_);
}

// A machine that had no name servers when the resolver was made may have some now. When c-ares only knows its default
// (127.0.0.1) and that refused a query, the system's settings are read again.
void LinuxResolver::ensureServers() {
  if (!refused_ || !systemServers_ || !pendingQueries_.empty()) return;
  std::vector<Address> now = servers();
  if (now.size() != 1 || now[0].host != "127.0.0.1" || now[0].port != dnsPort) return;
  close();
  open();
}

// Query ids are drawn from the port, so that they can be recorded and simulated; c-ares would draw them from the system
// itself. No two queries under way have the same id.
std::uint16_t LinuxResolver::newId() {
  std::uint16_t id = 0;
  do {
    port_.process.random(reinterpret_cast<char*>(&id), sizeof id);
  } while (pendingQueries_.size() < 0x8000 &&
           std::ranges::any_of(pendingQueries_, [&](const PendingQuery& other) { return other.id == id; }));
  return id;
}

void LinuxResolver::ask(const Question& question, Query* query) {
  NODECPP_ASSERT(query && !closed);
  ensureServers();
  ++live_;
  if (noServers_ || !channel_) {
    finishedQueries_.push_back({*this, std::unique_ptr<Query>(query), 0, ++lastNumber_});
    finishedQueries_.back().error = noServers_ ? QueryError::noServers : QueryError::noMemory;
    return;
  }
  pendingQueries_.push_back({*this, std::unique_ptr<Query>(query), newId(), ++lastNumber_});
  PendingQuery& asked = pendingQueries_.back();
  asked.self = std::prev(pendingQueries_.end());
  std::string message = writeQuery(asked.id, question.name, question.type);
  ares_send(channel_, reinterpret_cast<const unsigned char*>(message.data()), int(message.size()), Functions::answered,
            &asked);
}

// Called by c-ares when a query has ended. The answer is kept until the end of the turn, since c-ares may call this
// inside ask().
void LinuxResolver::ended(PendingQuery& asked, int status, std::string_view answer) {
  refused_ = status == ARES_ECONNREFUSED && !malformed_;
  switch (status) {
    case ARES_SUCCESS: break;
    case ARES_ETIMEOUT: asked.error = QueryError::timeout; break;
    case ARES_ECANCELLED:
    case ARES_EDESTRUCTION: asked.error = QueryError::cancelled; break;
    case ARES_ENOMEM: asked.error = QueryError::noMemory; break;
    default: asked.error = malformed_ ? QueryError::malformed : QueryError::refused; break;
  }
  NODECPP_ASSERT(status == ARES_SUCCESS || (asked.error != QueryError::none && answer.empty()), status, asked.error);
  NODECPP_ASSERT(!asked.query || live_ > 0, live_);
  asked.answer = answer;
  if (!asked.query) {
    pendingQueries_.erase(asked.self);
    return;
  }
  // Answers are reported in the order in which they arrive. Queries that fail together are reported in the order in
  // which they were asked.
  auto before = finishedQueries_.end();
  while (asked.error != QueryError::none && before != finishedQueries_.begin() && std::prev(before)->error != QueryError::none &&
         std::prev(before)->number > asked.number)
    --before;
  finishedQueries_.splice(before, pendingQueries_, asked.self);
}

void LinuxResolver::forget(Query* query) {
  for (std::list<PendingQuery>* list : {&pendingQueries_, &finishedQueries_})
    for (auto at = list->begin(); at != list->end(); ++at) {
      if (at->query.get() != query) continue;
      NODECPP_ASSERT(closed || live_ > 0, live_);
      --live_;
      std::unique_ptr<Query> gone = std::move(at->query);
      if (list == &finishedQueries_) list->erase(at);
      return dropIfIdle();
    }
}

// When nobody waits for any query, c-ares's queries are cancelled, so that no socket stays open.
void LinuxResolver::dropIfIdle() {
  bool wanted = std::ranges::any_of(pendingQueries_, [](const PendingQuery& asked) { return asked.query != nullptr; });
  if (!wanted && !pendingQueries_.empty()) ares_cancel(channel_);
}

void LinuxResolver::cancelAll() {
  if (channel_) ares_cancel(channel_);
}

int LinuxResolver::timeout(int timeout) const {
  if (!finishedQueries_.empty()) return 0;
  timeval left;
  if (pendingQueries_.empty() || !channel_ || !ares_timeout(channel_, nullptr, &left)) return timeout;
  // c-ares rounds down to milliseconds. A wait that ends a moment too early would cost a turn in which nothing has
  // happened.
  auto milliseconds = int(std::min<long long>(left.tv_sec * 1000LL + left.tv_usec / 1000 + 1, 1'000'000));
  return timeout < 0 ? milliseconds : std::min(timeout, milliseconds);
}

void LinuxResolver::socketReady(int fd, std::uint32_t events) {
  NODECPP_ASSERT(fd >= 0, fd);
  bool broken = events & (EPOLLERR | EPOLLHUP);
  ares_process_fd(channel_, broken || (events & EPOLLIN) ? fd : ARES_SOCKET_BAD,
                  broken || (events & EPOLLOUT) ? fd : ARES_SOCKET_BAD);
}

void LinuxResolver::serve() {
  if (!pendingQueries_.empty() && channel_) ares_process_fd(channel_, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
  for (std::size_t count = finishedQueries_.size(); count > 0 && !finishedQueries_.empty() && !closed; --count) {
    PendingQuery told = std::move(finishedQueries_.front());
    finishedQueries_.pop_front();
    NODECPP_ASSERT(told.query && live_ > 0, live_);
    NODECPP_ASSERT(told.error == QueryError::none || told.answer.empty(), told.error);
    --live_;
    told.query->answered(told.error, told.answer);
  }
}

Resolver* LinuxPort::openResolver(const ResolverSpec& spec) {
  auto resolver = std::make_unique<LinuxResolver>(*this, spec);
  if (!resolver->open()) return nullptr;
  resolvers_.push_back(std::move(resolver));
  return resolvers_.back().get();
}

namespace {
LinuxResolver* own(Resolver* resolver) { return static_cast<LinuxResolver*>(resolver); }
}  // namespace

void LinuxPort::close(Resolver* resolver) {
  own(resolver)->closed = true;
  own(resolver)->close();
  own(resolver)->live_ = 0;
}
std::vector<Address> LinuxPort::nameServers(Resolver* resolver) { return own(resolver)->servers(); }
bool LinuxPort::setNameServers(Resolver* resolver, const std::vector<Address>& servers) {
  return own(resolver)->setServers(servers);
}
void LinuxPort::setLocalAddresses(Resolver* resolver, const Address& ipv4, const Address& ipv6) {
  own(resolver)->setLocalAddresses(ipv4, ipv6);
}
void LinuxPort::ask(Resolver* resolver, const Question& question, Query* query) { own(resolver)->ask(question, query); }
void LinuxPort::forget(Resolver* resolver, Query* query) { own(resolver)->forget(query); }
void LinuxPort::cancelAll(Resolver* resolver) { own(resolver)->cancelAll(); }

int LinuxPort::resolversTimeout(int timeout) const {
  for (const auto& resolver : resolvers_) timeout = resolver->timeout(timeout);
  return timeout;
}

void LinuxPort::resolverEvent(Watched* watched, std::uint32_t events) {
  static_cast<LinuxResolver::Socket*>(watched)->resolver.socketReady(watched->fd, events);
}

void LinuxPort::serveResolvers() {
  // `answered` may open resolvers and close resolvers, so the loop over them uses indexes.
  for (std::size_t i = 0; i < resolvers_.size(); ++i) resolvers_[i]->serve();
  std::erase_if(resolvers_, [](const auto& resolver) { return resolver->closed; });
}

}  // namespace nodecpp::os
