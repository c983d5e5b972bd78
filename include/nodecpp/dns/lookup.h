// dns.lookup and dns.lookupService: names as the system finds them. Programs include nodecpp/dns.h.
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/function.h>
#include <nodecpp/net/lookup_address.h>

namespace nodecpp::dns {

using net::LookupAddress;

inline constexpr int ADDRCONFIG = 0x20;
inline constexpr int V4MAPPED = 0x08;
inline constexpr int ALL = 0x10;

// true, false, or not said.
struct OptionalBoolean {
  OptionalBoolean() noexcept = default;
  OptionalBoolean(bool value) noexcept : value(value) {}
  signed char value = -1;
};

struct LookupOptions {
  Lookup family{};   // 0, 4, 6; "IPv4" and "IPv6" with a callback
  double hints = 0;  // of ADDRCONFIG, V4MAPPED, ALL
  String order{};    // "verbatim", "ipv4first", "ipv6first"; getDefaultResultOrder() unless said
  OptionalBoolean verbatim{};
};
// With `.all` the answer is a list; it stands between the others as in Node's page.
struct LookupAllOptions {
  Lookup family{};
  double hints = 0;
  bool all = true;
  String order{};
  OptionalBoolean verbatim{};
};

using LookupCallback = Function<void(Error, String address, int family)>;
using LookupAllCallback = Function<void(Error, Array<LookupAddress>)>;

// The first address of `hostname` by getaddrinfo, on the pool; /etc/hosts is honoured. Errors have the syscall
// "getaddrinfo": ENOTFOUND, EAI_AGAIN, …. ERR_INVALID_ARG_VALUE for wrong options, at once. The address of "" is ""
// (null in Node).
void lookup(StringArg hostname, LookupCallback callback);
void lookup(StringArg hostname, double family, LookupCallback callback);
void lookup(StringArg hostname, LookupOptions options, LookupCallback callback);

// The names of an address and a port by getnameinfo, on the pool. ERR_INVALID_ARG_VALUE for what is no address,
// ERR_SOCKET_BAD_PORT, at once.
void lookupService(StringArg address, const Lookup& port,
                   Function<void(Error, String hostname, String service)> callback);
struct Service {
  String hostname{};
  String service{};
  template <class I>
  void inspectTo(I& out) const {
    out.property("hostname", hostname).property("service", service);
  }
};

// The order of lookup's answers, also for net and http: "verbatim" unless set. ERR_INVALID_ARG_VALUE.
void setDefaultResultOrder(StringArg order);
String getDefaultResultOrder();

namespace impl {
void lookupAll(StringArg hostname, LookupAllOptions options, LookupAllCallback callback);
}
// A template, so that {.family = 4}, which would fit both kinds of options, means the function above.
template <class = void>
void lookup(StringArg hostname, LookupAllOptions options, LookupAllCallback callback) {
  impl::lookupAll(hostname, std::move(options), std::move(callback));
}

}  // namespace nodecpp::dns
