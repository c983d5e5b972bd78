// defined: a constructor threw after it had given away a handle to its object
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

class Room : public EventEmitterObject {
 public:
  explicit Room(let<Array<Handle<Room>>> all) {
    all->push(Handle<Room>(this));
    throw RangeError("no such room");
  }
  String title = "a room with a name that is longer than what a String has room for";
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Array<Handle<Room>>> all;
  try {
    make<Room>(all);
  } catch (const Error& error) {
    console::log(error);
  }
  console::log(all[0]->title);
}); }
