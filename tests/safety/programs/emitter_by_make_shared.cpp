// defined: Illegal constructor
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
#include <memory>
using namespace nodecpp;

class Chat : public EventEmitterObject {};

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto chat = std::make_shared<Chat>();
  chat->on("join", [](String name) { console::log("hello", name); });
  chat->emit("join", "Ann");
}); }
