// The functions of a promise as listeners, and a wait for an event that never comes.
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/events/once.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers.h>
#include <nodecpp/var.h>
using namespace nodecpp;
Promise<> main_(EventEmitter e) {
  auto sum = Promise<num>([=](auto resolve, auto) { e->on("sum", resolve); });
  auto ready = Promise<>([=](auto resolve, auto) { e->once("ready", resolve); });
  auto name = Promise<String>([=](auto resolve, auto reject) { e->once("name", resolve)->once("failed", reject); });
  auto failed = Promise<>([=](auto, auto reject) { e->once("failed", reject); });
  auto [a, b, c, d] = co_await Promise<>::allSettled(sum, ready, name, failed);
  console::log(a.value, b.status, c.value, d.reason->message);
  console::log(e->listenerCount("sum"), e->listenerCount("ready"));
  console::log(Array<>::from({.length = 3}, [](var, num i) { return i * 2; }).join());
  co_await Promise<>::resolve(1).then([](int v) { throw Error(format("x{}", v)); }).catch_([](Error error) { console::log(error->message); }).finally([] { console::log("finally"); });
  co_await Promise<>([](auto resolve, auto) { setTimeout(resolve, 1); }).finally([] { console::log("later"); });
  co_await events::once<num>(make<EventEmitter>(), "never");
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  auto e = make<EventEmitter>();
  setTimeout([=] { e->emit("sum", 3); e->emit("ready"); e->emit("name", "ann"); e->emit("failed", RangeError("no")); }, 1);
  main_(e).then([] {}); }); }
