// Tests of Children's contract: channels, and handles that are sent over them.
#include <string>

#include "os/port/children_role.h"

#include "support/child_scripts.h"

namespace {

// Both ends of a channel, in one process.
template <class Under>
struct Channel {
  explicit Channel(Under& under, std::pair<int, int> numbers) : one(under.port), other(under.port) {
    for (auto [sink, fd] : {std::pair(&one, numbers.first), std::pair(&other, numbers.second)}) {
      REQUIRE(under.port.children.openChannel(fd, &sink->connection) == 0);
      under.port.net.setSink(sink->connection, sink);
      under.port.net.startReading(sink->connection);
    }
  }
  explicit Channel(Under& under) : Channel(under, under.channel()) {}
  Sink one, other;
};

}  // namespace

TEST_CASE_TEMPLATE("a channel to a child carries bytes both ways", Under, BACK_ENDS) {
  Under under;
  SpawnSpec spec = shell("cat; echo over >&3", {piped, piped, {}, {.kind = Kind::channel}});
  Started child(under.port, spec);
  Sink in(under.port, spec.stdio[0].connection), out(under.port, spec.stdio[1].connection);
  Sink channel(under.port, spec.stdio[3].connection);
  in.close();
  REQUIRE(turnUntil(under.port, [&] { return channel.over; }));
  CHECK(channel.bytes == "over\n");
  CHECK(channel.log == "end;");
}

TEST_CASE_TEMPLATE("the channel that the program was started with", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Channel<Under> channel(under);
  CHECK(channel.one.write("to the child").sent == 12);
  CHECK(channel.other.write("to the parent").sent == 13);
  REQUIRE(turnUntil(port, [&] { return channel.one.bytes.size() == 13 && channel.other.bytes.size() == 12; }));
  channel.one.close();
  REQUIRE(turnUntil(port, [&] { return channel.other.over; }));
  CHECK(channel.other.log == "end;");
  Connection* none = nullptr;
  CHECK(port.children.openChannel(999, &none) == UV_EBADF);
  CHECK(none == nullptr);
}

TEST_CASE_TEMPLATE("a listener goes over a channel before its bytes, and both have it", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Channel<Under> channel(under);
  Accepting server(port), received(port);
  REQUIRE(server.listen(v4(0)) == 0);
  Address address = server.address();
  CHECK(channel.one.write("first ").sent == 6);
  REQUIRE(turnUntil(port, [&] { return channel.other.bytes == "first "; }));
  CHECK(channel.one.write("with a listener", {.listener = server.listener}).sent == 15);
  CHECK(channel.one.write(" last").sent == 5);
  REQUIRE(turnUntil(port, [&] { return channel.other.bytes == "first with a listener last"; }));
  CHECK(channel.other.log == "handle behind 6;");
  REQUIRE(channel.other.handles.size() == 1);
  Listener* handle = channel.other.handles[0].listener;
  REQUIRE(handle);
  CHECK(port.net.address(handle).port == address.port);
  REQUIRE(port.net.listen({.address = {}, .received = handle}, &received, &received.listener) == 0);
  // The sender closes its own listener. The listener that was received stays open.
  server.close();
  Sink client(port);
  REQUIRE(port.net.connect({address, {}}, &client, &client.connection) == 0);
  REQUIRE(turnUntil(port, [&] { return client.connected && received.accepted.size() == 1; }));
  CHECK(client.log == "connect 0;");
  received.close();
  Sink late(port);
  REQUIRE(port.net.connect({address, {}}, &late, &late.connection) == 0);
  REQUIRE(turnUntil(port, [&] { return late.connected; }));
  CHECK(late.log == "connect -111;");
}

TEST_CASE_TEMPLATE("a connection goes over a channel, and the sender has it until it closes it", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Channel<Under> channel(under);
  Pair pair(port);
  port.net.stopReading(pair.peer().connection);
  CHECK(channel.other.write("a connection", {.connection = pair.peer().connection}).sent == 12);
  REQUIRE(turnUntil(port, [&] { return channel.one.bytes == "a connection"; }));
  CHECK(channel.one.log == "handle behind 0;");
  REQUIRE(channel.one.handles.size() == 1);
  REQUIRE(channel.one.handles[0].connection);
  Sink received(port, channel.one.handles[0].connection);
  CHECK(received.write("from the receiver").sent == 17);
  CHECK(pair.peer().write(", from the sender").sent == 17);
  REQUIRE(turnUntil(port, [&] { return pair.client.bytes == "from the receiver, from the sender"; }));
  pair.peer().close();
  runManyTurns(port);
  CHECK(pair.client.log == "");
  CHECK(pair.client.write("to the receiver").sent == 15);
  REQUIRE(turnUntil(port, [&] { return received.bytes == "to the receiver"; }));
  received.close();
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  CHECK(pair.client.log == "end;");
}

TEST_CASE_TEMPLATE("where nothing was sent, the handle was not either", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Channel<Under> channel(under);
  Accepting server(port);
  REQUIRE(server.listen(v4(0)) == 0);
  port.net.stopReading(channel.other.connection);
  std::string full(1 << 20, 'x');
  channel.one.send(full);
  Slice slice{"!", 1};
  CHECK(port.children.writeHandle(channel.one.connection, slice, {.listener = server.listener}).sent == 0);
  // A send of a handle passes the handle with its own first byte, after the sends that are under way.
  port.net.send(channel.one.connection, {Buffer::from("end")}, {.listener = server.listener});
  port.net.startReading(channel.other.connection);
  REQUIRE(turnUntil(port, [&] { return channel.other.bytes.size() == full.size() + 3; }));
  REQUIRE(channel.other.handles.size() == 1);
  // The handle comes before the bytes that it was sent with. A read that contains those bytes may also contain earlier
  // ones.
  std::string behind = "handle behind ";
  REQUIRE(channel.other.log.starts_with(behind));
  CHECK(std::stoul(channel.other.log.substr(behind.size())) <= full.size());
  port.net.close(channel.other.handles[0].listener);
  channel.other.close();
  REQUIRE(turnUntil(port, [&] { return channel.one.over; }));
  CHECK(port.children.writeHandle(channel.one.connection, slice, {.listener = server.listener}).sent == 0);
}

namespace {

struct ReceivedDatagrams final : DatagramSink {
  void onDatagram(const char* data, std::size_t size, const Address&) override { bytes.emplace_back(data, size); }
  void onReceiveError(ErrorCode) override {}
  void onSent(ErrorCode) override { ++outcomes; }
  std::vector<std::string> bytes;
  int outcomes = 0;
};

}  // namespace

TEST_CASE_TEMPLATE("a socket for datagrams goes over a channel, and each datagram comes to one of its holders", Under,
                   BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Datagrams& datagrams = port.datagrams;
  Channel<Under> channel(under);
  ReceivedDatagrams atSender, atReceiver, atClient;
  DatagramSocket *own = nullptr, *received = nullptr, *client = nullptr;
  REQUIRE(datagrams.open({.address = v4(0)}, &atSender, &own) == 0);
  REQUIRE(datagrams.open({.address = v4(0)}, &atClient, &client) == 0);
  CHECK(channel.one.write("a socket", {.datagrams = own}).sent == 8);
  REQUIRE(turnUntil(port, [&] { return channel.other.bytes == "a socket"; }));
  CHECK(channel.other.log == "handle behind 0;");
  REQUIRE(channel.other.handles.size() == 1);
  received = channel.other.handles[0].datagrams;
  REQUIRE(received);
  Address mine, theirs;
  REQUIRE(datagrams.localAddress(own, mine) == 0);
  REQUIRE(datagrams.localAddress(received, theirs) == 0);
  CHECK(mine.port == theirs.port);
  int queued = 0;
  auto send = [&](const std::string& text) {
    const Slice slice{text.data(), text.size()};
    const ErrorCode error = datagrams.send(client, &slice, 1, mine);
    if (error == UV_EAGAIN) datagrams.queue(client, Buffer::copyOf(text.data(), text.size()), mine), ++queued;
    CHECK((error == 0 || error == UV_EAGAIN));
  };
  // It receives nothing before it is opened.
  send("to the sender");
  REQUIRE(turnUntil(port, [&] { return atSender.bytes.size() == 1; }));
  REQUIRE(datagrams.open({.received = received}, &atReceiver, &received) == 0);
  for (int i = 0; i < 40; ++i) send(std::to_string(i));
  REQUIRE(turnUntil(port, [&] { return atSender.bytes.size() + atReceiver.bytes.size() == 41; }));
  // The socket ends with its last holder.
  datagrams.close(own);
  send("to the receiver");
  REQUIRE(turnUntil(port, [&] { return !atReceiver.bytes.empty() && atReceiver.bytes.back() == "to the receiver"; }));
  datagrams.close(received);
  DatagramSocket* again = nullptr;
  REQUIRE(datagrams.open({.address = mine}, &atSender, &again) == 0);
  datagrams.close(again);
  CHECK(turnUntil(port, [&] { return atClient.outcomes == queued; }));
  datagrams.close(client);
}

TEST_CASE_TEMPLATE("a socket for datagrams without a sink receives nothing, and the one that it is passed to does",
                   Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Datagrams& datagrams = port.datagrams;
  Channel<Under> channel(under);
  ReceivedDatagrams atReceiver, atClient;
  DatagramSocket *own = nullptr, *received = nullptr, *client = nullptr;
  REQUIRE(datagrams.open({.address = v4(0)}, nullptr, &own) == 0);
  Address address;
  REQUIRE(datagrams.localAddress(own, address) == 0);
  REQUIRE(datagrams.open({.address = v4(0)}, &atClient, &client) == 0);
  const Slice slice{"early", 5};
  const bool waits = datagrams.send(client, &slice, 1, address) == UV_EAGAIN;
  if (waits) datagrams.queue(client, Buffer::from("early"), address);
  runManyTurns(port);
  // The sender may close its socket as soon as the handle has been given away.
  port.net.send(channel.one.connection, {Buffer::from("x")}, {.datagrams = own});
  datagrams.close(own);
  REQUIRE(turnUntil(port, [&] { return channel.other.handles.size() == 1; }));
  received = channel.other.handles[0].datagrams;
  REQUIRE(received);
  REQUIRE(datagrams.open({.received = received}, &atReceiver, &received) == 0);
  REQUIRE(turnUntil(port, [&] { return atReceiver.bytes.size() == 1; }));
  CHECK(atReceiver.bytes[0] == "early");
  datagrams.close(received);
  datagrams.close(client);
}
