// The state of the cluster module, one object for each loop, and the module's messages, whose protocol is Node's.
#pragma once

#include <nodecpp/cluster.h>
#include <nodecpp/concurrency/loop_end.h>

#include <map>
#include <vector>

#include "child_process/channel.h"

namespace nodecpp::dgram {
class SocketObject;
}
namespace nodecpp::os {
struct DatagramSpec;
}

namespace nodecpp::cluster::detail {

using child_process::detail::Native;
using nodecpp::detail::Loop;
using Variables = child_process::Environment::Variables;

// Called with the reply to a message and the handle that came with the reply.
using Answered = Function<void(const var& reply, const SendHandle& handle)>;

// The state of the module. It ends with its loop.
class State final : public Object, nodecpp::detail::LoopEnd {
 public:
  State() { remember(); }
  static State& current();
  // Returns null when the module has not been used yet.
  static State* find();

  Handle<ClusterObject> emitter = make<Handle<ClusterObject>>();
  Worker worker;  // this process, if it is a worker
  std::map<int, Worker> workers;
  // The workers until their last event, including those that were told to disconnect.
  std::map<int, Worker> alive;
  std::map<int, Variables> environments;  // the variables that each worker was started with
  int lastId = 0;
  bool restarting = false;
  // The id of the new worker in a restart, which is not started again if it fails; 0 without one.
  int trialRestarts = 0;
  Settings settings;
  int policy = 0;  // 0 until it is read or set first
  // In the primary, the listeners for its workers; in a worker, its servers.
  Handle<Object> listeners;
  // In the primary, the sockets for datagrams that its workers share.
  Handle<Object> datagrams;
  // Called after the last worker has exited.
  std::vector<Function<void()>> whenEmpty;

  // Calls the functions in whenEmpty, because there are no workers any more.
  void callWhenEmpty();

  // Sends {cmd: "NODE_CLUSTER", …message}. `answered` is called with the message that acknowledges it, or `lost` when
  // the handle did not reach the other process.
  void send(child_process::detail::ChannelTarget& target, var message, const SendHandle& handle = nullptr,
            Answered answered = nullptr, Function<void()> lost = nullptr);
  // Called when a channel is closed, since its replies will not come any more.
  void forget(child_process::detail::ChannelTarget& target) {
    std::erase_if(waiting_, [&](const auto& each) { return each.second.target == &target; });
  }
  // Handles an internal message: a reply goes to the function that waits for it, any other message to `act(message,
  // handle)`.
  template <class F>
  void received(const var& message, const SendHandle& handle, F&& act) {
    if (message.maybe("cmd") != "NODE_CLUSTER") return;
    if (Answered waiting = takeAnswered(message.get("ack")))
      waiting(message, handle);
    else
      act(message, handle);
  }

 private:
  // Releases the objects that refer to each other in a circle.
  void onLoopEnd() noexcept override;
  Answered takeAnswered(const var& ack);
  struct Waiting {
    child_process::detail::ChannelTarget* target;
    Answered answered;
  };
  std::map<double, Waiting> waiting_;
  double sequence_ = 0;
};

// The primary's part: the addresses at which workers listen, and those to which they bind sockets for datagrams.
void removeListenersOf(State& state, const Worker& worker);
void queryDatagrams(State& state, const Worker& worker, const var& asked);
void removeDatagramsOf(State& state, const Worker& worker);
// Returns false when this is not the key of a socket for datagrams.
bool closeDatagrams(State& state, const Worker& worker, StringArg key);
void onWorkersMessage(State& state, const Worker& worker, const var& message);
// Called when a worker and its channel are gone.
void removeWorker(State& state, const Worker& worker);
Worker startWorker(State& state, Variables env, double delay = 0);

// The worker's part.
void beginWorker(Loop& loop);
bool listenAsWorker(net::ServerObject& server, StringArg address, int port, int family,
                    const net::ListenOptions& options);
bool bindAsWorker(dgram::SocketObject& socket, const os::DatagramSpec& spec);
void disconnectSelf(State& state, bool askedByPrimary);
void destroySelf(State& state);

}  // namespace nodecpp::cluster::detail
