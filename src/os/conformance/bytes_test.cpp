// Tests of Net's contract: bytes of a connection, its ends and resets.
#include <string>

#include "os/port/port.h"

#include "support/tested_ports.h"

TEST_CASE_TEMPLATE("bytes both ways, half-close, and the end after the data", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  CHECK(pair.client.write("to the server").sent == 13);
  REQUIRE(turnUntil(port, [&] { return pair.peer().bytes == "to the server"; }));
  CHECK(port.net.localAddress(pair.client.connection).port == port.net.remoteAddress(pair.peer().connection).port);
  CHECK(port.net.remoteAddress(pair.client.connection).port == pair.server.address().port);
  CHECK(port.net.remoteAddress(pair.client.connection).host == "127.0.0.1");
  CHECK(port.net.shutdown(pair.client.connection) == 0);
  REQUIRE(turnUntil(port, [&] { return pair.peer().over; }));
  CHECK(pair.peer().log == "end;");
  CHECK(pair.client.write("x").error == UV_EPIPE);
  CHECK(pair.peer().write("last words").sent == 10);
  CHECK(port.net.shutdown(pair.peer().connection) == 0);
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  CHECK(pair.client.bytes == "last words");
  CHECK(pair.client.log == "end;");
}

TEST_CASE_TEMPLATE("several slices are one write", Under, BACK_ENDS) {
  Under under;
  Pair pair(under.port);
  Slice slices[] = {{"one ", 4}, {"", 0}, {"two ", 4}, {"three", 5}};
  if (Completing::active)
    under.port.net.send(pair.client.connection, {Buffer::from("one "), Buffer::from("two "), Buffer::from("three")});
  else
    CHECK(under.port.net.write(pair.client.connection, slices, 4).sent == 13);
  REQUIRE(turnUntil(under.port, [&] { return pair.peer().bytes.size() == 13; }));
  CHECK(pair.peer().bytes == "one two three");
  CHECK(pair.peer().reads == 1);
}

TEST_CASE_TEMPLATE("back-pressure: what a write does not take is sent when there is room", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  port.net.stopReading(pair.peer().connection);
  std::string bytes(16 << 20, 'a');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = char('a' + i % 23);
  Slice slice{bytes.data(), bytes.size()};
  WriteResult result = port.net.write(pair.client.connection, &slice, 1);
  REQUIRE(result.error == 0);
  REQUIRE(result.sent < bytes.size());
  std::size_t half = (bytes.size() - result.sent) / 2;
  pair.client.send(bytes.substr(result.sent, half));
  pair.client.send(bytes.substr(result.sent + half));
  CHECK(port.net.unsent(pair.client.connection) == bytes.size() - result.sent);
  // While a send is under way, `write` takes nothing, because its bytes would overtake the send.
  CHECK(port.net.write(pair.client.connection, &slice, 1).sent == 0);
  runManyTurns(port);
  CHECK(pair.client.sents == 0);
  CHECK(pair.peer().reads == 0);
  port.net.startReading(pair.peer().connection);
  REQUIRE(turnUntil(port, [&] { return pair.peer().bytes.size() == bytes.size() && pair.client.sents == 2; }));
  CHECK(pair.peer().bytes == bytes);
  CHECK(pair.client.sendError == 0);
  CHECK(port.net.unsent(pair.client.connection) == 0);
}

TEST_CASE_TEMPLATE("stopReading keeps what comes, startReading gives it", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  port.net.stopReading(pair.peer().connection);
  pair.client.write("kept");
  port.net.shutdown(pair.client.connection);
  runManyTurns(port);
  CHECK(pair.peer().bytes == "");
  CHECK(pair.peer().log == "");
  // Reading is stopped again inside the push, so the end of the connection must wait, too.
  pair.peer().whenRead = [&] { port.net.stopReading(pair.peer().connection); };
  port.net.startReading(pair.peer().connection);
  CHECK(pair.peer().bytes == "");
  REQUIRE(turnUntil(port, [&] { return pair.peer().bytes == "kept"; }));
  runManyTurns(port);
  CHECK(pair.peer().log == "");
  port.net.startReading(pair.peer().connection);
  REQUIRE(turnUntil(port, [&] { return pair.peer().over; }));
  CHECK(pair.peer().log == "end;");
}

TEST_CASE_TEMPLATE("stopped and started again inside a push", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  pair.peer().whenRead = [&] {
    port.net.stopReading(pair.peer().connection);
    port.net.startReading(pair.peer().connection);
  };
  pair.client.write("one");
  REQUIRE(turnUntil(port, [&] { return pair.peer().bytes == "one"; }));
  pair.client.write("two");
  REQUIRE(turnUntil(port, [&] { return pair.peer().bytes == "onetwo"; }));
  pair.client.write(std::string(200'000, 'x'));
  REQUIRE(turnUntil(port, [&] { return pair.peer().bytes.size() == 200'006; }));
  port.net.shutdown(pair.client.connection);
  REQUIRE(turnUntil(port, [&] { return pair.peer().over; }));
  CHECK(pair.peer().log == "end;");
}

TEST_CASE_TEMPLATE("closed inside a push: nothing more is pushed", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  pair.peer().whenRead = [&] { pair.peer().close(); };
  pair.client.write(std::string(150'000, 'x'));
  port.net.shutdown(pair.client.connection);
  REQUIRE(turnUntil(port, [&] { return pair.peer().reads == 1; }));
  runManyTurns(port);
  CHECK(pair.peer().reads == 1);
  CHECK(pair.peer().log == "");
}

TEST_CASE_TEMPLATE("a reset: what has come is readable, then the error", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  port.net.stopReading(pair.client.connection);
  runManyTurns(port);
  pair.peer().write("before");
  CHECK(port.net.reset(std::exchange(pair.peer().connection, nullptr)) == 0);
  runManyTurns(port);
  port.net.startReading(pair.client.connection);
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  CHECK(pair.client.bytes == "before");
  CHECK(pair.client.log == "error -104;");
  CHECK(pair.client.write("x").error == UV_EPIPE);
}

TEST_CASE_TEMPLATE("a reset meets a write first", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  port.net.stopReading(pair.client.connection);
  port.net.reset(std::exchange(pair.peer().connection, nullptr));
  runManyTurns(port);
  CHECK(pair.client.write("x").error == UV_ECONNRESET);
  CHECK(pair.client.write("x").error == UV_EPIPE);
  port.net.startReading(pair.client.connection);
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  CHECK(pair.client.log == "end;");
}

TEST_CASE_TEMPLATE("closing with unread bytes resets", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  port.net.stopReading(pair.peer().connection);
  pair.client.write("nobody will read this");
  runManyTurns(port);
  pair.peer().close();
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  CHECK(pair.client.log == "error -104;");
}

TEST_CASE_TEMPLATE("writing after the peer's close: accepted once, then a broken pipe", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  pair.peer().close();
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  CHECK(pair.client.log == "end;");
  WriteResult first = pair.client.write("first");
  CHECK(first.sent == 5);
  CHECK(first.error == 0);
  runManyTurns(port);
  CHECK(pair.client.write("second").error == UV_EPIPE);
  CHECK(pair.client.log == "end;");
}

TEST_CASE_TEMPLATE("the end is told once", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  port.net.shutdown(pair.client.connection);
  REQUIRE(turnUntil(port, [&] { return pair.peer().over; }));
  port.net.startReading(pair.peer().connection);
  port.net.shutdown(pair.peer().connection);  // Now both sides have ended, which epoll reports as a further event.
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  runManyTurns(port);
  CHECK(pair.peer().log == "end;");
  CHECK(pair.client.log == "end;");
}

TEST_CASE_TEMPLATE("a send is told of once, in a later turn, in the order of sending", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  runManyTurns(port);
  pair.client.send("one ");
  pair.client.send("two");
  CHECK(pair.client.sents == 0);
  REQUIRE(turnUntil(port, [&] { return pair.client.sents == 2 && pair.peer().bytes.size() == 7; }));
  runManyTurns(port);
  CHECK(pair.client.sents == 2);
  CHECK(pair.peer().bytes == "one two");
}

TEST_CASE_TEMPLATE("a send that is made in the push of another is told of in a later turn", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  pair.client.whenSent = [&] {
    if (pair.client.sents < 3) pair.client.send("x");
  };
  pair.client.send("x");
  for (int turn = 0, before = 0; pair.client.sents < 3 && turn < 400; ++turn) {
    port.turns.wait(5);
    CHECK(pair.client.sents <= before + 1);
    before = pair.client.sents;
  }
  CHECK(pair.client.sents == 3);
  REQUIRE(turnUntil(port, [&] { return pair.peer().bytes == "xxx"; }));
}

TEST_CASE_TEMPLATE("slices are held until they have gone, and no longer", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  Buffer bytes = Buffer::from("held");
  port.net.send(pair.client.connection, {bytes, bytes.subarray(1)});
  CHECK(bytes.isShared());
  REQUIRE(turnUntil(port, [&] { return pair.client.sents == 1; }));
  CHECK_FALSE(bytes.isShared());
  REQUIRE(turnUntil(port, [&] { return pair.peer().bytes == "heldeld"; }));
  CHECK(bytes.toString() == "held");
}

TEST_CASE_TEMPLATE("bytes, end and a send before the outcome of connect is pushed", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  for (bool isUnix : {false, true}) {
    Accepting server(port);
    REQUIRE(server.listen(isUnix ? local(under.directory + "/early") : v4(0)) == 0);
    Sink client(port);
    REQUIRE(port.net.connect({server.address(), {}}, &client, &client.connection) == 0);
    Slice early{"too early", 9};
    CHECK(port.net.write(client.connection, &early, 1).sent == 0);
    client.send("early");
    port.net.startReading(client.connection);
    REQUIRE(turnUntil(port, [&] { return client.sents == 1 && server.accepted.size() == 1; }));
    CHECK(client.log == "connect 0;");
    REQUIRE(turnUntil(port, [&] { return server.accepted[0]->bytes == "early"; }));
    server.accepted[0]->write("hello");
    server.accepted[0]->close();
    REQUIRE(turnUntil(port, [&] { return client.over; }));
    CHECK(client.bytes == "hello");
    CHECK(client.log == "connect 0;end;");
    server.close();
  }
}

TEST_CASE_TEMPLATE("sends under way fail with the peer's reset, all of them", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  port.net.stopReading(pair.peer().connection);
  runManyTurns(port);
  pair.client.send(std::string(16 << 20, 'x'));
  pair.client.send("behind");
  port.net.stopReading(pair.client.connection);
  runManyTurns(port);
  REQUIRE(pair.client.sents == 0);
  port.net.reset(std::exchange(pair.peer().connection, nullptr));
  REQUIRE(turnUntil(port, [&] { return pair.client.sents == 2; }));
  CHECK(pair.client.sendError == UV_ECONNRESET);
}

TEST_CASE_TEMPLATE("closing offers the system what is still held", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  pair.client.send("last ");
  pair.client.send("words");
  pair.client.close();
  REQUIRE(turnUntil(port, [&] { return pair.peer().over; }));
  CHECK(pair.peer().bytes == "last words");
  CHECK(pair.peer().log == "end;");
  CHECK(pair.client.sents == 0);
}

TEST_CASE_TEMPLATE("a unix peer that closes with unread bytes resets", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port, local(under.directory + "/unread"));
  port.net.stopReading(pair.peer().connection);
  pair.client.write("unread");
  runManyTurns(port);
  pair.peer().close();
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  CHECK(pair.client.log == "error -104;");
}

TEST_CASE_TEMPLATE("a unix socket may be half-closed", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port, local(under.directory + "/half"));
  port.net.shutdown(pair.client.connection);
  REQUIRE(turnUntil(port, [&] { return pair.peer().over; }));
  CHECK(pair.peer().write("still here").sent == 10);
  pair.peer().close();
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  CHECK(pair.client.bytes == "still here");
  CHECK(pair.client.log == "end;");
}

TEST_CASE_TEMPLATE("a retained block is not written over", Under, BACK_ENDS) {
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
