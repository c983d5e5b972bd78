#include <nodecpp/child_process.h>
#include <nodecpp/console.h>
#include <nodecpp/dgram.h>
#include <nodecpp/diagnostics_channel.h>
#include <nodecpp/http.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
using namespace nodecpp;
namespace dc = diagnostics_channel;

String keys(var message) {
  Array<String> names;
  for (var key : Object::keys(message)) names.push(key.toString());
  return names.join(" ");
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> server, client, other;
  auto note = [](Array<String> lines, String text) { lines.push(text); };
  auto tells = [=](StringArg name, Array<String> lines, Function<String(var)> more) {
    dc::subscribe(name, [=](var message, String name) { note(lines, name + " " + keys(message) + more(message)); });
  };
  auto nothing = [](var) { return str(""); };
  tells("http.server.request.start", server, [](var message) {
    return format(" {} {}", message["request"].handle<http::IncomingMessage>()->url, message["response"].handle<http::ServerResponse>()->headersSent());
  });
  tells("http.server.response.created", server, nothing);
  tells("http.server.response.finish", server, [](var message) { return format(" {}", message["response"].handle<http::ServerResponse>()->statusCode); });
  tells("http.client.request.created", client, nothing);
  tells("http.client.request.start", client, [](var message) { return format(" {}", message["request"].handle<http::ClientRequest>()->path); });
  tells("http.client.response.finish", client, [](var message) { return format(" {}", message["response"].handle<http::IncomingMessage>()->statusCode); });
  tells("http.client.request.error", client, [](var message) { return " " + String(message["error"]["code"]); });
  tells("net.client.socket", client, nothing);
  tells("net.server.socket", server, nothing);
  tells("tracing:net.server.listen:asyncStart", server, nothing);
  tells("tracing:net.server.listen:asyncEnd", server, nothing);
  tells("tracing:net.server.listen:error", server, [](var message) { return " " + String(message["error"]["code"]); });
  tells("udp.socket", other, nothing);
  tells("child_process", other, nothing);

  let<http::Server> listening;
  auto refused = [=](int port) {
    listening->on(event::close, [=] {
      http::get({.agent = false, .host = "127.0.0.1", .port = port})->on(event::error, [=] { note(client, "error"); });
    });
  };
  auto get = [=] {
    int port = listening->address().port;
    note(client, "before request");
    auto request = http::request({.agent = false, .host = "127.0.0.1", .path = "/a", .port = port}, [=](auto response) {
      note(client, "response");
      response->resume();
      response->on(event::end, [=] { listening->close(); refused(port); });
    });
    note(client, "before end");
    request->end();
    note(client, "after end");
  };
  listening = http::createServer([=](auto, auto response) {
    note(server, "handler");
    response->writeHead(201);
    response->on(event::finish, [=] { note(server, "finish"); });
    response->end("x");
  });
  listening->on(event::connection, [=] { note(server, "connection"); });
  note(server, "before listen");
  listening->listen(0, "127.0.0.1", [=] {
    note(server, "listening");
    auto second = net::createServer();
    second->on(event::error, [=] { note(server, "error"); get(); });
    second->listen(listening->address().port, "127.0.0.1");
  });
  note(other, "before createSocket");
  dgram::createSocket("udp4")->close();
  note(other, "before spawn");
  child_process::spawn("true")->on(event::exit, [=] { note(other, "exit"); });
  note(other, "after spawn");
  process::on(event::exit, [=] { for (auto lines : {server, client, other}) console::log(lines.join("\n")); });
}); }
