// Names and ports, as far as net needs them: dns.lookup over the port.
#include <nodecpp/timers.h>

#include <cmath>

#include "net/handle.h"

namespace nodecpp::net::detail {

namespace {

// Node's names of getaddrinfo's errors.
String lookupCode(os::ErrorCode error) {
  if (error == -3008 || error == -3007) return "ENOTFOUND";
  return nodecpp::detail::errnoName(error);
}

struct Pending {
  String hostname;
  Function<void(Error, std::vector<LookupAddress>)> done;
};

}  // namespace

void dropLater(Function<void()> f) {
  struct Guard {
    Function<void()> f;
    explicit Guard(Function<void()> g) : f(std::move(g)) {}
    Guard(Guard&& other) noexcept : f(std::exchange(other.f, nullptr)) {}
    ~Guard() {
      if (f) f();
    }
    void operator()() const {}
  };
  nodecpp::setTimeout(Function<void()>(Guard(std::move(f))), 60000)->unref();
}

void lookup(StringArg hostname, LookupOptions options, Function<void(Error, std::vector<LookupAddress>)> done) {
  Loop& loop = Loop::current();
  String name = hostname.toString();
  if (int family = isIP(name)) {
    loop.nextTick([done, name, family] { done(nullptr, {{name, family}}); });
    return;
  }
  auto* pending = new Pending{name, std::move(done)};
  loop.port().lookup(
      {name, options.family, options.hints},
      [](void* context, os::ErrorCode error, std::vector<os::Address> found) {
        Pending now = std::move(*static_cast<Pending*>(context));
        delete static_cast<Pending*>(context);
        Loop::current().makeCallback([&] {
          if (error) return now.done(nodecpp::detail::dnsException(lookupCode(error), error, "getaddrinfo", now.hostname), {});
          std::vector<LookupAddress> addresses;
          for (const os::Address& address : found)
            addresses.push_back({address.host, address.family == os::Address::Family::ipv6 ? 6 : 4});
          now.done(nullptr, std::move(addresses));
        });
      },
      pending);
}

int validatePort(const Lookup& port, StringArg name) {
  double number = port.kind() == Lookup::Kind::string && port.toString().trim().empty() ? std::nan("") : port.toNumber();
  if (number >= 0 && number <= 65535 && number == std::trunc(number)) return int(number);
  String received = port.isUndefined()                         ? String("undefined")
                    : port.kind() == Lookup::Kind::string      ? "type string ('" + port.toString() + "')"
                                                               : "type number (" + port.toString() + ")";
  throw nodecpp::detail::codedError<RangeError>(
      "ERR_SOCKET_BAD_PORT", name.toString() + " should be >= 0 and < 65536. Received " + received + ".");
}

AddressInfo toInfo(const os::Address& address) {
  switch (address.family) {
    case os::Address::Family::ipv4: return {address.host, "IPv4", address.port};
    case os::Address::Family::ipv6: return {address.host, "IPv6", address.port};
    case os::Address::Family::unix: return {address.host, "", 0};
    case os::Address::Family::none: break;
  }
  return {};
}

os::Address toAddress(StringArg host, int port, int family) {
  return {family == 4   ? os::Address::Family::ipv4
          : family == 6 ? os::Address::Family::ipv6
                        : os::Address::Family::unix,
          host.toString(), port};
}

}  // namespace nodecpp::net::detail
