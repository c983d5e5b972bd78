#include <nodecpp/console.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>

#include <vector>
using namespace nodecpp;

// The callbacks that run after a callback has thrown, when the program continues.
static perThread<Array<Function<void()>>> scenes;
static auto log(String text) { return [=] { console::log(text); }; }
static auto fail(String text) { return [=] { throw Error(text); }; }
static void tick(Function<void()> f) { process::nextTick(f); }
static double now() { return double(process::hrtime.bigint()) / 1e6; }
static void busy(double ms) {
  double start = now();
  while (now() < start + ms) {}
}

static void write() {
scenes->push([] {
  console::log("- a timer, with timers behind it");
  setTimeout([] {
    tick(log("tick"));
    queueMicrotask(log("microtask"));
    throw Error("timer");
  }, 2);
  setTimeout(log("second"), 2);
  setTimeout(log("third"), 2);
  setTimeout(log("other list"), 4);
  busy(10);
});
scenes->push([] {
  console::log("- the last timer");
  setTimeout([] {
    setImmediate(log("immediate"));
    tick(log("tick"));
    queueMicrotask(log("microtask"));
    throw Error("timer");
  }, 2);
});
scenes->push([] {
  console::log("- an immediate, with others behind it");
  setImmediate([] {
    tick(log("tick"));
    queueMicrotask(log("microtask"));
    throw Error("immediate");
  });
  setImmediate(log("second"));
  setImmediate([] {
    tick(log("tick of the third"));
    console::log("third");
  });
  setImmediate(fail("fourth"));
});
scenes->push([] {
  console::log("- the last immediate");
  setImmediate([] {
    tick(log("tick"));
    throw Error("immediate");
  });
});
scenes->push([] {
  console::log("- two ticks");
  tick(fail("tick"));
  tick(fail("tick 2"));
  tick(log("tick 3"));
  queueMicrotask(log("microtask"));
  setImmediate(log("immediate"));
});
scenes->push([] {
  console::log("- ticks of an immediate, with others behind it");
  setImmediate([] {
    tick(fail("tick"));
    tick(fail("tick 2"));
    tick(log("tick 3"));
    queueMicrotask(log("microtask"));
  });
  for (int i = 2; i < 5; i++) setImmediate([=] { console::log("immediate", i); });
});
scenes->push([] {
  console::log("- ticks of a timer, with others behind it");
  setTimeout([] {
    tick(fail("tick"));
    tick(fail("tick 2"));
    tick(log("tick 3"));
    queueMicrotask(log("microtask"));
  }, 2);
  setTimeout(log("second"), 2);
  setTimeout([] {
    setImmediate(log("immediate"));
    console::log("third");
  }, 2);
  busy(5);
});
scenes->push([] {
  console::log("- ticks of a lone timer");
  setTimeout([] {
    setImmediate(log("immediate"));
    setImmediate(log("immediate 2"));
    tick(fail("tick"));
    tick(fail("tick 2"));
    tick(log("tick 3"));
    queueMicrotask(log("microtask"));
  }, 2);
});
scenes->push([] {
  console::log("- microtasks");
  queueMicrotask(fail("microtask"));
  queueMicrotask([] {
    tick(log("tick"));
    throw Error("microtask 2");
  });
  queueMicrotask(log("microtask 3"));
  tick(log("tick first"));
});
scenes->push([] {
  console::log("- an interval goes on");
  let<int> rounds = 0;
  let<Timeout> interval; interval = setInterval([=] {
    if (++rounds == 3) clearInterval(interval);
    throw Error(str("interval ") + rounds.value());
  }, 3);
});
scenes->push([] {
  console::log("- the listener itself makes callbacks");
  process::once(event::uncaughtException, [] {
    tick(log("tick of the listener"));
    setImmediate(log("immediate of the listener"));
  });
  setImmediate(log("immediate before"));
  setImmediate(fail("immediate"));
});
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::uncaughtException, [](Error error) { console::log("uncaught", error->message); });
  write();
  let<int> next = 0;
  let<Function<void()>> step; step = [=] {
    if (next == scenes->length()) return;
    (*scenes)[next++]();
    setTimeout(step, 60);
  };
  step();
  tick(log("tick of the main program"));
  throw Error("main program");
}); }
