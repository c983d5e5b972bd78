// The primary process: it starts workers, and reacts to their end.
#include <nodecpp/timers.h>

#include <algorithm>
#include <vector>

#include "base/assertion.h"
#include "cluster/cluster_state.h"
#include "loop/loop.h"
#include "process/process_state.h"

namespace nodecpp::cluster {

using detail::State;
using nodecpp::detail::Loop;

namespace {

void inTick(State& state, Function<void()> f) {
  Loop::current().nextTick([keep = Handle<State>(&state), f = std::move(f)] { f(); });
}

// A worker that has run for so many milliseconds is started again with the shortest delay.
constexpr double longLife = 10000;

// Starts a worker again after its end. `delay` is the time that was waited before its previous start.
void restartWorker(State& state, const Worker& worker, const detail::Variables& env, double delay, double at) {
  if (!state.settings.respawn || worker->exitedAfterDisconnect == true || worker->id == state.trialRestarts) return;
  bool soon = delay > 0 && Loop::current().now() - at < longLife;
  double next = std::min(soon ? delay * 2 : state.settings.respawnDelay, state.settings.respawnMaxDelay);
  setTimeout([keep = Handle<State>(&state), env, next] { detail::startWorker(*keep, env, next); }, next);
}

}  // namespace

void setupPrimary(Settings given) {
  State& state = State::current();
  Settings& settings = state.settings;
  if (settings.exec.empty()) {
    (void)int(schedulingPolicy);  // fixes the policy
    settings.exec = process::execPath();
    settings.args = process::argv.slice(2);
    settings.execArgv = process::execArgv();
  }
  auto take = [](auto& to, auto& from, bool isGiven) {
    if (isGiven) to = std::move(from);
  };
  take(settings.execArgv, given.execArgv, !given.execArgv.empty());
  take(settings.exec, given.exec, !given.exec.empty());
  take(settings.args, given.args, !given.args.empty());
  take(settings.cwd, given.cwd, !given.cwd.empty());
  take(settings.serialization, given.serialization, !given.serialization.empty());
  take(settings.silent, given.silent, given.silent);
  take(settings.stdio, given.stdio, given.stdio.given());
  take(settings.uid, given.uid, given.uid.given());
  take(settings.gid, given.gid, given.gid.given());
  if (given.respawn) {
    settings.respawn = true;
    settings.respawnDelay = std::max(given.respawnDelay, 1.0);
    settings.respawnMaxDelay = std::max(given.respawnMaxDelay, settings.respawnDelay);
  }
  inTick(state, [&state, settings] { state.emitter->emit(event::setup, settings); });
}

Settings settings() { return State::current().settings; }

Worker fork(detail::Variables env) {
  setupPrimary();
  return detail::startWorker(State::current(), std::move(env));
}

void disconnect(Function<void()> callback) {
  State& state = State::current();
  const Array<Worker> all = workers.values();
  if (callback) state.whenEmpty.push_back(std::move(callback));
  if (all.empty()) inTick(state, [&state] { state.callWhenEmpty(); });
  for (const Worker& worker : all)
    if (worker->isConnected()) worker->disconnect();
}

namespace detail {

void removeWorker(State& state, const Worker& worker) {
  if (!state.workers.erase(worker->id)) return;
  state.environments.erase(worker->id);
  if (state.workers.empty()) state.callWhenEmpty();
}

Worker startWorker(State& state, Variables env, double delay) {
  const Settings& settings = state.settings;
  int id = ++state.lastId;
  child_process::Environment all(process::env, env);
  all.set("NODE_UNIQUE_ID", str(id));
  Worker worker = make<Worker>();
  worker->id = id;
  auto child = child_process::fork(settings.exec, settings.args,
                                   {.cwd = settings.cwd,
                                    .env = all,
                                    .execArgv = settings.execArgv,
                                    .gid = settings.gid,
                                    .serialization = settings.serialization,
                                    .silent = settings.silent,
                                    .stdio = settings.stdio,
                                    .uid = settings.uid});
  worker->process = child;
  Handle<State> keep(&state);
  // After both `exit` and `disconnect` no event of the worker follows, so its listeners are removed.
  let<int> endings = 0;
  auto over = [endings, keep, worker]() mutable {
    NODECPP_ASSERT(endings.ref() < 2, endings.ref());
    if (++endings.ref() < 2) return;
    keep->alive.erase(worker->id);
    Loop::current().nextTick([worker] { worker->removeAllListeners(); });
  };
  child->on(event::error, [worker](Error error) { worker->emit(event::error, error); });
  child->on(event::message,
            [worker](var message, SendHandle handle) { worker->emit(event::message, message, handle); });
  // This listener is added first, as in Node.
  worker->on(event::message, [keep, raw = worker.get()](var message, SendHandle handle) {
    keep->emitter->emit(event::message, Worker(raw), message, handle);
  });
  child->once(event::exit, [keep, worker, env, delay, over, at = Loop::current().now()](child_process::Code code,
                                                                                        Lookup signal) mutable {
    // A worker that is still connected may have sent more messages.
    if (!worker->isConnected()) {
      removeListenersOf(*keep, worker);
      removeWorker(*keep, worker);
    }
    worker->exitedAfterDisconnect = bool(worker->exitedAfterDisconnect);
    worker->state = "dead";
    worker->emit(event::exit, code, signal);
    keep->emitter->emit(event::exit, worker, code, signal);
    restartWorker(*keep, worker, env, delay, at);
    over();
  });
  child->once(event::disconnect, [keep, worker, over]() mutable {
    keep->forget(worker->process->target());
    removeListenersOf(*keep, worker);
    if (worker->isDead()) removeWorker(*keep, worker);
    worker->exitedAfterDisconnect = bool(worker->exitedAfterDisconnect);
    worker->state = "disconnected";
    worker->emit(event::disconnect);
    keep->emitter->emit(event::disconnect, worker);
    over();
  });
  child->on(child_process::detail::internalMessage, [keep, worker](var message, SendHandle handle) {
    keep->received(message, handle, [&](const var& act, const SendHandle&) { onWorkersMessage(*keep, worker, act); });
  });
  inTick(state, [&state, worker] { state.emitter->emit(event::fork, worker); });
  NODECPP_ASSERT(!state.workers.contains(id) && !state.alive.contains(id), id);
  state.workers[id] = worker;
  state.alive[id] = worker;
  state.environments[id] = std::move(env);
  return worker;
}

}  // namespace detail
}  // namespace nodecpp::cluster
