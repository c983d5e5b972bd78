#include <nodecpp/abort_controller.h>
#include <nodecpp/async_hooks.h>
#include <nodecpp/console.h>
#include <nodecpp/events/once.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers.h>
using namespace nodecpp;
using namespace nodecpp::async_hooks;

constexpr Event<> x{"x"}, y{"y"};

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto als = make<AsyncLocalStorage<String>>();
  auto show = [=](String name) { console::log(name, als->getStore()); };
  auto emitter = make<EventEmitter>();
  Function<void()> startOthers = [=] {
    setTimeout([=] { als->run("emit y", [=] { emitter->emit(y); }); }, 10);
    auto refreshed = als->run("made", [=] { return setTimeout([=] { show("refreshed"); }, 20); });
    als->run("refresh", [=] { refreshed->refresh(); });
    process::once(event::uncaughtException, [=](Error error) { show("uncaught " + error->message); });
    als->run("throws", [=] { setTimeout([=] { throw Error("thrown"); }, 30); });
    process::once(event::unhandledRejection, [=] { show("unhandled"); });
    als->run("rejects", [=] { setTimeout([=] { (void)Promise<>::reject(Error("no")); als->enterWith("later"); }, 40); });
    setTimeout([=] { show("the end"); }, 50);
  };
  // The immediates come before the timers, and the interval before the other timers, however long a turn of the loop takes.
  Function<void()> startTimers = [=] {
    als->run("timeout", [=] { setTimeout([=] { show("timeout"); }, 20); });
    let<int> n = 0;
    als->run("interval", [=] {
      let<Timeout> timer;
      timer = setInterval([=] {
        show("interval");
        als->enterWith("changed");
        if (++n < 3) return;
        clearInterval(timer);
        als->exit(startOthers);
      }, 35);
    });
  };
  als->run("immediate", [=] { setImmediate([=] { show("immediate"); als->enterWith("left over"); }); });
  setImmediate([=] { show("immediate without"); startTimers(); });
  als->run("tick", [=] { process::nextTick([=] { show("tick"); als->enterWith("left over"); }); });
  process::nextTick([=] { show("tick without"); });
  als->run("micro", [=] { queueMicrotask([=] { show("micro"); als->enterWith("left over"); }); });
  queueMicrotask([=] { show("micro without"); });
  als->run("on", [=] { emitter->on(x, [=] { show("listener"); }); });
  als->run("emit", [=] { emitter->emit(x); });
  als->run("once", [=] { events::once(emitter, y).then([=] { show("once"); }); });
  auto controller = make<AbortController>();
  als->run("add", [=] { controller->signal()->addEventListener("abort", [=] { show("abort"); }); });
  als->run("abort", [=] { controller->abort(); });
  show("outside");
}); }
