#include <nodecpp/async_hooks.h>
#include <nodecpp/console.h>
#include <nodecpp/diagnostics_channel.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers.h>
using namespace nodecpp;
namespace dc = diagnostics_channel;
using async_hooks::AsyncLocalStorage;

void stores();
void tracing();

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto channel = dc::channel("my-channel");
  console::log(channel->name, channel->hasSubscribers(), dc::hasSubscribers("my-channel"), dc::hasSubscribers("other"));
  channel->publish(var::object({{"nobody", 1}}));
  dc::Subscriber first = [](var message, String name) {
    console::log("first", message, name);
    if (message.isObject()) message["seen"] = 1;
  };
  dc::Subscriber second = [](var message) { console::log("second", message); };
  channel->subscribe(first);
  dc::subscribe("my-channel", second);
  console::log(channel->hasSubscribers(), dc::hasSubscribers("my-channel"), dc::channel("my-channel") == channel);
  channel->publish(var::object({{"a", 1}}));
  channel->publish("text");
  bool one = channel->unsubscribe(first), two = channel->unsubscribe(first);
  bool three = dc::unsubscribe("my-channel", second), four = dc::unsubscribe("unknown", second);
  console::log(one, two, three, four, channel->hasSubscribers());
  try {
    channel->subscribe(nullptr);
  } catch (Error& error) {
    console::log(error->name, error->code, error->message);
  }
  let<dc::Subscriber> once;
  once = [=](var message) { console::log("once", message); channel->unsubscribe(once.value()); };
  channel->subscribe(once.value());
  channel->subscribe([] { throw Error("of a subscriber"); });
  channel->subscribe([](var message) { console::log("last", message); });
  process::once(event::uncaughtException, [](Error error) { console::log("uncaught", error->message); });
  channel->publish(1);
  setImmediate([=] {
    process::once(event::uncaughtException, [](Error error) { console::log("uncaught", error->message); });
    channel->publish(2);
    setImmediate(stores);
  });
}); }

void stores() {
  auto als = make<AsyncLocalStorage<String>>();
  auto plain = make<AsyncLocalStorage<var>>();
  auto bound = dc::channel("stores");
  console::log(bound->runStores(var::object({{"id", 0}}), [](int a, int b) { return a + b; }, undefined, 1, 2));
  bound->bindStore(als, [](var message) { return "id " + message["id"].toString(); });
  bound->bindStore(plain);
  bound->subscribe([=] { console::log("subscriber", als->getStore(), plain->getStore()); });
  console::log(bound->runStores(var::object({{"id", 7}}), [=] { console::log("inside", als->getStore(), plain->getStore()); return "done"; }));
  console::log("outside", als->getStore());
  bool one = bound->unbindStore(als), two = bound->unbindStore(als), three = bound->unbindStore(plain);
  console::log(one, two, three, bound->hasSubscribers());
  tracing();
}

var with(int id) { return var::object({{"id", id}}); }

Promise<int> doubles(int a) {
  console::log("async");
  co_await nullptr;
  co_return a * 2;
}
Promise<int> rejects() {
  co_await nullptr;
  throw Error("rejected");
}

void tracing() {
  auto trace = dc::tracingChannel("work");
  console::log(trace->start->name, trace->asyncEnd->name, trace->hasSubscribers());
  console::log(trace->traceSync([](int x) { return x + 1; }, var::object(), nullptr, 1));
  auto say = [](String event) -> dc::Subscriber {
    return [=](var message) {
      console::log(event, message["id"], message["result"], message["error"].isUndefined() ? var(undefined) : var(message["error"]["message"]));
    };
  };
  dc::TraceHandlers handlers = {.start = say("start"), .end = say("end"), .asyncStart = say("asyncStart"), .asyncEnd = say("asyncEnd"), .error = say("error")};
  trace->subscribe(handlers);
  console::log(trace->hasSubscribers(), dc::hasSubscribers("tracing:work:start"));
  console::log(trace->traceSync([](int a, int b) { console::log("work"); return a * b; }, with(1), nullptr, 2, 3));
  try {
    trace->traceSync([] { throw Error("no"); }, with(2));
  } catch (Error& error) {
    console::log("caught", error->message);
  }
  console::log(trace->traceCallback([](int a, Function<void(Error, int)> callback) { console::log("asks", a); callback(nullptr, a + 1); return "returned"; },
    -1, with(3), nullptr, 5, [](Error, int result) { console::log("callback", result); }));
  trace->traceCallback([](Function<void(Error)> callback, int a) { callback(Error(str("failed ") + a)); }, 0, with(4), nullptr,
    [](Error error) { console::log("callback", error->message); }, 6);
  trace->tracePromise(doubles, with(5), nullptr, 4)
    .then([](int value) { console::log("value", value); })
    .then([=] { return trace->tracePromise(rejects, with(6)); })
    .then([](int) {})
    .catch_([](Error error) { console::log("reason", error->message); })
    .then([=] {
      bool done = trace->unsubscribe(handlers), again = trace->unsubscribe(handlers);
      console::log(done, again, trace->hasSubscribers());
    });
}
