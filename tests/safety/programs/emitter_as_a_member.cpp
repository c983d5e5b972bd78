// defined: Illegal constructor
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

class Chat : public EventEmitterObject {
 public:
  String title = "a chat with a name that is longer than what a String has room for";
};
struct Server : Object {
  Chat chat;
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto server = make<Server>();
  server->chat.on("join", [](String name) { console::log("hello", name); });
  server->chat.emit("join", "Ann");
  console::log(server->chat.title);
}); }
