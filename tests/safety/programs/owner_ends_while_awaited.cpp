// right: an owning_ptr is destroyed while a method that was called through it is awaited
// > end of a session with a name that is longer than what a String has room for
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/owning_ptr.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

struct Session {
  String user = "a session with a name that is longer than what a String has room for";
  Promise<> wait() const { return Promise<>::resolve(); }
  Promise<String> named() const { return Promise<String>::resolve("end of " + user); }
};

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  let<owning_ptr<Session>> current;
  current = make_owning<Session>();
  setImmediate([=] { current = nullptr; });
  console::log(co_await current->named());
}); }
