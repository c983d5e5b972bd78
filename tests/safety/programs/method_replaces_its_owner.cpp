// right: a method assigns another session to the variable that holds its own, and reads its own member
// > end of Ann, who has a name that is longer than what a String has room for
// > now Bob, who has a name that is longer than what a String has room for
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct Session {
  String user;
  Function<void()> next;
  void end() {
    next();
    console::log("end of", user);
  }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Session> current;
  current = Session{"Ann, who has a name that is longer than what a String has room for", [=] {
    current = Session{"Bob, who has a name that is longer than what a String has room for", nullptr};
  }};
  current->end();
  console::log("now", current->user);
}); }
