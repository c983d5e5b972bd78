// Bytes of a connection, its ends and resets, of both ports.
#include "os/port/port.h"

#include "support/ports.h"

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
  CHECK(pair.client.write("x").error == UV_EPIPE);
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
  CHECK(pair.client.write("x").error == UV_EPIPE);
}

TEST_CASE_TEMPLATE("a reset meets a write first", Under, Linux, Simulated) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  port.stopReading(pair.client.connection);
  port.reset(std::exchange(pair.peer().connection, nullptr));
  turnAWhile(port);
  CHECK(pair.client.write("x").error == UV_ECONNRESET);
  CHECK(pair.client.write("x").error == UV_EPIPE);
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
  CHECK(pair.client.write("second").error == UV_EPIPE);
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
  CHECK(pair.client.write("x").error == UV_ECONNRESET);
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
