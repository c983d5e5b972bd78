// right: the function of a timer refreshes the timer, and drops the handle that holds it
// > tick
// > tick
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Timeout> timer;
  let<int> left = 1;
  timer = setTimeout([=] {
    console::log("tick");
    if (left-- > 0) timer->refresh();
    timer = Timeout();
  }, 1);
}); }
