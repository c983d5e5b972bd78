#include <nodecpp/console.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto withoutPort = [](String message) {
    // In these messages only ports have four or more digits.
    String shown;
    for (std::ptrdiff_t i = 0; i < message.length();) {
      std::ptrdiff_t end = i;
      while (end < message.length() && message[end] >= "0" && message[end] <= "9") end++;
      if (end - i >= 4) {
        shown = shown + "PORT";
        i = end;
      } else {
        shown = shown + message.slice(i, i + 1);
        i++;
      }
    }
    return shown;
  };
  auto show = [=](String name) { return [=](Error error) {
    console::log(name, error->name, withoutPort(error->message), error->code, error->errno_, error->syscall,
      error->address.empty() ? String("undefined") : error->address);
  }; };
  auto first = net::createServer();
  first->listen(0, "127.0.0.1", [=] {
    int port = first->address().port;
    auto second = net::createServer();
    second->on(event::error, [=](Error error) {
      show("in use")(error);
      console::log(error->port == port, second->listening());
      first->close([=] {
        net::createConnection(port, "127.0.0.1")->on(event::error, show("refused"))->on(event::close, [=](bool hadError) {
          console::log("close", hadError);
          auto third = net::createServer();
          third->on(event::error, [=](Error error) {
            show("no folder")(error);
            net::createConnection("/nonexistent/x.sock")->on(event::error, show("no socket"));
          });
          third->listen("/nonexistent/x.sock");
        });
      });
    });
    second->listen(port, "127.0.0.1");
  });
  auto tryListen = [](auto port) {
    try {
      net::createServer()->listen({.host = "127.0.0.1", .port = port});
    } catch (const Error& error) {
      console::log(error->name, error->code, error->message);
    }
  };
  tryListen(-1);
  tryListen(65536);
  tryListen(1.5);
  tryListen("x");
  tryListen("");
  tryListen("70000");
  for (double port : {-1.0, 65536.0, 1.5}) {
    try {
      net::createConnection({.port = port, .host = "127.0.0.1"});
    } catch (const Error& error) {
      console::log(error->name, error->code, error->message);
    }
  }
}); }
