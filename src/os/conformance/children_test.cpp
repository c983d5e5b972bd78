// Tests of Children's contract: what a child gets, how it ends, and what cannot be started. Channels are tested in
// channels_test.cpp, children that are waited for in run_test.cpp. Other users, sessions and PATH are tested in
// os/linux/linux_children_test.cpp, because a simulated machine has one user and no sessions, and finds its programs in a
// table.
#include <string>

#include "os/port/children_role.h"

#include "support/child_scripts.h"
#include "support/port_files.h"

TEST_CASE_TEMPLATE("a child has its arguments, environment, directory and streams; its end is told once", Under,
                   BACK_ENDS) {
  Under under;
  Port& port = under.port;
  std::string folder;
  REQUIRE(port.files.mkdir(under.directory + "/folder", 0755) == 0);
  REQUIRE(port.files.realpath(under.directory + "/folder", folder) == 0);
  SpawnSpec spec = shell("cat; echo $0 $1 $ONE; pwd; exit 3", {piped, piped, {}});
  spec.environment.push_back("ONE=1");
  spec.directory = folder;
  Started child(port, spec);
  CHECK(child.pid > 0);
  Sink out(port, spec.stdio[1].connection), in(port, spec.stdio[0].connection);
  CHECK(in.write("given ").sent == 6);
  CHECK(port.process.kill(child.pid, 0) == 0);
  in.close();
  REQUIRE(turnUntil(port, [&] { return child.ended && out.over; }));
  CHECK(out.bytes == "given zero one 1\n" + folder + "\n");
  CHECK(out.log == "end;");
  CHECK(child.code == 3);
  CHECK(child.signal == 0);
  runManyTurns(port);
  CHECK(child.ended == 1);
}

TEST_CASE_TEMPLATE("without a directory of its own a child starts in the program's", Under, BACK_ENDS) {
  Under under;
  String before = under.port.process.currentDirectory();
  std::string here;
  REQUIRE(under.port.files.realpath(under.directory, here) == 0);
  REQUIRE(under.port.process.changeDirectory(under.directory) == 0);
  CHECK(said(under.port, "pwd") == here + "\n");
  REQUIRE(under.port.process.changeDirectory(before) == 0);
}

TEST_CASE_TEMPLATE("how a child ends: its code, or the signal", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  auto ends = [&](const char* script, int signal = 0) {
    SpawnSpec spec = shell(script, {{}, piped, {}});
    Started child(port, spec);
    Sink out(port, spec.stdio[1].connection);
    REQUIRE(turnUntil(port, [&] { return out.bytes == "ready\n"; }));
    if (signal) CHECK(port.process.kill(child.pid, signal) == 0);
    REQUIRE(turnUntil(port, [&] { return child.ended == 1; }));
    return std::pair(child.code, child.signal);
  };
  CHECK(ends("echo ready") == std::pair(0, 0));
  CHECK(ends("echo ready; exit 255") == std::pair(255, 0));
  CHECK(ends("echo ready; kill -10 $$") == std::pair(0, 10));
  CHECK(ends("echo ready; sleep 60; exit 1", 15) == std::pair(0, 15));
  CHECK(ends("echo ready; sleep 60; exit 1", 9) == std::pair(0, 9));
}

TEST_CASE_TEMPLATE("nothing is left of a child when its end is pushed", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  SpawnSpec spec = shell("exit 0", {});
  ErrorCode found = 1;
  Started child(port, spec);
  child.then = [&] { found = port.process.kill(child.pid, 0); };
  CHECK(child.ended == 0);
  REQUIRE(turnUntil(port, [&] { return child.ended == 1; }));
  CHECK(found == UV_ESRCH);
}

TEST_CASE_TEMPLATE("what a child wrote outlives it, until the connection is closed", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  SpawnSpec spec = shell("echo last words; echo more >&2", {{}, piped, piped});
  Started child(port, spec);
  REQUIRE(turnUntil(port, [&] { return child.ended == 1; }));
  Sink out(port, spec.stdio[1].connection);
  port.net.close(spec.stdio[2].connection);
  CHECK(out.bytes == "");
  REQUIRE(turnUntil(port, [&] { return out.over; }));
  CHECK(out.bytes == "last words\n");
  CHECK(out.log == "end;");
}

TEST_CASE_TEMPLATE("a child whose handle was closed is waited for, and not told of", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  SpawnSpec spec = shell("exit 0", {});
  Started child(port, spec);
  child.close();
  REQUIRE(turnUntil(port, [&] { return port.process.kill(child.pid, 0) == UV_ESRCH; }));
  runManyTurns(port);
  CHECK(child.ended == 0);
}

TEST_CASE_TEMPLATE("without streams nothing comes, and what is said goes nowhere", Under, BACK_ENDS) {
  Under under;
  SpawnSpec spec = shell("cat; echo lost; echo lost >&2; exit 4", {{}, {}, {}});
  Started child(under.port, spec);
  REQUIRE(turnUntil(under.port, [&] { return child.ended == 1; }));
  CHECK(child.code == 4);
  for (const ChildStdio& stdio : spec.stdio) CHECK(stdio.connection == nullptr);
}

TEST_CASE_TEMPLATE("pipes beyond the first three are a child's, too", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  SpawnSpec spec = shell("echo one; echo three >&3; echo four >&4", {{}, piped, {}, piped, piped});
  Started child(port, spec);
  Sink one(port, spec.stdio[1].connection), three(port, spec.stdio[3].connection), four(port, spec.stdio[4].connection);
  REQUIRE(turnUntil(port, [&] { return one.over && three.over && four.over; }));
  CHECK(one.bytes == "one\n");
  CHECK(three.bytes == "three\n");
  CHECK(four.bytes == "four\n");
}

TEST_CASE_TEMPLATE("files as streams: the child has them after the program has closed them", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Files& files = port.files;
  auto at = [&](const char* name) { return under.directory + "/" + name; };
  makeFile(files, at("in"), "from the file ");
  int in = files.open(at("in"), O_RDONLY, 0), out = files.open(at("out"), O_WRONLY | O_CREAT, 0644);
  CHECK(writeTo(files, out, "first ") == 6);
  CHECK(readFrom(files, in, 5) == "from ");
  ChildStdio output{.kind = Kind::descriptor, .fd = out};
  SpawnSpec spec = shell("cat; echo one; echo two >&2; echo four >&4",
                         {{.kind = Kind::descriptor, .fd = in}, output, output, {}, output});
  Started child(port, spec);
  CHECK(files.close(in) == 0);
  CHECK(files.close(out) == 0);
  REQUIRE(turnUntil(port, [&] { return child.ended == 1; }));
  CHECK(contents(files, at("out")) == "first the file one\ntwo\nfour\n");
}

TEST_CASE_TEMPLATE("a connection as streams: both have it, and the last one closes it", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  port.net.stopReading(pair.peer().connection);
  ChildStdio both{.kind = Kind::connection, .connection = pair.peer().connection};
  SpawnSpec spec = shell("cat; echo behind; echo more >&2; exit 5", {both, both, both});
  Started child(port, spec);
  CHECK(pair.client.write("a line ").sent == 7);
  REQUIRE(turnUntil(port, [&] { return pair.client.bytes == "a line "; }));
  CHECK(port.net.shutdown(pair.client.connection) == 0);
  REQUIRE(turnUntil(port, [&] { return child.ended == 1; }));
  CHECK(child.code == 5);
  runManyTurns(port);
  CHECK(pair.client.bytes == "a line behind\nmore\n");
  CHECK_FALSE(pair.client.over);
  CHECK(pair.peer().write("ours").sent == 4);
  pair.peer().close();
  REQUIRE(turnUntil(port, [&] { return pair.client.over; }));
  CHECK(pair.client.bytes == "a line behind\nmore\nours");
  CHECK(pair.client.log == "end;");
}

TEST_CASE_TEMPLATE("what cannot be executed is an error at once, with ended pipes and without a process", Under,
                   BACK_ENDS) {
  Under under;
  Port& port = under.port;
  auto fails = [&](SpawnSpec spec) {
    Exit exit;
    Child* child;
    int pid;
    ErrorCode error = port.children.spawn(spec, &exit, &child, &pid);
    CHECK(child == nullptr);
    CHECK(pid == 0);
    REQUIRE(spec.stdio[1].connection);
    Sink in(port, spec.stdio[0].connection), out(port, spec.stdio[1].connection);
    CHECK(in.log == "");
    CHECK(turnUntil(port, [&] { return in.over && out.over; }));
    CHECK(out.log == "end;");
    CHECK(in.write("x").error == UV_EPIPE);
    runManyTurns(port);
    CHECK(exit.ended == 0);
    return error;
  };
  SpawnSpec spec = shell("exit 0", {piped, piped, {}});
  spec.file = "no_such_program";
  CHECK(fails(spec) == UV_ENOENT);
  spec.file = "/no/such/folder/program";
  CHECK(fails(spec) == UV_ENOENT);
  spec = shell("exit 0", {piped, piped, {}});
  spec.directory = under.directory + "/none";
  CHECK(fails(spec) == UV_ENOENT);
  makeFile(port.files, under.directory + "/file", "");
  spec.directory = under.directory + "/file";
  CHECK(fails(spec) == UV_ENOTDIR);
  spec = shell("exit 0", {piped, piped, {.kind = Kind::descriptor, .fd = 999}});
  CHECK(fails(spec) == UV_EBADF);
}
