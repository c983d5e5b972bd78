// right: a method drops the only handle to its object outside of callbacks, where it is freed at once
// > end of a session with a name that is longer than what a String has room for
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/object.h>
#include <nodecpp/process.h>
using namespace nodecpp;

class Session : public Object {
 public:
  Session(let<Handle<Session>> current) : current_(current) {}
  ~Session() override { user = "somebody else"; }
  String end() {
    current_ = Handle<Session>();
    return user;
  }
  String user = "a session with a name that is longer than what a String has room for";

 private:
  let<Handle<Session>> current_;
};

int main(int argc, char** argv) {
  let<Handle<Session>> current;
  current = make<Session>(current);
  String ended = current->end();
  return run(argc, argv, [=] { console::log("end of", ended); });
}
