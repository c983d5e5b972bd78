// right: a constructor stores a handle to its object in a list, and drops other handles to it
// > 2 b
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

class Client : public EventEmitterObject {
 public:
  Client(let<Array<Handle<Client>>> all, String name) : name(name) {
    Handle<Client> self(this);
    self = nullptr;
    all->push(Handle<Client>(this));
  }
  String name;
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Array<Handle<Client>>> all;
  make<Client>(all, "a");
  make<Client>(all, "b");
  console::log(all->length(), all[1]->name);
}); }
