// right: a promise that can never settle is retracted by a destructor of its callback's captures
// > retracted
// > the end
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers.h>

#include <utility>
using namespace nodecpp;

struct Ending {
  Function<void()> run;
  explicit Ending(Function<void()> run) : run(run) {}
  Ending(Ending&& other) : run(std::exchange(other.run, nullptr)) {}
  ~Ending() { if (run) run(); }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Promise<>> waiting;
  let<bool> told = false;
  auto text = str("a text that is ") + "longer than what a String has room for";
  waiting = Promise<>([](auto, auto) {}).then([=, ending = Ending([=] {
    (void)retract(waiting.value());
    if (!told) console::log("retracted");
    told = true;
  })] { console::log(text); });
  setTimeout([=] { console::log("the end"); waiting = Promise<>(); }, 1);
}); }
