// right: a function clears the variable that holds it, and then reads what it has captured
// > done: a text that is longer than what a String has room for
#include <nodecpp/console.h>
#include <nodecpp/function.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Function<void()>> next;
  auto text = str("a text that is ") + "longer than what a String has room for";
  next = [=] {
    next = nullptr;
    console::log("done:", text);
  };
  next();
}); }
