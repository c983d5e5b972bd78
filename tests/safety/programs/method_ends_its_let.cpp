// right: a method drops the last let that holds its object
// > end of Ann, who has a name that is longer than what a String has room for
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/owning_ptr.h>
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
struct Holder {
  let<Session> session;
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<owning_ptr<Holder>> holder = make_owning<Holder>();
  holder->session = Session{"Ann, who has a name that is longer than what a String has room for", [=] { holder = nullptr; }};
  holder->session->end();
}); }
