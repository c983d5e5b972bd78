#include <nodecpp/async_generator.h>
#include <nodecpp/async_hooks.h>
#include <nodecpp/console.h>
#include <nodecpp/generator.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers.h>
#include <nodecpp/timers/promises.h>
using namespace nodecpp;
using namespace nodecpp::async_hooks;

using Storage = AsyncLocalStorage<String>;
void show(Storage als, String name) { console::log(name, als->getStore()); }
Promise<> sleep(double ms) { return timers::promises::setTimeout(ms); }

Promise<> waits(Storage als, Promise<> promise) {
  show(als, "before await");
  co_await promise;
  show(als, "after await");
  als->enterWith("entered");
  co_await nullptr;
  show(als, "after enterWith");
  co_await als->run("inner", [=](this auto) -> Promise<> {
    show(als, "inner");
    co_await nullptr;
    show(als, "inner after await");
  });
  show(als, "outer after inner");
}
Promise<> deeper(Storage als, String name) {
  co_await nullptr;
  show(als, name + " deeper");
  co_await sleep(1);
  if (name != "c" && als->getStore() != name) console::log("mixed");
}
Promise<> worker(Storage als, String name) {
  for (int i = 0; i < 3; ++i) {
    co_await sleep(30);
    show(als, name + i);
    co_await deeper(als, name);
  }
}
AsyncGenerator<int> numbers(Storage als) {
  show(als, "generator begins");
  co_yield 1;
  show(als, "generator goes on");
  co_await sleep(1);
  show(als, "generator after await");
  co_yield 2;
}
Promise<> asks(Storage als) {
  auto iterator = als->run("made", [=] { return numbers(als); });
  co_await als->run("first", [=] { return iterator.next(); });
  co_await als->run("second", [=] { return iterator.next(); });
  co_await als->run("last", [=] { return iterator.next(); });
  als->enterWith("loop");
  auto all = numbers(als);
  while (true) {
    auto each = co_await all.next();
    if (each.done) break;
    show(als, str("for await ") + each.value.ref());
  }
}
Generator<int> plain(Storage als) {
  show(als, "plain begins");
  co_yield 1;
  show(als, "plain goes on");
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto als = make<Storage>();
  let<Function<void()>> resolve;
  auto promise = als->run("made", [=] { return Promise<>([=](Resolver<void> r) { resolve = [=] { r(); }; }); });
  als->run("then", [=] { promise.then([=] { show(als, "then"); als->enterWith("inside"); }).then([=] { show(als, "then again"); }); });
  als->run("catch", [=] {
    Promise<>::reject<void>(Error("no")).catch_([=] { show(als, "catch"); }).finally_([=] { show(als, "finally"); });
  });
  (void)als->run("await", [=] { return waits(als, promise); });
  als->run("resolver", [=] { setTimeout([=] { resolve.value()(); }, 1); });
  (void)als->run("a", [=] { return worker(als, "a"); });
  (void)als->run("b", [=] { return worker(als, "b"); });
  (void)worker(als, "c");
  als->run("all", [=] { Promise<>::all(sleep(150), promise).then([=] { show(als, "all"); }); });
  (void)als->run("race", [=](this auto) -> Promise<> {
    co_await Promise<>::race(sleep(250), Promise<>([](auto) {}));
    show(als, "race");
  });
  (void)asks(als);
  auto steps = als->run("plain", [=] { return plain(als); });
  als->run("step 1", [=] { steps.next(); });
  als->run("step 2", [=] { steps.next(); });
  show(als, "outside");
}); }
