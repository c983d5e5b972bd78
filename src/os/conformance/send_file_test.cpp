// Tests of Net's contract: parts of files that are sent over a connection.
#include <string>

#include "os/port/files_role.h"

#include "support/port_files.h"

namespace {

std::string pattern(std::size_t size) {
  std::string bytes(size, 'a');
  for (std::size_t i = 0; i < size; ++i) bytes[i] = char('a' + i % 23);
  return bytes;
}

// Sends a part of a file as the runtime does: what writeFile does not take goes to sendFile. Returns writeFile's error.
ErrorCode sendPart(Port& port, Connection* connection, FilePart part) {
  const WriteResult result = port.net.writeFile(connection, part);
  CHECK(result.sent <= part.size);
  if (result.error) return result.error;
  part.offset += result.sent;
  part.size -= result.sent;
  if (part.size > 0) port.net.sendFile(connection, part);
  return 0;
}

}  // namespace

TEST_CASE_TEMPLATE("a part of a file is sent, and the descriptor's position stays", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  makeFile(port.files, under.directory + "/a", "0123456789");
  const int fd = port.files.open(under.directory + "/a", O_RDONLY, 0);
  Pair pair(port);
  CHECK(sendPart(port, pair.client.connection, {fd, 2, 5}) == 0);
  REQUIRE(turnUntil(port, [&] { return pair.peer().bytes.size() == 5; }));
  CHECK(pair.peer().bytes == "23456");
  REQUIRE(turnUntil(port, [&] { return port.net.unsent(pair.client.connection) == 0; }));
  CHECK(readFrom(port.files, fd, 3) == "012");
  CHECK(port.files.close(fd) == 0);
}

TEST_CASE_TEMPLATE("a large file is sent in turns, behind and before other sends", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  const std::string bytes = pattern(5'000'000);
  makeFile(port.files, under.directory + "/a", bytes);
  const int fd = port.files.open(under.directory + "/a", O_RDONLY, 0);
  Pair pair(port);
  port.net.stopReading(pair.peer().connection);
  pair.client.send("head;");
  port.net.sendFile(pair.client.connection, {fd, 0, bytes.size()});
  pair.client.send(";tail");
  // While a send is under way, neither `write` nor `writeFile` takes anything.
  Slice slice{"x", 1};
  CHECK(port.net.write(pair.client.connection, &slice, 1).sent == 0);
  CHECK(port.net.writeFile(pair.client.connection, {fd, 0, 1}).sent == 0);
  CHECK(port.net.unsent(pair.client.connection) == bytes.size() + 10);
  runManyTurns(port);
  CHECK(pair.client.sents < 3);
  port.net.startReading(pair.peer().connection);
  REQUIRE(turnUntil(port, [&] { return pair.client.sents == 3 && pair.peer().bytes.size() == bytes.size() + 10; }));
  CHECK(pair.peer().bytes == "head;" + bytes + ";tail");
  CHECK(pair.client.sendError == 0);
  CHECK(port.net.unsent(pair.client.connection) == 0);
  CHECK(port.files.close(fd) == 0);
}

TEST_CASE_TEMPLATE("a file that ends early is UV_EOF, and nothing follows it", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  makeFile(port.files, under.directory + "/a", "0123456789");
  const int fd = port.files.open(under.directory + "/a", O_RDONLY, 0);
  Pair pair(port);
  port.net.sendFile(pair.client.connection, {fd, 5, 100});
  pair.client.send("never");
  REQUIRE(turnUntil(port, [&] { return pair.client.sents == 2; }));
  CHECK(pair.client.sendError == UV_EOF);
  CHECK(port.net.unsent(pair.client.connection) == 0);
  port.net.close(pair.client.connection);
  pair.client.connection = nullptr;
  REQUIRE(turnUntil(port, [&] { return pair.peer().over; }));
  CHECK(pair.peer().bytes == "56789");
  CHECK(port.files.close(fd) == 0);
}

TEST_CASE_TEMPLATE("a file that becomes shorter while it is sent is UV_EOF", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  const std::string bytes = pattern(20'000'000);
  makeFile(port.files, under.directory + "/a", bytes);
  const int fd = port.files.open(under.directory + "/a", O_RDWR, 0);
  Pair pair(port);
  port.net.stopReading(pair.peer().connection);
  REQUIRE(sendPart(port, pair.client.connection, {fd, 0, bytes.size()}) == 0);
  runManyTurns(port);
  CHECK(pair.client.sents == 0);
  CHECK(port.files.truncate(fd, 10) == 0);
  port.net.startReading(pair.peer().connection);
  REQUIRE(turnUntil(port, [&] { return pair.client.sents == 1; }));
  CHECK(pair.client.sendError == UV_EOF);
  CHECK(port.files.close(fd) == 0);
}

TEST_CASE_TEMPLATE("a connection that is closed or reset gives the file up", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  const std::string bytes = pattern(20'000'000);
  makeFile(port.files, under.directory + "/a", bytes);
  const int fd = port.files.open(under.directory + "/a", O_RDONLY, 0);
  Pair pair(port);
  port.net.stopReading(pair.peer().connection);
  REQUIRE(sendPart(port, pair.client.connection, {fd, 0, bytes.size()}) == 0);
  runManyTurns(port);
  CHECK(port.net.reset(pair.client.connection) == 0);
  pair.client.connection = nullptr;
  CHECK(port.files.close(fd) == 0);
  runManyTurns(port);
  CHECK(pair.client.sents == 0);
}

TEST_CASE_TEMPLATE("a file that the system has in memory is opened at once, or the system cannot tell", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  makeFile(files, under.directory + "/a", "abc");
  const int fd = files.open(under.directory + "/a", O_RDONLY | openIfReady, 0);
  if (fd >= 0) {
    CHECK(readFrom(files, fd) == "abc");
    CHECK(files.close(fd) == 0);
  } else {
    CHECK(fd == UV_EAGAIN);
  }
  const int missing = files.open(under.directory + "/none", O_RDONLY | openIfReady, 0);
  CHECK((missing == UV_ENOENT || missing == UV_EAGAIN));
}
