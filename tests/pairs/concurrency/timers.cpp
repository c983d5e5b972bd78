// timers/promises: values, order among the other queues, signals.
#include <nodecpp/abort_controller.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/timers/promises.h>
using namespace nodecpp;
using timers::promises::scheduler;
namespace later = timers::promises;
auto log = [](auto... args) { console::log(args...); };

auto told = [](Error error) { console::log(error->name, error->code, error->message, error->cause.empty() ? "" : error->cause[0]->name); };

Promise<> order() {
  Array<Promise<>> all = {
    later::setTimeout(300, "timer").then(log),
    later::setImmediate("immediate").then(log),
    scheduler.yield().then([] { log("yield"); }),
    scheduler.wait(300).then([] { log("wait"); }),
    Promise<>::resolve().then([] { log("microtask"); })};
  process::nextTick([] { log("tick"); });
  co_await Promise<>::all(all);
}

Promise<> signals() {
  auto controller = make<AbortController>();
  auto signal = controller->signal();
  Array<Promise<>> all = {
    later::setTimeout(1000, "never", {.signal = signal}).then(log, told),
    later::setImmediate("immediate", {.signal = signal}).then(log, told),
    scheduler.wait(1000, {.signal = signal}).then([] { log(); }, told),
    later::setTimeout(1, "in time", {.signal = signal}).then(log, told)};
  co_await later::setTimeout(5);
  controller->abort();
  Promise<>::resolve().then([] { return Promise<>::resolve(); }).then([] { log("a little later"); });
  co_await Promise<>::all(all);
  co_await later::setTimeout(1, nullptr, {.signal = signal}).catch_(told);
  co_await later::setImmediate(nullptr, {.signal = signal}).catch_(told);
  TypeError reason("mine");
  co_await later::setTimeout(1, nullptr, {.signal = AbortSignal::abort(reason)}).catch_(told);
}

Promise<> intervals() {
  int n = 0;
  auto three = later::setInterval(2, String("interval"));
  while (auto value = co_await three.next()) {
    log(*value, ++n);
    if (n == 3) break;
  }
  auto controller = make<AbortController>();
  try {
    auto all = later::setInterval(2, 7, {.signal = controller->signal()});
    while (auto value = co_await all.next()) {
      log(*value);
      controller->abort();
    }
  } catch (const Error& error) {
    told(error);
  }
  try {
    auto all = later::setInterval(2, 7, {.signal = controller->signal()});
    while (auto value = co_await all.next()) log(*value);
  } catch (const Error& error) {
    told(error);
  }
}

Promise<> program() {
  co_await order();
  co_await signals();
  co_await intervals();
  later::setTimeout(10000, "unref", {.ref = false}).then(log);
  log("end");
}
int main(int argc, char** argv) { return run(argc, argv, [] { (void)program(); }); }
