// right: a message port is closed and dropped in its own message event
// > message a text that is longer than what a String has room for
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

int main(int argc, char** argv) { return run(argc, argv, [] {
  MessageChannel channel;
  let<MessagePort> port = channel.port1;
  port->on(event::message, [=](var message) {
    if (!port) return;
    port->close();
    port = MessagePort();
    console::log("message", message);
  });
  channel.port2->on(event::close, [] { console::log("close"); });
  channel.port2->postMessage("a text that is longer than what a String has room for");
  channel.port2->postMessage("another text that is longer than what a String has room for");
}); }
