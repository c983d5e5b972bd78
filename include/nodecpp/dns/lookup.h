// dns.lookup and dns.lookupService: names and addresses as the system finds them. Programs include nodecpp/dns.h.
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/function.h>
#include <nodecpp/net/lookup_address.h>

namespace nodecpp::dns {

using net::LookupAddress;

inline constexpr int ADDRCONFIG = 0x20;
inline constexpr int V4MAPPED = 0x08;
inline constexpr int ALL = 0x10;

// A boolean option that may be left out.
struct OptionalBoolean {
  OptionalBoolean() noexcept = default;
  OptionalBoolean(bool value) noexcept : value(value) {}
  signed char value = -1;
};

struct LookupOptions {
  Lookup family{};   // 0, 4 or 6; in functions with a callback also "IPv4" and "IPv6"
  double hints = 0;  // a combination of ADDRCONFIG, V4MAPPED and ALL
  // "verbatim", "ipv4first" or "ipv6first"; getDefaultResultOrder() by default.
  String order{};
  OptionalBoolean verbatim{};
};
// Selects the functions whose result is a list. The member `all` stands in the order of Node's page.
struct LookupAllOptions {
  Lookup family{};
  double hints = 0;
  bool all = true;
  String order{};
  OptionalBoolean verbatim{};
};

using LookupCallback = Function<void(Error, String address, int family)>;
using LookupAllCallback = Function<void(Error, Array<LookupAddress>)>;

// Calls back with the first address of `hostname`, found with getaddrinfo on the pool, which also reads /etc/hosts.
// Errors have the syscall "getaddrinfo": ENOTFOUND, EAI_AGAIN and others. Invalid options throw ERR_INVALID_ARG_VALUE.
// The address of "" is "", where Node has null.
void lookup(StringArg hostname, LookupCallback callback);
void lookup(StringArg hostname, double family, LookupCallback callback);
void lookup(StringArg hostname, LookupOptions options, LookupCallback callback);

// Calls back with the names of an address and a port, found with getnameinfo on the pool. Throws ERR_INVALID_ARG_VALUE
// when `address` is no IP address, and ERR_SOCKET_BAD_PORT.
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

// The order of lookup's results, which net and http use, too: "verbatim" by default. Throws ERR_INVALID_ARG_VALUE.
void setDefaultResultOrder(StringArg order);
String getDefaultResultOrder();

namespace detail {
void lookupAll(StringArg hostname, LookupAllOptions options, LookupAllCallback callback);
}
// This function is a template, so that for {.family = 4}, which would suit both types of options, the compiler selects
// the function above.
template <class = void>
void lookup(StringArg hostname, LookupAllOptions options, LookupAllCallback callback) {
  detail::lookupAll(hostname, std::move(options), std::move(callback));
}

}  // namespace nodecpp::dns
