// right: a method drops the only handle to its object and then reads a member
// > end of a session with a name that is longer than what a String has room for
// > undefined
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

class Session : public EventEmitterObject {
 public:
  Session(let<Handle<Session>> current) : current_(current) {}
  void end() {
    current_ = Handle<Session>();
    console::log("end of", user);
  }
  String user = "a session with a name that is longer than what a String has room for";

 private:
  let<Handle<Session>> current_;
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Handle<Session>> current;
  current = make<Session>(current);
  current->end();
  console::log(bool(current) ? "there" : "undefined");
}); }
