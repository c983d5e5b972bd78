#include <nodecpp/async_hooks.h>
#include <nodecpp/console.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
using namespace nodecpp;
using namespace nodecpp::async_hooks;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto als = make<AsyncLocalStorage<String>>();
  Array<String> serverLines, clientLines, quietLines;
  auto server = [=](String name) mutable { serverLines.push(name + " " + als->getStore()); };
  auto client = [=](String name) mutable { clientLines.push(name + " " + als->getStore()); };
  auto listening = als->run("create", [=] { return net::createServer([=](net::Socket socket) mutable {
    server("connection");
    als->run("in connection", [=] { socket->on(event::data, [=]() mutable {
      server("data");
      socket->write("x", [=]() mutable { server("written"); });
      socket->end([=]() mutable { server("ended"); });
    }); });
    socket->on(event::end, [=]() mutable { server("end"); });
    socket->on(event::close, [=]() mutable { server("close"); });
  }); });
  listening->on(event::listening, [=]() mutable { server("listening"); });
  als->run("listen", [=] { listening->listen(0, "127.0.0.1", [=]() mutable {
    server("listen callback");
    auto socket = als->run("connect", [=] { return net::connect(listening->address().port, "127.0.0.1"); });
    als->run("setTimeout", [=] { socket->setTimeout(10000, [=]() mutable { client("timeout"); }); });
    socket->on(event::connect, [=]() mutable {
      client("connect");
      als->run("write", [=] { socket->write("hello", [=]() mutable { client("write callback"); }); });
    });
    socket->on(event::ready, [=]() mutable { client("ready"); });
    socket->on(event::data, [=]() mutable { client("data"); });
    socket->on(event::end, [=]() mutable { client("end"); });
    socket->on(event::close, [=]() mutable {
      client("close");
      als->run("close", [=] { listening->close([=]() mutable { server("server closed"); }); });
    });
  }); });
  let<net::Server> quiet;
  quiet = net::createServer([=](net::Socket socket) mutable {
    als->run("idle", [=] { socket->setTimeout(20); });
    socket->on(event::timeout, [=]() mutable {
      quietLines.push("timeout " + als->getStore());
      socket->destroy();
      quiet->close();
    });
  })->listen(0, "127.0.0.1", [=] {
    net::connect(quiet->address().port, "127.0.0.1")->on(event::error, [](Error) {});
  });
  process::on(event::exit, [=] {
    console::log(serverLines.join("\n"));
    console::log(clientLines.join("\n"));
    console::log(quietLines.join("\n"));
  });
}); }
