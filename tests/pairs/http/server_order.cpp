#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/promise.h>
using namespace nodecpp;

namespace {
String withoutDate(const String& text) {
  auto from = text.indexOf("Date: ");
  return from < 0 ? text : text.slice(0, from) + "Date" + text.slice(text.indexOf("GMT", from) + 3);
}
}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto server = http::createServer([](auto request, auto response) {
    console::log("request", request->method, request->url, request->httpVersion, request->complete);
    request->on(event::data, [=](auto chunk) { console::log("data", chunk.toString()); });
    request->on(event::end, [=] {
      console::log("end", request->complete, request->trailers["x-after"].toString());
      console::log(response->headersSent(), response->writableEnded(), response->writableFinished());
      response->writeHead(201, "Made", {{"X-One", 1}});
      console::log(response->headersSent(), response->statusCode, response->statusMessage);
      console::log("write", response->write("a"));
      response->end("b", [=] { console::log("end callback", response->writableFinished()); });
      console::log(response->writableEnded(), response->writableFinished());
      process::nextTick([] { console::log("tick"); });
      Promise<>::resolve().then([] { console::log("microtask"); });
      setImmediate([=] { console::log("immediate", response->destroyed()); });
    });
    request->on(event::close, [] { console::log("request close"); });
    response->on(event::prefinish, [] { console::log("prefinish"); });
    response->on(event::finish, [] { console::log("finish"); });
    response->on(event::close, [] { console::log("response close"); });
  });
  server->on(event::connection, [] { console::log("connection"); });
  server->on(event::close, [] { console::log("server close"); });
  server->listen(0, "127.0.0.1", [=] {
    auto client = net::connect(server->address().port, "127.0.0.1");
    client->write("POST /x?y HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
    setTimeout([=] { client->write("2\r\nde\r\n0\r\nX-After: yes\r\n\r\n"); }, 20);
    client->on(event::data, [=](auto chunk) {
      console::log(withoutDate(chunk.toString()));
      client->end();
    });
    client->on(event::close, [=] { server->close(); });
  });
}); }
