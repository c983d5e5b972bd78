// Tests of the contract of Datagrams.
#include "os/port/datagrams_role.h"

#include <string>
#include <vector>

#include "support/tested_ports.h"

namespace {

struct Receiver final : DatagramSink {
  explicit Receiver(Port& p, const DatagramSpec& spec = {.address = v4(0)}) : datagrams(p.datagrams) {
    error = datagrams.open(spec, this, &socket);
  }
  ~Receiver() { close(); }
  void close() {
    if (socket) datagrams.close(std::exchange(socket, nullptr));
  }
  void onDatagram(const char* data, std::size_t size, const Address& from) override {
    bytes.emplace_back(data, size);
    senders.push_back(from);
    if (closesAtFirst) close();
  }
  void onReceiveError(ErrorCode code) override { failures.push_back(code); }
  void onSent(ErrorCode code) override { outcomes.push_back(code); }

  // Sends a text. What the back end does not take at once is queued. Returns the error.
  ErrorCode send(const std::string& text, const Address& to) {
    const Slice slice{text.data(), text.size()};
    const ErrorCode code = datagrams.send(socket, &slice, 1, to);
    if (code != UV_EAGAIN) return code;
    datagrams.queue(socket, Buffer::copyOf(text.data(), text.size()), to);
    ++queued;
    return 0;
  }
  Address address() {
    Address found;
    REQUIRE(datagrams.localAddress(socket, found) == 0);
    return found;
  }

  Datagrams& datagrams;
  DatagramSocket* socket = nullptr;
  ErrorCode error = 0;
  bool closesAtFirst = false;
  std::vector<std::string> bytes;
  std::vector<Address> senders;
  std::vector<ErrorCode> failures, outcomes;
  std::size_t queued = 0;
};

}  // namespace

TEST_CASE_TEMPLATE("datagrams come whole, each with its sender", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Receiver server(port), client(port);
  REQUIRE(server.error == 0);
  REQUIRE(client.error == 0);
  CHECK(server.address().port != client.address().port);
  CHECK(server.address().host == "127.0.0.1");
  CHECK(client.send("one", server.address()) == 0);
  CHECK(client.send("", server.address()) == 0);
  CHECK(client.send(std::string(60000, 'x'), server.address()) == 0);
  REQUIRE(turnUntil(port, [&] { return server.bytes.size() == 3; }));
  CHECK(server.bytes[0] == "one");
  CHECK(server.bytes[1] == "");
  CHECK(server.bytes[2].size() == 60000);
  for (const Address& sender : server.senders) CHECK(sender.port == client.address().port);
  CHECK(turnUntil(port, [&] { return client.outcomes.size() == client.queued; }));
}

// A back end may keep the last sender for the answer.
TEST_CASE_TEMPLATE("each answer goes to its own sender, and others go elsewhere", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Receiver server(port), first(port), second(port), third(port);
  for (Receiver* client : {&first, &second, &first}) {
    const std::size_t before = server.bytes.size();
    CHECK(client->send("question", server.address()) == 0);
    REQUIRE(turnUntil(port, [&] { return server.bytes.size() == before + 1; }));
    CHECK(server.senders.back().port == client->address().port);
    CHECK(server.send("answer", server.senders.back()) == 0);
    CHECK(server.send("news", third.address()) == 0);
  }
  CHECK(server.send("late", server.senders[1]) == 0);
  REQUIRE(turnUntil(port, [&] { return third.bytes.size() == 3 && second.bytes.size() == 2 && first.bytes.size() == 2; }));
  CHECK(second.bytes[1] == "late");
  CHECK(first.bytes[1] == "answer");
}

TEST_CASE_TEMPLATE("several pieces are one datagram, and too many bytes are none", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Receiver server(port), client(port);
  const Slice pieces[] = {{"one, ", 5}, {"two, ", 5}, {"", 0}, {"three", 5}};
  const ErrorCode error = port.datagrams.send(client.socket, pieces, 4, server.address());
  if (error == UV_EAGAIN) port.datagrams.queue(client.socket, Buffer::from("one, two, three"), server.address());
  REQUIRE(turnUntil(port, [&] { return server.bytes.size() == 1; }));
  CHECK(server.bytes[0] == "one, two, three");
  const std::string long_(70000, 'x');
  const ErrorCode refused = client.send(long_, server.address());
  if (refused == 0)
    CHECK(turnUntil(port, [&] { return !client.outcomes.empty() && client.outcomes.back() == UV_EMSGSIZE; }));
  if (refused != 0) CHECK(refused == UV_EMSGSIZE);
}

TEST_CASE_TEMPLATE("addresses that are taken, shared, foreign or no address", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Receiver first(port);
  const int number = first.address().port;
  CHECK(Receiver(port, {.address = v4(number)}).error == UV_EADDRINUSE);
  CHECK(Receiver(port, {.address = v4(number, "0.0.0.0")}).error == UV_EADDRINUSE);
  CHECK(Receiver(port, {.address = v4(number, "127.0.0.2")}).error == 0);
  CHECK(Receiver(port, {.address = v4(0, "203.0.113.1")}).error == UV_EADDRNOTAVAIL);
  CHECK(Receiver(port, {.address = {}}).error == UV_EINVAL);
  Receiver shared(port, {.address = v4(0), .reuseAddress = true});
  CHECK(Receiver(port, {.address = v4(shared.address().port), .reuseAddress = true}).error == 0);
  first.close();
  CHECK(Receiver(port, {.address = v4(number)}).error == 0);
}

TEST_CASE_TEMPLATE("a connected socket hears its peer alone, until it is disconnected", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Receiver server(port), client(port), stranger(port);
  Address peer;
  CHECK(port.datagrams.remoteAddress(client.socket, peer) == UV_ENOTCONN);
  REQUIRE(port.datagrams.connect(client.socket, server.address()) == 0);
  REQUIRE(port.datagrams.remoteAddress(client.socket, peer) == 0);
  CHECK(peer.port == server.address().port);
  CHECK(client.send("to the peer", {}) == 0);
  CHECK(stranger.send("not wanted", client.address()) == 0);
  REQUIRE(turnUntil(port, [&] { return server.bytes.size() == 1; }));
  CHECK(server.send("answer", client.address()) == 0);
  REQUIRE(turnUntil(port, [&] { return !client.bytes.empty(); }));
  CHECK(client.bytes[0] == "answer");
  const ErrorCode other = client.send("to another one", stranger.address());
  if (other == 0)
    CHECK(turnUntil(port, [&] { return !client.outcomes.empty() && client.outcomes.back() == UV_EISCONN; }));
  if (other != 0) CHECK(other == UV_EISCONN);
  CHECK(stranger.bytes.empty());
  REQUIRE(port.datagrams.connect(client.socket, {}) == 0);
  CHECK(port.datagrams.remoteAddress(client.socket, peer) == UV_ENOTCONN);
  // Linux gives a port of its own choice back when a socket is disconnected, and chooses another one at the next send.
  CHECK(client.send("hello", stranger.address()) == 0);
  REQUIRE(turnUntil(port, [&] { return !stranger.bytes.empty(); }));
  CHECK(stranger.send("wanted", stranger.senders[0]) == 0);
  REQUIRE(turnUntil(port, [&] { return client.bytes.size() == 2; }));
  CHECK(client.bytes[1] == "wanted");
}

TEST_CASE_TEMPLATE("a datagram to nobody is an error of a connected socket", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Receiver client(port), gone(port);
  REQUIRE(port.datagrams.connect(client.socket, gone.address()) == 0);
  gone.close();
  CHECK(client.send("hello", {}) == 0);
  REQUIRE(turnUntil(port, [&] { return !client.failures.empty(); }));
  CHECK(client.failures[0] == UV_ECONNREFUSED);
}

TEST_CASE_TEMPLATE("nothing is pushed to a socket that was closed", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Receiver server(port), client(port);
  server.closesAtFirst = true;
  for (int i = 0; i < 5; ++i) CHECK(client.send("x", server.address()) == 0);
  REQUIRE(turnUntil(port, [&] { return server.bytes.size() == 1; }));
  runManyTurns(port);
  CHECK(server.bytes.size() == 1);
}

TEST_CASE_TEMPLATE("a flood of datagrams comes in several turns", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Receiver server(port), client(port);
  const std::size_t all = 3 * std::size_t(Datagrams::mostInTurn);
  for (std::size_t i = 0; i < all; ++i) CHECK(client.send(std::to_string(i), server.address()) == 0);
  std::size_t most = 0;
  for (int i = 0; i < 400 && server.bytes.size() < all; ++i) {
    const std::size_t before = server.bytes.size();
    port.turns.wait(5);
    most = std::max(most, server.bytes.size() - before);
  }
  CHECK(server.bytes.size() == all);
  CHECK(most <= std::size_t(Datagrams::mostInTurn));
  for (std::size_t i = 0; i < server.bytes.size(); ++i) CHECK(server.bytes[i] == std::to_string(i));
}

TEST_CASE_TEMPLATE("a group's datagrams come to its members", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Receiver member(port, {.address = v4(0, "0.0.0.0")}), sender(port);
  const Membership group{"239.255.13.7", "127.0.0.1", ""};
  CHECK(port.datagrams.join(member.socket, {"127.0.0.1", "", ""}) == UV_EINVAL);
  REQUIRE(port.datagrams.join(member.socket, group) == 0);
  CHECK(port.datagrams.join(member.socket, group) == UV_EADDRINUSE);
  REQUIRE(port.datagrams.setMulticastInterface(sender.socket, "127.0.0.1") == 0);
  const Address to = v4(member.address().port, "239.255.13.7");
  CHECK(sender.send("to all", to) == 0);
  REQUIRE(turnUntil(port, [&] { return !member.bytes.empty(); }));
  CHECK(member.bytes[0] == "to all");
  CHECK(port.datagrams.leave(member.socket, group) == 0);
  CHECK(port.datagrams.leave(member.socket, group) == UV_EADDRNOTAVAIL);
  CHECK(sender.send("to nobody", to) == 0);
  runManyTurns(port);
  CHECK(member.bytes.size() == 1);
}

TEST_CASE_TEMPLATE("options are checked, and sizes of buffers are told", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Receiver one(port);
  Datagrams& all = port.datagrams;
  CHECK(all.setOption(one.socket, DatagramOption::ttl, 0) == UV_EINVAL);
  CHECK(all.setOption(one.socket, DatagramOption::ttl, 256) == UV_EINVAL);
  CHECK(all.setOption(one.socket, DatagramOption::ttl, 5) == 0);
  CHECK(all.setOption(one.socket, DatagramOption::multicastTtl, 300) == UV_EINVAL);
  CHECK(all.setOption(one.socket, DatagramOption::multicastLoopback, 0) == 0);
  CHECK(all.setOption(one.socket, DatagramOption::receiveBuffer, 10000) == 0);
  CHECK(all.setOption(one.socket, DatagramOption::sendBuffer, 8192) == 0);
  int size = 0;
  CHECK(all.getOption(one.socket, DatagramOption::receiveBuffer, size) == 0);
  CHECK(size == 20000);
  CHECK(all.getOption(one.socket, DatagramOption::sendBuffer, size) == 0);
  CHECK(size == 16384);
  CHECK(all.getOption(one.socket, DatagramOption::ttl, size) == UV_EINVAL);
  CHECK(all.setMulticastInterface(one.socket, "x") == UV_EINVAL);
}

TEST_CASE_TEMPLATE("a broadcast needs the permission of the socket", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Receiver one(port, {.address = v4(0, "0.0.0.0")});
  const Address all = v4(9, "255.255.255.255");
  ErrorCode error = one.send("x", all);
  if (error == 0) {
    REQUIRE(turnUntil(port, [&] { return !one.outcomes.empty(); }));
    error = one.outcomes[0];
  }
  CHECK(error == UV_EACCES);
}

TEST_CASE_TEMPLATE("a socket of IPv6 hears both families, or its own alone", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Receiver both(port, {.address = v6(0, "::")}), alone(port, {.address = v6(0, "::"), .ipv6Only = true}),
      six(port, {.address = v6(0)}), four(port);
  REQUIRE(both.error == 0);
  REQUIRE(alone.error == 0);
  CHECK(six.send("six", v6(both.address().port)) == 0);
  CHECK(four.send("four", v4(both.address().port)) == 0);
  CHECK(four.send("four", v4(alone.address().port)) == 0);
  REQUIRE(turnUntil(port, [&] { return both.bytes.size() == 2; }));
  runManyTurns(port);
  CHECK(alone.bytes.empty());
  for (std::size_t i = 0; i < 2; ++i)
    CHECK(both.senders[i].host == (both.bytes[i] == "six" ? "::1" : "::ffff:127.0.0.1"));
}

TEST_CASE_TEMPLATE("a push closes its socket and opens another one", Under, BACK_ENDS) {
  struct Reopening final : DatagramSink {
    explicit Reopening(Port& p) : datagrams(p.datagrams) { open(); }
    ~Reopening() { datagrams.close(socket); }
    void open() { REQUIRE(datagrams.open({.address = v4(0)}, this, &socket) == 0); }
    void onDatagram(const char*, std::size_t, const Address&) override {
      ++times;
      datagrams.close(socket);
      open();
    }
    void onReceiveError(ErrorCode) override {}
    void onSent(ErrorCode) override {}
    Datagrams& datagrams;
    DatagramSocket* socket = nullptr;
    int times = 0;
  };
  Under under;
  Port& port = under.port;
  Reopening one(port);
  Receiver sender(port);
  for (int i = 1; i <= 5; ++i) {
    Address to;
    REQUIRE(port.datagrams.localAddress(one.socket, to) == 0);
    CHECK(sender.send("x", to) == 0);
    CHECK(sender.send("y", to) == 0);
    REQUIRE(turnUntil(port, [&] { return one.times == i; }));
  }
}
