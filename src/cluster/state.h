// What the module keeps: one for each loop, and the protocol of its messages, which is Node's.
#pragma once

#include <nodecpp/cluster.h>
#include <nodecpp/concurrency/loop_end.h>

#include <map>
#include <vector>

#include "child_process/channel.h"

namespace nodecpp::cluster::detail {

using child_process::detail::Native;
using nodecpp::detail::Loop;
using Variables = child_process::Environment::Variables;

// What answers a message of ours: the answer, and what came with it.
using Answered = Function<void(const var& reply, const SendHandle& handle)>;

// Attached to the process object, which outlives what refers to this.
class State final : public Object, nodecpp::detail::LoopEnd {
 public:
  State() { remember(); }
  static State& current();
  // Null where the module was not used yet.
  static State* find();

  Handle<ClusterObject> emitter = make<Handle<ClusterObject>>();
  Worker worker;  // this process, where it is one
  std::map<int, Worker> workers;
  std::map<int, Worker> alive;  // also those that were told to disconnect, until their last event
  std::map<int, Variables> environments;  // that they were started with
  int lastId = 0;
  bool restarting = false;
  int onTrial = 0;  // a restart's new worker, which is not started again if it fails
  Settings settings;
  int policy = 0;                          // 0: not asked for yet
  Handle<Object> listeners;                // the primary's, for its workers; a worker's own
  std::vector<Function<void()>> whenGone;  // the last worker

  // Tells them that there are no workers any more.
  void tellGone();

  // Sends {cmd: "NODE_CLUSTER", …message}; `answered` is told of what acknowledges it, or `lost` is called where the
  // handle did not reach the other side.
  void send(child_process::detail::ChannelTarget& target, var message, const SendHandle& handle = nullptr,
            Answered answered = nullptr, Function<void()> lost = nullptr);
  // The channel is over: no answers come.
  void forget(child_process::detail::ChannelTarget& target) {
    std::erase_if(waiting_, [&](const auto& each) { return each.second.target == &target; });
  }
  // An internal message: an answer goes to who waits for it, the rest to `act(message, handle)`.
  template <class F>
  void received(const var& message, const SendHandle& handle, F&& act) {
    if (message.maybe("cmd") != "NODE_CLUSTER") return;
    if (Answered waiting = takeAnswered(message.get("ack")))
      waiting(message, handle);
    else
      act(message, handle);
  }

 private:
  // What refers to each other in a circle is let go.
  void onLoopEnd() noexcept override;
  Answered takeAnswered(const var& ack);
  struct Waiting {
    child_process::detail::ChannelTarget* target;
    Answered answered;
  };
  std::map<double, Waiting> waiting_;
  double sequence_ = 0;
};

// The primary's side of where workers listen.
void removeListenersOf(State& state, const Worker& worker);
void onWorkersMessage(State& state, const Worker& worker, const var& message);
// A worker has gone, and its channel.
void removeWorker(State& state, const Worker& worker);
Worker startWorker(State& state, Variables env, double delay = 0);

// A worker's side.
void beginWorker(Loop& loop);
bool listenAsWorker(net::ServerObject& server, StringArg address, int port, int family,
                    const net::ListenOptions& options);
void disconnectSelf(State& state, bool askedByPrimary);
void destroySelf(State& state);

}  // namespace nodecpp::cluster::detail
