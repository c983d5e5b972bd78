// right: a one-shot timer whose function holds the timer is freed
// > done
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Timeout> timer;
  timer = setTimeout([=] { console::log(bool(timer) ? "done" : "none"); }, 1);
}); }
