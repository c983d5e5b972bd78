#include <nodecpp/async_generator.h>
#include <nodecpp/console.h>
#include <nodecpp/loop_local.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

struct State {
  int tick = 0;
  bool running = true;
};
static constinit LoopLocal<State> state;
void count() {
  state->tick++;
  if (state->running) Promise<>::resolve().then([] { count(); });
}
template <class... A>
void say(const A&... what) { console::log(state->tick, what...); }
template <class P>
void told(String name, P promise) {
  promise.then([=](auto r) { say(name, r.value, r.done); }, [=](Error error) { say(name, error->message); });
}
Promise<> settled() { for (int i = 0; i < 30; i++) co_await nullptr; }

using Ints = AsyncGenerator<int>;
AsyncGenerator<int> plain(int n) {
  for (int i = 1; i <= n; i++) {
    say("yields", i);
    co_yield i;
  }
  say("ends");
}
AsyncGenerator<int, int> returning() {
  co_yield 1;
  co_return 2;
}
Ints awaiting() {
  co_await nullptr;
  co_yield 1;
  co_await nullptr;
  co_yield 2;
}
Ints delegating() {
  co_yield 0;
  co_yield elementsOf(plain(2));
  co_yield 9;
}
Ints twice() {
  co_yield elementsOf(delegating());
}
Ints ofList() {
  co_yield elementsOf(Array<int>{4, 5});
}
Ints failing() {
  co_yield 1;
  throw Error("failing");
}
Ints catching() {
  for (int i = 0; ; i++) {
    String message = undefined;
    try {
      co_yield i;
    } catch (const Error& error) {
      message = error->message;
    }
    if (message) say("caught", message);
  }
}
Ints promised() {
  co_yield Promise<>::resolve(7);
  try {
    co_yield Promise<>::reject<int>(Error("promised"));
  } catch (const Error& error) {
    say("caught", error->message);
  }
  co_yield 8;
}
AsyncGenerator<int, void, int> sending() {
  int got = 0;
  for (;;) got = co_yield got + 1;
}

Promise<> each(String name, auto make) {
  console::log("--", name);
  state->tick = 0;
  auto g = make();
  for (int i = 0; i < 6; i++) told(str("next ") + i, g.next());
  co_await settled();
  state->tick = 0;
  console::log("-- one by one");
  auto h = make();
  try {
    for (int i = 0; i < 6; i++) {
      auto r = co_await h.next();
      say("got", r.value, r.done);
    }
  } catch (const Error& error) {
    say("failed", error->message);
  }
  co_await settled();
  for (String how : {"return", "throw"}) {
    for (int before : {0, 1, 2}) {
      console::log("--", how, "after", before);
      state->tick = 0;
      auto k = make();
      for (int i = 0; i < before; i++) told("next", k.next());
      told(how, how == "return" ? k.return_(50) : k.throw_(Error("in")));
      told("behind", k.next());
      told("again", k.return_(60));
      co_await settled();
      state->tick = 0;
      told("last", k.next());
      told("returns", k.return_());
      told("throws", k.throw_(Error("late")));
      co_await settled();
    }
  }
}

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  count();
  co_await each("plain", [] { return plain(2); });
  co_await each("returning", returning);
  co_await each("awaiting", awaiting);
  co_await each("delegating", delegating);
  co_await each("twice", twice);
  co_await each("ofList", ofList);
  co_await each("failing", failing);
  co_await each("promised", promised);
  console::log("-- catching");
  state->tick = 0;
  auto c = catching();
  told("a", c.next());
  told("b", c.throw_(Error("one")));
  told("c", c.throw_(Error("two")));
  told("d", c.next());
  told("e", c.return_(3));
  co_await settled();
  console::log("-- sending");
  state->tick = 0;
  auto s = sending();
  told("a", s.next(100));
  told("b", s.next(10));
  told("c", s.next(20));
  co_await settled();
  told("d", s.next(30));
  co_await settled();
  console::log("-- for await");
  state->tick = 0;
  auto all = delegating();
  while (auto each = co_await all.next()) say("each", *each);
  state->running = false;
}); }
