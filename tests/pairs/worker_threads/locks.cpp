#include <nodecpp/console.h>
#include <nodecpp/number.h>
#include <nodecpp/worker_threads.h>
#include <nodecpp/worker_threads/locks.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

template <class F>
Promise<> attempt(String name, F f) {
  try {
    console::log(name, co_await f());
  } catch (const Error& error) {
    console::log(name, error->name, error->code == undefined ? var(undefined) : error->name == "TypeError" ? var(error->code) : var(num(error->code)), error->message);
  }
}

Promise<> alone() {
  co_await attempt("value", [] { return locks.request("a", [](auto lock) -> Promise<int> {
    console::log(lock->name(), lock->mode());
    co_return 5;
  }); });
  co_await attempt("no promise", [] { return locks.request("a", [] { return 6; }); });
  co_await attempt("rejected", [] { return locks.request("a", []() -> Promise<int> { throw Error("from inside"); co_return 0; }); });
  co_await attempt("after it", [] { return locks.request("a", {.mode = "shared"}, [](auto lock) { return lock->mode(); }); });
  co_await attempt("mode", [] { return locks.request("a", {.mode = "zz"}, [] { return 0; }); });
  co_await attempt("name", [] { return locks.request("-a", [] { return 1; }); });
  co_await attempt("steal shared", [] { return locks.request("a", {.mode = "shared", .steal = true}, [] { return 1; }); });
  co_await attempt("steal or not", [] { return locks.request("a", {.ifAvailable = true, .steal = true}, [] { return 1; }); });
  co_await attempt("steal with signal", [] { return locks.request("a", {.steal = true, .signal = make<AbortController>()->signal()}, [] { return 1; }); });
  co_await attempt("aborted", [] { return locks.request("a", {.signal = AbortSignal::abort()}, [] { return 1; }); });
  co_await attempt("aborted for a reason", [] { return locks.request("a", {.signal = AbortSignal::abort(Error("why"))}, [] { return 1; }); });

  Array<String> order;
  auto log = [=](String text) { return [=](this auto) -> Promise<> {
    order.push(text);
    co_await sleep(5);
    order.push(text + " ends");
  }; };
  co_await Promise<>::all(
    locks.request("b", {.mode = "shared"}, log("s1")), locks.request("b", {.mode = "shared"}, log("s2")),
    locks.request("b", log("x")), locks.request("b", {.mode = "shared"}, log("s3")), locks.request("c", [=] { order.push("other"); }));
  console::log(order);

  console::log("before");
  auto immediate = locks.request("d", [] { console::log("inside"); });
  console::log("after");
  co_await immediate;
  console::log(undefined);

  let<Function<void(String)>> release;
  auto held = locks.request("e", [=] { return Promise<String>([=](auto resolve) { release = [=](String value) { resolve(value); }; }); });
  auto waiting = locks.request("e", {.mode = "shared"}, [] { return str("waited"); });
  auto state = co_await locks.query();
  console::log(state.held.map([](auto each) { return each.name + " " + each.mode; }), state.pending.map([](auto each) { return each.name + " " + each.mode; }));
  console::log(state.held[0].clientId == format("node-{}-0", process::pid), state.held.length(), state.pending.length());
  co_await attempt("not available", [] { return locks.request("e", {.ifAvailable = true}, [](auto lock) { return lock == nullptr; }); });
  co_await attempt("available", [] { return locks.request("f", {.ifAvailable = true}, [](auto lock) { return lock->name(); }); });
  auto controller = make<AbortController>();
  auto given = locks.request("e", {.signal = controller->signal()}, [] { return str("never"); });
  controller->abort();
  co_await attempt("while it waits", [=] { return given; });
  co_await attempt("stolen", [] { return locks.request("e", {.steal = true}, [](auto lock) { return "by " + lock->name(); }); });
  co_await attempt("was held", [=] { return held; });
  release.value()("too late");
  co_await attempt("waiting", [=] { return waiting; });
  auto last = co_await locks.query();
  console::log(last.held, last.pending);
}

Promise<> withWorker() {
  auto worker = make<Worker>(thisFile);
  co_await Promise<var>([=](auto resolve) { worker->once(event::message, [=](var value) { resolve(value); }); });
  co_await attempt("worker has it", [] { return locks.request("w", {.ifAvailable = true}, [](auto lock) { return lock == nullptr; }); });
  console::log((co_await locks.query()).held.length());
  worker->postMessage("release");
  co_await attempt("main has it", [] { return locks.request("w", [](auto lock) { return lock->name(); }); });
  worker->postMessage("take again");
  co_await Promise<var>([=](auto resolve) { worker->once(event::message, [=](var value) { resolve(value); }); });
  co_await worker->terminate();
  co_await attempt("its thread has ended", [] { return locks.request("w", [](auto lock) { return lock->mode(); }); });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    alone().then([] { return withWorker(); });
  } else {
    let<Function<void()>> release;
    auto take = [=] {
      (void)locks.request("w", [=] {
        parentPort->postMessage("held");
        return Promise<>([=](auto resolve) { release = [=] { resolve(); }; });
      });
    };
    parentPort->on(event::message, [=](var message) { message == "release" ? release.value()() : take(); });
    take();
  }
}); }
