// What every port must do is asked of the real one over loopback and of the simulated one: the simulation is right
// where both pass the same cases.
#pragma once

#include <doctest/doctest.h>

#include <cerrno>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "os/port/port.h"
#include "os/sim/sim_port.h"
#include "support/folder.h"

using namespace nodecpp;
using namespace nodecpp::os;

struct Linux {
  Port& port = linuxPort();
  tests::Folder folder;
  std::string directory = folder.path();
};

struct Simulated {
  Network network;
  SimPort port{network, {}};
  std::string directory = "/sim";
};

// Turns until `done`, for two seconds at most.
inline bool turnUntil(Port& port, const std::function<bool()>& done) {
  for (int i = 0; i < 400 && !done(); ++i) port.wait(5);
  return done();
}
// Turns long enough for what must not come.
inline void turnAWhile(Port& port) {
  for (int i = 0; i < 4; ++i) port.wait(5);
}

struct Sink final : ConnectionSink {
  explicit Sink(Port& p) : port(p) {}
  ~Sink() { close(); }
  void onConnect(ErrorCode error) override {
    log += "connect " + std::to_string(error) + ";";
    connected = true;
  }
  void onRead(detail::Block* block, char* data, std::size_t size) override {
    bytes.append(data, size);
    ++reads;
    if (keep) kept.push_back(Buffer::sliceOf(block, data, size));
    if (whenRead) whenRead();
  }
  void onEnd() override {
    log += "end;";
    over = true;
  }
  void onReadError(ErrorCode error) override {
    log += "error " + std::to_string(error) + ";";
    over = true;
  }
  void onWritable() override { ++writables; }

  WriteResult write(const std::string& text) {
    Slice slice{text.data(), text.size()};
    return port.write(connection, &slice, 1);
  }
  void close() {
    if (connection) port.close(std::exchange(connection, nullptr));
  }

  Port& port;
  Connection* connection = nullptr;
  std::string log, bytes;
  int reads = 0, writables = 0;
  bool connected = false, over = false, keep = false;
  std::vector<Buffer> kept;
  std::function<void()> whenRead;
};

struct Accepting final : ListenerSink {
  explicit Accepting(Port& p) : port(p) {}
  ~Accepting() { close(); }
  void onConnection(Connection* connection) override {
    accepted.push_back(std::make_unique<Sink>(port));
    accepted.back()->connection = connection;
    port.setSink(connection, accepted.back().get());
    if (readAtOnce) port.startReading(connection);
  }
  void onAcceptError(ErrorCode error) override { errors.push_back(error); }
  ErrorCode listen(const Address& address) { return port.listen({.address = address}, this, &listener); }
  void close() {
    if (listener) port.close(std::exchange(listener, nullptr));
  }
  Address address() { return port.address(listener); }

  Port& port;
  Listener* listener = nullptr;
  std::vector<std::unique_ptr<Sink>> accepted;
  std::vector<ErrorCode> errors;
  bool readAtOnce = true;
};

inline Address v4(int port, const char* host = "127.0.0.1") { return {Address::Family::ipv4, host, port}; }
inline Address v6(int port, const char* host = "::1") { return {Address::Family::ipv6, host, port}; }
inline Address local(const std::string& path) { return {Address::Family::unix, path, 0}; }

// A listener, a client and what was accepted of it, connected; the client reads.
struct Pair {
  explicit Pair(Port& port, Address at = v4(0)) : server(port), client(port) {
    REQUIRE(server.listen(at) == 0);
    REQUIRE(port.connect({server.address(), {}}, &client, &client.connection) == 0);
    CHECK_FALSE(client.connected);
    REQUIRE(turnUntil(port, [&] { return client.connected && server.accepted.size() == 1; }));
    REQUIRE(client.log == "connect 0;");
    client.log = "";
    port.startReading(client.connection);
  }
  Sink& peer() { return *server.accepted[0]; }
  Accepting server;
  Sink client;
};
