// right: a semaphore is dropped while a coroutine waits for a place; the wait and its frame end
// > the wait has ended
// > end
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

struct Noted {
  ~Noted() { console::log("the wait has ended"); }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Semaphore> semaphore = Semaphore(0);
  [](let<Semaphore> semaphore) -> Promise<> {
    Noted noted;
    auto permit = co_await semaphore->acquire();
  }(semaphore);
  semaphore = Semaphore(0);
  setTimeout([] { console::log("end"); }, 5);
}); }
