// Where the primary listens for its workers: each address once, whoever of them asks for it. By SCHED_RR_ it accepts,
// and hands each connection to a worker that is free to take one; by SCHED_NONE the workers accept from the same
// descriptor.
#include <nodecpp/path.h>

#include <algorithm>
#include <deque>

#include "cluster/state.h"
#include "loop/loop.h"
#include "net/handle.h"

namespace nodecpp::cluster::detail {

namespace {

class Listeners;

class SharedListener final : public os::ListenerSink {
 public:
  SharedListener(State& state, String key, bool roundRobin)
      : loop_(Loop::current()), state_(state), key_(std::move(key)), roundRobin_(roundRobin) {}
  ~SharedListener() { close(); }

  // 0, or the port's error.
  int listen(const var& asked);
  bool has(const Worker& worker) const { return std::ranges::find(all_, worker) != all_.end(); }
  // Tells `worker`, which asked by `seq`, what it may listen on.
  void add(const Worker& worker, const var& seq);
  // True when nobody listens here any more.
  bool remove(const Worker& worker);

 private:
  void onConnection(os::Connection* connection) override {
    loop_.makeCallback([&] { distribute(make<Native>(os::PassedHandle{.connection = connection})); });
  }
  void onAcceptError(os::ErrorCode) override {}
  void distribute(const Native& connection);
  void handOff(Worker worker);
  void taken(int number, bool accepted);
  void close();

  Loop& loop_;
  State& state_;
  String key_;
  bool roundRobin_;
  os::Listener* listener_ = nullptr;
  std::vector<Worker> all_;
  std::deque<Worker> free_;  // those that may be handed a connection
  std::deque<Native> waiting_;
  // What a worker was handed and has not taken yet: another gets it if that one goes.
  struct Handed {
    int number;
    Worker worker;
    Native connection;
  };
  std::vector<Handed> handed_;
  int lastHanded_ = 0;
};

// By their keys: the address, and for port 0 which of a worker's servers it is.
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

int SharedListener::listen(const var& asked) {
  int family = asked.get("addressType");
  os::ListenSpec spec{.address = {},
                      .backlog = asked.get("backlog"),
                      .ipv6Only = bool(asked.get("ipv6Only")),
                      .reusePort = false,
                      .readableAll = bool(asked.get("readableAll")),
                      .writableAll = bool(asked.get("writableAll")),
                      .fd = asked.get("fd").isNumber() ? int(asked.get("fd")) : -1,
                      .http = bool(asked.get("http"))};
  int port = asked.get("port");
  String address = asked.get("address").isString() ? asked.get("address").text() : "";
  auto attempt = [&](const String& host, int kind) {
    if (spec.fd < 0) spec.address = net::detail::toAddress(host, port, kind);
    return loop_.port().listen(spec, roundRobin_ ? this : nullptr, &listener_);
  };
  int error;
  if (family == -1) {
    // The shorter of the two ways to it: a socket's path has about a hundred bytes.
    String relative =
        spec.fd < 0 && !address.startsWith(StringArg("\0")) ? path::relative(process::cwd(), address) : address;
    error = attempt(relative.length() < address.length() ? relative : address, 0);
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
  loop_.port().close(std::exchange(listener_, nullptr));
  loop_.unref();
}

void SharedListener::add(const Worker& worker, const var& seq) {
  all_.push_back(worker);
  os::Address bound = loop_.port().address(listener_);
  net::AddressInfo info = net::detail::toInfo(bound);
  var reply = var::object({{"key", key_}, {"ack", seq}});
  if (bound.family != os::Address::Family::unix)
    reply.set("sockname", var::object({{"address", info.address}, {"family", info.family}, {"port", info.port}}));
  if (!roundRobin_) {
    // The worker has a descriptor of its own of the same socket; this one stays.
    auto passed = make<Native>(os::PassedHandle{.listener = listener_}, false);
    state_.send(worker->process->target(), reply, passed);
    return;
  }
  state_.send(worker->process->target(), reply);
  handOff(worker);
}

bool SharedListener::remove(const Worker& worker) {
  if (!std::erase(all_, worker)) return false;
  std::erase(free_, worker);
  // A worker that is gone has taken none of these.
  if (!worker->isConnected())
    for (std::size_t i = handed_.size(); i-- > 0;)
      if (handed_[i].worker == worker) {
        Native connection = std::move(handed_[i].connection);
        handed_.erase(handed_.begin() + std::ptrdiff_t(i));
        distribute(connection);
      }
  if (!all_.empty()) return false;
  close();
  return true;
}

void SharedListener::distribute(const Native& connection) {
  waiting_.push_back(connection);
  if (free_.empty()) return;
  Worker worker = std::move(free_.front());
  free_.pop_front();
  handOff(std::move(worker));
}

void SharedListener::handOff(Worker worker) {
  if (!has(worker)) return;  // it closes its server, or has
  if (waiting_.empty()) return free_.push_back(std::move(worker));
  Native connection = std::move(waiting_.front());
  waiting_.pop_front();
  int number = ++lastHanded_;
  handed_.push_back({number, worker, connection});
  state_.send(worker->process->target(), var::object({{"act", "newconn"}, {"key", key_}}), connection,
              [state = &state_, key = key_, number](const var& reply, const SendHandle&) {
                if (SharedListener* listener = Listeners::of(*state).find(key))
                  listener->taken(number, reply.get("accepted") == true);
              });
}

void SharedListener::taken(int number, bool accepted) {
  auto found = std::ranges::find(handed_, number, &Handed::number);
  if (found == handed_.end()) return;
  // What was accepted is the worker's: ours is closed with the last that refers to it.
  Handed handed = std::move(*found);
  handed_.erase(found);
  if (!accepted) distribute(handed.connection);  // that one is about to end
  handOff(std::move(handed.worker));
}

void queryServer(State& state, const Worker& worker, const var& asked) {
  if (bool(worker->exitedAfterDisconnect)) return;
  Listeners& listeners = Listeners::of(state);
  String key = asked.get("address").toString() + ":" + asked.get("port").toString() + ":" +
               asked.get("addressType").toString() + ":" + asked.get("fd").toString();
  if (asked.get("port") == 0) key += ":" + asked.get("index").toString();
  SharedListener* found = listeners.find(key);
  // A worker that listens there twice is told so, as its own second listen would have been.
  constexpr int addressInUse = -98;
  if (found && found->has(worker))
    return state.send(worker->process->target(),
                      var::object({{"errno", addressInUse}, {"key", key}, {"ack", asked.get("seq")}}));
  if (!found) {
    auto made = std::make_unique<SharedListener>(state, key, schedulingPolicy == SCHED_RR_);
    if (int error = made->listen(asked))
      return state.send(worker->process->target(),
                        var::object({{"errno", error}, {"key", key}, {"ack", asked.get("seq")}}));
    found = made.get();
    listeners.all.emplace_back(key, std::move(made));
  }
  found->add(worker, asked.get("seq"));
}

}  // namespace

void removeListenersOf(State& state, const Worker& worker) {
  Listeners& listeners = Listeners::of(state);
  std::vector<String> gone;
  for (auto& [key, listener] : listeners.all)
    if (listener->remove(worker)) gone.push_back(key);
  for (const String& key : gone) listeners.remove(key);
}

void onWorkersMessage(State& state, const Worker& worker, const var& message) {
  String act = message.get("act").toString();
  if (act == "online") {
    worker->state = "online";
    worker->emit(event::online);
    state.emitter->emit(event::online, worker);
  } else if (act == "listening") {
    Address address;
    if (message.get("address").isString()) address.address = message.get("address").text();
    address.port = message.get("port");
    address.addressType = double(message.get("addressType"));
    if (message.get("fd").isNumber()) address.fd = double(message.get("fd"));
    worker->state = "listening";
    worker->emit(event::listening, address);
    state.emitter->emit(event::listening, worker, address);
  } else if (act == "queryServer") {
    queryServer(state, worker, message);
  } else if (act == "close") {
    String key = message.get("key").toString();
    SharedListener* listener = Listeners::of(state).find(key);
    if (listener && listener->remove(worker)) Listeners::of(state).remove(key);
  } else if (act == "exitedAfterDisconnect") {
    worker->exitedAfterDisconnect = true;
    state.send(worker->process->target(), var::object({{"ack", message.get("seq")}}));
  }
}

}  // namespace nodecpp::cluster::detail
