#include <nodecpp/cluster.h>

#include <vector>

#include "base/assertion.h"
#include "cluster/cluster_state.h"
#include "net/socket_handle.h"
#include "process/process_state.h"

namespace nodecpp::cluster {

using detail::State;
using nodecpp::detail::ProcessState;

namespace detail {

namespace {
constinit nodecpp::detail::LoopLocal<Handle<State>> ofProgram;
}

State* State::find() {
  auto* known = ofProgram.find();
  return known ? known->get() : nullptr;
}

State& State::current() {
  Handle<State>& state = *ofProgram;
  if (!state) state = make<Handle<State>>();
  return *state;
}

void State::send(child_process::detail::ChannelTarget& target, var message, const SendHandle& handle, Answered answered,
                 Function<void()> lost) {
  message.set("cmd", "NODE_CLUSTER");
  message.set("seq", ++sequence_);
  NODECPP_DEBUG_ASSERT(!waiting_.contains(sequence_), sequence_);
  if (answered) waiting_[sequence_] = {&target, std::move(answered)};
  Function<void()> onLost;
  if (lost)
    onLost = [keep = Handle<State>(this), number = sequence_, lost = std::move(lost)] {
      keep->waiting_.erase(number);
      lost();
    };
  // A closed channel is not reported here, since its end is reported to those who wait for a reply.
  child_process::detail::sendOver(target, message, handle, {.swallowErrors = true}, [](Error) {}, std::move(onLost));
}

Answered State::takeAnswered(const var& ack) {
  if (!ack.isNumber()) return nullptr;
  auto found = waiting_.find(ack.toNumber());
  if (found == waiting_.end()) return nullptr;
  Answered answered = std::move(found->second.answered);
  NODECPP_ASSERT(answered && found->second.target);
  waiting_.erase(found);
  return answered;
}

void State::onLoopEnd() noexcept {
  waiting_.clear();
  whenEmpty.clear();
  listeners = nullptr;
  datagrams = nullptr;
  emitter->removeAllListeners();
  workers.clear();
  for (auto& [id, each] : std::exchange(alive, {})) {
    each->removeAllListeners();
    each->process->removeAllListeners();
  }
  if (worker) worker->removeAllListeners();
}

void State::callWhenEmpty() {
  for (auto& callback : std::exchange(whenEmpty, {})) callback();
}

void enable() {
  nodecpp::detail::UpwardRegistration([](nodecpp::detail::Upward& to) {
    to.beginCluster = beginWorker;
    to.listenInCluster = listenAsWorker;
    to.bindInCluster = bindAsWorker;
  });
}

}  // namespace detail

Handle<ClusterObject> emitter() { return State::current().emitter; }

IsWorker::operator bool() const {
  State* state = State::find();
  return state && state->worker;
}

Worker CurrentWorker::handle() const {
  State* state = State::find();
  return state ? state->worker : nullptr;
}

Worker Workers::operator[](int id) const {
  State& state = State::current();
  auto found = state.workers.find(id);
  return found == state.workers.end() ? Worker() : found->second;
}
Array<int> Workers::keys() const {
  Array<int> keys;
  for (const auto& [id, worker] : State::current().workers) keys.push(id);
  return keys;
}
Array<Worker> Workers::values() const {
  Array<Worker> values;
  for (const auto& [id, worker] : State::current().workers) values.push(worker);
  return values;
}

const SchedulingPolicy& SchedulingPolicy::operator=(int policy) const {
  if (policy != SCHED_NONE && policy != SCHED_RR_)
    throw nodecpp::detail::invalidArgValue("schedulingPolicy", str(policy), "is neither SCHED_NONE nor SCHED_RR_");
  State& state = State::current();
  if (state.settings.exec.empty()) state.policy = policy;  // it is fixed from setupPrimary on
  return *this;
}
SchedulingPolicy::operator int() const {
  State& state = State::current();
  if (!state.policy) state.policy = process::env["NODE_CLUSTER_SCHED_POLICY"] == "none" ? SCHED_NONE : SCHED_RR_;
  return state.policy;
}

bool WorkerObject::send(const var& message, Function<void(Error)> callback) {
  return send(message, nullptr, std::move(callback));
}
bool WorkerObject::send(const var& message, const SendHandle& handle, Function<void(Error)> callback) {
  return process ? process->send(message, handle, std::move(callback))
                 : nodecpp::process::send(message, handle, std::move(callback));
}

Worker WorkerObject::disconnect() {
  Worker self(this);
  State& current = State::current();
  if (!process) {
    if (state != "disconnecting" && state != "destroying") {
      state = "disconnecting";
      detail::disconnectSelf(current, false);
    }
    return self;
  }
  exitedAfterDisconnect = true;
  current.send(process->target(), var::object({{"act", "disconnect"}}));
  detail::removeListenersOf(current, self);
  detail::removeWorker(current, self);
  return self;
}

void WorkerObject::kill(const child_process::Signal& signal) {
  if (process)
    process->kill(signal);
  else
    detail::destroySelf(State::current());
}

bool WorkerObject::isConnected() const { return process ? process->connected : bool(nodecpp::process::connected); }
bool WorkerObject::isDead() const {
  return process && (process->exitCode != nullptr || process->signalCode != nullptr);
}

}  // namespace nodecpp::cluster
