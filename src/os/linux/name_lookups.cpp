// getaddrinfo and getnameinfo on the pool, for Node's dns.lookup and dns.lookupService.
#include <arpa/inet.h>
#include <netdb.h>
#include <sys/socket.h>

#include <cerrno>
#include <string>
#include <vector>

#include "base/assertion.h"
#include "os/linux/linux_port.h"
#include "os/posix/socket_address.h"
#include "os/posix/thread_pool.h"

namespace nodecpp::os {

namespace {

// Translates errors of getaddrinfo to libuv's numbers.
ErrorCode fromEai(int error) {
  switch (error) {
    case 0: return 0;
    case EAI_ADDRFAMILY: return -3000;
    case EAI_AGAIN: return -3001;
    case EAI_BADFLAGS: return -3002;
    case EAI_CANCELED: return -3003;
    case EAI_FAIL: return -3004;
    case EAI_FAMILY: return -3005;
    case EAI_MEMORY: return -3006;
    case EAI_NODATA: return -3007;
    case EAI_NONAME: return -3008;
    case EAI_OVERFLOW: return -3009;
    case EAI_SERVICE: return -3010;
    case EAI_SOCKTYPE: return -3011;
    case EAI_SYSTEM: return -errno;
    default: return -4094;
  }
}

// A look-up on the pool. Its `run` uses std::string only, since a String's reference count belongs to the loop's
// thread.
class LookupJob final : public Job {
 public:
  LookupJob(const LookupSpec& spec, LookupDone done, void* context)
      : host_(spec.host.data(), spec.host.size()), family_(spec.family), flags_(spec.flags), done_(done), context_(context) {}

  void run() override {
    NODECPP_ASSERT(found_.empty() && error_ == 0, error_);
    addrinfo hints{};
    hints.ai_family = family_ == 4 ? AF_INET : family_ == 6 ? AF_INET6 : AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = flags_;
    addrinfo* list = nullptr;
    if (host_.find('\0') != host_.npos) {
      // The host name contains a zero byte, so the result is UV_EAI_NONAME. getaddrinfo would look up only the part
      // before the zero.
      error_ = -3008;
      return;
    }
    error_ = fromEai(::getaddrinfo(host_.c_str(), nullptr, &hints, &list));
    for (addrinfo* at = list; at && !error_; at = at->ai_next) {
      char text[INET6_ADDRSTRLEN];
      if (at->ai_family == AF_INET)
        inet_ntop(AF_INET, &reinterpret_cast<sockaddr_in*>(at->ai_addr)->sin_addr, text, sizeof text);
      else if (at->ai_family == AF_INET6)
        inet_ntop(AF_INET6, &reinterpret_cast<sockaddr_in6*>(at->ai_addr)->sin6_addr, text, sizeof text);
      else
        continue;
      found_.emplace_back(at->ai_family == AF_INET6, text);
    }
    if (list) ::freeaddrinfo(list);
  }

  void done() override {
    std::vector<Address> addresses;
    for (auto& [isV6, text] : found_)
      addresses.push_back({isV6 ? Address::Family::ipv6 : Address::Family::ipv4, text, 0});
    NODECPP_ASSERT(error_ <= 0 && (error_ == 0 || addresses.empty()), error_, addresses.size());
    done_(context_, error_, std::move(addresses));
  }

 private:
  std::string host_;
  int family_, flags_;
  LookupDone done_;
  void* context_;
  ErrorCode error_ = 0;
  std::vector<std::pair<bool, std::string>> found_;
};

class ServiceJob final : public Job {
 public:
  ServiceJob(const SocketAddress& address, ServiceDone done, void* context)
      : address_(address), done_(done), context_(context) {}

  void run() override {
    char host[NI_MAXHOST], service[NI_MAXSERV];
    NODECPP_ASSERT(done_ && address_.size <= sizeof address_.storage, address_.size);
    error_ = fromEai(::getnameinfo(&address_.any, address_.size, host, sizeof host, service, sizeof service, NI_NAMEREQD));
    if (error_) return;
    host_ = host;
    service_ = service;
  }
  void done() override { done_(context_, error_, host_, service_); }

 private:
  SocketAddress address_;
  ServiceDone done_;
  void* context_;
  ErrorCode error_ = 0;
  std::string host_, service_;
};

}  // namespace

void LinuxPort::lookupService(const Address& address, ServiceDone done, void* context) {
  SocketAddress name;
  // When the IPv6 address has a zone (%eth0) whose interface does not exist, getnameinfo is given no address family, so
  // that it fails.
  if (toSocketAddress(address, name) != 0) name.any.sa_family = AF_UNSPEC;
  pool_->submit(new ServiceJob(name, done, context), true);
}

void LinuxPort::lookup(const LookupSpec& spec, LookupDone done, void* context) {
  pool_->submit(new LookupJob(spec, done, context), true);
}

}  // namespace nodecpp::os
