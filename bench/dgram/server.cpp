// The server of bench/dgram.js, in Node.cpp; server.js is the same in Node.js.
#include <nodecpp/dgram.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto socket = dgram::createSocket("udp4");
  socket->on(event::message, [=](auto message, auto remote) { socket->send(message, remote.port, remote.address); });
  socket->bind(Number(process::env["PORT"]), "127.0.0.1");
}); }
