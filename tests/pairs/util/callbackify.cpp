#include <nodecpp/abort_controller.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
#include <nodecpp/util/aborted.h>
#include <nodecpp/util/callbackify.h>
#include <nodecpp/util/promisify.h>
using namespace nodecpp;

struct Read {
  void operator()(Function<void(Error, String)> callback) const { callback(nullptr, "by callback"); }
  auto promisified() const {
    return []() -> Promise<String> { co_return "by its own form"; };
  }
};
struct ResourceObject : Object {};

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> order;
  auto later = util::callbackify([](int a, int b) -> Promise<int> { co_return a + b; });
  later(1, 2, [=](Error error, int sum) {
    console::log(error ? Lookup(error->message) : Lookup(nullptr), sum);
    order.push("callback");
  });
  order.push("called");
  process::nextTick([=] { order.push("tick"); });
  Promise<>::resolve().then([=] { order.push("microtask"); });
  auto fails = util::callbackify([](String name) -> Promise<int> { throw RangeError(format("no {}", name)); co_return 0; });
  fails("way", [](Error error) { console::log(error->name, error->message, undefined); });
  util::callbackify([]() -> Promise<> { co_return; })([](Error error) { console::log("nothing", error ? Lookup("error") : Lookup(nullptr)); });
  util::callbackify([](String text) -> Promise<int> { co_return int(text.length()); })("four", [](Error error, int length) { console::log(length); });
  try {
    util::callbackify([]() -> Promise<> { throw Error("at once"); })([] { console::log("never"); });
  } catch (const Error& error) {
    console::log(error->message);
  }
  process::on(event::uncaughtException, [](Error error) { console::log("uncaught", error->message); });
  util::callbackify([]() -> Promise<int> { co_return 1; })([] { throw Error("from the callback"); });
  setTimeout([=] { console::log(order.join(" ")); }, 5);

  util::promisify<String>(Read())().then([](String text) { console::log(text); });

  auto controller = make<AbortController>();
  let<Handle<ResourceObject>> resource = make<ResourceObject>();
  util::aborted(controller->signal(), resource.value()).then([=] { console::log("aborted", controller->signal()->aborted()); });
  util::aborted(AbortSignal::abort(), resource.value()).then([] { console::log("was aborted"); });
  setTimeout([=] { util::aborted(AbortSignal(), resource.value()).catch_([](Error error) { console::log(error->code, error->message); }); }, 6);
  setTimeout([=] { util::aborted(controller->signal(), Handle<ResourceObject>()).catch_([](Error error) { console::log(error->code, error->message); }); }, 7);
  setTimeout([=] { controller->abort(); static_cast<void>(resource); }, 10);
}); }
