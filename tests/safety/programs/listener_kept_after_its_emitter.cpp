// right: a listener of the runtime is called after all other handles to its emitter were dropped
// > 1 2 1
// > called
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/events/once.h>
#include <nodecpp/http.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<Array<Listener>> kept;
  {
    auto socket = make<net::Socket>();
    socket->read();
    kept.push(socket->listeners(event::connect));
    auto request = http::request({.host = "127.0.0.1", .port = 9});
    request->setTimeout(1000);
    request->on(event::error, [](Error) {});
    kept.push(request->listeners(event::socket));
    auto emitter = make<EventEmitter>();
    (void)events::once(emitter, "x");
    kept.push(emitter->listeners("x"));
  }
  console::log(kept[0].length(), kept[1].length(), kept[2].length());
  setTimeout([=] {
    kept[0][0]();
    try {
      kept[2][0]();
    } catch (const Error&) {
    }
    console::log("called");
    process::exit(0);
  }, 50);
}); }
