// right: a constructor throws after on(), with a listener that holds the object
// > RangeError: no such room
// > still here
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

class Room : public EventEmitterObject {
 public:
  explicit Room(int number) {
    Handle<Room> self(this);
    on("join", [=](String name) { console::log(self->title, name); });
    if (number > 9) throw RangeError("no such room");
  }
  String title = "a room with a name that is longer than what a String has room for";
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  try {
    make<Room>(10)->emit("join", "Ann");
  } catch (const Error& error) {
    console::log(error->name + ": " + error->message);
  }
  console::log("still here");
}); }
