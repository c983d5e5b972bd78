#include <nodecpp/console.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>

#include <vector>
using namespace nodecpp;

// Scenes of callbacks: each scene begins when the one before is over, and the order of its output does not depend on
// the speed of the machine.
static perThread<Array<Function<void()>>> scenes;
static perThread<int> pause;
static auto log(String text) { return [=] { console::log(text); }; }
static void tick(Function<void()> f) { process::nextTick(f); }
static double now() { return double(process::hrtime.bigint()) / 1e6; }
static void busy(double ms) {
  double start = now();
  while (now() < start + ms) {}
}

static void write() {
scenes->push([] {
  console::log("- ticks before microtasks, of whatever was first");
  queueMicrotask(log("microtask"));
  tick(log("tick"));
  queueMicrotask(log("microtask 2"));
  tick(log("tick 2"));
});
scenes->push([] {
  console::log("- microtasks before ticks made by microtasks");
  queueMicrotask([] {
    tick(log("tick"));
    queueMicrotask([] {
      console::log("inner");
      queueMicrotask(log("innermost"));
    });
  });
  queueMicrotask(log("second"));
});
scenes->push([] {
  console::log("- ticks made by ticks before microtasks made by ticks");
  tick([] {
    queueMicrotask(log("microtask"));
    tick([] {
      console::log("tick in tick");
      tick(log("tick in tick in tick"));
    });
  });
});
scenes->push([] {
  console::log("- immediates of one round, with ticks between");
  for (int i = 0; i < 3; i++) {
    setImmediate([=] {
      console::log("immediate", i);
      tick(log(str("tick ") + i));
      queueMicrotask(log(str("microtask ") + i));
    });
  }
});
scenes->push([] {
  console::log("- an immediate made by an immediate waits for the next round");
  setImmediate([] {
    setImmediate(log("next round"));
    setImmediate(log("next round, too"));
    console::log("first");
  });
  setImmediate(log("second"));
});
scenes->push([] {
  console::log("- an immediate cleared by one before it, and by a tick between");
  let<Immediate> second, third;
  setImmediate([=] {
    clearImmediate(second);
    tick([=] { clearImmediate(third); });
    console::log("first");
  });
  second = setImmediate(log("never"));
  third = setImmediate(log("never either"));
  setImmediate(log("last"));
});
scenes->push([] {
  console::log("- an immediate cleared by itself and after it ran");
  let<Immediate> one; one = setImmediate([=] {
    clearImmediate(one);
    console::log("ran", one->hasRef());
    setImmediate([=] { clearImmediate(one); });
  });
});
scenes->push([] {
  console::log("- timers of one duration in the order they were started");
  for (int i = 0; i < 4; i++) setTimeout(log(str("timer ") + i), 3);
});
scenes->push([] {
  console::log("- timers due together: the list that is due first comes first");
  setTimeout(log("five"), 25);
  setTimeout(log("three"), 3);
  setTimeout(log("four"), 14);
  busy(30);
});
scenes->push([] {
  console::log("- ticks and microtasks between timers that are due together");
  for (int i = 0; i < 3; i++) {
    setTimeout([=] {
      console::log("timer", i);
      queueMicrotask(log(str("microtask ") + i));
      tick(log(str("tick ") + i));
    }, 2);
  }
  busy(5);
});
scenes->push([] {
  console::log("- a timer made by a timer is not run in the same round");
  setTimeout([] {
    setTimeout(log("made by the first"), 1);
    setImmediate(log("immediate made by the first"));
    console::log("first");
  }, 1);
  setTimeout(log("second"), 1);
  busy(3);
});
scenes->push([] {
  console::log("- a timer that another one clears, before and after");
  let<Timeout> last;
  auto first = setTimeout(log("first"), 2);
  setTimeout([=] {
    clearTimeout(first);
    clearTimeout(last);
    console::log("second");
  }, 2);
  last = setTimeout(log("never"), 2);
  busy(4);
});
scenes->push([] {
  console::log("- clearing what was never started");
  clearTimeout(Timeout());
  clearTimeout(12345678);
  clearInterval(Timeout());
  clearImmediate(Immediate());
});
scenes->push([] {
  console::log("- an interval and a timer of the same duration");
  let<int> rounds = 0;
  let<Timeout> interval; interval = setInterval([=] {
    console::log("interval", ++rounds);
    setTimeout(log(str("timer ") + rounds.value()), 4);
    if (rounds == 3) clearInterval(interval);
  }, 4);
});
scenes->push([] {
  console::log("- an interval is no interval any more when it clears itself first");
  let<Timeout> interval; interval = setInterval([=] {
    clearInterval(interval);
    console::log("once", interval->hasRef());
  }, 1);
});
scenes->push([] {
  console::log("- refresh: of one that waits, that has run, that runs, that was cleared");
  pause = 250;
  let<String> order = "";
  auto push = [=](String text) { order = order.value() == "" ? text : order.value() + ", " + text; };
  auto waiting = setTimeout([=] { push("waiting"); }, 60);
  setTimeout([=] { waiting->refresh(); }, 30);
  setTimeout([=] { push("at 75"); }, 75);
  let<int> times = 0;
  let<Timeout> again; again = setTimeout([=] {
    push(str("again ") + ++times);
    if (times == 1) again->refresh();
  }, 10);
  auto ran = setTimeout([=] { push("ran"); }, 5);
  setTimeout([=] { ran->refresh(); }, 120);
  auto cleared = setTimeout([=] { push("never"); }, 3);
  clearTimeout(cleared);
  cleared->refresh();
  setTimeout([=] { console::log(order.value()); }, 160);
});
scenes->push([] {
  console::log("- cleared and refreshed while it runs");
  let<Timeout> own; own = setTimeout([=] {
    console::log("ran");
    clearTimeout(own);
    own->refresh();
  }, 1);
});
scenes->push([] {
  console::log("- by number");
  double number = setTimeout(log("never"), 5)->id();
  clearTimeout(number);
  clearTimeout(setTimeout(log("ran"), 1)->id() + 1);
  let<Timeout> interval; interval = setInterval([=] {
    console::log("interval");
    clearInterval(interval->id());
  }, 2);
});
scenes->push([] {
  console::log("- arguments");
  setTimeout([](String a, int b) { console::log("timer", a, b); }, 1, "one", 2);
  setImmediate([](String a, int b) { console::log("immediate", a, b); }, "three", 4);
  tick([] {});
  process::nextTick([](String a, int b) { console::log("tick", a, b); }, "five", 6);
});
scenes->push([] {
  console::log("- a timer that is late runs once, and an interval does not catch up");
  let<int> rounds = 0;
  let<Timeout> interval; interval = setInterval([=] {
    rounds++;
    if (rounds == 1) {
      setImmediate([=] { console::log("rounds", rounds.value()); });
      busy(12);
    }
    if (rounds == 2) clearInterval(interval);
  }, 3);
});
scenes->push([] {
  console::log("- whether references are held");
  auto timer = setTimeout([] {}, 1);
  auto immediate = setImmediate([] {});
  console::log(timer->hasRef(), immediate->hasRef());
  console::log(timer->unref() == timer, immediate->unref() == immediate);
  console::log(timer->hasRef(), immediate->hasRef());
  timer->ref();
  immediate->ref();
  console::log(timer->hasRef(), immediate->hasRef());
  setTimeout([=] { console::log(timer->hasRef(), immediate->hasRef()); }, 10);
});
scenes->push([] {
  console::log("- an immediate before a timer, from an immediate; a timer that was due already comes first");
  setImmediate([] {
    setTimeout(log("timer"), 1);
    setImmediate(log("immediate"));
    busy(3);
  });
});
scenes->push([] {
  console::log("- a long tick chain keeps timers waiting");
  let<int> n = 0;
  setTimeout([=] { console::log("timer after", n.value()); }, 1);
  let<Function<void()>> more; more = [=] {
    if (++n < 5000) tick(more);
  };
  more();
  busy(3);
});
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  write();
  let<int> next = 0;
  let<Function<void()>> step; step = [=] {
    if (next == scenes->length()) return;
    pause = 60;
    (*scenes)[next++]();
    setTimeout(step, pause);
  };
  step();
}); }
