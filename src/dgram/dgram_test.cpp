#include <doctest/doctest.h>
#include <nodecpp/console.h>
#include <nodecpp/dgram.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>

#include <string>
#include <utility>

#include "os/sim/sim_port.h"
#include "support/folder.h"
#include "support/program_run.h"

using namespace nodecpp;

namespace {

std::string told;
void tell(const String& line) { told += std::string(line.data(), line.size()) + "\n"; }

// Runs `program` on the port to its end, which must be without an error.
void run(os::Port& port, const Function<void()>& program) {
  told.clear();
  CHECK(tests::runOn(port, program) == 0);
}

void echo() {
  auto server = dgram::createSocket("udp4");
  auto client = dgram::createSocket("udp4");
  server->on(event::message, [=](Buffer bytes, dgram::RemoteInfo from) {
    tell("server: " + bytes.toString() + " of " + str(from.size));
    server->send("echo " + bytes.toString(), from.port, from.address);
  });
  let<int> answers = 0;
  client->on(event::message, [=](Buffer bytes) {
    tell("client: " + bytes.toString());
    if (++answers < 3) return;
    client->close([] { tell("closed"); });
    server->close();
  });
  server->bind(4000, "127.0.0.1", [=] {
    tell("bound to " + server->address().address + ":" + str(server->address().port));
    for (const char* text : {"one", "two", "three"})
      client->send(text, 4000, [](Error error, double bytes) { tell(error ? error->message : "sent " + str(bytes)); });
  });
}

// Sends numbers and tells those that come, for a second.
void count() {
  auto server = dgram::createSocket("udp4", [](Buffer bytes) { tell(bytes.toString()); });
  auto client = dgram::createSocket("udp4");
  server->bind(4000, "127.0.0.1", [=] {
    for (int i = 0; i < 200; i++) client->send(str(i), 4000);
  });
  setTimeout(
      [=] {
        server->close();
        client->close();
      },
      1000);
}

Array<int> numbersTold() {
  Array<int> out;
  for (String line : String(told).split("\n"))
    if (!line.empty()) out.push(std::atoi(std::string(line.data(), line.size()).c_str()));
  return out;
}

}  // namespace

TEST_CASE("datagrams go to a server and back on the simulated network") {
  os::Network network;
  os::SimPort port(network, {});
  run(port, echo);
  CAPTURE(told);
  CHECK(told.find("bound to 127.0.0.1:4000\n") == 0);
  for (const char* part : {"sent 3", "sent 5", "server: three of 5", "client: echo one", "client: echo two", "closed"})
    CHECK(told.find(part) != told.npos);
}

TEST_CASE("a recorded program with datagrams tells the same when it is replayed") {
  tests::Folder folder;
  const std::string path = folder.path() + "/log";
  told.clear();
  {
    os::Network network;
    network.options.faults.latency = 5;
    network.options.faults.shortWrites = 0.5;
    os::SimPort world(network, {});
    tests::record(world, path, echo);
  }
  const std::string recorded = std::exchange(told, "");
  CHECK(recorded.contains("closed"));
  tests::replay(path, echo);
  CHECK(told == recorded);
}

TEST_CASE("the simulated network loses, repeats and reorders datagrams, the same with the same seed") {
  const auto counted = [](auto&& set) {
    os::NetworkOptions options;
    options.seed = 7;
    set(options.faults);
    os::Network network(options);
    os::SimPort port(network, {});
    run(port, count);
    return numbersTold();
  };
  const auto none = counted([](os::Faults&) {});
  CHECK(none.length() == 200);
  const auto lost = counted([](os::Faults& faults) { faults.lostDatagrams = 0.25; });
  CHECK(lost.length() < 190);
  CHECK(lost.length() > 100);
  const auto repeated = counted([](os::Faults& faults) { faults.repeatedDatagrams = 0.25; });
  CHECK(repeated.length() > 210);
  const auto late = [](os::Faults& faults) { faults.latency = 50; };
  const auto reordered = counted(late);
  CHECK(reordered.length() == 200);
  CHECK(util::inspect(reordered) != util::inspect(none));
  CHECK(util::inspect(reordered) == util::inspect(counted(late)));
  auto sorted = reordered.slice();
  sorted.sort([](int a, int b) { return a - b; });
  CHECK(util::inspect(sorted) == util::inspect(none));
}

TEST_CASE("what waits for the system is counted, and fails when the socket is closed") {
  os::NetworkOptions options;
  options.completion = true;
  os::Network network(options);
  os::SimPort port(network, {});
  run(port, [] {
    auto socket = dgram::createSocket("udp4");
    socket->bind(0, "127.0.0.1", [=] {
      socket->send("four", 4000, "127.0.0.1",
                   [=](Error error, double bytes) { tell(error ? error->message : "sent " + str(bytes)); });
      socket->send("seven..", 4000, "127.0.0.1", [=](Error error, double) { tell(error ? error->message : "sent"); });
      setImmediate([=] {});
      process::nextTick([=] {
        process::nextTick([=] {
          tell(str(socket->getSendQueueCount()) + " with " + str(socket->getSendQueueSize()));
          socket->close();
        });
      });
    });
  });
  CAPTURE(told);
  CHECK(told == "2 with 11\nsend ECANCELED 127.0.0.1:4000\nsend ECANCELED 127.0.0.1:4000\n");
}

TEST_CASE("a loop that ends closes its sockets") {
  os::Network network;
  os::SimPort port(network, {});
  run(port, [] {
    auto socket = dgram::createSocket("udp4", [](Buffer) { tell("never"); });
    socket->on(event::close, [socket] { tell("never"); });
    socket->bind(4000)->unref();
    setTimeout([] { tell("end"); }, 10);
  });
  CHECK(told == "end\n");
  CHECK(network.datagramSockets.empty());
}

TEST_CASE("datagrams of senders that are blocked are not told, and sockets share an address when all want to") {
  os::Network network;
  os::SimPort port(network, {});
  run(port, [] {
    auto list = make<net::BlockList>();
    list->addAddress("127.0.0.2");
    auto server = dgram::createSocket({.type = "udp4", .reusePort = true, .receiveBlockList = list},
                                      [](Buffer bytes) { tell(bytes.toString()); });
    server->bindSync({.port = 4000});
    auto shared = dgram::createSocket({.type = "udp4", .reusePort = true});
    shared->bindSync({.port = 4000, .address = "127.0.0.9"});
    CHECK_THROWS(dgram::createSocket("udp4")->bindSync({.port = 4000}));
    auto six = dgram::createSocket({.type = "udp6", .ipv6Only = true, .recvBufferSize = 5000, .sendBufferSize = 6000});
    six->bindSync({.port = 4000});
    tell(str(six->getRecvBufferSize()) + " " + str(six->getSendBufferSize()));
    auto good = dgram::createSocket("udp4"), bad = dgram::createSocket("udp4");
    good->bindSync({.address = "127.0.0.1"});
    bad->bindSync({.address = "127.0.0.2"});
    bad->send("bad", 4000);
    good->send("good", 4000);
    for (auto socket : {server, six, good, bad, shared}) setTimeout([=] { socket->close(); }, 100);
  });
  CHECK(told == "10000 12000\ngood\n");
}

TEST_CASE("a connected socket that is closed is not disconnected") {
  os::Network network;
  os::SimPort port(network, {});
  run(port, [] {
    auto socket = dgram::createSocket("udp4");
    socket->connectSync(4000);
    socket->close();
    try {
      socket->disconnect();
    } catch (const Error& error) {
      tell(error->code);
    }
  });
  CHECK(told == "ERR_SOCKET_DGRAM_NOT_RUNNING\n");
}

TEST_CASE("sockets in groups on the simulated network have ports of their own, and one of IPv6 hears a group of IPv4") {
  os::Network network;
  os::SimPort port(network, {});
  run(port, [] {
    auto told = [](String name) {
      return [=](Buffer bytes, dgram::RemoteInfo from) {
        tell(name + ": " + bytes.toString() + " from " + from.address);
      };
    };
    auto six = dgram::createSocket("udp6", told("six"));
    six->addMembership("224.0.0.114");
    auto four = dgram::createSocket("udp4", told("four"));
    four->addMembership("224.0.0.114");
    CHECK(six->address().port != four->address().port);
    CHECK_THROWS(four->addMembership("ff02::114"));
    CHECK_THROWS(four->setMulticastInterface("::1"));
    CHECK_THROWS(six->addMembership("ff02::114", "127.0.0.1"));
    six->setMulticastInterface("127.0.0.1");
    auto listener = dgram::createSocket("udp6", told("listener"));
    listener->bindSync({.port = 4000});
    listener->addSourceSpecificMembership("127.0.0.1", "224.0.0.115");
    auto sender = dgram::createSocket("udp4");
    sender->send("hello", 4000, "224.0.0.115");
    sender->send("elsewhere", 4000, "224.0.0.114");
    for (auto socket : {six, four, listener, sender}) setTimeout([=] { socket->close(); }, 100);
  });
  CHECK(told == "listener: hello from ::ffff:127.0.0.1\n");
}
