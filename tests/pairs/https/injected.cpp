// Servers that get their connections from the program, by emit('connection'): http and https at one port, and TLS inside
// of TLS.
#include <nodecpp/http.h>
#include <nodecpp/https.h>
#include <nodecpp/net.h>
#include <nodecpp/tls.h>

#include "../tls/scenes.h"

static void answer(http::IncomingMessage request, http::ServerResponse response) {
  let<String> body = "";
  request->on(event::data, [=](auto chunk) { body += chunk; });
  request->on(event::end, [=] { response->end(format("{} {} {} {}", request->method, request->url, body, bool(request->socket.as<tls::TLSSocket>()))); });
}
static void within(String pem) {
  auto inner = tls::createServer({.key = pem, .cert = pem}, [](auto socket) { socket->on(event::data, [=](auto chunk) { socket->end("inner got " + chunk); }); });
  auto outer = tls::createServer({.key = pem, .cert = pem}, [=](auto socket) { console::log(inner->emit(event::connection, socket)); });
  outer->listen(0, "127.0.0.1", [=] {
    let<tls::TLSSocket> first; first = tls::connect({.port = outer->address().port, .host = "127.0.0.1", .ca = pem}, [=] {
      let<tls::TLSSocket> second; second = tls::connect({.socket = first, .servername = "localhost", .ca = pem}, [=] {
        console::log(first->authorized, second->authorized);
        second->write("hello");
      });
      second->on(event::data, [](auto chunk) { console::log("" + chunk); });
      second->on(event::close, [=] { outer->close(); });
    });
  });
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  String pem = certificate("localhost", "DNS:localhost,IP:127.0.0.1");
  auto plain = http::createServer(answer);
  auto secure = https::createServer({.key = pem, .cert = pem}, answer);
  secure->on(event::connection, [](auto socket) { console::log("connection", bool(socket.template as<tls::TLSSocket>())); });
  secure->on(event::secureConnection, [](auto socket) { console::log("secureConnection", socket->encrypted); });
  auto both = net::createServer([=](auto socket) {
    socket->once(event::data, [=](Buffer first) {
      socket->pause();
      socket->unshift(first);
      if (first[0] == 22) secure->emit(event::connection, socket);
      else plain->emit(event::connection, socket);
      process::nextTick([=] { socket->resume(); });
    });
  });
  both->listen(0, "127.0.0.1", [=] {
    auto port = both->address().port;
    auto ask = [=](bool encrypted, String path, Function<void()> next) {
      auto told = [=](http::IncomingMessage response) {
        response->on(event::data, [=](auto chunk) { console::log(response->statusCode, "" + chunk); });
        response->on(event::end, next);
      };
      auto request = encrypted ? https::request({.agent = false, .host = "127.0.0.1", .method = "POST", .path = path, .port = port, .ca = pem}, told)
                               : http::request({.agent = false, .host = "127.0.0.1", .method = "POST", .path = path, .port = port}, told);
      request->end("body");
    };
    ask(false, "/plain", [=] { ask(true, "/secure", [=] { ask(false, "/again", [=] { both->close([=] { within(pem); }); }); }); });
  });
}); }
