// dns/promises: the functions of dns as promises. https://nodejs.org/docs/latest-v24.x/api/dns.html#dns-promises-api
//
//   auto found = co_await dns::promises::lookup("localhost");
//
// Invalid arguments are thrown, as in Node, and do not reject the promise.
#pragma once

#include <nodecpp/dns/lookup.h>
#include <nodecpp/dns/resolver.h>
#include <nodecpp/util/promisify.h>

namespace nodecpp::dns {

namespace detail {
Promise<Array<LookupAddress>> lookupAll(StringArg hostname, LookupAllOptions options);
}

namespace promises {

// `family` may only be 0, 4 or 6.
Promise<LookupAddress> lookup(StringArg hostname);
Promise<LookupAddress> lookup(StringArg hostname, double family);
Promise<LookupAddress> lookup(StringArg hostname, LookupOptions options);
template <class = void>
Promise<Array<LookupAddress>> lookup(StringArg hostname, LookupAllOptions options) {
  return detail::lookupAll(hostname, std::move(options));
}
Promise<Service> lookupService(StringArg address, const Lookup& port);

using dns::getDefaultResultOrder;
using dns::setDefaultResultOrder;

}  // namespace promises

namespace detail {
struct PromisedLookup {
  Promise<LookupAddress> operator()(StringArg hostname) const { return promises::lookup(hostname); }
  Promise<LookupAddress> operator()(StringArg hostname, double family) const {
    return promises::lookup(hostname, family);
  }
  Promise<LookupAddress> operator()(StringArg hostname, LookupOptions options) const {
    return promises::lookup(hostname, std::move(options));
  }
};
}  // namespace detail
}  // namespace nodecpp::dns

namespace nodecpp::util {

// util.promisify of dns.lookup and dns.lookupService. The callbacks of these two functions get several values; the
// promise has all of them in one object.
inline dns::detail::PromisedLookup promisify(void (*)(StringArg, dns::LookupCallback)) { return {}; }
inline auto promisify(void (*)(StringArg, const Lookup&, Function<void(Error, String, String)>)) {
  return dns::promises::lookupService;
}

}  // namespace nodecpp::util
