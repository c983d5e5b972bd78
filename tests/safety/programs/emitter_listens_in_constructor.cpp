// right: on() in a constructor makes handles to an object to which no handle refers yet
// > hello Ann
// > 1
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

class Chat : public EventEmitterObject {
 public:
  Chat() {
    on("join", [this](String name) { console::log("hello", name), ++count; });
    on("leave", [this](String) { --count; });
  }
  int count = 0;
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto chat = make<Chat>();
  chat->emit("join", "Ann");
  console::log(chat->count);
}); }
