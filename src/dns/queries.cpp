// The queries that programs make, each with a callback and as a promise, on a Resolver and on the default resolver of
// the program.
#include <nodecpp/timers.h>

#include <string>
#include <string_view>

#include "base/assertion.h"
#include "dns/dns_internal.h"
#include "net/socket_handle.h"
#include "perf_hooks/node_entries.h"

namespace nodecpp::dns {

using nodecpp::detail::inspectString;
using nodecpp::detail::invalidArgValue;

namespace detail {

namespace {

const char* codeOf(os::QueryError error) {
  switch (error) {
    case os::QueryError::none: break;
    case os::QueryError::timeout: return "ETIMEOUT";
    case os::QueryError::refused: return "ECONNREFUSED";
    case os::QueryError::malformed: return "EBADRESP";
    case os::QueryError::cancelled: return "ECANCELLED";
    case os::QueryError::noServers:
      return "UNKNOWN_ARES_ERROR";  // Node has no name for this error, and uses this code, too.
    case os::QueryError::noMemory: return "ENOMEM";
  }
  return nullptr;
}

// Returns the code of a name server's own response. Response codes that c-ares does not know count as failures of the
// server.
const char* codeOf(const os::DnsMessage& message) {
  switch (message.rcode) {
    case 0: return message.answers.empty() ? "ENODATA" : nullptr;
    case 1: return "EFORMERR";
    case 2: return "ESERVFAIL";
    case 3: return "ENOTFOUND";
    case 4: return "ENOTIMP";
    case 5: return "EREFUSED";
    default: return message.rcode > 10 ? "ESERVFAIL" : nullptr;
  }
}

// Returns the name under "in-addr.arpa" or "ip6.arpa" for an address (RFC 1035, 3.5; RFC 3596, 2.5).
std::string reverseName(const unsigned char* bytes, int family) {
  NODECPP_ASSERT(family == 4 || family == 6, family);
  std::string name;
  if (family == 4) {
    for (int i = 3; i >= 0; --i) name += std::to_string(bytes[i]) + ".";
    return name + "in-addr.arpa";
  }
  for (int i = 15; i >= 0; --i)
    for (int nibble : {bytes[i] & 15, bytes[i] >> 4}) name += {"0123456789abcdef"[nibble], '.'};
  return name + "ip6.arpa";
}

// Whether a name ends in ".onion". By RFC 7686 such names are never queried.
bool isOnionDomain(std::string_view name) {
  if (name.ends_with('.')) name.remove_suffix(1);
  return name == "onion" || name.ends_with(".onion");
}

// Calls `f` in a later turn, since all results are reported in a later turn. Returns a function that prevents the call.
Function<void()> soon(Function<void()> f) {
  Immediate immediate = nodecpp::setImmediate(std::move(f));
  return [immediate] { clearImmediate(immediate); };
}

// Returns `done`, which also tells observers of perf_hooks how long the query took, if there are any.
template <class T>
ResolveCallback<T> measured(const char* name, const String& host, bool ttl, ResolveCallback<T> done) {
  using perf_hooks::detail::Measured;
  if (!perf_hooks::detail::isMeasured(Measured::dns)) [[likely]]
    return done;
  const Handle<Object> begun = perf_hooks::detail::begin(name, var::object({{"host", host}, {"ttl", ttl}}));
  return [begun, done](const Error& error, T records) {
    done(error, records);
    if (error) return;
    var result = var::object();
    if constexpr (std::same_as<T, Names> || std::same_as<T, List<List<String>>>) result.set("result", var(records));
    perf_hooks::detail::end(Measured::dns, begun, result);
  };
}

template <class T>
Function<void()> start(ResolverBase* resolver, const Kind<T>& kind, StringArg hostname, ResolveCallback<T> answered) {
  String name = hostname.toString();
  const ResolveCallback<T> done =
      measured<T>(kind.syscall, name, std::same_as<T, List<RecordWithTtl>>, std::move(answered));
  auto fail = [done, name, &kind](const char* code) {
    done(nodecpp::detail::dnsException(code, 0, kind.syscall, name), T{});
  };
  String ascii = net::detail::asciiName(name);
  // The name ends at its first zero byte, as in c-ares, which uses C strings.
  std::string_view text(ascii.data(), ascii.size());
  text = text.substr(0, text.find('\0'));
  std::string wire;
  if (isOnionDomain(text)) return soon([fail] { fail("ENOTFOUND"); });
  if (!os::writeName(text, wire)) return soon([fail] { fail("EBADNAME"); });
  NODECPP_ASSERT(!wire.empty() && wire.size() <= 255 && wire.back() == '\0', wire.size());
  return ask(resolver, {wire, std::uint16_t(kind.type)},
             [=, &kind](os::QueryError error, const os::DnsMessage& message) {
               T records{};
               const char* code = error == os::QueryError::none ? codeOf(message) : codeOf(error);
               if (!code) code = message.unwritable ? "EFORMERR" : kind.read(message, records);
               if (code) return fail(code);
               done(nullptr, std::move(records));
             });
}

Function<void()> startReverse(ResolverBase* resolver, StringArg ip, ResolveCallback<Names> answered) {
  String name = ip.toString();
  const ResolveCallback<Names> done = measured<Names>("getHostByAddr", name, false, std::move(answered));
  auto error = [name](const char* code, int number) {
    return nodecpp::detail::dnsException(code, number, "getHostByAddr", name);
  };
  std::string_view text(ip.data(), ip.size());
  unsigned char bytes[16];
  int family = net::detail::parseAddress(text.substr(0, text.find('%')), bytes);
  if (family == 0) throw error("EINVAL", UV_EINVAL);
  Names names;
  if (namesInHosts(name, names)) return soon([done, names] { done(nullptr, names); });
  os::Question question{.name = {}, .type = std::uint16_t(os::RecordType::ptr)};
  bool isName = os::writeName(reverseName(bytes, family), question.name);
  NODECPP_ASSERT(isName, family);
  return ask(resolver, std::move(question), [=](os::QueryError failed, const os::DnsMessage& message) {
    // As in c-ares, any failure of a name server counts as not found, since all sources were tried.
    if (failed == os::QueryError::cancelled) return done(error("ECANCELLED", 0), {});
    if (failed != os::QueryError::none || codeOf(message)) return done(error("ENOTFOUND", 0), {});
    Names found;
    const char* code = kindPtr.read(message, found);
    if (code) return done(error(code, 0), {});
    done(nullptr, std::move(found));
  });
}

template <class F>
void validateCallback(const F& callback) {
  if (!callback) throw nodecpp::detail::invalidArgType("callback", "of type function", "undefined");
}

template <class T>
void callbackQuery(ResolverBase* resolver, const Kind<T>& kind, StringArg hostname, ResolveCallback<T> callback) {
  validateCallback(callback);
  start(resolver, kind, hostname, std::move(callback));
}
void callbackReverse(ResolverBase* resolver, StringArg ip, ResolveCallback<Names> callback) {
  validateCallback(callback);
  startReverse(resolver, ip, std::move(callback));
}
template <class T>
Promise<T> promiseQuery(ResolverBase* resolver, const Kind<T>& kind, StringArg hostname) {
  return stoppable<T>([&](ResolveCallback<T> done) { return start(resolver, kind, hostname, std::move(done)); });
}
Promise<Names> promiseReverse(ResolverBase* resolver, StringArg ip) {
  return stoppable<Names>([&](ResolveCallback<Names> done) { return startReverse(resolver, ip, std::move(done)); });
}

const Kind<Records>& kindOf(StringArg rrtype) {
  if (const Kind<Records>* kind = kindNamed(rrtype)) return *kind;
  throw invalidArgValue("rrtype", inspectString(rrtype));
}

constinit nodecpp::detail::LoopLocal<Handle<ResolverBase>> programResolver;

ResolverBase* program() {
  Handle<ResolverBase>& resolver = *programResolver;
  if (!resolver) resolver = make<Resolver>();
  return resolver.get();
}

}  // namespace
}  // namespace detail

Array<String> getServers() { return detail::program()->getServers(); }

void setServers(const Array<String>& servers) {
  auto resolver = make<Resolver>();
  resolver->setServers(servers);
  *detail::programResolver = resolver;
}

using WithTtl = Array<RecordWithTtl>;

// clang-format off
// The list of the queries, from which four functions each are made: with a callback and as a promise, on a Resolver and
// on the default resolver. An entry has the function's name, the type of its result, the kind of record that it
// queries, and its parameters.
#define NODECPP_DNS_QUERIES(DEFINE, SCOPE, RESOLVER)                                                                \
  DEFINE(SCOPE, RESOLVER, resolve,      Names,                kindA,          StringArg hostname)                   \
  DEFINE(SCOPE, RESOLVER, resolve,      Records,              kindOf(rrtype), StringArg hostname, StringArg rrtype) \
  DEFINE(SCOPE, RESOLVER, resolve4,     Names,                kindA,          StringArg hostname)                   \
  DEFINE(SCOPE, RESOLVER, resolve4,     WithTtl,              kindATtl,       StringArg hostname, ResolveOptions)   \
  DEFINE(SCOPE, RESOLVER, resolve6,     Names,                kindAaaa,       StringArg hostname)                   \
  DEFINE(SCOPE, RESOLVER, resolve6,     WithTtl,              kindAaaaTtl,    StringArg hostname, ResolveOptions)   \
  DEFINE(SCOPE, RESOLVER, resolveAny,   Array<AnyRecord>,     kindAny,        StringArg hostname)                   \
  DEFINE(SCOPE, RESOLVER, resolveCaa,   Array<CaaRecord>,     kindCaa,        StringArg hostname)                   \
  DEFINE(SCOPE, RESOLVER, resolveCname, Names,                kindCname,      StringArg hostname)                   \
  DEFINE(SCOPE, RESOLVER, resolveMx,    Array<MxRecord>,      kindMx,         StringArg hostname)                   \
  DEFINE(SCOPE, RESOLVER, resolveNaptr, Array<NaptrRecord>,   kindNaptr,      StringArg hostname)                   \
  DEFINE(SCOPE, RESOLVER, resolveNs,    Names,                kindNs,         StringArg hostname)                   \
  DEFINE(SCOPE, RESOLVER, resolvePtr,   Names,                kindPtr,        StringArg hostname)                   \
  DEFINE(SCOPE, RESOLVER, resolveSoa,   SoaRecord,            kindSoa,        StringArg hostname)                   \
  DEFINE(SCOPE, RESOLVER, resolveSrv,   Array<SrvRecord>,     kindSrv,        StringArg hostname)                   \
  DEFINE(SCOPE, RESOLVER, resolveTlsa,  Array<TlsaRecord>,    kindTlsa,       StringArg hostname)                   \
  DEFINE(SCOPE, RESOLVER, resolveTxt,   Array<Array<String>>, kindTxt,        StringArg hostname)
// clang-format on

// Define a query of the list with a callback, and as a promise.
#define NODECPP_DNS_CALLBACK(SCOPE, RESOLVER, name, T, kind, ...)                 \
  void SCOPE name(__VA_ARGS__, ResolveCallback<T> callback) {                     \
    detail::callbackQuery(RESOLVER, detail::kind, hostname, std::move(callback)); \
  }
#define NODECPP_DNS_PROMISE(SCOPE, RESOLVER, name, T, kind, ...) \
  Promise<T> SCOPE name(__VA_ARGS__) { return detail::promiseQuery(RESOLVER, detail::kind, hostname); }

NODECPP_DNS_QUERIES(NODECPP_DNS_CALLBACK, ResolverObject::, this)
NODECPP_DNS_QUERIES(NODECPP_DNS_CALLBACK, , detail::program())
#undef NODECPP_DNS_CALLBACK

void ResolverObject::reverse(StringArg ip, ResolveCallback<Names> callback) {
  detail::callbackReverse(this, ip, std::move(callback));
}
void reverse(StringArg ip, ResolveCallback<Names> callback) {
  detail::callbackReverse(detail::program(), ip, std::move(callback));
}

namespace promises {

NODECPP_DNS_QUERIES(NODECPP_DNS_PROMISE, ResolverObject::, this)
NODECPP_DNS_QUERIES(NODECPP_DNS_PROMISE, , detail::program())
#undef NODECPP_DNS_PROMISE
#undef NODECPP_DNS_QUERIES

Promise<Names> ResolverObject::reverse(StringArg ip) { return detail::promiseReverse(this, ip); }
Promise<Names> reverse(StringArg ip) { return detail::promiseReverse(detail::program(), ip); }

}  // namespace promises

}  // namespace nodecpp::dns
