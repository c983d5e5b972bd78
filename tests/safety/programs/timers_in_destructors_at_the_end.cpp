// right: destructors may set timers and join functions while the program ends; nothing of it runs
// > the end
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

struct Late {
  Timeout timer;
  explicit Late(Timeout timer) : timer(timer) {}
  Late() = default;
  Late(Late&&) = default;
  Late& operator=(Late&&) = default;
  ~Late() {
    if (!timer) return;
    double number = +timer;
    setTimeout([] { console::log("never"); }, number);
    +setTimeout([] { console::log("never"); });
    setImmediate([] { console::log("never"); });
    auto work = []() -> Promise<> { co_await sleep(1); };
    all(work, work);
    race(work, [] { return never(); });
  }
};
perThread<Array<let<Late>>> late;
struct Waiting {
  let<Late> last;
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  late->push(let<Late>(Late{setTimeout([] {}, 1)}));
  [](Waiting) -> Promise<> { co_await never(); }(Waiting{let<Late>(Late{setTimeout([] {}, 2)})});
  setTimeout([] { console::log("the end"); }, 5);
}); }
