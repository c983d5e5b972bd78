// refused: write make<X>(a, b)
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

class Chat : public EventEmitterObject {
 public:
  String title = "a chat with a name that is longer than what a String has room for";
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto chat = new Chat();
  chat->on("join", [](String name) { console::log("hello", name); });
  chat->emit("join", "Ann");
  setImmediate([=] { console::log(chat->title); });
}); }
