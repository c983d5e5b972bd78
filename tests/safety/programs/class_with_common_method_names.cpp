// right: methods of a class do not override functions of the library that have the same names
// > added tea
// > 1
// > removed tea
// > 0
// > listening
// > connected
// > closed
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
using namespace nodecpp;

class BasketObject : public EventEmitterObject {
 public:
  BasketObject() {
    on("add", [](String what) { console::log("added", what); });
    once("remove", [self = self()](String what) { console::log("removed", what), self->removeAll(); });
  }
  void add(String what) { items_.push(what), emit("add", what); }
  void remove(String what) { items_.splice(items_.indexOf(what), 1), emit("remove", what); }
  void removeAll() { items_ = {}; }
  void off() {}
  auto count() { return items_.length(); }

 private:
  Array<String> items_;
};
using Basket = Handle<BasketObject>;

class GreeterObject : public net::ServerObject {
 public:
  GreeterObject() {
    on(event::listening, [self = self()] { self->onListening(); });
    on(event::connection, [self = self()](net::Socket socket) { self->onConnection(socket); });
    on(event::close, [self = self()] { self->afterClose(); });
  }
  void onListening() {
    console::log("listening");
    net::connect(address().port)->resume();
  }
  void onConnection(const net::Socket& socket) {
    console::log("connected");
    socket->end();
    close();
  }
  void afterClose() { console::log("closed"); }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto basket = make<Basket>();
  basket->add("tea");
  console::log(basket->count());
  basket->remove("tea");
  console::log(basket->count());
  basket->removeAllListeners("add");
  make<Handle<GreeterObject>>()->listen(0);
}); }
