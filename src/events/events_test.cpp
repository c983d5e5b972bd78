// Tests what the pairs in tests/pairs cannot observe: the lifetimes of listeners and emitters, and checks that happen
// only at run time. (tests/pairs compares the order of calls with Node.)
#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers.h>

#include <doctest/doctest.h>

#include <string>

#include "base/objects/cycle_collector.h"
#include "loop/loop.h"
#include "os/sim/sim_port.h"
#include "support/sim_loop.h"
#include "support/thrown.h"

using namespace nodecpp;
using tests::codeThrown;

namespace {

int alive = 0;
struct Counted {
  Counted() { ++alive; }
  Counted(const Counted&) { ++alive; }
  ~Counted() { --alive; }
};

class TestedObject : public EventEmitterObject {
 public:
  using EventEmitterObject::eventArgs;
  static Args<int, String> eventArgs(event::message_t);
  TestedObject() { ++alive; }
  ~TestedObject() override { --alive; }
  const char* className() const override { return "Tested"; }
  void end() { dropListeners(); }
  Array<String> added, removed;

 protected:
  void listenerAdded(EventName name) override { added.push(String::copyOf(name.data(), name.size())); }
  void listenerRemoved(EventName name) override { removed.push(String::copyOf(name.data(), name.size())); }
};
using Tested = Handle<TestedObject>;

template <class F>
void program(F f) {
  tests::program(f);
  CHECK(alive == 0);
}

}  // namespace

TEST_CASE("an emitter lives until its listeners have returned") {
  SUBCASE("inside of the loop") {
    program([] {
      let<Tested> emitter = make<Tested>();
      emitter->on("x", [=, counted = Counted()] {
        emitter = Tested();
        CHECK(alive > 1);
      });
      emitter->on("x", [counted = Counted()] { CHECK(alive > 1); });
      emitter->emit("x");
    });
  }
  SUBCASE("outside of it") {
    auto* raw = new Tested(make<Tested>());
    int called = 0;
    (*raw)->on("x", [&] {
      ++called;
      delete raw;
    });
    (*raw)->once("x", [&, counted = Counted()] {
      ++called;
      CHECK(alive > 1);
    });
    (*raw)->on("x", [&] { ++called; });
    (*raw)->emit("x");
    CHECK(called == 3);
    CHECK(alive == 0);
  }
}

TEST_CASE("a listener that is taken off lives while it runs") {
  program([] {
    auto emitter = make<Tested>();
    let<bool> destroyed = false;
    struct Tell {
      let<bool> flag;
      bool mine = true;
      explicit Tell(let<bool> f) : flag(f) {}
      Tell(const Tell& other) : flag(other.flag) {}
      Tell(Tell&& other) : flag(other.flag) { other.mine = false; }
      ~Tell() {
        if (mine) flag = true;
      }
    };
    let<Function<void()>> self;
    self = [=, tell = Tell(destroyed), text = String("captured, and long enough to be on the heap")] {
      emitter->off("x", self.value());
      self = Function<void()>();
      CHECK(!emitter->emit("x"));
      CHECK(text.length() > 20);
    };
    destroyed = false;
    emitter->on("x", self.value());
    emitter->emit("x");
    CHECK(emitter->listenerCount("x") == 0);
  });
}

TEST_CASE("a closure that holds its own emitter goes with its listeners") {
  program([] {
    auto emitter = make<Tested>();
    emitter->on("x", [=, counted = Counted()] { CHECK(emitter->listenerCount("x") == 1); });
    emitter->emit("x");
    emitter->removeAllListeners();
  });
  program([] {
    auto emitter = make<Tested>();
    emitter->once("x", [=, counted = Counted()] { CHECK(emitter->listenerCount("x") == 0); });
    emitter->emit("x");
  });
  program([] {
    auto emitter = make<Tested>();
    emitter->on("x", [=, counted = Counted()] { emitter->end(); });
    emitter->emit("x");
    CHECK(emitter->eventNames().empty());
  });
}

TEST_CASE("a listener that throws leaves the emitter as it was") {
  program([] {
    auto emitter = make<Tested>();
    int calls = 0;
    emitter->on("x", [&] {
      ++calls;
      throw TypeError("no");
    });
    emitter->once("x", [&] { ++calls; });
    CHECK_THROWS_AS(emitter->emit("x"), const TypeError&);
    CHECK(calls == 1);
    CHECK(emitter->listenerCount("x") == 2);
    emitter->removeAllListeners("x");
    CHECK(!emitter->emit("x"));
  });
}

TEST_CASE("first and last listeners are told to the class") {
  program([] {
    auto emitter = make<Tested>();
    auto f = listener([] {});
    emitter->on("x", f)->on("x", f)->on("y", f)->once("z", f);
    CHECK((emitter->added).join() == "x,y,z");
    emitter->off("x", f);
    emitter->emit("z");
    CHECK((emitter->removed).join() == "z");
    emitter->off("x", f);
    emitter->removeAllListeners();
    CHECK((emitter->removed).join() == "z,x,y");
  });
}

TEST_CASE("what a string's listeners are given is checked when it is emitted") {
  program([] {
    auto emitter = make<Tested>();
    emitter->on("n", [](String) {});
    CHECK(codeThrown([&] { emitter->emit("n", 5); }) == "ERR_INVALID_ARG_TYPE");
    CHECK(codeThrown([&] { emitter->emit("n", "text"); }) == "nothing");
    CHECK(codeThrown([&] { emitter->emit("n"); }) == "nothing");  // the missing argument becomes an empty String
    double seen = 0;
    emitter->on("d", [&](double value) { seen = value; });
    emitter->emit("d", 7);
    CHECK(seen == 7);
    emitter->emit("d", 2.5f);
    CHECK(seen == 2.5);
    CHECK(codeThrown([&] { emitter->emit("d", "2"); }) == "ERR_INVALID_ARG_TYPE");
    String text;
    emitter->on("message", [&](int n, String s) { text = str(n) + s; });
    emitter->emit(event::message, 3, "x");
    CHECK(text == "3x");
    emitter->emit("message", 4, "y");
    CHECK(text == "4y");
    emitter->emit(event::message, 5);
    CHECK(text == "5");
    emitter->removeAllListeners();
  });
}

TEST_CASE("listeners get what the arguments were when the event was emitted") {
  program([] {
    auto emitter = make<Tested>();
    constexpr Event<int, String> changed{"changed"};
    int n = 1;
    String text = "before";
    Array<String> seen;
    emitter->on(changed, [&](int now, String word) {
      seen.push(str(now) + word);
      n = 2;
      text = "after";
    });
    emitter->on(changed, [&](int now, String word) { seen.push(str(now) + word); });
    emitter->emit(changed, n, text);
    CHECK((seen).join() == "1before,1before");
  });
}

TEST_CASE("a Listener outlives its emitter, and rawListeners keep it") {
  program([] {
    Listener kept, raw;
    int calls = 0;
    {
      auto emitter = make<Tested>();
      emitter->once("x", [&, counted = Counted()](int n) { calls += n; });
      kept = emitter->listeners("x")[0];
      raw = emitter->rawListeners("x")[0];
      CHECK(raw.listener() == kept);
    }
    kept(1);
    raw(10);
    raw(100);
    CHECK(calls == 11);
    CHECK_THROWS_AS(kept("text"), const TypeError&);
  });
}

TEST_CASE("the same function in two emitters is once here and always there") {
  program([] {
    auto one = make<Tested>();
    auto two = make<Tested>();
    int calls = 0;
    one->on("x", [&] { ++calls; });
    two->once("x", one->listeners("x")[0]);
    for (int i = 0; i < 3; i++) {
      one->emit("x");
      two->emit("x");
    }
    CHECK(calls == 4);
    CHECK(one->listenerCount("x", one->listeners("x")[0]) == 1);
    two->on("y", one->listeners("x")[0]);
    two->off("y", one->listeners("x")[0]);
    CHECK(two->eventNames().empty());
  });
}

TEST_CASE("many listeners come and go during emissions") {
  program([] {
    auto emitter = make<Tested>();
    std::uint32_t seed = 1;
    auto next = [&](std::uint32_t span) { return (seed = seed * 1664525 + 1013904223) / 65536 % span; };
    int calls = 0;
    Function<void()> functions[8];
    for (int i = 0; i < 8; i++)
      functions[i] = [&, i] {
        if (++calls > 20000) return;
        Function<void()> other = functions[next(8)];
        switch (next(5)) {
          case 0: emitter->on("x", other); break;
          case 1: emitter->once("x", other); break;
          case 2: emitter->prependListener("x", other); break;
          default: emitter->off("x", functions[(std::uint32_t(i) + next(3)) % 8]);
        }
        if (emitter->listenerCount("x") > 30) emitter->removeAllListeners("x");
        if (next(16) == 0) emitter->emit("x");
      };
    emitter->setMaxListeners(0);
    for (int round = 0; round < 500; round++) {
      emitter->on("x", functions[next(8)]);
      emitter->emit("x");
    }
    CHECK(calls > 500);
    emitter->removeAllListeners();
  });
}

TEST_CASE("a rejection keeps its emitter until it is told") {
  program([] {
    let<String> told;
    {
      auto emitter = make<EventEmitter>({.captureRejections = true});
      emitter->on("x", [counted = Counted()]() { return Promise<>::reject(TypeError("later")); });
      emitter->on(event::error, [=](Error error) { told = error->message; });
      emitter->emit("x");
    }
    setTimeout([=] { CHECK(told == "later"); }, 1);
  });
}

TEST_CASE("names of each length are told apart") {
  const Array<String> names = {"", "a", "b", "to", "ab", "ten", "four", "fore", "seventh", "eightfer", "eightfed", "nine chars", "nine chart",
                               "a name that is longer than a short text"};
  for (int i = 1; i < names.length(); i++) {
    const String one = names[i - 1], other = names[i];
    auto emitter = make<EventEmitter>();
    let<String> heard = "";
    emitter->on(one, [=] { heard += "one "; });
    emitter->on(other, [=] { heard += "other "; });
    for (String name : {other, one, other + "s", str("s") + one}) emitter->emit(name);
    CHECK(heard.value() == "other one ");
    CHECK(emitter->listenerCount(other) == 1);
  }
}

TEST_CASE("an emitter may have events of many names") {
  program([] {
    auto emitter = make<EventEmitter>();
    std::string log;
    auto name = [](int i) { return "name " + str(i); };
    for (int i = 0; i < 100; ++i) emitter->once(name(i), [&log, i](int) { log += std::to_string(i) + ";"; });
    emitter->on("stays", [&log](int) { log += "stays;"; });
    emitter->on(events::errorMonitor, [](Error) {});
    CHECK(emitter->eventNames().size() == 102);
    CHECK(emitter->eventNames()[99] == "name 99");
    CHECK(emitter->emit(name(99), 1));
    CHECK_FALSE(emitter->emit(name(99), 1));
    for (int i = 0; i < 98; ++i) emitter->removeAllListeners(name(i));
    CHECK((emitter->eventNames()).join() == "name 98,stays,Symbol(events.errorMonitor)");
    CHECK(emitter->listenerCount("name 98") == 1);
    CHECK(emitter->listenerCount("name 1") == 0);
    emitter->on("name 1", [&log](int) { log += "again;"; });
    emitter->emit("name 98", 1);
    emitter->emit("name 1", 1);
    emitter->emit("stays", 1);
    CHECK(log == "99;98;again;stays;");
    emitter->removeAllListeners();
    CHECK(emitter->eventNames().empty());
  });
}

TEST_CASE("a circle through the function that listener() has made is freed") {
  alive = 0;
  {
    let<Function<void()>> again;
    auto first = listener([counted = Counted(), again] { static_cast<void>(again); });
    again = first;
  }
  CHECK(alive == 1);
  CHECK(nodecpp::detail::CycleCollector::collect() > 0);
  CHECK(alive == 0);
}
