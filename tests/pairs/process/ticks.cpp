#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::nextTick([](int a, String b, bool c) { console::log(a, b, c); }, 1, "two", true);
  process::nextTick([](auto... all) { console::log(all...); }, "by a function", 5);
  struct { int n = 0; } counter;
  process::nextTick([](int value) { console::log("copied", value); }, counter.n);
  counter.n = 5;
  process::nextTick([] {
    process::nextTick([] { console::log("nested"); });
    console::log("outer");
  });
  queueMicrotask([] { console::log("microtask"); });
  console::log("main");
}); }
