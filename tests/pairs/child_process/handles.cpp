#include <nodecpp/child_process.h>
#include <nodecpp/console.h>
#include <nodecpp/net.h>

#include <algorithm>
#include <string_view>
#include <vector>
using namespace nodecpp;
using child_process::fork;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (process::argv[2] == "child") {
    process::on(event::message, [](var message, SendHandle handle) {
      if (message == "server") {
        net::Server server = handle;
        server->on(event::connection, [](net::Socket socket) { socket->end("from the child\n"); });
        process::send(var::object({{"has", bool(server)}, {"listening", server->listening()}}));
      } else if (message == "socket") {
        net::Socket socket = handle;
        socket->end("taken over\n");
        process::send(var::object({{"has", bool(socket)}}));
      } else if (message == "end") {
        process::exit();
      } else {
        process::send(var::object({{"message", message}, {"has", bool(handle)}}));
      }
    });
  } else {
    auto ask = [](auto port, auto then) {
      let<String> text("");
      auto socket = net::connect(port, "127.0.0.1");
      socket->on(event::data, [=](auto chunk) { text += chunk; });
      socket->on(event::close, [=] { then(text.value().trim()); });
    };
    auto child = fork(process::execPath(), {"child"});
    auto server = net::createServer();
    let<std::vector<String>> told(std::vector<String>{});
    auto tell = [=](String text) {
      told.ref().push_back(text);
      if (told.ref().size() < 3) return;
      std::ranges::sort(told.ref(), [](const String& a, const String& b) { return std::string_view(a.data(), a.size()) < std::string_view(b.data(), b.size()); });
      for (const String& each : told.ref()) console::log(each);
      child->send("end");
      child->on(event::exit, [](auto code) { console::log("exit", code); process::exit(); });
    };
    server->listen(0, "127.0.0.1", [=] {
      auto port = server->address().port;
      child->send("server", server);
      child->once(event::message, [=](var message) {
        console::log("parent:", JSON::stringify(message));
        server->close();
        ask(port, [=](String text) {
          console::log("client:", text);
          let<net::Server> other;
          other = net::createServer({.pauseOnConnect = true}, [=](net::Socket socket) {
            child->send("socket", socket, [=](Error error) { tell("sent " + (error ? error->message : String("null"))); });
            child->send("between");
          });
          other.value()->listen(0, "127.0.0.1", [=] { ask(other.value()->address().port, [=](String answer) { tell("client: " + answer); }); });
        });
        child->on(event::message, [=](var last) {
          console::log("parent:", JSON::stringify(last));
          if (last["message"]) tell("between");
        });
      });
    });
    child->on(event::disconnect, [] { console::log("disconnect"); });
  }
}); }
