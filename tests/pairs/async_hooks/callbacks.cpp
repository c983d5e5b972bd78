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
  als->run("timeout", [=] { setTimeout([=] { show("timeout"); }, 20); });
  let<int> n = 0;
  als->run("interval", [=] {
    let<Timeout> timer;
    timer = setInterval([=] {
      show("interval");
      als->enterWith("changed");
      if (++n == 3) clearInterval(timer);
    }, 35);
  });
  als->run("immediate", [=] { setImmediate([=] { show("immediate"); als->enterWith("left over"); }); });
  setImmediate([=] { show("immediate without"); });
  als->run("tick", [=] { process::nextTick([=] { show("tick"); als->enterWith("left over"); }); });
  process::nextTick([=] { show("tick without"); });
  als->run("micro", [=] { queueMicrotask([=] { show("micro"); als->enterWith("left over"); }); });
  queueMicrotask([=] { show("micro without"); });
  auto emitter = make<EventEmitter>();
  als->run("on", [=] { emitter->on(x, [=] { show("listener"); }); });
  als->run("emit", [=] { emitter->emit(x); });
  als->run("once", [=] { events::once(emitter, y).then([=] { show("once"); }); });
  setTimeout([=] { als->run("emit y", [=] { emitter->emit(y); }); }, 150);
  auto controller = make<AbortController>();
  als->run("add", [=] { controller->signal()->addEventListener("abort", [=] { show("abort"); }); });
  als->run("abort", [=] { controller->abort(); });
  auto refreshed = als->run("made", [=] { return setTimeout([=] { show("refreshed"); }, 200); });
  als->run("refresh", [=] { refreshed->refresh(); });
  process::once(event::uncaughtException, [=](Error error) { show("uncaught " + error->message); });
  als->run("throws", [=] { setTimeout([=] { throw Error("thrown"); }, 300); });
  process::once(event::unhandledRejection, [=] { show("unhandled"); });
  als->run("rejects", [=] { setTimeout([=] { (void)Promise<>::reject(Error("no")); als->enterWith("later"); }, 400); });
  setTimeout([=] { show("the end"); }, 500);
  show("outside");
}); }
