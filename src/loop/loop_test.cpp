// Tests of the loop on a simulated port: phases, nested callbacks, exceptions, and what is freed at its end. The order
// that programs see is compared with Node's in tests/pairs/loop.
#include "loop/loop.h"

#include <doctest/doctest.h>
#include <nodecpp/error.h>
#include <nodecpp/let.h>
#include <nodecpp/timers.h>

#include <cmath>
#include <string>

#include "base/upward_calls.h"
#include "json/var_tree.h"
#include "os/sim/sim_port.h"
#include "support/sim_loop.h"

using namespace nodecpp;
using detail::Loop;

namespace {

struct Bench : tests::SimLoop {
  std::string log;

  Bench() {
    // Handles every exception by noting it.
    fill([](detail::Upward& to) {
      to = {.wallClock = to.wallClock, .hashSeed = to.hashSeed, .rejections = to.rejections};
      to.uncaught = [](Loop& failed, const std::exception_ptr& error) {
        try {
          std::rethrow_exception(error);
        } catch (const Error& e) {
          static_cast<Bench*>(failed.processState)->log += "[" + std::string(e.what()) + "]";
        }
      };
    });
    loop.processState = this;
  }
  ~Bench() {
    end();
    static detail::Upward* restored = nullptr;
    restored = &table;
    fill([](detail::Upward& to) { to = *restored; });
  }
  static void fill(void (*entries)(detail::Upward& to)) { detail::UpwardRegistration filling(entries); }
  detail::Upward table = detail::upward();
  auto note(std::string text) {
    return [this, text] { log += text; };
  }
  void run() { loop.run(); }
  double now() { return double(network.now()) / 1e6; }
};

void endsProgram() {
  Bench::fill([](detail::Upward& to) {
    to.uncaught = [](Loop&, const std::exception_ptr&) { throw detail::ProgramExit{3}; };
  });
}

// Counts how many copies of itself live.
struct Alive {
  explicit Alive(int& c) : count(&c) { ++c; }
  Alive(const Alive& other) : count(other.count) { ++*count; }
  ~Alive() { --*count; }
  int* count;
};

}  // namespace

TEST_CASE("timers wait in virtual time, and the loop ends when nothing is left") {
  Bench bench;
  setTimeout(bench.note("b"), 120000);
  setTimeout(bench.note("a"), 10);
  bench.run();
  CHECK(bench.log == "ab");
  CHECK(bench.now() == 120000);
}

TEST_CASE("a timer that takes its time does not put off the next") {
  Bench bench;
  setTimeout([&] { bench.network.advanceTo(bench.network.now() + 50'000'000); }, 10);
  setTimeout([&] { bench.log += std::to_string(int(bench.now())); }, 80);
  bench.run();
  CHECK(bench.log == "80");
}

TEST_CASE("unreferenced timers do not keep the loop") {
  Bench bench;
  auto timer = setTimeout(bench.note("never"), 100);
  timer->unref();
  setTimeout(bench.note("a"), 10);
  bench.run();
  CHECK(bench.log == "a");
  CHECK(timer->hasRef() == false);
  timer->ref();
  bench.run();
  CHECK(bench.log == "anever");
}

TEST_CASE("ticks, microtasks and output come after the outermost callback only") {
  Bench bench;
  struct Output final : detail::Flushable {
    explicit Output(std::string& l) : log(l) {}
    void flush() override { log += "|"; }
    std::string& log;
  } output(bench.log);
  bench.loop.makeCallback([&] {
    bench.loop.nextTick(bench.note("t"));
    queueMicrotask(bench.note("m"));
    bench.loop.queueFlush(&output);
    bench.loop.makeCallback([&] {
      bench.log += "inner";
      bench.loop.nextTick(bench.note("u"));
      bench.loop.queueFlush(&output);
    });
    bench.log += "outer";
  });
  CHECK(bench.log ==
        "innerouter"
        "tum|");
}

TEST_CASE("a microtask that is taken off is neither run nor dropped") {
  struct Task {
    std::string* log;
    std::string name;
  };
  Bench bench;
  std::string log;
  Task tasks[] = {{&log, "a"}, {&log, "b"}, {&log, "c"}};
  const auto queue = [&](Task& task) {
    bench.loop.queueMicrotask({[](void* data) { auto* task = static_cast<Task*>(data); *task->log += "run " + task->name + " "; },
                               [](void* data) noexcept { auto* task = static_cast<Task*>(data); *task->log += "drop " + task->name + " "; },
                               &task});
  };
  for (Task& task : tasks) queue(task);
  bench.loop.unqueueMicrotask(&tasks[1]);
  bench.loop.makeCallback([] {});
  CHECK(log == "run a run c ");
  for (Task& task : tasks) queue(task);
  bench.loop.unqueueMicrotask(&tasks[2]);
  bench.loop.end();
  CHECK(log == "run a run c drop a drop b ");
}

TEST_CASE("output queued by a tick, and taken back") {
  Bench bench;
  struct Output final : detail::Flushable {
    explicit Output(std::string& l, const char* n) : log(l), name(n) {}
    void flush() override { log += name; }
    std::string& log;
    const char* name;
  } a(bench.log, "a"), b(bench.log, "b"), c(bench.log, "c"), d(bench.log, "d");
  bench.loop.makeCallback([&] {
    for (Output* each : {&a, &b, &c}) bench.loop.queueFlush(each);
    bench.loop.cancelFlush(&b);
    bench.loop.cancelFlush(&c);
    bench.loop.cancelFlush(&c);
    bench.loop.nextTick([&] { bench.loop.queueFlush(&d); });
  });
  CHECK(bench.log == "ad");
  bench.loop.makeCallback([&] { bench.loop.queueFlush(&c); });
  CHECK(bench.log == "adc");
}

TEST_CASE("an exception in a callback within a callback is that one's") {
  Bench bench;
  bench.loop.makeCallback([&] {
    bench.loop.makeCallback([] { throw Error("inner"); });
    bench.log += "on";
    bench.loop.nextTick(bench.note("t"));
  });
  CHECK(bench.log == "[Error: inner]ont");
  bench.run();
}

TEST_CASE("without anybody who forgives, an exception leaves the loop, and the loop can go on") {
  Bench bench;
  Bench::fill([](detail::Upward& to) { to.uncaught = nullptr; });
  setTimeout([] { throw Error("out"); }, 1);
  setTimeout(bench.note("a"), 1);
  CHECK_THROWS_AS(bench.run(), Error);
  int alive = 0;
  // Objects are freed again, because the exception has left the callback scope.
  struct Thing final : Object {
    explicit Thing(int& c) : count(c) {}
    Alive count;
  };
  make<Thing>(alive);
  CHECK(alive == 0);
  bench.run();
  CHECK(bench.log == "a");
}

TEST_CASE("a program that ends leaves the loop from any callback") {
  auto leave = [] { throw detail::ProgramExit{3}; };
  for (int where = 0; where < 8; ++where) {
    CAPTURE(where);
    int alive = 0;
    {
      Bench bench;
      Alive held(alive);
      auto holds = [held] {};
      auto exit = [&] {
        switch (where) {
          case 0: setTimeout(leave, 5); break;
          case 1: setImmediate(leave); break;
          case 2: bench.loop.nextTick(leave); break;
          case 3: queueMicrotask(leave); break;
          case 4: bench.loop.queueClosing({[](void*) { throw detail::ProgramExit{3}; }, nullptr}); break;
          case 5: bench.loop.queuePending({[](void*) { throw detail::ProgramExit{3}; }, nullptr}); break;
          case 6:
            endsProgram();
            setTimeout([] { throw Error("ends the program"); }, 5);
            break;
          case 7:
            endsProgram();
            setImmediate([&] { bench.loop.nextTick([] { throw Error("ends the program"); }); });
            break;
        }
      };
      int code = 0;
      try {
        bench.loop.makeCallback([&] {
          exit();
          setTimeout(holds, 5);
          setInterval(holds, 1);
          setImmediate(holds);
          setImmediate(holds)->unref();
          bench.loop.nextTick(holds);
          queueMicrotask(holds);
          setTimeout(holds, 100)->id();
        });
        bench.run();
      } catch (const detail::ProgramExit& left) {
        code = left.code;
      }
      CHECK(code == 3);
      CHECK(alive > 1);
      bench.loop.end();
      CHECK(alive == 2);  // Two copies remain, in `held` and `holds`.
    }
    CHECK(alive == 0);
  }
}

TEST_CASE("what a timer's handle is good for when the loop is over") {
  Timeout armed, fired, numbered;
  Immediate immediate;
  {
    Bench bench;
    fired = setTimeout([] {}, 1);
    bench.run();
    armed = setTimeout([] {}, 1);
    numbered = setTimeout([] {}, 1);
    numbered->id();
    immediate = setImmediate([] {});
  }
  armed->refresh();
  armed->unref();
  clearTimeout(armed);
  clearTimeout(fired);
  clearTimeout(numbered);
  CHECK_FALSE(armed->hasRef());
}

TEST_CASE("a timer that nobody holds but itself lives until it has fired, and no longer") {
  Bench bench;
  int alive = 0;
  setTimeout([held = Alive(alive)] {}, 5);
  auto interval = setInterval([held = Alive(alive)] {}, 2);
  setTimeout([interval, held = Alive(alive)] { clearInterval(interval); }, 9);
  auto cleared = setTimeout([held = Alive(alive)] {}, 5);
  clearTimeout(cleared);
  CHECK(alive == 3);
  bench.run();
  CHECK(alive == 0);
}

TEST_CASE("durations: not a number, too large, too small; the program is warned") {
  Bench bench;
  Bench::fill([](detail::Upward& to) {
    to.timerWarning = [](StringArg text, StringArg type) {
      static_cast<Bench*>(Loop::current().processState)->log +=
          "(" + std::string(type.data(), type.size()) + ": " + std::string(text.data(), text.size()) + ")";
    };
  });
  setTimeout(bench.note("a"), 2147483648.0);
  setTimeout(bench.note("b"), -5);
  setTimeout(bench.note("c"), -6);
  setTimeout(bench.note("d"), __builtin_nan(""));
  setTimeout(bench.note("e"), 0.5);
  setTimeout(bench.note("f"), 1.9);
  bench.run();
  CHECK(bench.now() == 1);
  CHECK(
      bench.log ==
      "(TimeoutOverflowWarning: 2147483648 does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.)"
      "(TimeoutNegativeWarning: -5 is a negative number.\nTimeout duration was set to 1.)"
      "(TimeoutNaNWarning: NaN is not a number.\nTimeout duration was set to 1.)"
      "abcdef");
}

TEST_CASE("the numbers of timers belong to the loop") {
  Bench first;
  double one = setTimeout(first.note("never"), 5)->id();
  {
    Bench second;
    CHECK(setTimeout(second.note("a"), 1)->id() == one);
    second.run();
    CHECK(second.log == "a");
  }
  clearTimeout(one);
  first.run();
  CHECK(first.log == "");
}

TEST_CASE("pending callbacks run before the poll phase and after it, close callbacks last first") {
  Bench bench;
  struct Data {
    Bench* bench;
    const char* text;
  };
  static auto tell = [](void* data) { static_cast<Data*>(data)->bench->log += static_cast<Data*>(data)->text; };
  Data p{&bench, "p"}, x{&bench, "x"}, y{&bench, "y"};
  setImmediate(bench.note("i"));
  bench.loop.queueClosing({tell, &x});
  bench.loop.queueClosing({tell, &y});
  bench.loop.queuePending({tell, &p});
  bench.run();
  CHECK(bench.log == "piyx");
}

TEST_CASE("a pending callback that always makes another does not starve the rest") {
  Bench bench;
  struct Again {
    Bench* bench;
    int times = 0;
  } again{&bench};
  struct Chain {
    static void run(void* data) {
      auto* state = static_cast<Again*>(data);
      if (++state->times < 100) state->bench->loop.queuePending({run, data});
    }
  };
  let<int> seenAt = 0;
  bench.loop.queuePending({Chain::run, &again});
  setImmediate([=, &again] { seenAt = again.times; });
  bench.run();
  CHECK(again.times == 100);
  CHECK(seenAt < 20);
}

TEST_CASE("jobs keep the loop alive") {
  Bench bench;
  struct Work final : os::Job {
    explicit Work(Bench& b) : bench(b) {}
    void run() override {}
    void done() override {
      bench.loop.makeCallback([&] { bench.log += "done"; });
    }
    Bench& bench;
  };
  bench.network.options.jobTime = 5'000'000;
  bench.port.computation.submit(new Work(bench));
  setTimeout(bench.note("t"), 2);
  bench.run();
  CHECK(bench.log == "tdone");
  CHECK(bench.now() == 5);
}

TEST_CASE("a loop that waits for what cannot happen says so") {
  Bench bench;
  bench.loop.ref();
  CHECK_THROWS_AS(bench.run(), std::logic_error);
  bench.loop.unref();
}

TEST_CASE("what the destructors of a callback start is done before the next wait") {
  Bench bench;
  struct Output final : detail::Flushable {
    Bench& bench;
    explicit Output(Bench& of) : bench(of) {}
    void flush() override { bench.log += "flushed "; }
  } output(bench);
  struct Last : Object {
    Bench& bench;
    Output& output;
    Last(Bench& of, Output& to) : bench(of), output(to) {}
    ~Last() override {
      bench.log += "freed ";
      bench.loop.nextTick([&to = bench] { to.log += "tick "; });
      queueMicrotask([&to = bench] { to.log += "microtask "; });
      bench.loop.queueFlush(&output);
    }
  };
  setTimeout([&] { make<Handle<Last>>(bench, output); }, 1);
  setTimeout(bench.note("later"), 1000);
  bench.run();
  CHECK(bench.log == "freed tick microtask flushed later");
  bench.log.clear();
  // After a callback that throws, ticks wait for the next callback, as in Node; output does not wait.
  setTimeout([&] {
    make<Handle<Last>>(bench, output);
    throw Error("thrown");
  }, 1);
  bench.run();
  CHECK(bench.log == "[Error: thrown]freed flushed tick microtask ");
}

TEST_CASE("clearTimeout of a number that is none clears nothing") {
  Bench bench;
  auto timer = setTimeout(bench.note("a"), 1);
  double number = +timer;
  CHECK(number > 0);
  clearTimeout(std::nan(""));
  clearInterval(std::nan(""));
  clearTimeout(-number);
  bench.run();
  CHECK(bench.log == "a");
}

TEST_CASE("the tables of json's objects are hashed with random numbers of the port") {
  std::uint64_t drawn = 0;
  {
    os::Network network;
    os::SimPort port(network, {});  // Draws the same numbers as the Bench below.
    port.process.random(reinterpret_cast<char*>(&drawn), sizeof drawn);
  }
  Bench bench;
  detail::Shape* shape = detail::Shape::make(0);
  for (int i = 0; i < 20; ++i) shape->add("key" + str(i));
  CHECK(shape->row->seed == (drawn | 1));
  CHECK(shape->find("key13") == 13);
  // A hash table keeps the seed that it was made with, even when another program uses it.
  os::SimPort port(bench.network, {});
  Loop other(port);
  Loop::setCurrent(&other);
  CHECK(shape->find("key7") == 7);
  shape->add("another");
  CHECK(shape->find("another") == 20);
  Loop::setCurrent(&bench.loop);
  detail::Shape::drop(shape);
}
