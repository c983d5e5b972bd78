// The worker's part: its servers ask the primary where to listen.
#include <nodecpp/path.h>

#include <algorithm>
#include <vector>

#include "base/assertion.h"
#include "cluster/cluster_state.h"
#include "cluster/datagram_flags.h"
#include "dgram/handle.h"
#include "loop/loop.h"
#include "net/internals.h"
#include "process/process_state.h"

namespace nodecpp::cluster::detail {

using net::detail::ServerInternals;

namespace {

// The worker's listening servers and bound sockets by the primary's keys.
class Servers final : public Object {
 public:
  std::vector<std::pair<String, net::Server>> listening;
  std::vector<std::pair<String, dgram::Socket>> datagrams;

  static Servers& of(State& state) {
    if (!state.listeners) state.listeners = make<Handle<Servers>>();
    return static_cast<Servers&>(*state.listeners);
  }
  // Returns the number of a server or socket among those of this worker at one place, which is what it was told to
  // listen at or to bind to. By the number the primary tells several of them at port 0 apart. As in Node, they are
  // numbered anew when the last of them has closed.
  int nextIndex(const String& place) {
    auto found = std::ranges::find(places_, place, &Place::name);
    if (found == places_.end()) found = places_.insert(places_.end(), Place{place});
    ++found->open;
    return found->next++;
  }
  void releaseIndex(const String& place) {
    auto found = std::ranges::find(places_, place, &Place::name);
    if (found != places_.end() && --found->open == 0) places_.erase(found);
  }

 private:
  struct Place {
    String name;
    int next = 0, open = 0;
  };
  std::vector<Place> places_;
};

child_process::detail::ChannelTarget& toPrimary() { return *child_process::detail::processTarget(); }

void send(State& state, var message, Answered answered = nullptr) {
  state.send(toPrimary(), std::move(message), nullptr, std::move(answered));
}

// Tells the primary that a server does not listen any more.
void closed(State& state, const String& key, const String& place) {
  std::erase_if(Servers::of(state).listening, [&](const auto& each) { return each.first == key; });
  Servers::of(state).releaseIndex(place);
  if (nodecpp::process::connected) send(state, var::object({{"act", "close"}, {"key", key}}));
}

}  // namespace

bool listenAsWorker(net::ServerObject& server, StringArg given, int port, int family,
                    const net::ListenOptions& options) {
  State* state = State::find();
  if (!state || !state->worker || !nodecpp::process::connected) return false;
  bool isPath = family == -1 && options.fd < 0;
  String address = isPath && !given.toString().startsWith(StringArg("\0")) ? path::resolve(given) : given.toString();
  if (family == 0) address = "";
  var message = var::object({{"act", "queryServer"},
                             {"address", address.empty() ? var(nullptr) : var(address)},
                             {"port", family == -1 ? -1 : port},
                             {"addressType", family == 0 ? 4 : family},
                             {"backlog", options.backlog > 0 ? options.backlog : 511},
                             {"ipv6Only", options.ipv6Only},
                             {"readableAll", options.readableAll},
                             {"writableAll", options.writableAll},
                             {"noDelay", server.noDelay},
                             {"protocol", ServerInternals::protocolOf(server)}});
  if (options.fd >= 0) message.set("fd", options.fd);
  String place = address + ":" + str(port) + ":" + str(family) + ":" + str(options.fd);
  message.set("index", Servers::of(*state).nextIndex(place));
  // As in Node, what the first worker at an address says here is given to all.
  var question = JSON::parse(JSON::stringify(message));
  if (String shared = ServerInternals::shared(server); !shared.empty()) question.set("data", shared);
  net::Server self(&server);
  Handle<State> keep(state);
  auto stillAsked = ServerInternals::attempt(server);
  send(*state, question, [=](const var& reply, const SendHandle& handle) {
    Native native = handle.as<child_process::detail::NativeObject>();
    String key = reply.get("key").toString();
    if (!stillAsked()) return closed(*keep, key, place);
    if (reply.get("errno").isNumber() && reply.get("errno") != 0) {
      Servers::of(*keep).releaseIndex(place);
      return ServerInternals::fail(*self, reply.get("errno"), address, family == -1 ? -1 : port);
    }
    if (var shared = reply.get("data"); shared.isString()) ServerInternals::share(*self, shared.text());
    Servers::of(*keep).listening.emplace_back(key, self);
    var name = reply.get("sockname");
    os::Address bound;
    if (name.isObject())
      bound =
          net::detail::toAddress(name.get("address").text(), name.get("port"), name.get("family") == "IPv6" ? 6 : 4);
    else
      bound = net::detail::toAddress(address, 0, 0);
    self->once(event::listening, [=] {
      if (!self->listening()) return;  // an earlier listener has closed the server
      keep->worker->state = "listening";
      var told = JSON::parse(JSON::stringify(message));
      told.set("act", "listening");
      if (name.isObject()) told.set("port", name.get("port"));
      send(*keep, told);
    });
    ServerInternals::open(*self, native ? native->take().listener : nullptr, bound,
                          [keep, key, place] { closed(*keep, key, place); });
  });
  return true;
}

namespace {

// Tells the primary that a socket for datagrams is not used any more.
void unbound(State& state, const String& key, const String& place) {
  std::erase_if(Servers::of(state).datagrams, [&](const auto& each) { return each.first == key; });
  Servers::of(state).releaseIndex(place);
  if (nodecpp::process::connected) send(state, var::object({{"act", "close"}, {"key", key}}));
}

// Binds the socket to what the primary has sent, or makes it fail.
void bindTo(State& state, const dgram::Socket& socket, const var& reply, const SendHandle& handle, const String& place,
            const os::DatagramSpec& spec) {
  const Native native = handle.as<child_process::detail::NativeObject>();
  const String key = reply.get("key").toString();
  Handle<State> keep(&state);
  if (dgram::SocketInternals::isClosed(*socket)) return unbound(state, key, place);
  const int error = reply.get("errno").isNumber()          ? int(reply.get("errno"))
                    : native && native->passed().datagrams ? 0
                                                           : UV_EINVAL;
  if (error) {
    Servers::of(state).releaseIndex(place);
    const bool hasDescriptor = spec.fd >= 0;
    return dgram::SocketInternals::fail(
        *socket, hasDescriptor ? nodecpp::detail::errnoException(error, "open")
                               : nodecpp::detail::exceptionWithHostPort(
                                     error, "bind", spec.address.host, spec.address.port > 0 ? spec.address.port : -1));
  }
  Servers::of(state).datagrams.emplace_back(key, socket);
  dgram::SocketInternals::receive(*socket, native->take().datagrams,
                                  [keep, key, place] { unbound(*keep, key, place); });
}

}  // namespace

bool bindAsWorker(dgram::SocketObject& socket, const os::DatagramSpec& spec) {
  State* state = State::find();
  if (!state || !state->worker || !nodecpp::process::connected) return false;
  dgram::Socket self(&socket);
  Handle<State> keep(state);
  const bool hasDescriptor = spec.fd >= 0;
  var message =
      var::object({{"act", "queryServer"},
                   {"address", hasDescriptor ? var(nullptr) : var(spec.address.host)},
                   {"port", hasDescriptor ? var(nullptr) : var(spec.address.port)},
                   {"addressType", self->type},
                   {"fd", spec.fd},
                   {"flags", (spec.ipv6Only ? ipv6OnlyFlag : 0) | (spec.reuseAddress ? reuseAddressFlag : 0)}});
  const String place = spec.address.host + ":" + str(spec.address.port) + ":" + self->type + ":" + str(spec.fd);
  message.set("index", Servers::of(*state).nextIndex(place));
  send(*state, JSON::parse(JSON::stringify(message)),
       [=](const var& reply, const SendHandle& handle) { bindTo(*keep, self, reply, handle, place, spec); });
  self->once(event::listening, [=]() mutable {
    if (dgram::SocketInternals::isClosed(*self)) return;  // an earlier listener has closed the socket
    keep->worker->state = "listening";
    message.set("act", "listening");
    message.set("port", self->address().port);
    send(*keep, message);
  });
  return true;
}

namespace {

void onPrimarysMessage(State& state, const var& message, const SendHandle& handle) {
  if (message.get("act") == "disconnect") return disconnectSelf(state, true);
  if (message.get("act") != "newconn") return;
  Native native = handle.as<child_process::detail::NativeObject>();
  String key = message.get("key").toString();
  auto& listening = Servers::of(state).listening;
  auto found = std::ranges::find(listening, key, &std::pair<String, net::Server>::first);
  net::Server server = native && found != listening.end() ? found->second : net::Server();
  bool accepted = server && !ServerInternals::full(*server);
  send(state, var::object({{"ack", message.get("seq")}, {"accepted", accepted}}));
  // A connection that is not accepted is closed together with its handle.
  if (accepted) ServerInternals::accept(*server, native->take().connection);
}

// Each connection ends with its next response. Then the channel is closed, and the worker ends.
void leaveServers(State& state, Function<void()> done) {
  let<int> count = 1;
  auto one = [count, done]() mutable {
    NODECPP_ASSERT(count.ref() > 0, count.ref());
    if (--count.ref() == 0) done();
  };
  auto listening = std::exchange(Servers::of(state).listening, {});
  for (auto& [key, server] : listening) {
    ++count.ref();
    ServerInternals::leave(*server, [one](Error) mutable { one(); });
  }
  const auto bound = Servers::of(state).datagrams;
  for (const auto& [key, socket] : bound) dgram::SocketInternals::leave(*socket);
  one();
}

}  // namespace

void beginWorker(Loop&) {
  auto id = process::env["NODE_UNIQUE_ID"];
  if (id.isUndefined() || !nodecpp::process::connected) return;
  process::env.remove("NODE_UNIQUE_ID");
  State& state = State::current();
  state.worker = make<Worker>();
  state.worker->id = int(id.toNumber());
  state.worker->state = "online";
  process::on(event::message, [worker = state.worker](var message, SendHandle handle) {
    worker->emit(event::message, message, handle);
  });
  process::once(event::disconnect, [&state] {
    Worker worker = state.worker;
    worker->emit(event::disconnect);
    // The primary process has probably ended.
    if (!bool(worker->exitedAfterDisconnect)) process::exit(0);
  });
  process::on(child_process::detail::internalMessage, [&state](var message, SendHandle handle) {
    state.received(message, handle,
                   [&](const var& act, const SendHandle& came) { onPrimarysMessage(state, act, came); });
  });
  send(state, var::object({{"act", "online"}}));
}

void disconnectSelf(State& state, bool askedByPrimary) {
  NODECPP_ASSERT(state.worker);
  state.worker->exitedAfterDisconnect = true;
  leaveServers(state, [&state, askedByPrimary] {
    if (!nodecpp::process::connected) return;
    if (askedByPrimary) return process::disconnect();
    // The primary is told the reason before it sees the channel close.
    send(state, var::object({{"act", "exitedAfterDisconnect"}}), [](const var&, const SendHandle&) {
      if (nodecpp::process::connected) process::disconnect();
    });
  });
}

void destroySelf(State& state) {
  NODECPP_ASSERT(state.worker);
  Worker worker = state.worker;
  if (worker->state == "destroying") return;
  worker->exitedAfterDisconnect = true;
  if (!worker->isConnected()) process::exit(0);
  worker->state = "destroying";
  send(state, var::object({{"act", "exitedAfterDisconnect"}}),
       [](const var&, const SendHandle&) { process::disconnect(); });
  process::once(event::disconnect, [] { process::exit(0); });
}

}  // namespace nodecpp::cluster::detail
