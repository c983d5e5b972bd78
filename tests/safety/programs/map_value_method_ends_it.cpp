// right: a method removes its own object from the map that held it
// > end of Ann, who has a name that is longer than what a String has room for
// > 0
#include <nodecpp/console.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct Session {
  String user;
  Map<String, Session>* all;
  void end() const {
    all->delete_("a");
    console::log("end of", user);
  }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  Map<String, Session> all;
  all.set("a", Session{"Ann, who has a name that is longer than what a String has room for", &all});
  all.get("a").end();
  console::log(all.size());
}); }
