// right: an interval clears itself, and then reads what it has captured
// > tick: a text that is longer than what a String has room for
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Timeout> timer;
  auto text = str("a text that is ") + "longer than what a String has room for";
  timer = setInterval([=] {
    clearInterval(timer);
    timer = Timeout();
    console::log("tick:", text);
  }, 1);
}); }
