// Coroutines that wait in places that run.js finds by their marks, and a function at which gdb can stop.
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

extern "C" [[gnu::noinline]] void stopHere(const String& note) { asm volatile("" : : "r"(&note) : "memory"); }

Promise<int> inner(int n) {
  co_await sleep(n);  // mark: inner
  co_return n;
}

Promise<> outer(int n) {
  co_await inner(n);  // mark: outer
}

Promise<> takes(Queue<int> queue) {
  String name = "a name that is too long to stand in the object itself";
  int got = co_await queue.get();  // mark: takes
  console::log(name, got);
}

Promise<int> other(int n) {
  co_await sleep(n);  // mark: other
  co_return n;
}

Promise<> races() {
  co_await race([] { return inner(60); }, [] { return other(70); });  // mark: races
}

Promise<> ended() { co_await sleep(1); }

int main(int argc, char** argv) {
  return run(argc, argv, [] {
    Queue<int> queue;
    for (int i = 0; i < 3; ++i) outer(60);
    takes(queue);
  races();
    ended();
    setTimeout(
        [=] {
          stopHere("stopped here, with a text that is longer than the object itself");
          queue.tryPut(1);
        },
        30);
    // keeps the program running, so that gdb can attach to it
    if (process::argv.length() > 2) setTimeout([] {}, 60000);
  });
}
