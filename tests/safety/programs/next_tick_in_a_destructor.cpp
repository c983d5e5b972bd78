// right: a destructor schedules a callback, which runs after the object was freed
// > end of a session with a name that is longer than what a String has room for
#include <nodecpp/console.h>
#include <nodecpp/object.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

class Session : public Object {
 public:
  ~Session() override {
    setImmediate([user = user] { console::log("end of", user); });
  }
  String user = "a session with a name that is longer than what a String has room for";
};

int main(int argc, char** argv) { return run(argc, argv, [] { make<Session>(); }); }
