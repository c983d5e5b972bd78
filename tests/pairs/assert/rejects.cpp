#include <nodecpp/assert.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

template <class F>
Promise<> told(F f) {
  try {
    co_await f();
    console::log("fine");
  } catch (const Error& error) {
    console::log(error->name, error->code || "none");
    console::log(error->message);
  }
}
Promise<> wrong() {
  co_await Promise<>::resolve();
  throw TypeError("wrong value");
}
Promise<int> fine() {
  co_return 5;
}

Promise<> begin() {
  co_await told([] { return assert::rejects(wrong); });
  co_await told([] { return assert::rejects(wrong()); });
  co_await told([] { return assert::rejects(fine); });
  co_await told([] { return assert::rejects(fine(), "it should reject"); });
  co_await told([] { return assert::rejects(Promise<>::reject(Error("x")), re("x")); });
  co_await told([] { return assert::rejects<TypeError>(wrong); });
  co_await told([] { return assert::rejects<RangeError>(wrong); });
  co_await told([] { return assert::rejects<RangeError>(fine); });
  co_await told([] { return assert::rejects(wrong, {{"name", "TypeError"}, {"message", re("^wrong")}}); });
  co_await told([] { return assert::rejects(wrong, {{"name", "RangeError"}}, "other properties"); });
  co_await told([] { return assert::rejects(wrong, [](Error error) { return error->message == "wrong value"; }); });
  co_await told([] { return assert::rejects([]() -> Promise<> { throw Error("at once"); }); });
  co_await told([] { return assert::doesNotReject(fine); });
  co_await told([] { return assert::doesNotReject(wrong); });
  co_await told([] { return assert::doesNotReject(wrong(), "it should not"); });
  co_await told([] { return assert::doesNotReject<TypeError>(wrong); });
  co_await told([] { return assert::doesNotReject<RangeError>(wrong); });
  co_await told([] { return assert::Assert().rejects(fine); });
  // The order of microtasks.
  Array<String> order;
  auto waits = assert::rejects(Promise<>::reject(Error("x"))).then([=] { order.push("rejects"); });
  auto ticks = Promise<>::resolve();
  for (int i = 1; i <= 6; i++) ticks = ticks.then([=] { order.push(str(i)); });
  co_await Promise<>::all(waits, ticks);
  console::log(order.join(" "));
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  (void)begin();
}); }
