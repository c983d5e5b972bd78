// Name look-ups (the core of dns.lookup, which net itself uses), validation of ports, and conversions between the
// port's addresses and Node's.
#include <nodecpp/timers.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "loop/active_resources.h"
#include "net/socket_handle.h"
#include "perf_hooks/node_entries.h"
#include "process/process_state.h"
#include "url/idna.h"

namespace nodecpp::net::detail {

namespace {

// Returns the code that Node uses for an error of getaddrinfo.
String lookupCode(os::ErrorCode error) {
  if (error == UV_EAI_NONAME || error == UV_EAI_NODATA) return "ENOTFOUND";
  return nodecpp::detail::errnoName(error);
}

struct Pending {
  String hostname;
  String order;
  int family;
  Function<void(Error, Array<LookupAddress>)> done;
  Handle<Object> context = Loop::currentContext();
  nodecpp::detail::ActiveResource active{Loop::current(), nodecpp::detail::ActiveResource::Kind::request,
                                         "GetAddrInfoReqWrap"};
  Handle<Object> begun{};  // for observers of perf_hooks
};

using perf_hooks::detail::Measured;

void tellObservers(const Handle<Object>& begun, const Array<LookupAddress>& found) {
  var addresses = var::array({});
  for (const LookupAddress& one : found) addresses.push(one.address);
  perf_hooks::detail::end(Measured::dns, begun, var::object({{"addresses", addresses}}));
}

}  // namespace

// The guard calls `f` also when the loop ends before the timer is due, since the loop then destroys the timer.
void dropLater(Function<void()> f) {
  NODECPP_ASSERT(bool(f));
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

String& defaultResultOrder() {
  struct Order {
    explicit Order(Loop& loop) {
      if (loop.processState) value = nodecpp::detail::ProcessState::of(loop).dnsResultOrder;
      if (value.empty()) value = "verbatim";
    }
    String value;
  };
  static constinit nodecpp::detail::LoopLocal<Order> order;
  return order->value;
}

String asciiName(StringArg name) {
  std::string_view text(name.data(), name.size());
  return url::toAscii(text);
}

void lookup(StringArg hostname, LookupOptions options, StringArg order,
            Function<void(Error, Array<LookupAddress>)> done) {
  Loop& loop = Loop::current();
  String name = hostname.toString();
  if (int family = isIP(name)) {
    loop.nextTick([done, name, family] { done(nullptr, {{name, family}}); });
    return;
  }
  auto* pending = new Pending{name, order.toString(), options.family, std::move(done)};
  if (perf_hooks::detail::isMeasured(Measured::dns)) [[unlikely]]
    pending->begun = perf_hooks::detail::begin("lookup", var::object({{"hostname", name},
                                                                      {"family", options.family},
                                                                      {"hints", options.hints},
                                                                      {"verbatim", order == "verbatim"},
                                                                      {"order", order.toString()}}));
  loop.port().names.lookup(
      {asciiName(name), options.family, options.hints},
      [](void* context, os::ErrorCode error, std::vector<os::Address> found) {
        NODECPP_ASSERT(error <= 0, error);
        const std::unique_ptr<Pending> holder(static_cast<Pending*>(context));
        Pending& now = *holder;
        Loop::current().makeCallback(now.context, [&] {
          if (!error && found.empty()) error = UV_EAI_NODATA;
          if (error)
            return now.done(nodecpp::detail::dnsException(lookupCode(error), error, "getaddrinfo", now.hostname), {});
          auto isV6 = [](const os::Address& address) { return address.family == os::Address::Family::ipv6; };
          Array<LookupAddress> addresses;
          auto add = [&](bool v4, bool v6) {
            for (const os::Address& address : found)
              if (isV6(address) ? v6 : v4)
                addresses.push({address.host, now.family ? now.family : isV6(address) ? 6 : 4});
          };
          // The addresses are sorted by family, or stay in the order in which they were found ("verbatim").
          bool v6First = now.order == "ipv6first", sorted = v6First || now.order == "ipv4first";
          add(!v6First, v6First || !sorted);
          if (sorted) add(v6First, !v6First);
          now.done(nullptr, addresses);
          if (now.begun) [[unlikely]]
            tellObservers(now.begun, addresses);
        });
      },
      pending);
}

void lookup(StringArg hostname, LookupOptions options, Function<void(Error, Array<LookupAddress>)> done) {
  lookup(hostname, options, defaultResultOrder(), std::move(done));
}

int validatePort(const Lookup& port, StringArg name) {
  double number =
      port.kind() == Lookup::Kind::string && port.toString().trim().empty() ? std::nan("") : port.toNumber();
  if (number >= 0 && number <= 65535 && number == double(int(number))) return int(number);
  String received = port.isUndefined()                    ? String("undefined")
                    : port.kind() == Lookup::Kind::string ? "type string ('" + port.toString() + "')"
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
