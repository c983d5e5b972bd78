// Helpers in which the programs run: servers that get requests, and sockets, streams and workers with events. The
// checker treats this file as a system header.
#pragma once
#pragma clang system_header

#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
#include <nodecpp/stream.h>
#include <nodecpp/timers.h>
#include <nodecpp/worker_threads.h>

namespace world {
using namespace nodecpp;

// A text that is too long to be stored inside of a String or a std::string object.
inline constexpr const char* text = "a text that is long enough to be on the heap";

// Overwrites the stack memory that was released, so that old values in it are gone.
[[gnu::noinline]] inline void useStack() {
  volatile char room[4096];
  for (auto& each : room) each = 0x55;
}

// POSTs `body` to the server, prints the response, and closes the server.
inline void visit(http::Server server, String body = "some text") {
  server->listen(0, "127.0.0.1", [=] {
    auto request = http::request({.host = "127.0.0.1", .port = server->address().port, .method = "POST", .agent = false}, [=](auto response) {
      let<String> text = "";
      response->on(event::data, [=](Buffer chunk) { text += chunk.toString(); });
      response->on(event::end, [=] {
        console::log("answer", text.value());
        server->close();
      });
    });
    request->end(body);
  });
}

// Sends the text to the server, prints what comes back within 100 ms, and closes the server.
inline void call(net::Server server, String text = "some text") {
  server->listen(0, "127.0.0.1", [=] {
    auto socket = net::createConnection(server->address().port, "127.0.0.1");
    socket->on(event::data, [](Buffer chunk) { console::log("answer", chunk.toString()); });
    socket->on(event::error, [](Error) {});
    socket->write(text);
    setTimeout([=] { socket->end(); }, 100);
  });
  server->once(event::connection, [=] { server->close(); });
}

// Calls `use` with a socket that receives some bytes and then its end.
inline void withSocket(Function<void(net::Socket)> use) {
  auto server = net::createServer([](net::Socket socket) { socket->end("bytes"); socket->resume(); });
  server->listen(0, "127.0.0.1", [=] {
    auto socket = net::createConnection(server->address().port, "127.0.0.1");
    socket->on(event::close, [=] { server->close(); });
    use(socket);
    socket->resume();
  });
  server->once(event::connection, [=] { server->close(); });
}

// Returns a stream that contains `text` and its end.
inline stream::Readable readable(String text = "some text") {
  auto made = make<stream::Readable>(stream::ReadableOptions{.read = [](auto self, auto size) {}});
  made->push(text);
  made->push(nullptr);
  return made;
}

}  // namespace world
