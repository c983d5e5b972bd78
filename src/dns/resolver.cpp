// Resolvers: callbacks and promises over the queries of the port.
#include <nodecpp/timers.h>

#include <cmath>

#include "dns/dns.h"
#include "net/handle.h"

namespace nodecpp::dns {

using nodecpp::detail::codedError;
using nodecpp::detail::inspectString;
using nodecpp::detail::invalidArgValue;

namespace impl {

namespace {

constexpr int dnsPort = 53;

const char* codeOf(os::QueryError error) {
  switch (error) {
    case os::QueryError::none: break;
    case os::QueryError::timeout: return "ETIMEOUT";
    case os::QueryError::refused: return "ECONNREFUSED";
    case os::QueryError::malformed: return "EBADRESP";
    case os::QueryError::cancelled: return "ECANCELLED";
    case os::QueryError::noServers: return "UNKNOWN_ARES_ERROR";  // Node has no name for it either
    case os::QueryError::noMemory: return "ENOMEM";
  }
  return nullptr;
}

// What the name server itself says. Codes that c-ares does not know are failures of the server.
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

double checkedInteger(double value, StringArg name, double least, double most) {
  if (value != std::trunc(value)) throw nodecpp::detail::outOfRange(name, "an integer", nodecpp::detail::rangeNumber(value));
  if (!(value >= least && value <= most))
    throw nodecpp::detail::outOfRange(name, str(">= ") + str(least) + " && <= " + str(most), nodecpp::detail::rangeNumber(value));
  return value;
}

// "in-addr.arpa" and "ip6.arpa" names (RFC 1035 section 3.5, RFC 3596 section 2.5).
std::string reverseName(const unsigned char* bytes, int family) {
  std::string name;
  if (family == 4) {
    for (int i = 3; i >= 0; --i) name += std::to_string(bytes[i]) + ".";
    return name + "in-addr.arpa";
  }
  for (int i = 15; i >= 0; --i)
    for (int nibble : {bytes[i] & 15, bytes[i] >> 4}) name += {"0123456789abcdef"[nibble], '.'};
  return name + "ip6.arpa";
}

// RFC 7686: never asked for.
bool isOnion(std::string_view name) {
  if (name.ends_with('.')) name.remove_suffix(1);
  return name == "onion" || name.ends_with(".onion");
}

}  // namespace

struct ResolverBase::Channel final : nodecpp::detail::LoopEnd {
  explicit Channel(Loop& l) : loop(l) { remember(); }
  ~Channel() {
    if (resolver) loop.port().close(resolver);
  }
  void onLoopEnd() noexcept override {
    if (resolver) loop.port().close(std::exchange(resolver, nullptr));
  }
  Loop& loop;
  os::Resolver* resolver = nullptr;
  std::size_t active = 0;
};

// One query. It holds its resolver, which a program may have let go.
class PendingQuery final : public os::Query {
 public:
  using Answered = Function<void(os::QueryError, const os::DnsMessage&)>;

  PendingQuery(ResolverBase* resolver, Answered done) : resolver_(resolver), done_(std::move(done)) {
    ++resolver_->channel_->active;
  }
  ~PendingQuery() override {
    if (live_.ref()) end();
  }

  void answered(os::QueryError error, std::string_view answer) override {
    Answered done = std::move(done_);
    end();
    Loop::current().makeCallback([&] {
      os::DnsMessage message;
      if (error == os::QueryError::none && !os::readMessage(answer, message)) error = os::QueryError::malformed;
      done(error, message);
    });
  }

  // A function that forgets the query where it is not over.
  Function<void()> stopper() {
    return [live = live_] {
      if (PendingQuery* self = live.ref()) self->forget();
    };
  }
  void start(const os::Question& question) {
    channel().loop.port().ask(channel().resolver, question, this);
  }

 private:
  ResolverBase::Channel& channel() { return *resolver_->channel_; }
  void end() {
    live_ = nullptr;
    --channel().active;
  }
  void forget() {
    if (channel().resolver) channel().loop.port().forget(channel().resolver, this);
  }

  Handle<ResolverBase> resolver_;
  Answered done_;
  let<PendingQuery*> live_ = this;
};

ResolverBase::ResolverBase(ResolverOptions options) {
  os::ResolverSpec spec;
  spec.timeout = int(checkedInteger(options.timeout, "options.timeout", -1, 2147483647));
  spec.tries = int(checkedInteger(options.tries, "options.tries", 1, 2147483647));
  spec.maxTimeout = std::uint32_t(checkedInteger(options.maxTimeout, "options.maxTimeout", 0, 4294967295));
  channel_ = new Channel(Loop::current());
  channel_->resolver = channel_->loop.port().openResolver(spec);
  if (!channel_->resolver) {
    delete channel_;
    throw Error("c-ares could not be initialised");
  }
}

ResolverBase::~ResolverBase() { delete channel_; }

void ResolverBase::cancel() {
  if (channel_->resolver) channel_->loop.port().cancelAll(channel_->resolver);
}

std::vector<String> ResolverBase::getServers() const {
  std::vector<String> servers;
  if (!channel_->resolver) return servers;
  for (const os::Address& address : channel_->loop.port().nameServers(channel_->resolver)) {
    bool isV6 = address.family == os::Address::Family::ipv6;
    servers.push_back(address.port == dnsPort ? address.host
                                              : (isV6 ? "[" + address.host + "]" : address.host) + ":" + str(address.port));
  }
  return servers;
}

namespace {

// The digits behind the last colon, which end the text; -1 for none. JavaScript's parseInt of what its regular expression
// finds.
double portAtEnd(std::string_view text, std::size_t& colon) {
  std::size_t digits = text.find_last_not_of("0123456789");
  if (digits == text.npos || digits == 0 || text[digits] != ':' || digits + 1 == text.size()) return -1;
  colon = digits;
  double port = 0;
  for (char c : text.substr(digits + 1)) port = port * 10 + (c - '0');
  return port;
}

os::Address serverFrom(const String& server) {
  if (int family = net::isIP(server)) return net::detail::toAddress(server, dnsPort, family);
  std::string_view text(server.data(), server.length());
  std::size_t colon = text.size();
  double port = portAtEnd(text, colon);
  std::string_view host = text.substr(0, colon);
  if (text.starts_with('[') && text.find(']') != text.npos) host = text.substr(1, text.find(']') - 1);
  int family = net::isIP(host);
  if (family == 0) throw codedError<TypeError>("ERR_INVALID_IP_ADDRESS", "Invalid IP address: " + server);
  int number = net::detail::validatePort(port > 0 ? port : double(dnsPort), "Port");
  return net::detail::toAddress(host, number, family);
}

}  // namespace

void ResolverBase::setServers(const std::vector<String>& servers) {
  std::vector<os::Address> addresses;
  for (const String& server : servers) addresses.push_back(serverFrom(server));
  const char* why = channel_->active ? "There are pending queries." : nullptr;
  if (!why && channel_->resolver && !channel_->loop.port().setNameServers(channel_->resolver, addresses))
    why = "Misformatted DNS query";
  if (!why) return;
  String all = "";
  for (std::size_t i = 0; i < servers.size(); ++i) all = all + (i ? "," : "") + servers[i];
  throw codedError<Error>("ERR_DNS_SET_SERVERS_FAILED", str("c-ares failed to set servers: \"") + why + "\" [" + all + "]");
}

void ResolverBase::setLocalAddress(StringArg ipv4, StringArg ipv6) {
  int first = net::isIP(ipv4), second = net::isIP(ipv6);
  auto fail = [](StringArg message) { throw codedError<TypeError>("ERR_INVALID_ARG_VALUE", message); };
  if (!first || !second) fail("Invalid IP address.");
  if (first == second) fail(first == 4 ? "Cannot specify two IPv4 addresses." : "Cannot specify two IPv6 addresses.");
  os::Address a = net::detail::toAddress(ipv4, 0, first), b = net::detail::toAddress(ipv6, 0, second);
  if (channel_->resolver)
    channel_->loop.port().setLocalAddresses(channel_->resolver, first == 4 ? a : b, first == 4 ? b : a);
}

void ResolverBase::setLocalAddress(StringArg address) {
  setLocalAddress(address, net::isIP(address) == 6 ? "0.0.0.0" : "::");
}

namespace {

// In a turn, as all results are. Gives what stops it.
Function<void()> soon(Function<void()> f) {
  Immediate immediate = nodecpp::setImmediate(std::move(f));
  return [immediate] { clearImmediate(immediate); };
}

// Asks, and gives what stops that.
Function<void()> ask(ResolverBase* resolver, const String& name, os::RecordType type, PendingQuery::Answered done) {
  auto* query = new PendingQuery(resolver, std::move(done));
  Function<void()> stop = query->stopper();
  os::Question question{.name = {}, .type = std::uint16_t(type)};
  os::writeName(std::string_view(name.data(), name.length()), question.name);
  query->start(question);
  return stop;
}

template <class T>
Function<void()> start(ResolverBase* resolver, const Kind<T>& kind, StringArg hostname, ResolveCallback<T> done) {
  String name = hostname.toString();
  auto fail = [done, name, &kind](const char* code) {
    done(nodecpp::detail::dnsException(code, 0, kind.syscall, name), T{});
  };
  String ascii = net::detail::asciiName(name);
  // As far as its first zero, as C has it.
  std::string_view text(ascii.data(), ascii.length());
  text = text.substr(0, text.find('\0'));
  std::string wire;
  if (isOnion(text)) return soon([fail] { fail("ENOTFOUND"); });
  if (!os::writeName(text, wire)) return soon([fail] { fail("EBADNAME"); });
  return ask(resolver, String(text), kind.type, [=, &kind](os::QueryError error, const os::DnsMessage& message) {
    T records{};
    const char* code = error == os::QueryError::none ? codeOf(message) : codeOf(error);
    if (!code) code = message.strange ? "EFORMERR" : kind.read(message, records);
    if (code) return fail(code);
    done(nullptr, std::move(records));
  });
}

Function<void()> startReverse(ResolverBase* resolver, StringArg ip, ResolveCallback<Names> done) {
  String name = ip.toString();
  auto error = [name](const char* code, int number) {
    return nodecpp::detail::dnsException(code, number, "getHostByAddr", name);
  };
  std::string_view text(ip.data(), ip.size());
  unsigned char bytes[16];
  int family = net::detail::parseAddress(text.substr(0, text.find('%')), bytes);
  if (family == 0) throw error("EINVAL", -22);
  Names names;
  if (namesInHosts(name, names)) return soon([done, names] { done(nullptr, names); });
  auto type = os::RecordType::ptr;
  std::string question = reverseName(bytes, family);
  return ask(resolver, String(question), type, [=](os::QueryError failed, const os::DnsMessage& message) {
    // Whatever a name server failed with, c-ares has looked everywhere and not found it.
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

// The resolver of this thread's loop.
struct DefaultResolver final : nodecpp::detail::LoopEnd {
  Handle<ResolverBase> resolver;
  void onLoopEnd() noexcept override { resolver = nullptr; }
  void set(Handle<ResolverBase> next) {
    remember();
    resolver = std::move(next);
  }
  static DefaultResolver& current() {
    static thread_local DefaultResolver one;
    return one;
  }
};

ResolverBase* program() {
  DefaultResolver& now = DefaultResolver::current();
  if (!now.resolver) now.set(make<Resolver>());
  return now.resolver.get();
}

}  // namespace
}  // namespace impl

std::vector<String> getServers() { return impl::program()->getServers(); }

void setServers(const std::vector<String>& servers) {
  auto resolver = make<Resolver>();
  resolver->setServers(servers);
  impl::DefaultResolver::current().set(resolver);
}

// The same for callbacks and promises, of a resolver and of the program.
#define NODECPP_DNS_EACH(DO)                           \
  DO(resolveAny, std::vector<AnyRecord>, Any)          \
  DO(resolveCaa, std::vector<CaaRecord>, Caa)          \
  DO(resolveCname, Names, Cname)                       \
  DO(resolveMx, std::vector<MxRecord>, Mx)             \
  DO(resolveNaptr, std::vector<NaptrRecord>, Naptr)    \
  DO(resolveNs, Names, Ns)                             \
  DO(resolvePtr, Names, Ptr)                           \
  DO(resolveSoa, SoaRecord, Soa)                       \
  DO(resolveSrv, std::vector<SrvRecord>, Srv)          \
  DO(resolveTlsa, std::vector<TlsaRecord>, Tlsa)       \
  DO(resolveTxt, std::vector<std::vector<String>>, Txt) \
  DO(resolve, Names, A)                                \
  DO(resolve4, Names, A)                               \
  DO(resolve6, Names, Aaaa)

using WithTtl = std::vector<RecordWithTtl>;

#define NODECPP_DNS_CALLBACKS(SCOPE, SELF)                                                                     \
  NODECPP_DNS_EACH(NODECPP_DNS_CALLBACK)                                                                       \
  void SCOPE resolve(StringArg hostname, StringArg rrtype, ResolveCallback<Records> callback) {                \
    impl::callbackQuery(SELF, impl::kindOf(rrtype), hostname, std::move(callback));                            \
  }                                                                                                            \
  void SCOPE resolve4(StringArg hostname, ResolveOptions, ResolveCallback<WithTtl> callback) {                 \
    impl::callbackQuery(SELF, impl::kindATtl, hostname, std::move(callback));                                  \
  }                                                                                                            \
  void SCOPE resolve6(StringArg hostname, ResolveOptions, ResolveCallback<WithTtl> callback) {                 \
    impl::callbackQuery(SELF, impl::kindAaaaTtl, hostname, std::move(callback));                               \
  }                                                                                                            \
  void SCOPE reverse(StringArg ip, ResolveCallback<Names> callback) {                                          \
    impl::callbackReverse(SELF, ip, std::move(callback));                                                      \
  }

#define NODECPP_DNS_PROMISES(SCOPE, SELF)                                                                      \
  NODECPP_DNS_EACH(NODECPP_DNS_PROMISE)                                                                        \
  Promise<Records> SCOPE resolve(StringArg hostname, StringArg rrtype) {                                       \
    return impl::promiseQuery(SELF, impl::kindOf(rrtype), hostname);                                           \
  }                                                                                                            \
  Promise<WithTtl> SCOPE resolve4(StringArg hostname, ResolveOptions) {                                        \
    return impl::promiseQuery(SELF, impl::kindATtl, hostname);                                                 \
  }                                                                                                            \
  Promise<WithTtl> SCOPE resolve6(StringArg hostname, ResolveOptions) {                                        \
    return impl::promiseQuery(SELF, impl::kindAaaaTtl, hostname);                                              \
  }                                                                                                            \
  Promise<Names> SCOPE reverse(StringArg ip) { return impl::promiseReverse(SELF, ip); }

#define NODECPP_DNS_CALLBACK(name, T, WHICH)                                      \
  void ResolverObject::name(StringArg hostname, ResolveCallback<T> callback) {   \
    impl::callbackQuery(this, impl::kind##WHICH, hostname, std::move(callback));  \
  }
NODECPP_DNS_CALLBACKS(ResolverObject::, this)
#undef NODECPP_DNS_CALLBACK
#define NODECPP_DNS_CALLBACK(name, T, WHICH)                                               \
  void name(StringArg hostname, ResolveCallback<T> callback) {                            \
    impl::callbackQuery(impl::program(), impl::kind##WHICH, hostname, std::move(callback)); \
  }
NODECPP_DNS_CALLBACKS(, impl::program())

namespace promises {

#define NODECPP_DNS_PROMISE(name, T, WHICH) \
  Promise<T> ResolverObject::name(StringArg hostname) { return impl::promiseQuery(this, impl::kind##WHICH, hostname); }
NODECPP_DNS_PROMISES(ResolverObject::, this)
#undef NODECPP_DNS_PROMISE
#define NODECPP_DNS_PROMISE(name, T, WHICH) \
  Promise<T> name(StringArg hostname) { return impl::promiseQuery(impl::program(), impl::kind##WHICH, hostname); }
NODECPP_DNS_PROMISES(, impl::program())

}  // namespace promises

}  // namespace nodecpp::dns
