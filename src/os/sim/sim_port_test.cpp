// Features that only the simulated port has: its options, cuts, virtual time. The behaviour of sockets is tested in
// os/conformance, with that of the real port.
#include "os/sim/sim_port.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

using namespace nodecpp;
using namespace nodecpp::os;

namespace {

struct Sink final : ConnectionSink {
  void onConnect(ErrorCode error) override { log += "connect " + std::to_string(error) + ";"; }
  void onRead(detail::Block*, char* data, std::size_t size) override { log += std::string(data, size) + "|"; }
  void onEnd() override { log += "end;"; }
  void onReadError(ErrorCode error) override { log += "error " + std::to_string(error) + ";"; }
  void onSent(ErrorCode error) override { log += "sent " + std::to_string(error) + ";"; }
  Connection* connection = nullptr;
  std::string log;
};

struct Server final : ListenerSink {
  explicit Server(Port& p) : port(p) {}
  void onConnection(Connection* connection) override {
    sinks.push_back(std::make_unique<Sink>());
    sinks.back()->connection = connection;
    port.net.setSink(connection, sinks.back().get());
    port.net.startReading(connection);
  }
  void onAcceptError(ErrorCode) override {}
  Port& port;
  Listener* listener = nullptr;
  std::vector<std::unique_ptr<Sink>> sinks;
};

Address v4(int port, const char* host = "127.0.0.1") { return {Address::Family::ipv4, host, port}; }

struct Scene {
  explicit Scene(NetworkOptions options = {}) : network(std::move(options)), port(network, {}), server(port) {
    REQUIRE(port.net.listen({.address = v4(8000)}, &server, &server.listener) == 0);
    REQUIRE(port.net.connect({v4(8000), {}}, &client, &client.connection) == 0);
    while (server.sinks.empty()) port.turns.wait(0);
    client.log = "";
  }
  void write(const std::string& text) {
    Slice slice{text.data(), text.size()};
    CHECK(port.net.write(client.connection, &slice, 1).sent == text.size());
  }
  std::string& log() { return server.sinks[0]->log; }
  Network network;
  SimPort port;
  Server server;
  Sink client;
};

}  // namespace

TEST_CASE("a cut function says how much each push carries; each is a turn of its own") {
  NetworkOptions options;
  options.cut = [](std::uint64_t, std::uint64_t offset, std::size_t) -> std::size_t {
    return offset == 0 ? 2 : offset == 2 ? 0 : 100;
  };
  Scene scene(options);
  scene.write("abcdef");
  scene.port.net.shutdown(scene.client.connection);
  std::string before = scene.log();
  scene.port.turns.wait(0);
  CHECK(scene.log() == "ab|");
  scene.port.turns.wait(0);
  CHECK(scene.log() == "ab|c|");
  scene.port.turns.wait(0);
  CHECK(scene.log() == "ab|c|def|");  // The end has a turn of its own, too.
  scene.port.turns.wait(0);
  CHECK(scene.log() == "ab|c|def|end;");
}

TEST_CASE("writes are read together, unless they are to come apart") {
  Scene scene;
  scene.write("one ");
  scene.write("two");
  scene.port.turns.wait(0);
  CHECK(scene.log() == "one two|");
  CHECK(scene.port.writes() == 2);
}

TEST_CASE("buffers may be as small as one likes") {
  NetworkOptions options;
  options.sendBuffer = 3;
  options.receiveBuffer = 2;
  Scene scene(options);
  std::string text = "abcdefghij";
  Slice slice{text.data(), text.size()};
  WriteResult result = scene.port.net.write(scene.client.connection, &slice, 1);
  CHECK(result.sent == 5);
  CHECK(result.error == 0);
  scene.port.net.send(scene.client.connection, {Buffer::copyOf("fghij", 5)});
  CHECK(scene.port.net.unsent(scene.client.connection) == 5);
  scene.port.turns.wait(0);
  CHECK(scene.log() == "ab|");
  scene.port.turns.wait(0);
  CHECK(scene.log() == "ab|cd|");
  CHECK(scene.client.log == "");
  while (scene.client.log.empty()) scene.port.turns.wait(0);
  CHECK(scene.client.log == "sent 0;");
  CHECK(scene.port.net.unsent(scene.client.connection) == 0);
}

TEST_CASE("a job takes its time, and the loop may do other things meanwhile") {
  NetworkOptions options;
  options.jobTime = 3'000'000;
  Network network(options);
  SimPort port(network, {});
  struct Work final : Job {
    explicit Work(std::string& l) : log(l) {}
    void run() override { log += "run "; }
    void done() override { log += "done "; }
    std::string& log;
  };
  std::string log;
  port.computation.submit(new Work(log));
  port.turns.wait(2);
  CHECK(log == "");
  CHECK(port.turns.busy());
  CHECK(port.clock.hrtime() == 2'000'000);
  port.turns.wait(-1);
  CHECK(log == "run done ");
  CHECK(port.clock.hrtime() == 3'000'000);
  CHECK_FALSE(port.turns.busy());
  CHECK_THROWS_AS(port.turns.wait(-1), std::logic_error);
}

TEST_CASE("a job of a program that has ended is not run") {
  Network network;
  struct Work final : Job {
    explicit Work(int& g) : gone(g) {}
    ~Work() override { ++gone; }
    void run() override { FAIL_CHECK("run"); }
    void done() override { FAIL_CHECK("done"); }
    int& gone;
  };
  int gone = 0;
  {
    SimPort port(network, {});
    port.computation.submit(new Work(gone));
  }
  network.deliver();
  CHECK(gone == 1);
}

TEST_CASE("names and addresses are the network's") {
  NetworkOptions options;
  options.addresses = {v4(0, "10.0.0.1"), {Address::Family::ipv6, "fd00:0:0::1", 0}};
  options.names["two.example"] = {v4(0, "10.0.0.1"), {Address::Family::ipv6, "fd00::1", 0}};
  Network network(options);
  SimPort port(network, {});
  auto lookup = [&](const char* host, int family, int flags = 0) {
    std::vector<Address> found;
    ErrorCode error = network.lookup({host, family, flags}, found);
    std::string text = std::to_string(error);
    for (const Address& address : found) text += " " + std::string(address.host.data(), address.host.size());
    return text;
  };
  CHECK(lookup("two.example", 0) == "0 10.0.0.1 fd00::1");
  CHECK(lookup("TWO.example", 4) == "0 10.0.0.1");
  CHECK(lookup("none.example", 0) == "-3008");
  CHECK(lookup("localhost", 0) == "0 ::1 127.0.0.1");
  CHECK(lookup("10.0.0.9", 6, 8) == "0 ::ffff:10.0.0.9");
  CHECK(lookup("::1", 4) == "-3000");

  Server server(port);
  CHECK(port.net.listen({.address = v4(80, "10.0.0.1")}, &server, &server.listener) == UV_EACCES);
  CHECK(port.net.listen({.address = v4(8080, "10.0.0.2")}, &server, &server.listener) == UV_EADDRNOTAVAIL);
  CHECK(port.net.listen({.address = {Address::Family::ipv6, "fd00::1", 8080}}, &server, &server.listener) == 0);
  CHECK(port.net.address(server.listener).host == "fd00::1");
  Sink sink;
  CHECK(port.net.connect({v4(8080, "10.9.9.9"), {}}, &sink, &sink.connection) == UV_ENETUNREACH);
}

TEST_CASE("a full backlog makes the client's kernel ask again, later and later, and give up") {
  Network network;
  SimPort port(network, {});
  Server server(port);
  SimListenSocket* full = nullptr;
  REQUIRE(network.listen({.address = v4(9000), .backlog = 1}, nullptr, &full) == 0);
  Sink first, second, third;
  REQUIRE(port.net.connect({v4(9000), {}}, &first, &first.connection) == 0);
  REQUIRE(port.net.connect({v4(9000), {}}, &second, &second.connection) == 0);
  port.turns.wait(0);
  CHECK(first.log == "connect 0;");
  CHECK(second.log == "");
  network.accept(full);
  port.turns.wait(1000);
  CHECK(second.log == "connect 0;");
  CHECK(network.now() == 1'000'000'000);
  REQUIRE(port.net.connect({v4(9000), {}}, &third, &third.connection) == 0);
  while (third.log.empty()) port.turns.wait(-1);
  CHECK(third.log == "connect -110;");
  CHECK(network.now() == 64'000'000'000);
}

TEST_CASE("an end of a port ends its connections as a kernel does") {
  Network network;
  SimPort server(network, {.name = "server", .pid = 1});
  Server sink(server);
  REQUIRE(server.listen({.address = v4(8000)}, &sink, &sink.listener) == 0);
  auto client = std::make_unique<SimPort>(network, SimProgram{.name = "client", .pid = 2});
  Sink quiet, unread;
  REQUIRE(client->connect({v4(8000), {}}, &quiet, &quiet.connection) == 0);
  REQUIRE(client->connect({v4(8000), {}}, &unread, &unread.connection) == 0);
  for (int i = 0; i < 3; ++i) {
    client->wait(0);
    server.wait(0);
  }
  REQUIRE(sink.sinks.size() == 2);
  Slice slice{"x", 1};
  server.write(sink.sinks[1]->connection, &slice, 1);
  network.deliver();
  client = nullptr;
  server.wait(0);
  CHECK(sink.sinks[0]->log == "end;");
  CHECK(sink.sinks[1]->log == "error -104;");
  CHECK(server.kill(2, 0) == UV_ESRCH);
}

TEST_CASE("each simulated program has its own environment and ids") {
  Network network;
  SimPort port(network,
               {.name = "named", .environment = {{"A", "1"}}, .directory = "/somewhere", .pid = 7, .parent = 3});
  CHECK(port.process.executable() == "/sim/named");
  CHECK(port.process.currentDirectory() == "/somewhere");
  CHECK(port.process.pid() == 7);
  CHECK(port.process.parentPid() == 3);
  CHECK(port.process.userId() == 1000);
  CHECK(port.process.environment().size() == 1);
  CHECK(port.process.umask(-1) == 022);
  CHECK(port.clock.wallClock() == 1767225600000.0);
}
