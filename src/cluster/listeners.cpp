// The addresses at which the primary listens for its workers, each of them once, however many workers ask for it. With
// SCHED_RR_ the primary accepts connections and hands each one to a worker that is free to take it. With SCHED_NONE the
// workers accept from the same socket.
#include <nodecpp/path.h>
#include <nodecpp/timers.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

#include "base/assertion.h"
#include "cluster/cluster_state.h"
#include "loop/loop.h"
#include "net/socket_handle.h"

namespace nodecpp::cluster::detail {

namespace {

class Listeners;

// The milliseconds for which a worker that could not take a connection is given no other. It has no descriptors left,
// has reached its limit of connections, or is about to end.
constexpr double workersRest = 100;
constexpr int tooManyFiles = -24;  // EMFILE

class SharedListener final : public os::ListenerSink {
 public:
  SharedListener(State& state, String key, bool roundRobin)
      : loop_(Loop::current()), state_(state), key_(std::move(key)), roundRobin_(roundRobin) {}
  ~SharedListener() { close(); }

  // Returns 0, or the port's error.
  int listen(const var& asked);
  // Keeps what the first worker wants to share with the others.
  void share(const var& data) {
    if (data_.isUndefined()) data_ = data;
  }
  bool has(const Worker& worker) const { return std::ranges::find(all_, worker) != all_.end(); }
  // Tells `worker`, whose request has the number `seq`, on what it may listen.
  void add(const Worker& worker, const var& seq);
  // Returns true when no worker listens here any more.
  bool remove(const Worker& worker);

 private:
  void onConnection(os::Connection* connection) override {
    NODECPP_ASSERT(connection && roundRobin_);
    warned_ = false;
    loop_.makeCallback([&] { distribute(make<Native>(os::PassedHandle{.connection = connection})); });
  }
  // The port retries to accept by itself after a while.
  void onAcceptError(os::ErrorCode error) override {
    if (std::exchange(warned_, true)) return;
    loop_.makeCallback([&] {
      process::emitWarning("The primary cannot accept connections for its workers now: " +
                           nodecpp::detail::errnoName(error));
    });
  }
  void distribute(const Native& connection);
  void handOff(Worker worker);
  void taken(int number, bool accepted);
  // Tells `worker` that it cannot get what it asked for.
  void refuse(const Worker& worker, const var& seq);
  void close();

  Loop& loop_;
  State& state_;
  String key_;
  bool roundRobin_;
  Native listener_;
  // A warning about failing accepts was emitted since the last connection.
  bool warned_ = false;
  var data_;  // what the workers' servers have in common: the ticket keys of TLS
  std::vector<Worker> all_;
  std::deque<Worker> free_;  // the workers that can be handed a connection
  std::deque<Native> waiting_;
  // A connection that was handed to a worker and not accepted yet. Another worker gets it if that worker ends.
  struct Handed {
    int number;
    Worker worker;
    Native connection;
  };
  std::vector<Handed> handed_;
  int lastHanded_ = 0;
};

// The listeners by their keys. A key is the address; for port 0 also the index of the server within its worker.
class Listeners final : public Object {
 public:
  std::vector<std::pair<String, std::unique_ptr<SharedListener>>> all;
  SharedListener* find(StringArg key) {
    for (auto& [known, listener] : all)
      if (key == known) return listener.get();
    return nullptr;
  }
  void remove(StringArg key) {
    std::erase_if(all, [&](const auto& each) { return key == each.first; });
  }
  static Listeners& of(State& state) {
    if (!state.listeners) state.listeners = make<Handle<Listeners>>();
    return static_cast<Listeners&>(*state.listeners);
  }
};

// Returns the name as a text without an end of life, which the port wants.
const char* protocolNamed(const var& name) {
  for (const char* known : {"http", "https", "tls"})
    if (name == known) return known;
  return "";
}

int SharedListener::listen(const var& asked) {
  NODECPP_ASSERT(!listener_ && all_.empty(), all_.size());
  int family = asked.get("addressType");
  os::ListenSpec spec{.address = {},
                      .backlog = asked.get("backlog"),
                      .ipv6Only = bool(asked.get("ipv6Only")),
                      .reusePort = false,
                      .readableAll = bool(asked.get("readableAll")),
                      .writableAll = bool(asked.get("writableAll")),
                      .fd = asked.get("fd").isNumber() ? int(asked.get("fd")) : -1,
                      .noDelay = bool(asked.get("noDelay")),
                      .protocol = protocolNamed(asked.get("protocol"))};
  int port = asked.get("port");
  String address = asked.get("address").isString() ? asked.get("address").text() : "";
  auto attempt = [&](const String& host, int kind) {
    if (spec.fd < 0) spec.address = net::detail::toAddress(host, port, kind);
    os::Listener* made = nullptr;
    int failure = loop_.port().net.listen(spec, roundRobin_ ? this : nullptr, &made);
    if (!failure) listener_ = make<Native>(os::PassedHandle{.listener = made});
    return failure;
  };
  int error = 0;
  if (family == -1) {
    // The shorter one of the relative and the absolute path is used, since a socket's path has a limit of about 108
    // bytes.
    String relative =
        spec.fd < 0 && !address.startsWith(StringArg("\0")) ? path::relative(process::cwd(), address) : address;
    error = attempt(relative.size() < address.size() ? relative : address, 0);
  } else if (address.empty()) {
    error = attempt("::", 6);
    if (net::detail::withoutIpv6(error)) error = attempt("0.0.0.0", 4);
  } else {
    error = attempt(address, family);
  }
  if (!error) loop_.ref();
  return error;
}

void SharedListener::close() {
  handed_.clear();
  waiting_.clear();
  if (!listener_) return;
  // The listener is also closed while a message that carries it waits to be sent, since that goes to a worker that is
  // about to end.
  std::exchange(listener_, nullptr)->close(loop_.port());
  loop_.unref();
}

void SharedListener::add(const Worker& worker, const var& seq) {
  NODECPP_ASSERT(listener_ && worker && worker->process);
  NODECPP_DEBUG_ASSERT(!has(worker), worker->id);
  all_.push_back(worker);
  os::Address bound = loop_.port().net.address(listener_->passed().listener);
  net::AddressInfo info = net::detail::toInfo(bound);
  var reply = var::object({{"key", key_}, {"ack", seq}});
  if (!data_.isUndefined()) reply.set("data", data_);
  if (bound.family != os::Address::Family::unix)
    reply.set("sockname", var::object({{"address", info.address}, {"family", info.family}, {"port", info.port}}));
  if (!roundRobin_) {
    // The worker gets a descriptor of its own for the same socket; the primary keeps this one.
    auto lost = [state = &state_, key = key_, worker, seq] {
      if (SharedListener* listener = Listeners::of(*state).find(key)) listener->refuse(worker, seq);
    };
    return state_.send(worker->process->target(), reply, listener_, nullptr, lost);
  }
  state_.send(worker->process->target(), reply);
  handOff(worker);
}

bool SharedListener::remove(const Worker& worker) {
  bool listened = std::erase(all_, worker) > 0;
  std::erase(free_, worker);
  // A worker that has ended did not take these connections, even if it was told earlier to disconnect.
  if (!worker->isConnected())
    for (std::size_t i = handed_.size(); i-- > 0;)
      if (handed_[i].worker == worker) {
        Native connection = std::move(handed_[i].connection);
        handed_.erase(handed_.begin() + std::ptrdiff_t(i));
        distribute(connection);
      }
  NODECPP_ASSERT(free_.size() <= all_.size(), free_.size(), all_.size());
  if (!listened || !all_.empty()) return false;
  close();
  return true;
}

void SharedListener::distribute(const Native& connection) {
  NODECPP_ASSERT(connection && roundRobin_);
  waiting_.push_back(connection);
  if (free_.empty()) return;
  Worker worker = std::move(free_.front());
  NODECPP_DEBUG_ASSERT(has(worker), worker->id);
  free_.pop_front();
  handOff(std::move(worker));
}

void SharedListener::handOff(Worker worker) {
  if (!has(worker)) return;  // the worker has closed its server
  if (waiting_.empty()) {
    // A worker that has closed its server and listens again gets here twice: for its reply and for its new server.
    if (std::ranges::find(free_, worker) == free_.end()) free_.push_back(std::move(worker));
    return;
  }
  Native connection = std::move(waiting_.front());
  waiting_.pop_front();
  int number = ++lastHanded_;
  NODECPP_ASSERT(connection && (handed_.empty() || handed_.back().number < number), number);
  handed_.push_back({number, worker, connection});
  auto tell = [state = &state_, key = key_, number](bool accepted) {
    if (SharedListener* listener = Listeners::of(*state).find(key)) listener->taken(number, accepted);
  };
  state_.send(
      worker->process->target(), var::object({{"act", "newconn"}, {"key", key_}}), connection,
      [tell](const var& reply, const SendHandle&) { tell(reply.get("accepted") == true); }, [tell] { tell(false); });
}

void SharedListener::refuse(const Worker& worker, const var& seq) {
  state_.send(worker->process->target(), var::object({{"errno", tooManyFiles}, {"key", key_}, {"ack", seq}}));
  String key = key_;  // remove() may free this object
  if (remove(worker)) Listeners::of(state_).remove(key);
}

void SharedListener::taken(int number, bool accepted) {
  auto found = std::ranges::find(handed_, number, &Handed::number);
  if (found == handed_.end()) return;
  // An accepted connection belongs to the worker. The primary's copy is closed with the last handle to it.
  Handed handed = std::move(*found);
  NODECPP_ASSERT(handed.worker && handed.connection && number <= lastHanded_, number, lastHanded_);
  handed_.erase(found);
  if (accepted) return handOff(std::move(handed.worker));
  // The refused connection has waited longest, so the next free worker gets it.
  waiting_.push_front(std::move(handed.connection));
  if (!free_.empty()) {
    Worker other = std::move(free_.front());
    free_.pop_front();
    handOff(std::move(other));
  }
  setTimeout(
      [state = &state_, key = key_, worker = std::move(handed.worker)] {
        if (SharedListener* listener = Listeners::of(*state).find(key)) listener->handOff(worker);
      },
      workersRest);
}

void queryServer(State& state, const Worker& worker, const var& asked) {
  if (bool(worker->exitedAfterDisconnect)) return;
  Listeners& listeners = Listeners::of(state);
  String key = asked.get("address").toString() + ":" + asked.get("port").toString() + ":" +
               asked.get("addressType").toString() + ":" + asked.get("fd").toString();
  if (asked.get("port") == 0) key += ":" + asked.get("index").toString();
  SharedListener* found = listeners.find(key);
  // A worker that listens at this address a second time gets the error that its own second listen() would have.
  if (found && found->has(worker))
    return state.send(worker->process->target(),
                      var::object({{"errno", int(UV_EADDRINUSE)}, {"key", key}, {"ack", asked.get("seq")}}));
  if (!found) {
    auto made = std::make_unique<SharedListener>(state, key, schedulingPolicy == SCHED_RR_);
    if (int error = made->listen(asked))
      return state.send(worker->process->target(),
                        var::object({{"errno", error}, {"key", key}, {"ack", asked.get("seq")}}));
    found = made.get();
    listeners.all.emplace_back(key, std::move(made));
  }
  found->share(asked.get("data"));
  found->add(worker, asked.get("seq"));
}

}  // namespace

void removeListenersOf(State& state, const Worker& worker) {
  removeDatagramsOf(state, worker);
  Listeners& listeners = Listeners::of(state);
  std::vector<String> gone;
  for (auto& [key, listener] : listeners.all)
    if (listener->remove(worker)) gone.push_back(key);
  for (const String& key : gone) listeners.remove(key);
}

void onWorkersMessage(State& state, const Worker& worker, const var& message) {
  NODECPP_ASSERT(worker && worker->process);
  String act = message.get("act").toString();
  if (act == "online") {
    worker->state = "online";
    worker->emit(event::online);
    state.emitter->emit(event::online, worker);
  } else if (act == "listening") {
    Address address;
    if (message.get("address").isString()) address.address = message.get("address").text();
    address.port = message.get("port");
    const var type = message.get("addressType");  // "udp4" and "udp6" of a socket for datagrams
    address.addressType = type.isString() ? Lookup(type.text()) : Lookup(double(type));
    if (message.get("fd").isNumber()) address.fd = double(message.get("fd"));
    worker->state = "listening";
    worker->emit(event::listening, address);
    state.emitter->emit(event::listening, worker, address);
  } else if (act == "queryServer") {
    // `addressType` is a name for a socket for datagrams, and a number for a server.
    if (message.get("addressType").isString()) return queryDatagrams(state, worker, message);
    queryServer(state, worker, message);
  } else if (act == "close") {
    String key = message.get("key").toString();
    if (closeDatagrams(state, worker, key)) return;
    SharedListener* listener = Listeners::of(state).find(key);
    if (listener && listener->remove(worker)) Listeners::of(state).remove(key);
  } else if (act == "exitedAfterDisconnect") {
    worker->exitedAfterDisconnect = true;
    state.send(worker->process->target(), var::object({{"ack", message.get("seq")}}));
  }
}

}  // namespace nodecpp::cluster::detail
