// right: a destructor that runs while the program ends wakes waiting frames of a queue, semaphore and condition
// > end
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

struct Waits {
  Queue<String> queue, full{0};
  Semaphore semaphore{0};
  Condition condition;
};
Promise<> get(Waits waits) { console::log(co_await waits.queue.get()); }
Promise<> put(Waits waits) { co_await waits.full.put("a text that no String keeps in itself"); }
Promise<> acquire(Waits waits) { auto permit = co_await waits.semaphore.acquire(); }
Promise<> wait(Waits waits) { co_await waits.condition.wait(); }

struct Late {
  explicit Late(bool on = false) : on(on) {}
  Late(Late&& other) noexcept : on(std::exchange(other.on, false)) {}
  ~Late() {
    if (!on) return;
    Waits waits;
    for (int i = 0; i < 2; ++i) get(waits), put(waits), acquire(waits), wait(waits);
    waits.queue.tryPut("a text that no String keeps in itself");
    waits.full.tryGet();
    waits.condition.set();
  }
  bool on;
};
perThread<Array<let<Late>>> late;

int main(int argc, char** argv) { return run(argc, argv, [] {
  late->push(let<Late>(Late(true)));
  setTimeout([] { console::log("end"); }, 5);
}); }
