// Tests of the simulated network's faults, and of the watch over a program.
#include "os/sim/faults.h"

#include <doctest/doctest.h>
#include <fcntl.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <list>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "os/sim/watched_port.h"

using namespace nodecpp;
using namespace nodecpp::os;

namespace {

Address v4(int port) { return {Address::Family::ipv4, "127.0.0.1", port}; }

struct Sink final : ConnectionSink {
  void onConnect(ErrorCode error) override {
    connected = true;
    connectError = error;
  }
  void onRead(detail::Block*, char* data, std::size_t size) override {
    bytes.append(data, size);
    ++reads;
  }
  void onEnd() override { ended = true; }
  void onReadError(ErrorCode error) override { readError = error; }
  void onSent(ErrorCode) override {}
  Connection* connection = nullptr;
  std::string bytes;
  int reads = 0;
  bool connected = false, ended = false;
  ErrorCode connectError = 0, readError = 0;
};

struct Server final : ListenerSink {
  explicit Server(Port& p) : port(p) { REQUIRE(port.net.listen({.address = v4(8000)}, this, &listener) == 0); }
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

NetworkOptions with(const Faults& faults, std::uint64_t seed = 1) {
  NetworkOptions options;
  options.seed = seed;
  options.faults = faults;
  options.watched = true;
  return options;
}

// Turns the loop until no event comes within an hour.
void settle(Network& network, SimPort& port) {
  for (std::uint64_t end = network.now() + 3'600'000'000'000; network.now() < end;) {
    port.turns.wait(0);
    if (port.ready()) continue;
    std::uint64_t next = network.nextEvent();
    if (next > end) return;
    network.advanceTo(next);
  }
}

// A network with a server and `count` clients, which connect and send `size` bytes each.
struct Scene {
  explicit Scene(const Faults& faults, int count = 1, std::size_t size = 0, std::uint64_t seed = 1)
      : network(with(faults, seed)), port(network, {}), server(port), clients(std::size_t(count)) {
    for (Sink& client : clients) REQUIRE(port.net.connect({v4(8000), {}}, &client, &client.connection) == 0);
    settle(network, port);
    if (size == 0) return;
    text.assign(size, 'x');
    for (std::size_t i = 0; i < size; ++i) text[i] = char('a' + i % 23);
    for (Sink& client : clients) {
      if (client.connectError) continue;
      port.net.startReading(client.connection);
      sent.push_back(0);
      std::size_t* done = &sent.back();
      write(client, *done);
    }
    settle(network, port);
  }
  void write(Sink& client, std::size_t& done) {
    if (done == text.size()) return;
    Slice slice{text.data() + done, text.size() - done};
    WriteResult result = port.net.write(client.connection, &slice, 1);
    done += result.sent;
    if (result.error == 0 && done < text.size()) {
      ++shortWrites;
      port.net.send(client.connection, {Buffer::copyOf(text.data() + done, text.size() - done)});
      done = text.size();
    }
  }
  Network network;
  WatchedPort port;
  Server server;
  std::vector<Sink> clients;
  std::string text;
  std::list<std::size_t> sent;
  int shortWrites = 0;
};

int openFile(Files& files, const char* path, int flags = O_RDWR | O_CREAT) { return files.open(path, flags, 0644); }

}  // namespace

TEST_CASE("each fault stands in docs/simulation.md as its row says") {
  std::ifstream file(NODECPP_SOURCE_DIR "/docs/simulation.md");
  std::string page((std::istreambuf_iterator<char>(file)), {});
  REQUIRE_FALSE(page.empty());
  for (const FaultRow& row : faultRows) {
    std::string line = "| `" + std::string(row.name) + "` | " + std::string(row.unit) + " | " + std::string(row.text) + " |";
    CHECK_MESSAGE(page.find(line) != page.npos, "docs/simulation.md lacks: ", line);
  }
}

TEST_CASE("what a fault draws depends on its name and the seed alone") {
  FaultChances chances(7), others(7);
  std::uint64_t first = chances.of(Fault::resets).next();
  for (int i = 0; i < 100; ++i) others.of(Fault::latency).next();
  CHECK(others.of(Fault::resets).next() == first);
  CHECK(FaultChances(8).of(Fault::resets).next() != first);
  CHECK(chances.of(Fault::latency).next() != FaultChances(7).of(Fault::names).next());
}

TEST_CASE("a seed chooses faults: others for another, none for 0, the same again") {
  CHECK(Faults::fromSeed(0).none());
  std::set<std::string> all;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Faults faults = Faults::fromSeed(seed);
    CHECK(faults == Faults::fromSeed(seed));
    all.insert(faults.text());
  }
  CHECK(all.size() == 100);
  Faults faults;
  CHECK(faults.set("latency", 20).empty());
  CHECK(faults.latency == 20);
  CHECK(faults.text() == "latency 20");
  CHECK(faults.set("resets", 1.5) == "resets is a chance from 0 to 1");
  CHECK(faults.set("laziness", 1).find("no fault is called \"laziness\"; there are latency, ") == 0);
}

TEST_CASE("latency: what is sent comes later, in order on one connection and not between two") {
  Scene scene({.latency = 100}, 8);
  std::vector<std::size_t> order;
  for (int round = 0; round < 20; ++round) {
    for (Sink& client : scene.clients) {
      std::string bytes = std::to_string(round) + ",";
      Slice slice{bytes.data(), bytes.size()};
      CHECK(scene.port.net.write(client.connection, &slice, 1).sent == bytes.size());
    }
  }
  std::uint64_t before = scene.network.now();
  settle(scene.network, scene.port);
  CHECK(scene.network.now() > before + 10'000'000);
  std::string expected;
  for (int round = 0; round < 20; ++round) expected += std::to_string(round) + ",";
  for (const auto& sink : scene.server.sinks) CHECK(sink->bytes == expected);
  // With latency, the order of connections at the server depends on the seed.
  std::set<int> firsts;
  for (std::uint64_t seed = 1; seed < 10; ++seed) {
    Scene other({.latency = 100}, 8, 0, seed);
    firsts.insert(other.port.net.remoteAddress(other.server.sinks[0]->connection).port);
  }
  CHECK(firsts.size() > 1);
}

TEST_CASE("short reads and writes: all comes, in more pieces") {
  Scene plain({.clockJumps = 1}, 1, 300'000);
  Scene reads({.shortReads = 1}, 1, 300'000);
  Scene writes({.shortWrites = 0.9}, 1, 300'000);
  for (Scene* scene : {&plain, &reads, &writes}) CHECK(scene->server.sinks[0]->bytes == scene->text);
  CHECK(reads.server.sinks[0]->reads > plain.server.sinks[0]->reads);
  CHECK(writes.shortWrites > plain.shortWrites);
}

TEST_CASE("resets: both ends are told, and nothing comes behind what is lost") {
  int broken = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Scene scene({.latency = 5, .resets = 0.1}, 1, 500'000, seed);
    const Sink& server = *scene.server.sinks[0];
    CHECK(scene.text.starts_with(server.bytes));
    if (server.bytes.size() == scene.text.size()) continue;
    ++broken;
    CHECK(server.readError == UV_ECONNRESET);
    CHECK(scene.clients[0].readError == UV_ECONNRESET);
  }
  CHECK(broken > 3);
  CHECK(broken < 20);
}

TEST_CASE("refusals: refused, timed out, no route") {
  Scene scene({.refusals = 0.5}, 60);
  std::set<ErrorCode> errors;
  for (const Sink& client : scene.clients) {
    CHECK(client.connected);
    errors.insert(client.connectError);
  }
  CHECK(errors == std::set<ErrorCode>{0, UV_ECONNREFUSED, UV_ETIMEDOUT, UV_EHOSTUNREACH});
}

TEST_CASE("a full disk, failing files, and part of what was asked") {
  std::string block(1000, 'x');
  Slice slice{block.data(), block.size()};
  {
    Network network(with({.fullDisk = 2500}));
    WatchedPort port(network, {});
    int fd = openFile(port.files, "/tmp/a");
    CHECK(port.files.write(fd, &slice, 1, -1) == 1000);
    CHECK(port.files.write(fd, &slice, 1, -1) == 1000);
    CHECK(port.files.write(fd, &slice, 1, -1) == 500);
    CHECK(port.files.write(fd, &slice, 1, -1) == UV_ENOSPC);
  }
  Network network(with({.fileErrors = 0.2, .shortFiles = 0.5}));
  WatchedPort port(network, {});
  std::set<std::int64_t> opens, writes, reads;
  char bytes[1000];
  Space space{bytes, sizeof bytes};
  int fd = -1;
  for (int i = 0; i < 100; ++i) {
    int opened = openFile(port.files, "/tmp/a");
    opens.insert(std::min(opened, 0));
    if (opened >= 0) fd = opened;
  }
  for (int i = 0; i < 100; ++i) writes.insert(std::min<std::int64_t>(port.files.write(fd, &slice, 1, 0), 1));
  for (int i = 0; i < 100; ++i) reads.insert(port.files.read(fd, &space, 1, 0));
  CHECK(opens == std::set<std::int64_t>{0, UV_EMFILE});
  CHECK(writes == std::set<std::int64_t>{1, UV_EIO, UV_ENOSPC});
  CHECK(reads.contains(UV_EIO));
  CHECK(reads.contains(1000));
  CHECK(reads.size() > 10);
}

TEST_CASE("names fail, and come late") {
  NetworkOptions options = with({.names = 0.5, .slowNames = 1000});
  options.names["here"] = {v4(0)};
  options.zone[{"here", 1}] = {.records = {{.owner = "here", .type = 1, .ttl = 300, .data = std::string("\x7f\0\0\1", 4)}}};
  Network network(options);
  WatchedPort port(network, {});
  std::set<ErrorCode> errors;
  for (int i = 0; i < 60; ++i)
    port.names.lookup(
        {.host = "here"},
        [](void* to, ErrorCode error, std::vector<Address>) { static_cast<std::set<ErrorCode>*>(to)->insert(error); },
        &errors);
  settle(network, port);
  CHECK(network.now() > 100'000'000);
  CHECK(errors == std::set<ErrorCode>{0, -3001, -3008});

  struct Told final : Query {
    explicit Told(std::set<QueryError>& a) : all(a) {}
    void answered(QueryError error, std::string_view) override { all.insert(error); }
    std::set<QueryError>& all;
  };
  std::set<QueryError> all;
  Resolver* resolver = port.names.openResolver({});
  for (int i = 0; i < 100; ++i) port.names.ask(resolver, {std::string("\4here\0", 6)}, new Told(all));
  settle(network, port);
  CHECK(all == std::set<QueryError>{QueryError::none, QueryError::timeout, QueryError::refused, QueryError::malformed});
}

TEST_CASE("slow jobs: four at a time, and not in the order in which they were given") {
  struct Noted final : Job {
    Noted(int n, std::vector<int>& a) : number(n), all(a) {}
    void run() override {}
    void done() override { all.push_back(number); }
    int number;
    std::vector<int>& all;
  };
  Network network(with({.slowJobs = 1000}));
  WatchedPort port(network, {});
  std::vector<int> all;
  for (int i = 0; i < 40; ++i) port.computation.submit(new Noted(i, all));
  settle(network, port);
  CHECK(all.size() == 40);
  CHECK_FALSE(std::ranges::is_sorted(all));
  CHECK(network.now() > 500'000'000);
}

TEST_CASE("the wall clock jumps either way, the other never goes back") {
  Network network(with({.clockJumps = 0.5, .pauses = 0.2}));
  WatchedPort port(network, {});
  int back = 0, forth = 0;
  std::uint64_t last = port.clock.hrtime();
  for (int i = 0; i < 200; ++i) {
    double wall = port.clock.wallClock();
    port.turns.wait(0);
    std::uint64_t now = port.clock.hrtime();
    CHECK(now >= last);
    double moved = port.clock.wallClock() - wall - double(now - last) / 1e6;
    back += moved < -2;
    forth += moved > 2;
    last = now;
  }
  CHECK(back > 5);
  CHECK(forth > 5);
  CHECK(last > 1'000'000'000);
}

TEST_CASE("the digest tells two runs apart that differ in a byte, a time or a result") {
  auto digest = [](const std::string& bytes, std::uint64_t time) {
    Network network(with({}));
    WatchedPort port(network, {});
    network.advanceTo(time);
    int fd = openFile(port.files, "/tmp/a");
    Slice slice{bytes.data(), bytes.size()};
    port.files.write(fd, &slice, 1, -1);
    return port.digest().sum();
  };
  CHECK(digest("hello world", 5) == digest("hello world", 5));
  CHECK(digest("hello world", 5) != digest("hello worle", 5));
  CHECK(digest("hello world", 5) != digest("hello world", 6));
}

TEST_CASE("the watch: use after close") {
  Network network(with({}));
  WatchedPort port(network, {});
  int fd = openFile(port.files, "/tmp/a");
  int other = openFile(port.files, "/tmp/b");
  port.files.close(fd);
  CHECK(openFile(port.files, "/tmp/c") > other);  // No descriptor number is used twice.
  CHECK_FALSE(network.finding());
  FileStat stat;
  CHECK(port.files.fstat(fd, stat) == UV_EBADF);
  CHECK(network.finding().kind == Finding::Kind::useAfterClose);
  CHECK(network.finding().text == "fstat of descriptor 10, which was /tmp/a and has been closed");

  Network second(with({}));
  WatchedPort client(second, {});
  Server server(client);
  Sink sink;
  REQUIRE(client.connect({v4(8000), {}}, &sink, &sink.connection) == 0);
  settle(second, client);
  client.close(sink.connection);
  client.startReading(sink.connection);
  CHECK(second.finding().text == "program: startReading of a connection that has been closed");
}

TEST_CASE("the watch: the same failure again and again, unless something succeeds") {
  NetworkOptions options = with({});
  options.bounds.failures = 10;
  Network network(options);
  WatchedPort port(network, {});
  auto attempt = [&] { openFile(port.files, "/tmp/none", O_RDONLY); };
  for (int i = 0; i < 10; ++i) attempt();
  port.progressed();
  for (int i = 0; i < 10; ++i) attempt();
  openFile(port.files, "/tmp/none");
  port.files.unlink("/tmp/none");
  for (int i = 0; i < 10; ++i) attempt();
  CHECK_FALSE(network.finding());
  attempt();
  CHECK(network.finding().kind == Finding::Kind::endlessRetry);
  CHECK(network.finding().text == "program: open /tmp/none has failed 10 times in a row, with error -2");
}

TEST_CASE("the watch: operations without end in one turn, and turns without end") {
  NetworkOptions options = with({});
  options.bounds.operations = 100;
  options.bounds.idleTurns = 50;
  {
    Network network(options);
    WatchedPort port(network, {});
    port.turns.wait(0);
    bool left = false;
    try {
      FileStat stat;
      for (int i = 0; i < 200; ++i) port.files.stat("/tmp", stat);
    } catch (const detail::ProgramExit&) {
      left = true;
    }
    CHECK(left);
    CHECK(network.finding().kind == Finding::Kind::endlessRetry);
  }
  Network network(options);
  WatchedPort port(network, {});
  for (int i = 0; i < 50; ++i) port.turns.wait(0);
  CHECK_FALSE(network.finding());
  port.turns.wait(0);
  CHECK(network.finding().kind == Finding::Kind::endlessRetry);
}

TEST_CASE("the watch: the heap, and jobs that wait") {
  struct Idle final : Job {
    void run() override {}
    void done() override {}
  };
  NetworkOptions options = with({});
  options.bounds.jobs = 5;
  options.bounds.memory = 1 << 20;
  {
    Network network(options);
    WatchedPort port(network, {});
    for (int i = 0; i < 5; ++i) port.computation.submit(new Idle);
    CHECK_FALSE(network.finding());
    port.computation.submit(new Idle);
    CHECK(network.finding().kind == Finding::Kind::unboundedQueue);
  }
  Network network(options);
  WatchedPort port(network, {});
  std::vector<std::string> queue;
  for (int i = 0; i < 128; ++i) port.turns.wait(0);
  CHECK_FALSE(network.finding());
  for (int i = 0; i < 128; ++i) {
    queue.emplace_back(20'000, 'x');
    port.turns.wait(0);
  }
  CHECK(network.finding().kind == Finding::Kind::unboundedQueue);
}
