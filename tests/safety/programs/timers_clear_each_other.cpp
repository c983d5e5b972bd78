// right: timers of one list clear each other and themselves
// > first
// > third
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Timeout> first, second, third;
  first = setTimeout([=] {
    clearTimeout(second);
    clearTimeout(first);
    first = second = Timeout();
    console::log("first");
  }, 1);
  second = setTimeout([] { console::log("second"); }, 1);
  third = setTimeout([=] {
    third = Timeout();
    console::log("third");
  }, 1);
}); }
