#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;
auto log(String text) { return [=] { console::log(text); }; }
Promise<> sleep(int ms) { return Promise<>([=](auto resolve) { setTimeout([=] { resolve(); }, ms); }); }
Promise<String> sleep(int ms, String value) { return Promise<String>([=](auto resolve) { setTimeout([=] { resolve(value); }, ms); }); }
Promise<String> steps(String name, int count) {
  for (int i = 1; i <= count; i++) {
    console::log(name, i);
    co_await nullptr;
  }
  co_return name;
}
Promise<String> outer() {
  console::log("outer begins");
  auto a = co_await steps("inner", 2);
  console::log("outer has", a);
  auto b = co_await 7;
  console::log("outer has", b);
  co_await sleep(60);
  console::log("outer slept");
  co_return "done";
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  process::nextTick(log("tick"));
  Promise<>::resolve().then(log("then 1")).then(log("then 2")).then(log("then 3"));
  outer().then([](String value) { console::log(value); });
  steps("b", 4).then([](String value) { console::log(value, "ends"); });
  Promise<int>([](auto resolve) {
    console::log("executor");
    resolve(1);
  }).finally_(log("finally")).then([](int value) { console::log("after finally", value); });
  Promise<>::reject(Error("e")).then(log("never")).catch_([](Error error) { console::log("caught", error->message); }).then(log("after catch"));
  auto once = sleep(30, "shared");
  (void)[=](this auto self) -> Promise<> { console::log("first", co_await once); }();
  (void)[=](this auto self) -> Promise<> { console::log("second", co_await once); }();
  queueMicrotask(log("microtask"));
  setImmediate(log("immediate"));
  console::log("main ends");
}); }
