// The client that asks Autobahn's server for its cases, one after the other; client.js is the same on npm's ws.
#include <nodecpp/console.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/ws.h>
using namespace nodecpp;
using ws::WebSocket;

static void runCase(String address, int number, int count) {
  if (number > count) {
    auto done = make<WebSocket>(address + "/updateReports?agent=client");
    done->on(event::error, [] {});
    return;
  }
  auto socket = make<WebSocket>(address + "/runCase?case=" + str(number) + "&agent=client", ws::ClientOptions{.maxPayload = 0});
  socket->on(event::message, [=](auto data, auto isBinary) { socket->send(data, {.binary = isBinary}); });
  socket->on(event::error, [] {});
  socket->on(event::close, [=] { runCase(address, number + 1, count); });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  String address = process::argv[2];
  auto socket = make<WebSocket>(address + "/getCaseCount");
  let<int> count = 0;
  socket->on(event::message, [=](auto data) { count = parseInt(data.toString()); });
  socket->on(event::error, [](Error error) { console::error(error->message); });
  socket->on(event::close, [=] { runCase(address, 1, count); });
}); }
