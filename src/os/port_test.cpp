// What every port must do, asked of the real one over loopback and of the simulated one: the simulation is right where
// both pass the same cases.
#include "os/port.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <functional>
#include <memory>
#include <string>

#include "os/sim/sim_port.h"

using namespace nodecpp;
using namespace nodecpp::os;

namespace {

struct Linux {
  Port& port = linuxPort();
  std::string directory = [] {
    char name[] = "/tmp/nodecpp-port-XXXXXX";
    return std::string(mkdtemp(name));
  }();
  ~Linux() { std::system(("rm -rf " + directory).c_str()); }
};

struct Simulated {
  Network network;
  SimPort port{network, {}};
  std::string directory = "/sim";
};

// Turns until `done`, for two seconds at most.
bool turnUntil(Port& port, const std::function<bool()>& done) {
  for (int i = 0; i < 400 && !done(); ++i) port.wait(5);
  return done();
}
// Turns long enough for what must not come.
void turnAWhile(Port& port) {
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

Address v4(int port, const char* host = "127.0.0.1") { return {Address::Family::ipv4, host, port}; }
Address v6(int port, const char* host = "::1") { return {Address::Family::ipv6, host, port}; }
Address local(const std::string& path) { return {Address::Family::unix, path, 0}; }

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

}  // namespace

TEST_CASE_TEMPLATE("bytes both ways, half-close, and the end after the data", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  CHECK(pair.client.write("to the server").sent == 13);
  REQUIRE(turnUntil(port, [&] { return pair.peer().bytes == "to the server"; }));
  CHECK(port.localAddress(pair.client.connection).port == port.remoteAddress(pair.peer().connection).port);
  CHECK(port.remoteAddress(pair.client.connection).port == pair.server.address().port);
  CHECK(port.remoteAddress(pair.client.connection).host == "127.0.0.1");
  CHECK(port.shutdown(pair.client.connection) == 0);
  REQUIRE(turnUntil(port, [&] { return pair.peer().over; }));
  CHECK(pair.peer().log == "end;");
  CHECK(pair.client.write("x").error == -EPIPE);
  CHECK(pair.peer().write("last words").sent == 10);
  CHECK(port.shutdown(pair.peer().connection) == 0);
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  CHECK(pair.client.bytes == "last words");
  CHECK(pair.client.log == "end;");
}

TEST_CASE_TEMPLATE("several slices are one write", Under, Linux, Simulated) {
  Under under;
  Pair pair(under.port);
  Slice slices[] = {{"one ", 4}, {"", 0}, {"two ", 4}, {"three", 5}};
  CHECK(under.port.write(pair.client.connection, slices, 4).sent == 13);
  REQUIRE(turnUntil(under.port, [&] { return pair.peer().bytes.size() == 13; }));
  CHECK(pair.peer().bytes == "one two three");
  CHECK(pair.peer().reads == 1);
}

TEST_CASE_TEMPLATE("nobody listens: refused, in a later turn", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Accepting server(port);
  REQUIRE(server.listen(v4(0)) == 0);
  Address address = server.address();
  server.close();
  Sink client(port);
  REQUIRE(port.connect({address, {}}, &client, &client.connection) == 0);
  CHECK(client.log == "");
  REQUIRE(turnUntil(port, [&] { return client.connected; }));
  CHECK(client.log == "connect -111;");
}

TEST_CASE_TEMPLATE("addresses that are taken, foreign or no address", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Accepting first(port), second(port), third(port);
  REQUIRE(first.listen(v4(0)) == 0);
  int number = first.address().port;
  CHECK(second.listen(v4(number)) == -EADDRINUSE);
  CHECK(second.listener == nullptr);
  CHECK(second.listen(v4(number, "0.0.0.0")) == -EADDRINUSE);
  CHECK(second.listen(v6(number, "::")) == -EADDRINUSE);
  CHECK(port.listen({.address = v6(number, "::"), .ipv6Only = true}, &second, &second.listener) == 0);
  CHECK(third.listen(v4(number, "127.0.0.2")) == 0);
  CHECK(second.address().host == "::");
  third.close();
  CHECK(third.listen(v4(0, "203.0.113.1")) == -EADDRNOTAVAIL);
  CHECK(third.listen(v4(0, "localhost")) == -EINVAL);
  first.close();
  CHECK(first.listen(v4(number)) == 0);
}

TEST_CASE_TEMPLATE("reusePort shares a port among those that ask for it", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Accepting first(port), second(port), third(port);
  REQUIRE(port.listen({.address = v4(0), .reusePort = true}, &first, &first.listener) == 0);
  int number = first.address().port;
  CHECK(port.listen({.address = v4(number), .reusePort = true}, &second, &second.listener) == 0);
  CHECK(third.listen(v4(number)) == -EADDRINUSE);
}

TEST_CASE_TEMPLATE("IPv6, and IPv4 through a listener of both", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  {
    Pair pair(port, v6(0));
    CHECK(port.remoteAddress(pair.peer().connection).host == "::1");
    CHECK(port.localAddress(pair.peer().connection).family == Address::Family::ipv6);
  }
  Accepting server(port);
  REQUIRE(server.listen(v6(0, "::")) == 0);
  Sink client(port);
  REQUIRE(port.connect({v4(server.address().port), {}}, &client, &client.connection) == 0);
  REQUIRE(turnUntil(port, [&] { return client.connected && server.accepted.size() == 1; }));
  CHECK(port.remoteAddress(server.accepted[0]->connection).host == "::ffff:127.0.0.1");
  CHECK(port.localAddress(server.accepted[0]->connection).host == "::ffff:127.0.0.1");
  CHECK(port.localAddress(client.connection).host == "127.0.0.1");
}

TEST_CASE_TEMPLATE("a client that binds its own address", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Accepting server(port);
  REQUIRE(server.listen(v4(0, "0.0.0.0")) == 0);
  Sink client(port);
  REQUIRE(port.connect({v4(server.address().port), v4(0, "127.0.0.3")}, &client, &client.connection) == 0);
  REQUIRE(turnUntil(port, [&] { return client.connected && server.accepted.size() == 1; }));
  CHECK(port.remoteAddress(server.accepted[0]->connection).host == "127.0.0.3");
  Sink foreign(port);
  CHECK(port.connect({v4(server.address().port), v4(0, "203.0.113.1")}, &foreign, &foreign.connection) ==
        -EADDRNOTAVAIL);
  CHECK(foreign.connection == nullptr);
}

TEST_CASE_TEMPLATE("back-pressure: a write takes what fits, and room is told", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  port.stopReading(pair.peer().connection);
  std::string bytes(16 << 20, 'a');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = char('a' + i % 23);
  std::size_t sent = 0;
  auto send = [&] {
    while (sent < bytes.size()) {
      Slice slice{bytes.data() + sent, bytes.size() - sent};
      WriteResult result = port.write(pair.client.connection, &slice, 1);
      REQUIRE(result.error == 0);
      sent += result.sent;
      if (result.sent < slice.size) return port.wantWritable(pair.client.connection);
    }
  };
  send();
  CHECK(sent < bytes.size());
  turnAWhile(port);
  CHECK(pair.client.writables <= 1);  // loopback may take a second helping
  CHECK(pair.peer().reads == 0);
  port.startReading(pair.peer().connection);
  int seen = pair.client.writables;
  if (seen) send();
  REQUIRE(turnUntil(port, [&] {
    if (pair.client.writables != seen) {
      seen = pair.client.writables;
      send();
    }
    return pair.peer().bytes.size() == bytes.size();
  }));
  CHECK(pair.peer().bytes == bytes);
  CHECK(pair.client.writables > 0);
}

TEST_CASE_TEMPLATE("stopReading keeps what comes, startReading gives it", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  port.stopReading(pair.peer().connection);
  pair.client.write("kept");
  port.shutdown(pair.client.connection);
  turnAWhile(port);
  CHECK(pair.peer().bytes == "");
  CHECK(pair.peer().log == "");
  // Stopped again in the push: the end waits, too.
  pair.peer().whenRead = [&] { port.stopReading(pair.peer().connection); };
  port.startReading(pair.peer().connection);
  CHECK(pair.peer().bytes == "");
  REQUIRE(turnUntil(port, [&] { return pair.peer().bytes == "kept"; }));
  turnAWhile(port);
  CHECK(pair.peer().log == "");
  port.startReading(pair.peer().connection);
  REQUIRE(turnUntil(port, [&] { return pair.peer().over; }));
  CHECK(pair.peer().log == "end;");
}

TEST_CASE_TEMPLATE("stopped and started again inside a push", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  pair.peer().whenRead = [&] {
    port.stopReading(pair.peer().connection);
    port.startReading(pair.peer().connection);
  };
  pair.client.write("one");
  REQUIRE(turnUntil(port, [&] { return pair.peer().bytes == "one"; }));
  pair.client.write("two");
  REQUIRE(turnUntil(port, [&] { return pair.peer().bytes == "onetwo"; }));
  pair.client.write(std::string(200'000, 'x'));
  REQUIRE(turnUntil(port, [&] { return pair.peer().bytes.size() == 200'006; }));
  port.shutdown(pair.client.connection);
  REQUIRE(turnUntil(port, [&] { return pair.peer().over; }));
  CHECK(pair.peer().log == "end;");
}

TEST_CASE_TEMPLATE("closed inside a push: nothing more is pushed", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  pair.peer().whenRead = [&] { pair.peer().close(); };
  pair.client.write(std::string(150'000, 'x'));
  port.shutdown(pair.client.connection);
  REQUIRE(turnUntil(port, [&] { return pair.peer().reads == 1; }));
  turnAWhile(port);
  CHECK(pair.peer().reads == 1);
  CHECK(pair.peer().log == "");
}

TEST_CASE_TEMPLATE("a reset: what has come is readable, then the error", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  port.stopReading(pair.client.connection);
  turnAWhile(port);
  pair.peer().write("before");
  CHECK(port.reset(std::exchange(pair.peer().connection, nullptr)) == 0);
  turnAWhile(port);
  port.startReading(pair.client.connection);
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  CHECK(pair.client.bytes == "before");
  CHECK(pair.client.log == "error -104;");
  CHECK(pair.client.write("x").error == -EPIPE);
}

TEST_CASE_TEMPLATE("a reset meets a write first", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  port.stopReading(pair.client.connection);
  port.reset(std::exchange(pair.peer().connection, nullptr));
  turnAWhile(port);
  CHECK(pair.client.write("x").error == -ECONNRESET);
  CHECK(pair.client.write("x").error == -EPIPE);
  port.startReading(pair.client.connection);
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  CHECK(pair.client.log == "end;");
}

TEST_CASE_TEMPLATE("closing with unread bytes resets", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  port.stopReading(pair.peer().connection);
  pair.client.write("nobody will read this");
  turnAWhile(port);
  pair.peer().close();
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  CHECK(pair.client.log == "error -104;");
}

TEST_CASE_TEMPLATE("writing after the peer's close: accepted once, then a broken pipe", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  pair.peer().close();
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  CHECK(pair.client.log == "end;");
  WriteResult first = pair.client.write("first");
  CHECK(first.sent == 5);
  CHECK(first.error == 0);
  turnAWhile(port);
  CHECK(pair.client.write("second").error == -EPIPE);
  CHECK(pair.client.log == "end;");
}

TEST_CASE_TEMPLATE("the end is told once", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  port.shutdown(pair.client.connection);
  REQUIRE(turnUntil(port, [&] { return pair.peer().over; }));
  port.startReading(pair.peer().connection);
  port.shutdown(pair.peer().connection);  // now both sides have ended, which epoll tells
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  turnAWhile(port);
  CHECK(pair.peer().log == "end;");
  CHECK(pair.client.log == "end;");
}

TEST_CASE_TEMPLATE("who wants to write and can is told so, once", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  turnAWhile(port);
  port.wantWritable(pair.client.connection);
  CHECK(pair.client.writables == 0);
  REQUIRE(turnUntil(port, [&] { return pair.client.writables == 1; }));
  turnAWhile(port);
  CHECK(pair.client.writables == 1);
}

TEST_CASE_TEMPLATE("bytes, end and wish to write before the outcome of connect is pushed", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  for (bool isUnix : {false, true}) {
    Accepting server(port);
    REQUIRE(server.listen(isUnix ? local(under.directory + "/early") : v4(0)) == 0);
    Sink client(port);
    REQUIRE(port.connect({server.address(), {}}, &client, &client.connection) == 0);
    CHECK(client.write("too early").sent == 0);
    port.wantWritable(client.connection);
    port.startReading(client.connection);
    REQUIRE(turnUntil(port, [&] { return client.writables == 1 && server.accepted.size() == 1; }));
    CHECK(client.log == "connect 0;");
    server.accepted[0]->write("hello");
    server.accepted[0]->close();
    REQUIRE(turnUntil(port, [&] { return client.over; }));
    CHECK(client.bytes == "hello");
    CHECK(client.log == "connect 0;end;");
    server.close();
  }
}

TEST_CASE_TEMPLATE("who wants to write is is woken by the peer's reset", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  port.stopReading(pair.peer().connection);
  turnAWhile(port);
  std::string many(1 << 20, 'x');
  while (pair.client.write(many).sent == many.size()) {
  }
  turnAWhile(port);
  while (pair.client.write(many).sent > 0) {
  }
  port.wantWritable(pair.client.connection);
  port.stopReading(pair.client.connection);
  turnAWhile(port);
  REQUIRE(pair.client.writables == 0);
  port.reset(std::exchange(pair.peer().connection, nullptr));
  REQUIRE(turnUntil(port, [&] { return pair.client.writables == 1; }));
  CHECK(pair.client.write("x").error == -ECONNRESET);
}

TEST_CASE_TEMPLATE("those who wait when a listener closes are reset", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Accepting server(port);
  REQUIRE(server.listen(v4(0)) == 0);
  Sink client(port);
  REQUIRE(port.connect({server.address(), {}}, &client, &client.connection) == 0);
  server.close();
  REQUIRE(turnUntil(port, [&] { return client.connected; }));
  CHECK(server.accepted.empty());
  if (client.log == "connect 0;") {
    port.startReading(client.connection);
    REQUIRE(turnUntil(port, [&] { return client.over; }));
    CHECK(client.log == "connect 0;error -104;");
  } else {
    // The simulated request had not arrived yet; the real one's outcome was overtaken by the reset.
    bool refused = client.log == "connect -111;" || client.log == "connect -104;";
    CHECK(refused);
  }
}

TEST_CASE_TEMPLATE("a connection given up before its outcome is pushed nowhere", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Accepting server(port);
  REQUIRE(server.listen(v4(0)) == 0);
  Sink client(port);
  REQUIRE(port.connect({server.address(), {}}, &client, &client.connection) == 0);
  client.close();
  turnAWhile(port);
  CHECK(client.log == "");
  Sink refused(port);
  REQUIRE(port.connect({local(under.directory + "/none"), {}}, &refused, &refused.connection) == 0);
  refused.close();
  turnAWhile(port);
  CHECK(refused.log == "");
}

TEST_CASE_TEMPLATE("unix sockets", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  std::string path = under.directory + "/socket";
  {
    Pair pair(port, local(path));
    Accepting second(port);
    CHECK(second.listen(local(path)) == -EADDRINUSE);
    CHECK(port.localAddress(pair.peer().connection).host == path);
    CHECK(port.remoteAddress(pair.client.connection).host == path);
    CHECK(port.remoteAddress(pair.peer().connection).host == "");
    pair.client.write("hello");
    REQUIRE(turnUntil(port, [&] { return pair.peer().bytes == "hello"; }));
    pair.peer().write("bye");
    pair.peer().close();
    REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
    CHECK(pair.client.bytes == "bye");
    CHECK(pair.client.log == "end;");
    CHECK(pair.client.write("x").error == -EPIPE);
  }
  Sink client(port);
  REQUIRE(port.connect({local(path), {}}, &client, &client.connection) == 0);
  REQUIRE(turnUntil(port, [&] { return client.connected; }));
  CHECK(client.log == "connect -2;");  // the listener has taken its path away
}

TEST_CASE_TEMPLATE("a unix peer that closes with unread bytes resets", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Pair pair(port, local(under.directory + "/unread"));
  port.stopReading(pair.peer().connection);
  pair.client.write("unread");
  turnAWhile(port);
  pair.peer().close();
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  CHECK(pair.client.log == "error -104;");
}

TEST_CASE_TEMPLATE("half-close of a unix socket", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Pair pair(port, local(under.directory + "/half"));
  port.shutdown(pair.client.connection);
  REQUIRE(turnUntil(port, [&] { return pair.peer().over; }));
  CHECK(pair.peer().write("still here").sent == 10);
  pair.peer().close();
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  CHECK(pair.client.bytes == "still here");
  CHECK(pair.client.log == "end;");
}

TEST_CASE_TEMPLATE("a retained block is not written over", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  pair.peer().keep = true;
  pair.client.write("first");
  REQUIRE(turnUntil(port, [&] { return pair.peer().bytes == "first"; }));
  pair.client.write("second");
  REQUIRE(turnUntil(port, [&] { return pair.peer().bytes == "firstsecond"; }));
  CHECK(pair.peer().kept[0].toString() == "first");
  CHECK(pair.peer().kept[1].toString() == "second");
}

TEST_CASE_TEMPLATE("jobs: done in a turn of the loop, and the port is busy until then", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  struct Count : Job {
    Count(int& r, int& d, int& g) : ran(r), finished(d), gone(g) {}
    ~Count() override { ++gone; }
    void run() override { ++ran; }
    void done() override { ++finished; }
    int &ran, &finished, &gone;
  };
  int ran[20] = {}, finished = 0, gone = 0;
  for (int& each : ran) port.submit(new Count(each, finished, gone));
  CHECK(port.busy());
  CHECK(finished == 0);
  REQUIRE(turnUntil(port, [&] { return finished == 20; }));
  CHECK(gone == 20);
  CHECK_FALSE(port.busy());
  for (int each : ran) CHECK(each == 1);
}

TEST_CASE_TEMPLATE("look-ups", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  struct Found {
    bool done = false;
    ErrorCode error = 0;
    std::vector<Address> addresses;
  };
  auto lookup = [&](const char* host, int family) {
    Found found;
    port.lookup(
        {host, family, 0},
        [](void* context, ErrorCode error, std::vector<Address> addresses) {
          *static_cast<Found*>(context) = {true, error, std::move(addresses)};
        },
        &found);
    CHECK_FALSE(found.done);
    REQUIRE(turnUntil(port, [&] { return found.done; }));
    return found;
  };
  Found localhost = lookup("localhost", 4);
  CHECK(localhost.error == 0);
  REQUIRE(localhost.addresses.size() == 1);
  CHECK(localhost.addresses[0].host == "127.0.0.1");
  CHECK(localhost.addresses[0].family == Address::Family::ipv4);
  Found number = lookup("10.1.2.3", 0);
  REQUIRE(number.addresses.size() == 1);
  CHECK(number.addresses[0].host == "10.1.2.3");
  CHECK(lookup("::1", 6).addresses[0].family == Address::Family::ipv6);
  CHECK(lookup("10.1.2.3", 6).error == -3000);
  CHECK(lookup("", 0).error == -3008);
}

TEST_CASE_TEMPLATE("signals are pushed one by one where they are watched", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  std::vector<int> seen;
  auto push = [](void* context, int number) { static_cast<std::vector<int>*>(context)->push_back(number); };
  REQUIRE(port.watchSignal(10, push, &seen) == 0);
  REQUIRE(port.watchSignal(12, push, &seen) == 0);
  CHECK(port.watchSignal(9, push, &seen) == -EINVAL);
  CHECK(port.watchSignal(65, push, &seen) == -EINVAL);
  CHECK(port.kill(port.pid(), 10) == 0);
  CHECK(seen.empty());
  REQUIRE(turnUntil(port, [&] { return seen.size() == 1; }));
  CHECK(port.kill(port.pid(), 12) == 0);
  REQUIRE(turnUntil(port, [&] { return seen.size() == 2; }));
  CHECK(seen == std::vector<int>{10, 12});
  CHECK(port.kill(port.pid(), 0) == 0);
  CHECK(port.kill(99999999, 0) == -ESRCH);
  port.watchSignal(10, nullptr, nullptr);
  port.watchSignal(12, nullptr, nullptr);
}

TEST_CASE_TEMPLATE("wake ends a wait", Under, Linux, Simulated) {
  Under under;
  under.port.wake();
  std::uint64_t before = under.port.hrtime();
  under.port.wait(1000);
  CHECK(under.port.hrtime() - before < 900'000'000);
}

TEST_CASE_TEMPLATE("a wait takes its time", Under, Linux, Simulated) {
  Under under;
  turnAWhile(under.port);
  std::uint64_t before = under.port.hrtime();
  under.port.wait(30);
  CHECK(under.port.hrtime() - before >= 29'900'000);
  before = under.port.hrtime();
  under.port.wait(0);
  CHECK(under.port.hrtime() - before < 20'000'000);
}
