// The class Resolver of dns: its settings (name servers, time-out, number of tries), and how its queries are sent
// through the port, the runtime's interface to the operating system.
#include <nodecpp/util.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "dns/dns_internal.h"
#include "net/socket_handle.h"

namespace nodecpp::dns {

using nodecpp::detail::codedError;

namespace detail {

namespace {

constexpr int dnsPort = 53;

double checkedInteger(double value, StringArg name, double least, double most) {
  if (value != std::trunc(value))
    throw nodecpp::detail::outOfRange(name, "an integer", nodecpp::detail::rangeNumber(value));
  if (!(value >= least && value <= most))
    throw nodecpp::detail::outOfRange(name, str(">= ") + str(least) + " && <= " + str(most),
                                      nodecpp::detail::rangeNumber(value));
  return value;
}

}  // namespace

struct ResolverBase::Channel final : nodecpp::detail::LoopEnd {
  explicit Channel(Loop& l) : loop(l) { remember(); }
  ~Channel() {
    if (resolver) loop.port().names.close(resolver);
  }
  void onLoopEnd() noexcept override {
    if (resolver) loop.port().names.close(std::exchange(resolver, nullptr));
  }
  Loop& loop;
  os::Resolver* resolver = nullptr;
  std::size_t active = 0;
};

// One pending query. It keeps its resolver alive, which the program may have released.
class PendingQuery final : public os::Query {
 public:
  PendingQuery(ResolverBase* resolver, Answered done) : resolver_(resolver), done_(std::move(done)) {
    NODECPP_ASSERT(done_ && resolver_->channel_);
    ++resolver_->channel_->active;
  }
  ~PendingQuery() override {
    if (live_.ref()) end();
  }

  void answered(os::QueryError error, std::string_view answer) override {
    NODECPP_ASSERT(done_ && live_.ref() == this);
    Answered done = std::move(done_);
    const Handle<Object> context = std::move(context_);
    end();
    Loop::current().makeCallback(context, [&] {
      os::DnsMessage message;
      if (error == os::QueryError::none && !os::readMessage(answer, message)) error = os::QueryError::malformed;
      done(error, message);
    });
  }

  // Returns a function that gives up the query if it is still pending.
  Function<void()> stopper() {
    return [live = live_] {
      if (PendingQuery* self = live.ref()) self->forget();
    };
  }
  void start(const os::Question& question) { channel().loop.port().names.ask(channel().resolver, question, this); }

 private:
  ResolverBase::Channel& channel() { return *resolver_->channel_; }
  void end() {
    live_ = nullptr;
    NODECPP_ASSERT(channel().active > 0, channel().active);
    --channel().active;
  }
  void forget() {
    if (channel().resolver) channel().loop.port().names.forget(channel().resolver, this);
  }

  Handle<ResolverBase> resolver_;
  Answered done_;
  Handle<Object> context_ = Loop::currentContext();
  let<PendingQuery*> live_ = this;
};

ResolverBase::ResolverBase(ResolverOptions options) {
  os::ResolverSpec spec;
  spec.timeout = int(checkedInteger(options.timeout, "options.timeout", -1, 2147483647));
  spec.tries = int(checkedInteger(options.tries, "options.tries", 1, 2147483647));
  spec.maxTimeout = std::uint32_t(checkedInteger(options.maxTimeout, "options.maxTimeout", 0, 4294967295));
  channel_ = new Channel(Loop::current());
  channel_->resolver = channel_->loop.port().names.openResolver(spec);
  if (!channel_->resolver) {
    delete channel_;
    throw Error("c-ares could not be initialised");
  }
}

ResolverBase::~ResolverBase() {
  // Each pending query keeps its resolver alive, so none can be pending here.
  NODECPP_ASSERT(channel_->active == 0, channel_->active);
  delete channel_;
}

void ResolverBase::cancel() {
  if (channel_->resolver) channel_->loop.port().names.cancelAll(channel_->resolver);
}

Array<String> ResolverBase::getServers() const {
  Array<String> servers;
  if (!channel_->resolver) return servers;
  for (const os::Address& address : channel_->loop.port().names.nameServers(channel_->resolver)) {
    bool isV6 = address.family == os::Address::Family::ipv6;
    servers.push(address.port == dnsPort ? address.host
                                         : (isV6 ? "[" + address.host + "]" : address.host) + ":" + str(address.port));
  }
  return servers;
}

namespace {

// Returns the port in the digits behind the last colon, or -1 when the text does not end with a colon and digits. Node
// uses parseInt on the match of a regular expression.
double portAtEnd(std::string_view text, std::size_t& colon) {
  std::size_t digits = text.find_last_not_of("0123456789");
  if (digits == text.npos || digits == 0 || text[digits] != ':' || digits + 1 == text.size()) return -1;
  NODECPP_ASSERT(digits + 1 < text.size(), digits, text.size());
  colon = digits;
  double port = 0;
  for (char c : text.substr(digits + 1)) port = port * 10 + (c - '0');
  return port;
}

os::Address serverFrom(const String& server) {
  if (int family = net::isIP(server)) return net::detail::toAddress(server, dnsPort, family);
  std::string_view text(server.data(), server.size());
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

void ResolverBase::setServers(const Array<String>& servers) {
  std::vector<os::Address> addresses;
  for (const String& server : servers) addresses.push_back(serverFrom(server));
  const char* why = channel_->active ? "There are pending queries." : nullptr;
  if (!why && channel_->resolver && !channel_->loop.port().names.setNameServers(channel_->resolver, addresses))
    why = "Misformatted DNS query";
  if (!why) return;
  throw codedError<Error>("ERR_DNS_SET_SERVERS_FAILED",
                          str("c-ares failed to set servers: \"") + why + "\" [" + util::inspect(servers) + "]");
}

void ResolverBase::setLocalAddress(StringArg ipv4, StringArg ipv6) {
  int first = net::isIP(ipv4), second = net::isIP(ipv6);
  auto fail = [](StringArg message) { throw codedError<TypeError>("ERR_INVALID_ARG_VALUE", message); };
  if (!first || !second) fail("Invalid IP address.");
  if (first == second) fail(first == 4 ? "Cannot specify two IPv4 addresses." : "Cannot specify two IPv6 addresses.");
  os::Address a = net::detail::toAddress(ipv4, 0, first), b = net::detail::toAddress(ipv6, 0, second);
  if (channel_->resolver)
    channel_->loop.port().names.setLocalAddresses(channel_->resolver, first == 4 ? a : b, first == 4 ? b : a);
}

void ResolverBase::setLocalAddress(StringArg address) {
  setLocalAddress(address, net::isIP(address) == 6 ? "0.0.0.0" : "::");
}

Function<void()> ask(ResolverBase* resolver, os::Question question, Answered done) {
  auto* query = new PendingQuery(resolver, std::move(done));
  Function<void()> stop = query->stopper();
  query->start(question);
  return stop;
}

}  // namespace detail
}  // namespace nodecpp::dns
