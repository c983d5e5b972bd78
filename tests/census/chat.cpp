#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

class RoomObject : public EventEmitterObject {};
class UserObject : public Object {
 public:
  explicit UserObject(String name) : name(name) {}
  String name;
};
constexpr Event<String> message{"message"};
Handle<RoomObject> room;

void join(String name) {
  auto user = make<UserObject>(name);
  room->on(message, [=](String text) { console::log(user->name, text); });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  room = make<RoomObject>();
  room->setMaxListeners(0);
  for (int i = 0; i < 1000; i++) join(str("user ") + i);
  setTimeout([] { console::log(process::heapCensus()->text()); }, 1000);
}); }
