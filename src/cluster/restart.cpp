// Replaces the workers one by one, so that no request is refused or dropped.
#include <nodecpp/concurrency.h>
#include <nodecpp/timers.h>

#include "cluster/cluster_state.h"

namespace nodecpp::cluster {

using detail::State;

namespace {

Error endedEarly(const Worker& worker, const char* how) {
  return nodecpp::detail::codedError<Error>("ERR_CLUSTER_RESTART", str("The new worker ") + worker->id + " " + how);
}

// Fulfilled when the worker listens, or is online if `listening` is false.
Promise<> up(Worker worker, bool listening, double timeout) {
  return Promise<>([&](Resolver<void> resolve, Rejector reject) {
    auto late = setTimeout(
        [=] {
          reject(endedEarly(worker, "was not up in time"));
          worker->kill("SIGKILL");
        },
        timeout);
    auto ready = [=] {
      clearTimeout(late);
      resolve();
    };
    listening ? worker->once(event::listening, ready) : worker->once(event::online, ready);
    worker->once(event::exit, [=] {
      clearTimeout(late);
      reject(endedEarly(worker, "ended before it was up"));
    });
  });
}

Promise<> gone(Worker worker, double timeout) {
  return Promise<>([&](Resolver<void> resolve, Rejector) {
    if (worker->isDead()) return resolve();
    auto late = setTimeout([=] { worker->kill("SIGKILL"); }, timeout);
    worker->once(event::exit, [=] {
      clearTimeout(late);
      resolve();
    });
  });
}

Promise<> replaceAll(Handle<State> state, RestartOptions options) {
  for (int id : workers.keys()) {
    Worker old = workers[id];
    // The old worker has ended meanwhile, or is about to end.
    if (!old || old->isDead() || bool(old->exitedAfterDisconnect)) continue;
    Worker fresh = detail::startWorker(*state, state->environments[id]);
    state->trialRestarts = fresh->id;
    co_await up(fresh, old->state == "listening", options.timeout);
    state->trialRestarts = 0;
    if (old->isDead()) continue;
    Promise<> end = gone(old, options.timeout);
    old->disconnect();
    co_await end;
  }
}

}  // namespace

Promise<> restart(RestartOptions options) {
  State& state = State::current();
  if (state.restarting)
    return Promise<>::reject(nodecpp::detail::codedError<Error>("ERR_CLUSTER_RESTART", "A restart is under way"));
  state.restarting = true;
  auto over = [keep = Handle<State>(&state)] {
    keep->restarting = false;
    keep->trialRestarts = 0;
  };
  return replaceAll(Handle<State>(&state), options).finally_(over);
}

}  // namespace nodecpp::cluster
