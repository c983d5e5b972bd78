// right: a destructor emits an event, and its listeners make handles to the object that is being destroyed
// > bye Ann
// > next
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

class Session : public EventEmitterObject {
 public:
  explicit Session(String user) : user(user) {}
  ~Session() override {
    once("end", [this] { console::log("bye", user); });
    emit("end");
  }
  String user;
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  make<Session>("Ann");
  setImmediate([] { console::log("next"); });
}); }
