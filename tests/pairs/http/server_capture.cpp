#include <nodecpp/http.h>
using namespace nodecpp;

void ask(http::Server server, String text, Function<void()> then) {
  let<net::Socket> client;
  client = net::connect(server->address().port, "127.0.0.1", [=] { client->write(text); });
  let<String> all = "";
  client->on(event::data, [=](auto chunk) { all += chunk; });
  client->on(event::error, [](auto error) { console::log("client", error->code); });
  client->on(event::close, [=] {
    String answer = all.value();
    double date = answer.indexOf("Date: ");
    if (date >= 0) answer = answer.replace(answer.slice(date, answer.indexOf("GMT", date) + 3), "Date");
    console::log(answer);
    then();
  });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  events::captureRejections = true;
  auto server = http::createServer([](this auto self, auto request, auto response) -> Promise<> {
    response->setHeader("X-Secret", "not to be seen");
    if (request->url == "/late") {
      response->write("begun");
    }
    co_await nullptr;
    throw Error("rejected");
  });
  server->on(event::error, [](auto error) { console::log("server error", error->message); });
  auto plain = net::createServer([](this auto self, auto socket) -> Promise<> {
    socket->on(event::error, [](auto error) { console::log("socket error", error->message); });
    co_await nullptr;
    throw Error("refused");
  });
  server->listen(0, "127.0.0.1", [=] {
    ask(server, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", [=] {
      ask(server, "GET /late HTTP/1.1\r\nHost: x\r\n\r\n", [=] {
        server->close();
        plain->listen(0, "127.0.0.1", [=] {
          auto client = net::connect(plain->address().port, "127.0.0.1");
          client->on(event::close, [=] { plain->close(); });
        });
      });
    });
  });
}); }
