// What the programs are run in: servers that are asked, sockets, streams and workers that something happens to. The checker
// takes it for the system's.
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

// Too long to stand in a String or a std::string itself.
inline constexpr const char* text = "a text that is long enough to be on the heap";

// Uses the stack that has been given back, so that what was there is there no more.
[[gnu::noinline]] inline void useStack() {
  volatile char room[4096];
  for (auto& each : room) each = 0x55;
}

// POSTs `body` to the server, prints the answer, and closes it.
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

// Sends the text to the server, prints what comes back within 100 ms, and closes it.
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

// A socket that gets some bytes, and then its end.
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

// A stream that has got `text`.
inline stream::Readable readable(String text = "some text") {
  auto made = make<stream::Readable>(stream::ReadableOptions{.read = [](auto self, auto size) {}});
  made->push(text);
  made->push(nullptr);
  return made;
}

}  // namespace world
