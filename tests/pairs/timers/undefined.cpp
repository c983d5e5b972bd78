#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto attempt = [](String what, auto f) {
    try {
      f();
    } catch (Error error) {
      console::log(what, error->name, error->code, error->message);
    }
  };
  Function<void()> callback;
  attempt("setTimeout", [=] { setTimeout(callback); });
  attempt("setInterval", [=] { setInterval(callback, 5); });
  attempt("setImmediate", [=] { setImmediate(callback); });
  attempt("queueMicrotask", [=] { queueMicrotask(callback); });
  attempt("nextTick", [=] { process::nextTick(callback); });
  setImmediate([] { console::log("the loop ends"); });
}); }
