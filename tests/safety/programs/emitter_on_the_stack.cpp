// defined: Illegal constructor
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

class Chat : public EventEmitterObject {
 public:
  String title = "a chat with a name that is longer than what a String has room for";
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  Chat chat;
  chat.on("join", [](String name) { console::log("hello", name); });
  chat.emit("join", "Ann");
  console::log(chat.title);
}); }
