// The back ends that the conformance suite tests: the real port over loopback, the simulated port with both its
// behaviours, and a port that records another one. Each must fulfil the contract of the port. The simulation is right
// when it passes the same cases as the real port.
#pragma once

#include <doctest/doctest.h>
#include <sys/socket.h>

#include <cerrno>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "os/port/port.h"
#include "os/session/recorded_port.h"
#include "os/sim/sim_port.h"
#include "os/sim/sim_process.h"
#include "support/folder.h"
#include "support/memory_log.h"
#include "support/sim_shell.h"

using namespace nodecpp;
using namespace nodecpp::os;

struct Linux {
  Port& port = linuxPort();
  tests::Folder folder;
  std::string directory = folder.path();
  // Returns the descriptors of the two ends of a channel. Both ends belong to this process.
  std::pair<int, int> channel() {
    int both[2];
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both) == 0);
    return {both[0], both[1]};
  }
};

// The common parts of the simulated back ends: a network with a shell, and the process in which the program runs.
struct SimulatedWorld {
  explicit SimulatedWorld(bool completion = NetworkOptions::completionByDefault)
      : network([completion] {
          NetworkOptions options;
          options.completion = completion;
          options.executables["sh"] = tests::SimShell::start;
          return options;
        }()) {}
  std::pair<int, int> channel() {
    auto [one, other] = network.pair();
    process->attach(3, one);
    process->attach(4, other);
    return {3, 4};
  }
  Network network;
  std::shared_ptr<SimProcess> process = std::make_shared<SimProcess>(network, SpawnSpec(), 1000);
  std::string directory = "/sim";
};

struct Simulated : SimulatedWorld {
  SimPort port{network, {.process = process}};
};

// The simulated port that behaves like a back end which completes operations later: it never accepts bytes at once.
struct Completing : SimulatedWorld {
  Completing() : SimulatedWorld(true) { active = true; }
  ~Completing() { active = false; }
  SimPort port{network, {.process = process}};
  static inline bool active = false;
};

// A recorded port passes its calls on while it records them, so it must fulfil the same contract.
struct Recorded : SimulatedWorld {
  SimPort inner{network, {.process = process}};
  tests::MemoryLog log{64 << 20};
  RecordedPort port{inner, log, replay::Start(), false};
};

#define BACK_ENDS Linux, Simulated, Completing, Recorded

// Runs turns until `done` returns true, for two seconds at most.
inline bool turnUntil(Port& port, const std::function<bool()>& done) {
  for (int i = 0; i < 400 && !done(); ++i) port.turns.wait(5);
  return done();
}
// Runs turns for a while, to see that something does not happen.
inline void runManyTurns(Port& port) {
  for (int i = 0; i < 4; ++i) port.turns.wait(5);
}

struct Sink final : ConnectionSink {
  explicit Sink(Port& p) : port(p) {}
  // Reads from a connection that was made elsewhere.
  Sink(Port& p, Connection* of) : port(p), connection(of) {
    port.net.setSink(connection, this);
    port.net.startReading(connection);
  }
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
  void onSent(ErrorCode error) override {
    ++sents;
    sendError = error;
    if (whenSent) whenSent();
  }
  void onHandle(PassedHandle handle) override {
    log += "handle behind " + std::to_string(bytes.size()) + ";";
    handles.push_back(handle);
  }

  // Tries to write at once. The bytes that a completing back end does not take are given to `send`, and this function
  // waits until they are sent.
  WriteResult write(const std::string& text, PassedHandle handle = {}) {
    Slice slice{text.data(), text.size()};
    WriteResult result = handle ? port.children.writeHandle(connection, slice, handle)
                                : port.net.write(connection, &slice, 1);
    if (!Completing::active || result.error) return result;
    CHECK(result.sent == 0);
    port.net.send(connection, {Buffer::copyOf(text.data(), text.size())}, handle);
    int before = sents;
    if (!turnUntil(port, [&] { return sents > before; })) return {0, 0};
    return sendError ? WriteResult{0, sendError} : WriteResult{text.size(), 0};
  }
  void send(const std::string& text) { port.net.send(connection, {Buffer::copyOf(text.data(), text.size())}); }
  void close() {
    if (connection) port.net.close(std::exchange(connection, nullptr));
  }

  Port& port;
  Connection* connection = nullptr;
  std::string log, bytes;
  int reads = 0, sents = 0;
  ErrorCode sendError = 0;
  bool connected = false, over = false, keep = false;
  std::vector<Buffer> kept;
  std::vector<PassedHandle> handles;
  std::function<void()> whenRead, whenSent;
};

struct Accepting final : ListenerSink {
  explicit Accepting(Port& p) : port(p) {}
  ~Accepting() { close(); }
  void onConnection(Connection* connection) override {
    accepted.push_back(std::make_unique<Sink>(port));
    accepted.back()->connection = connection;
    port.net.setSink(connection, accepted.back().get());
    if (readAtOnce) port.net.startReading(connection);
  }
  void onAcceptError(ErrorCode error) override { errors.push_back(error); }
  ErrorCode listen(const Address& address) { return port.net.listen({.address = address}, this, &listener); }
  void close() {
    if (listener) port.net.close(std::exchange(listener, nullptr));
  }
  Address address() { return port.net.address(listener); }

  Port& port;
  Listener* listener = nullptr;
  std::vector<std::unique_ptr<Sink>> accepted;
  std::vector<ErrorCode> errors;
  bool readAtOnce = true;
};

inline Address v4(int port, const char* host = "127.0.0.1") { return {Address::Family::ipv4, host, port}; }
inline Address v6(int port, const char* host = "::1") { return {Address::Family::ipv6, host, port}; }
inline Address local(const std::string& path) { return {Address::Family::unix, path, 0}; }

// A connected pair of a client and an accepted connection, with their listener. The client reads.
struct Pair {
  explicit Pair(Port& port, Address at = v4(0)) : server(port), client(port) {
    REQUIRE(server.listen(at) == 0);
    REQUIRE(port.net.connect({server.address(), {}}, &client, &client.connection) == 0);
    CHECK_FALSE(client.connected);
    REQUIRE(turnUntil(port, [&] { return client.connected && server.accepted.size() == 1; }));
    REQUIRE(client.log == "connect 0;");
    client.log = "";
    port.net.startReading(client.connection);
  }
  Sink& peer() { return *server.accepted[0]; }
  Accepting server;
  Sink client;
};
