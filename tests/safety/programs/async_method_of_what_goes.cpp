// right: an asynchronous method continues after all other references to its object were dropped
// > end of a session with a name that is longer than what a String has room for
#include <nodecpp/console.h>
#include <nodecpp/object.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;

class Session : public Object {
 public:
  Promise<> end() {
    co_await nullptr;
    co_await nullptr;
    console::log("end of", user);
  }
  String user = "a session with a name that is longer than what a String has room for";
};

int main(int argc, char** argv) { return run(argc, argv, [] { make<Session>()->end(); }); }
