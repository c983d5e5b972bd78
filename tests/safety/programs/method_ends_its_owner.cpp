// right: a method resets the owning_ptr of its object and then reads a member
// > end of a session with a name that is longer than what a String has room for
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/owning_ptr.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct Session {
  let<owning_ptr<Session>> current;
  String user = "a session with a name that is longer than what a String has room for";
  void end() {
    current = nullptr;
    console::log("end of", user);
  }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<owning_ptr<Session>> current;
  current = make_owning<Session>(current);
  current->end();
}); }
