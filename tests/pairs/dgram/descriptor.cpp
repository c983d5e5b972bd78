#include <nodecpp/child_process.h>
#include <nodecpp/console.h>
#include <nodecpp/dgram.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (process::argv[2]) {
    auto port = Number(process::argv[2]);
    for (int fd : {1, 4, 99}) {
      auto socket = dgram::createSocket("udp4");
      try {
        socket->bind({.fd = fd});
      } catch (const Error& error) {
        console::log(error->name, error->code, error->message);
      }
      try {
        socket->bind(0);
      } catch (const Error& error) {
        console::log(error->code);
      }
    }
    let<dgram::Socket> socket;
    socket = dgram::createSocket("udp4", [=](Buffer message, dgram::RemoteInfo remote) {
      console::log("in the child:", message.toString(), remote.address, remote.family, remote.size, remote.port == port);
      socket->close([] { console::log("closed"); });
    });
    socket->on(event::listening, [=] { console::log("listening", socket->address().address, socket->address().family); });
    socket->bind({.fd = 3}, [] { console::log("bound"); });
    console::log("after bind");
    try {
      socket->bind({.fd = 3});
    } catch (const Error& error) {
      console::log(error->code);
    }
    socket->send("hello", port, "127.0.0.1", [=](Error error) {
      console::log(error->code, error->syscall);
      auto other = dgram::createSocket("udp4");
      other->send(str(socket->address().port), port, "127.0.0.1", [=] { other->close(); });
    });
  } else {
    let<dgram::Socket> server;
    server = dgram::createSocket("udp4", [=](Buffer message, dgram::RemoteInfo remote) {
      server->send("hello to you, too", Number(message.toString()), remote.address);
    });
    server->bind(0, "127.0.0.1", [=] {
      auto line = "exec 3<>/dev/udp/127.0.0.1/$1 4</dev/null; shift; exec \"$@\"";
      auto child = child_process::spawn("bash", {"-c", line, "bash", str(server->address().port), process::execPath(), str(server->address().port)},
        {.stdio = {"ignore", "pipe", "inherit"}});
      child->stdout->on(event::data, [](Buffer text) { process::stdout->write(text); });
      child->on(event::close, [=](auto code) {
        console::log(code);
        server->close();
      });
    });
  }
}); }
