// The sockets for datagrams that the primary binds for its workers, each of them once, however many workers ask for it.
// The primary receives nothing: it passes the socket on, and the workers read from it, whichever is first to take a
// datagram.
#include <algorithm>
#include <memory>
#include <vector>

#include "base/assertion.h"
#include "cluster/cluster_state.h"
#include "cluster/datagram_flags.h"
#include "loop/loop.h"
#include "net/socket_handle.h"

namespace nodecpp::cluster::detail {

namespace {

class SharedSocket final {
 public:
  SharedSocket(State& state, String key) : loop_(Loop::current()), state_(state), key_(std::move(key)) {}
  ~SharedSocket() {
    if (socket_) socket_->close(loop_.port());
  }
  SharedSocket(const SharedSocket&) = delete;

  // Binds the socket. Returns 0 or the port's error.
  int bind(const var& asked);
  bool has(const Worker& worker) const { return std::ranges::find(all_, worker) != all_.end(); }
  // Sends the socket to `worker`, whose request has the number `seq`.
  void add(const Worker& worker, const var& seq);
  // Returns true when no worker uses the socket any more.
  bool remove(const Worker& worker) { return std::erase(all_, worker) > 0 && all_.empty(); }

 private:
  Loop& loop_;
  State& state_;
  const String key_;
  Native socket_;
  std::vector<Worker> all_;
};

class SharedSockets final : public Object {
 public:
  std::vector<std::pair<String, std::unique_ptr<SharedSocket>>> all;

  SharedSocket* find(StringArg key) {
    for (auto& [known, socket] : all)
      if (key == known) return socket.get();
    return nullptr;
  }
  void remove(const String& key) {
    std::erase_if(all, [&](const auto& each) { return key == each.first; });
  }
  static SharedSockets& of(State& state) {
    if (!state.datagrams) state.datagrams = make<Handle<SharedSockets>>();
    return static_cast<SharedSockets&>(*state.datagrams);
  }
};

void refuse(State& state, const Worker& worker, int error, const String& key, const var& seq) {
  state.send(worker->process->target(), var::object({{"errno", error}, {"key", key}, {"ack", seq}}));
}

int SharedSocket::bind(const var& asked) {
  NODECPP_ASSERT(!socket_ && all_.empty(), all_.size());
  const bool hasDescriptor = asked.get("fd").isNumber() && asked.get("fd") >= 0;
  const int flags = asked.get("flags").isNumber() ? int(asked.get("flags")) : 0;
  os::DatagramSpec spec{.address = {},
                        .reuseAddress = (flags & reuseAddressFlag) != 0,
                        .ipv6Only = (flags & ipv6OnlyFlag) != 0,
                        .fd = hasDescriptor ? int(asked.get("fd")) : -1};
  if (!hasDescriptor)
    spec.address = net::detail::toAddress(asked.get("address").toString(), int(asked.get("port")),
                                          asked.get("addressType") == "udp6" ? 6 : 4);
  os::Datagrams& datagrams = loop_.port().datagrams;
  if (hasDescriptor && datagrams.kindOf(spec.fd) != os::DescriptorKind::udp) return UV_EINVAL;
  os::DatagramSocket* made = nullptr;
  if (const int error = datagrams.open(spec, nullptr, &made)) return error;
  socket_ = make<Native>(os::PassedHandle{.datagrams = made});
  return 0;
}

void SharedSocket::add(const Worker& worker, const var& seq) {
  NODECPP_ASSERT(socket_ && worker && worker->process && !has(worker));
  all_.push_back(worker);
  // A worker that has no descriptor left is told so.
  auto lost = [state = &state_, key = key_, worker, seq] {
    refuse(*state, worker, UV_EMFILE, key, seq);
    closeDatagrams(*state, worker, key);
  };
  state_.send(worker->process->target(), var::object({{"key", key_}, {"ack", seq}}), socket_, nullptr, lost);
}

}  // namespace

// The key has the number of the worker's sockets at this address. The first sockets of all workers share one socket,
// and the second ones another, if the system permits two at one address.
void queryDatagrams(State& state, const Worker& worker, const var& asked) {
  if (bool(worker->exitedAfterDisconnect)) return;
  String key;
  for (const char* part : {"address", "port", "addressType", "fd", "index"}) key += asked.get(part).toString() + ":";
  SharedSockets& sockets = SharedSockets::of(state);
  SharedSocket* found = sockets.find(key);
  if (found && found->has(worker)) return refuse(state, worker, UV_EADDRINUSE, key, asked.get("seq"));
  if (!found) {
    auto made = std::make_unique<SharedSocket>(state, key);
    if (const int error = made->bind(asked)) return refuse(state, worker, error, key, asked.get("seq"));
    found = made.get();
    sockets.all.emplace_back(key, std::move(made));
  }
  found->add(worker, asked.get("seq"));
}

void removeDatagramsOf(State& state, const Worker& worker) {
  std::erase_if(SharedSockets::of(state).all, [&](const auto& each) { return each.second->remove(worker); });
}

bool closeDatagrams(State& state, const Worker& worker, StringArg key) {
  SharedSockets& sockets = SharedSockets::of(state);
  SharedSocket* found = sockets.find(key);
  if (!found) return false;
  if (found->remove(worker)) sockets.remove(key.toString());
  return true;
}

}  // namespace nodecpp::cluster::detail
