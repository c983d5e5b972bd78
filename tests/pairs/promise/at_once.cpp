// Async functions that never suspend, or fail at once.
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;
Promise<int> value(int x) { co_return x; }
Promise<> nothing() { co_return; }
Promise<> thrown() { throw Error("thrown at once"); co_return; }
Promise<int> nested(int x) { co_return value(x + 1); }
Promise<String> caught() {
  try {
    co_await thrown();
  } catch (const Error& error) {
    co_return "caught " + error->message;
  }
  co_return "";
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  value(3).then([](int v) { console::log("value", v); });
  nothing().then([] { console::log("nothing"); });
  thrown().catch_([](Error error) { console::log(error->message); });
  nested(4).then([](int v) { console::log("nested", v); });
  caught().then([](String v) { console::log(v); });
  (void)[](int a) -> Promise<> { console::log("in", a); co_return; }(5);
  console::log("main");
}); }
