// The global WebSocket with a server that sends as it should not, at each cut of the bytes, and its life.
#include <doctest/doctest.h>
#include <nodecpp/dom_exception.h>
#include <nodecpp/timers.h>
#include <nodecpp/websocket.h>
#include <nodecpp/ws.h>

#include <string>

#include "support/sim_loop.h"

using namespace nodecpp;

namespace {

// Sends these bytes to a client, cut before `cut`. Returns what the client's listeners were told, and the code of the
// client's close frame.
std::string told(const std::string& bytes, std::size_t cut) {
  std::string out;
  tests::program([&] {
    auto server = make<ws::WebSocketServer>({.port = 4000});
    server->on(event::connection, [&out, bytes, cut, server](ws::WebSocket peer, http::IncomingMessage request) {
      const auto raw = request->socket;
      peer->on(event::close, [&out, server](int code) {
        out += "server " + std::to_string(code) + "\n";
        server->close();
      });
      peer->on(event::error, [] {});
      raw->write(Buffer::copyOf(bytes.data(), cut));
      setTimeout([=] { raw->write(Buffer::copyOf(bytes.data() + cut, bytes.size() - cut)); }, 5);
    });
    server->on(event::listening, [&out] {
      const auto socket = make<WebSocket>("ws://127.0.0.1:4000/");
      socket->onmessage = [&out](MessageEvent event) { out += "message " + std::string(event->data.data(), event->data.size()) + "\n"; };
      socket->onerror = [&out](ErrorEvent event) { out += event->error ? "error\n" : "error without one\n"; };
      socket->onclose = [&out, socket](CloseEvent event) {
        out += "close " + std::to_string(event->code) + (event->wasClean ? " clean" : "") + "\n";
        CHECK(socket->readyState() == WebSocket::CLOSED);
      };
    });
  });
  return out;
}

}  // namespace

TEST_CASE("invalid UTF-8, a masked frame and a bad close code from a server, cut anywhere, end the connection") {
  struct Case {
    std::string bytes;
    const char* expected;
  };
  const Case cases[] = {
      {{"\x81\x02ok\x81\x04" "a\xC3\x28z", 10}, "message ok\nerror\nclose 1006\nserver 1007\n"},
      {{"\x01\x01\xE2\x80\x02\x82\x28", 7}, "error\nclose 1006\nserver 1007\n"},
      {{"\x81\x81\x01\x02\x03\x04\x60", 7}, "error\nclose 1006\nserver 1002\n"},
      {{"\x88\x02\x03\xE7", 4}, "error\nclose 1006\nserver 1002\n"},
      {{"\x81\x02ok\x88\x05\x0F\xA0" "bye", 11}, "message ok\nserver 4000\nclose 4000 clean\n"},
  };
  for (const Case& each : cases)
    for (std::size_t cut = 0; cut <= each.bytes.size(); ++cut) {
      CAPTURE(cut);
      CHECK(told(each.bytes, cut) == each.expected);
    }
}

TEST_CASE("the attributes of a WebSocket are called in the order in which they were set last") {
  std::string order;
  tests::program([&] {
    const auto socket = make<WebSocket>("ws://127.0.0.1:4000/");  // nothing listens there
    socket->onerror = [&] { order += "1"; };
    socket->addEventListener(event::error, [&] { order += "2"; });
    socket->onerror = [&] { order += "3"; };
    CHECK_THROWS_AS(socket->send("x"), DOMException);
    CHECK(socket->bufferedAmount() == 0);
  });
  CHECK(order == "23");
}
