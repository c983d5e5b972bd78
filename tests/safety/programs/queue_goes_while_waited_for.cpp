// right: a queue is dropped while a coroutine waits for a value; the wait ends, and with it its frame
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
  let<Queue<String>> queue = Queue<String>(1);
  [](let<Queue<String>> queue) -> Promise<> {
    Noted noted;
    console::log(co_await queue->get());
  }(queue);
  queue = Queue<String>(1);
  setTimeout([] { console::log("end"); }, 5);
}); }
