// One end of a channel with Node.js at its other end. See run.js.
#include <nodecpp/child_process.h>
#include <nodecpp/console.h>
#include <nodecpp/net.h>
using namespace nodecpp;

// The child's side of the test in C++: statement by statement the same as child.js.
void child() {
  process::on(event::message, [](var message, SendHandle handle) {
    if (net::Server server = handle) {
      server->on(event::connection, [](net::Socket socket) { socket->end("from the child"); });
      process::send(var::object({{"listening", server->listening()}}));
    } else if (net::Socket socket = handle) {
      socket->end("taken over");
      process::send("answered");
    } else if (message == "end") {
      process::disconnect();
    } else {
      process::send(var::object({{"echo", message}}));
    }
  });
  process::on(event::disconnect, [] { process::exit(5); });
  process::send("ready");
}

// The parent's side of the test in C++: statement by statement the same as parent() in run.js.
void parent(String node, String script) {
  auto child = child_process::fork(script, {"child"}, {.execPath = node});
  auto ask = [](int port) {
    let<String> text("");
    auto socket = net::connect(port, "127.0.0.1");
    socket->on(event::data, [=](auto chunk) { text += chunk; });
    return Promise<String>([&](auto resolve) { socket->on(event::close, [=] { resolve(text.value()); }); });
  };
  auto server = net::createServer();
  child->on(event::message, [=](this auto, var message) -> Promise<> {
    console::log(JSON::stringify(message));
    if (message == "ready") {
      child->send(var::object({{"text", "ä\U0001F600\n\"x\""}, {"list", var::array({1, nullptr, true})}}));
    } else if (message.isObject() && message.hasOwn("echo")) {
      server->listen(0, "127.0.0.1", [=] { child->send("server", server); });
    } else if (message.isObject()) {
      int port = server->address().port;
      server->close();
      console::log(co_await ask(port));
      let<net::Server> other;
      other = net::createServer({.pauseOnConnect = true}, [=](net::Socket socket) {
        child->send("socket", socket);
        other.value()->close();
      });
      other.value()->listen(0, "127.0.0.1", [=](this auto) -> Promise<> {
        console::log(co_await ask(other.value()->address().port));
        child->send("end");
      });
    }
  });
  child->on(event::disconnect, [] { console::log("disconnect"); });
  child->on(event::exit, [](auto code, auto signal) { console::log("exit", code, signal); });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (process::argv[2] == "parent") parent(str(process::argv[3]), str(process::argv[4]));
  else child();
}); }
