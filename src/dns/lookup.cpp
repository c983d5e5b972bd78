// dns.lookup and dns.lookupService.
#include <nodecpp/process.h>

#include <cmath>
#include <string_view>

#include "dns/dns_internal.h"
#include "loop/active_resources.h"
#include "net/socket_handle.h"
#include "perf_hooks/node_entries.h"

namespace nodecpp::dns {

namespace {

using detail::Loop;
using nodecpp::detail::codedError;
using nodecpp::detail::inspectString;
using nodecpp::detail::invalidArgValue;

String printed(const Lookup& value) { return value.isString() ? inspectString(value.toString()) : value.toString(); }

TypeError invalidProperty(StringArg name, StringArg allowed, StringArg received) {
  return codedError<TypeError>("ERR_INVALID_ARG_VALUE", str("The property '") + name + "' must be one of: " + allowed +
                                                            ". Received " + received);
}

int checkedFamily(const Lookup& family, bool named) {
  if (family == nullptr) return 0;
  if (named && family == "IPv4") return 4;
  if (named && family == "IPv6") return 6;
  double number = family.isString() ? NAN : family.toNumber();
  if (number != 0 && number != 4 && number != 6) throw invalidProperty("options.family", "0, 4, 6", printed(family));
  return int(number);
}

bool isOrder(StringArg order) { return order == "verbatim" || order == "ipv4first" || order == "ipv6first"; }
constexpr const char* orders = "'verbatim', 'ipv4first', 'ipv6first'";

// Converts `hints` to 32 bits as JavaScript's `hints >>> 0`.
int checkedHints(double hints) {
  double whole = std::isfinite(hints) ? std::fmod(std::trunc(hints), 4294967296.0) : 0;
  if (whole < 0) whole += 4294967296.0;
  auto bits = std::uint32_t(whole);
  if (bits & ~std::uint32_t(ADDRCONFIG | V4MAPPED | ALL)) throw invalidArgValue("hints", str(bits));
  return int(bits);
}

struct CheckedLookup {
  net::LookupOptions options;
  String order;
};

template <class Options>
CheckedLookup check(StringArg hostname, const Options& options, bool named) {
  std::string_view text(hostname.data(), hostname.size());
  if (text.find('\0') != text.npos)
    throw invalidArgValue("hostname", inspectString(hostname), "must be a string without null bytes");
  CheckedLookup asked;
  asked.options.hints = checkedHints(options.hints);
  asked.options.family = checkedFamily(options.family, named);
  asked.order = getDefaultResultOrder();
  if (options.verbatim.value >= 0) asked.order = options.verbatim.value ? "verbatim" : "ipv4first";
  if (!options.order.empty()) {
    if (!isOrder(options.order)) throw invalidProperty("options.order", orders, inspectString(options.order));
    asked.order = options.order;
  }
  return asked;
}

void validateFamily(double family) {
  if (family != 0 && family != 4 && family != 6)
    throw invalidArgValue("family", str(family), "must be one of: 0, 4, 6");
}

template <class F>
void validateCallback(const F& callback) {
  if (!callback) throw nodecpp::detail::invalidArgType("callback", "of type function", "undefined");
}

// Whether the hostname is empty. As in Node, looking up an empty hostname is no error and finds no address, but the
// first such look-up emits the deprecation warning DEP0118.
bool isEmptyName(StringArg hostname) {
  if (hostname.size() != 0) return false;
  struct Warned {
    bool before = false;
  };
  static constinit nodecpp::detail::LoopLocal<Warned> warned;
  if (!std::exchange(warned->before, true))
    process::emitWarning(
        "The provided hostname \"\" is not a valid hostname, and is supported in the dns module solely "
        "for compatibility.",
        "DeprecationWarning", "DEP0118");
  return true;
}

using All = Array<LookupAddress>;

LookupAddress emptyAddress(const CheckedLookup& asked) { return {"", asked.options.family == 6 ? 6 : 4}; }

void start(StringArg hostname, const CheckedLookup& asked, Function<void(Error, All)> done) {
  net::detail::lookup(hostname, asked.options, asked.order, std::move(done));
}

struct PendingService {
  String address;
  Function<void(Error, Service)> done;
  Handle<Object> context = Loop::currentContext();
  nodecpp::detail::ActiveResource active{Loop::current(), nodecpp::detail::ActiveResource::Kind::request,
                                         "GetNameInfoReqWrap"};
  Handle<Object> begun{};  // for observers of perf_hooks
};

// Looks up the name of an address and the service of a port. `told` is the address that the error of a failed look-up
// contains; it is empty where Node's error contains none.
void startService(StringArg address, const Lookup& port, StringArg told, Function<void(Error, Service)> done) {
  int family = net::isIP(address);
  if (family == 0) throw invalidArgValue("address", inspectString(address));
  int number = net::detail::validatePort(port, "Port");
  auto* pending = new PendingService{told.toString(), std::move(done)};
  using perf_hooks::detail::Measured;
  if (perf_hooks::detail::isMeasured(Measured::dns)) [[unlikely]]
    pending->begun =
        perf_hooks::detail::begin("lookupService", var::object({{"host", address.toString()}, {"port", number}}));
  Loop::current().port().names.lookupService(
      net::detail::toAddress(address, number, family),
      [](void* context, os::ErrorCode error, String host, String service) {
        const std::unique_ptr<PendingService> holder(static_cast<PendingService*>(context));
        PendingService& now = *holder;
        Loop::current().makeCallback(now.context, [&] {
          if (!error) {
            now.done(nullptr, {host, service});
            if (now.begun) [[unlikely]]
              perf_hooks::detail::end(Measured::dns, now.begun,
                                      var::object({{"hostname", host}, {"service", service}}));
            return;
          }
          String code = error == UV_EAI_NONAME || error == UV_EAI_NODATA ? String("ENOTFOUND")
                                                                         : nodecpp::detail::errnoName(error);
          now.done(nodecpp::detail::dnsException(code, error, "getnameinfo", now.address), {});
        });
      },
      pending);
}

// Returns a promise of the operation that start(done) begins. When the promise is retracted (see docs/concurrency.md),
// the operation's result is ignored, because the operation itself cannot be stopped.
template <class T, class Start>
Promise<T> disowned(Start start) {
  return detail::stoppable<T>([&](Function<void(Error, T)> done) {
    let<Function<void(Error, T)>> kept = done;
    start([kept](const Error& error, T value) {
      if (auto tell = std::exchange(kept.ref(), nullptr)) tell(error, std::move(value));
    });
    return [kept] { kept.ref() = nullptr; };
  });
}

}  // namespace

void lookup(StringArg hostname, LookupCallback callback) { lookup(hostname, LookupOptions{}, std::move(callback)); }

void lookup(StringArg hostname, double family, LookupCallback callback) {
  validateCallback(callback);
  validateFamily(family);
  lookup(hostname, LookupOptions{.family = family}, std::move(callback));
}

void lookup(StringArg hostname, LookupOptions options, LookupCallback callback) {
  validateCallback(callback);
  CheckedLookup asked = check(hostname, options, true);
  if (isEmptyName(hostname))
    return Loop::current().nextTick(
        [callback, none = emptyAddress(asked)] { callback(nullptr, none.address, none.family); });
  start(hostname, asked, [callback](const Error& error, const All& found) {
    if (error)
      callback(error, "", 0);
    else
      callback(nullptr, found[0].address, found[0].family);
  });
}

void detail::lookupAll(StringArg hostname, LookupAllOptions options, LookupAllCallback callback) {
  validateCallback(callback);
  CheckedLookup asked = check(hostname, options, true);
  if (isEmptyName(hostname)) return Loop::current().nextTick([callback] { callback(nullptr, {}); });
  start(hostname, asked, std::move(callback));
}

void lookupService(StringArg address, const Lookup& port,
                   Function<void(Error, String hostname, String service)> callback) {
  if (!callback)
    throw codedError<TypeError>("ERR_MISSING_ARGS",
                                "The \"address\", \"port\", and \"callback\" arguments must be specified");
  startService(address, port, address, [callback](const Error& error, const Service& found) {
    callback(error, found.hostname, found.service);
  });
}

void setDefaultResultOrder(StringArg order) {
  if (!isOrder(order)) throw invalidArgValue("dnsOrder", inspectString(order), str("must be one of: ") + orders);
  net::detail::defaultResultOrder() = order.toString();
}

String getDefaultResultOrder() { return net::detail::defaultResultOrder(); }

namespace promises {

Promise<LookupAddress> lookup(StringArg hostname) { return lookup(hostname, LookupOptions{}); }

Promise<LookupAddress> lookup(StringArg hostname, double family) {
  validateFamily(family);
  return lookup(hostname, LookupOptions{.family = family});
}

Promise<LookupAddress> lookup(StringArg hostname, LookupOptions options) {
  CheckedLookup asked = check(hostname, options, false);
  if (isEmptyName(hostname)) return Promise<>::resolve(emptyAddress(asked));
  if (int family = net::isIP(hostname)) return Promise<>::resolve(LookupAddress{hostname.toString(), family});
  return disowned<LookupAddress>([&](Function<void(Error, LookupAddress)> done) {
    start(hostname, asked, [done](const Error& error, const All& found) {
      done(error, error ? LookupAddress() : LookupAddress(found[0]));
    });
  });
}

Promise<Service> lookupService(StringArg address, const Lookup& port) {
  // Node's error of lookupService's promise contains no address.
  return disowned<Service>(
      [&](Function<void(Error, Service)> done) { startService(address, port, "", std::move(done)); });
}

}  // namespace promises

Promise<All> detail::lookupAll(StringArg hostname, LookupAllOptions options) {
  CheckedLookup asked = check(hostname, options, false);
  if (isEmptyName(hostname)) return Promise<>::resolve(All());
  if (int family = net::isIP(hostname)) return Promise<>::resolve(All{{hostname.toString(), family}});
  return disowned<All>([&](Function<void(Error, All)> done) { start(hostname, asked, std::move(done)); });
}

}  // namespace nodecpp::dns
