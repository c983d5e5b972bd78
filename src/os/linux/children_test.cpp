// Child processes on the real port: what they are given, how they fail to start, and that nothing is left of them.
#include <dirent.h>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>

#include "os/linux/linux_port.h"

using namespace nodecpp;
using namespace nodecpp::os;

namespace {

using Kind = ChildStdio::Kind;

bool turnUntil(Port& port, const std::function<bool()>& done) {
  for (int i = 0; i < 2000 && !done(); ++i) port.turns.wait(5);
  return done();
}

struct Exit final : ChildSink {
  void onExit(int c, int s) override {
    ++times;
    code = c;
    signal = s;
  }
  int times = 0, code = -1, signal = -1;
};

struct Pipe final : ConnectionSink {
  Pipe(Port& p, Connection* c) : port(p), connection(c) {
    port.net.setSink(connection, this);
    port.net.startReading(connection);
  }
  ~Pipe() {
    port.net.close(connection);
    for (PassedHandle& handle : handles) {
      if (handle.listener) port.net.close(handle.listener);
      if (handle.connection) port.net.close(handle.connection);
    }
  }
  void onConnect(ErrorCode) override {}
  void onRead(detail::Block*, char* data, std::size_t size) override { bytes.append(data, size); }
  void onEnd() override { ended = true; }
  void onReadError(ErrorCode) override { ended = true; }
  void onSent(ErrorCode) override {}
  void onHandle(PassedHandle handle) override { handles.push_back(handle); }
  Port& port;
  Connection* connection;
  std::string bytes;
  bool ended = false;
  std::vector<PassedHandle> handles;
};

std::size_t openDescriptors() {
  std::size_t count = 0;
  DIR* folder = ::opendir("/proc/self/fd");
  while (::readdir(folder)) ++count;
  ::closedir(folder);
  return count;
}

// Of this process's children: none, not even one to be waited for.
bool noChildren() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

SpawnSpec shell(const char* script, std::vector<ChildStdio> stdio = {{}, {.kind = Kind::pipe}, {.kind = Kind::pipe}}) {
  return {.file = "/bin/sh", .arguments = {"sh", "-c", script}, .environment = {"PATH=/bin:/usr/bin"}, .stdio = stdio};
}

// What a script of the shell's says on its standard output.
std::string said(Port& port, SpawnSpec spec) {
  Exit exit;
  Child* child;
  int pid;
  REQUIRE(port.children.spawn(spec, &exit, &child, &pid) == 0);
  Pipe out(port, spec.stdio[1].connection), err(port, spec.stdio[2].connection);
  REQUIRE(turnUntil(port, [&] { return exit.times == 1 && out.ended; }));
  return out.bytes;
}

}  // namespace

TEST_CASE("a child has its arguments, environment, directory and streams, and is gone when it has ended") {
  LinuxPort port;
  std::size_t before = openDescriptors();
  {
    SpawnSpec spec = shell("cat; echo $0 $ONE; pwd; exit 3", {{.kind = Kind::pipe}, {.kind = Kind::pipe}, {}});
    spec.environment.push_back("ONE=1");
    spec.directory = "/usr";
    Exit exit;
    Child* child;
    int pid;
    REQUIRE(port.children.spawn(spec, &exit, &child, &pid) == 0);
    CHECK(pid > 0);
    Pipe out(port, spec.stdio[1].connection);
    {
      Pipe in(port, spec.stdio[0].connection);
      Slice slice{"given ", 6};
      CHECK(port.net.write(in.connection, &slice, 1).sent == 6);
    }
    CHECK(turnUntil(port, [&] { return exit.times == 1 && out.ended; }));
    CHECK(out.bytes == "given sh 1\n/usr\n");
    CHECK(exit.code == 3);
    CHECK(exit.signal == 0);
  }
  port.turns.wait(0);
  CHECK(openDescriptors() == before);
  CHECK(noChildren());
}

TEST_CASE("a child inherits only what it is given, and no signal that is ignored or held back") {
  LinuxPort port;  // which ignores SIGPIPE
  int careless = ::dup(2);
  sigset_t held, before;
  sigemptyset(&held);
  sigaddset(&held, SIGUSR1);
  ::pthread_sigmask(SIG_BLOCK, &held, &before);
  std::string found = said(port, shell("ls /proc/self/fd | wc -l; grep -E 'Sig(Blk|Ign)' /proc/self/status"));
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::close(careless);
  // 0, 1, 2, and the folder itself.
  CHECK(found == "4\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
}

TEST_CASE("who may be another user starts a child as one") {
  if (::geteuid() != 0) return;
  LinuxPort port;
  SpawnSpec spec = shell("id -u; id -g; id -G");
  spec.uid = 65534;
  spec.gid = 65533;
  CHECK(said(port, spec) == "65534\n65533\n65533\n");
}

TEST_CASE("a connection of this process's becomes a stream of the child's, and blocks there") {
  LinuxPort port;
  int pair[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  Connection* connection;
  REQUIRE(port.children.openChannel(pair[0], &connection) == 0);
  SpawnSpec spec = shell(
      "read line; echo got $line",
      {{.kind = Kind::connection, .connection = connection}, {.kind = Kind::connection, .connection = connection}, {}});
  Exit exit;
  Child* child;
  int pid;
  REQUIRE(port.children.spawn(spec, &exit, &child, &pid) == 0);
  port.net.close(connection);
  ::usleep(20'000);  // it reads before there is anything
  CHECK(::write(pair[1], "a line\n", 7) == 7);
  CHECK(turnUntil(port, [&] { return exit.times == 1; }));
  char bytes[64];
  ssize_t got = ::read(pair[1], bytes, sizeof bytes);
  CHECK(std::string(bytes, std::size_t(got)) == "got a line\n");
  ::close(pair[1]);
}

TEST_CASE("descriptors may change places") {
  LinuxPort port;
  int ends[2];
  REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
  SpawnSpec spec = shell("echo one; echo two >&2; echo five >&5", {{},
                                                                   {.kind = Kind::descriptor, .fd = 2},
                                                                   {.kind = Kind::descriptor, .fd = ends[1]},
                                                                   {},
                                                                   {.kind = Kind::descriptor, .fd = 0},
                                                                   {.kind = Kind::descriptor, .fd = ends[1]}});
  spec.stdio[1] = {.kind = Kind::pipe};
  Exit exit;
  Child* child;
  int pid;
  REQUIRE(port.children.spawn(spec, &exit, &child, &pid) == 0);
  ::close(ends[1]);
  Pipe out(port, spec.stdio[1].connection);
  CHECK(turnUntil(port, [&] { return exit.times == 1 && out.ended; }));
  char bytes[64];
  ssize_t got = ::read(ends[0], bytes, sizeof bytes);
  CHECK(std::string(bytes, std::size_t(got)) == "two\nfive\n");
  CHECK(out.bytes == "one\n");
  ::close(ends[0]);
}

TEST_CASE("what cannot be executed is an error at once, with ended pipes and without a process") {
  LinuxPort port;
  std::size_t before = openDescriptors();
  auto fails = [&](SpawnSpec spec) {
    Exit exit;
    Child* child;
    int pid;
    ErrorCode error = port.children.spawn(spec, &exit, &child, &pid);
    CHECK(child == nullptr);
    CHECK(noChildren());
    if (spec.stdio.size() > 1 && spec.stdio[1].connection) {
      Pipe out(port, spec.stdio[1].connection), err(port, spec.stdio[2].connection);
      CHECK(turnUntil(port, [&] { return out.ended && err.ended; }));
    }
    CHECK(exit.times == 0);
    port.turns.wait(0);
    return error;
  };
  SpawnSpec spec = shell("true");
  spec.directory = "/no/such/folder";
  CHECK(fails(spec) == -ENOENT);
  spec = shell("true");
  spec.file = "no_such_program";
  CHECK(fails(spec) == -ENOENT);
  spec.file = "/etc/passwd";
  CHECK(fails(spec) == -EACCES);
  spec = shell("true");
  spec.arguments.push_back(String(std::string(3'000'000, 'x')));
  CHECK(fails(spec) == -E2BIG);
  spec = shell("true");
  spec.stdio[0] = {.kind = Kind::descriptor, .fd = 999};
  CHECK(fails(spec) == -EBADF);
  if (::geteuid() != 0) {
    spec = shell("true");
    spec.uid = 0;
    CHECK(fails(spec) == -EPERM);
  }
  CHECK(openDescriptors() == before);
}

TEST_CASE("without descriptors nothing is started, and nothing kept, wherever they run out") {
  LinuxPort port;
  std::size_t before = openDescriptors();
  rlimit limit;
  ::getrlimit(RLIMIT_NOFILE, &limit);
  int highest = ::dup(0);
  ::close(highest);
  for (int more = 0; more < 7; ++more) {
    rlimit few{.rlim_cur = rlim_t(highest + more), .rlim_max = limit.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &few);
    SpawnSpec spec = shell("true", {{}, {.kind = Kind::pipe}, {.kind = Kind::channel}});
    Exit exit;
    Child* child;
    int pid;
    ErrorCode error = port.children.spawn(spec, &exit, &child, &pid);
    ::setrlimit(RLIMIT_NOFILE, &limit);
    INFO("with room for ", more);
    if (more < 5) CHECK(error == -EMFILE);
    if (error) {
      CHECK(child == nullptr);
      for (const ChildStdio& stdio : spec.stdio) CHECK(stdio.connection == nullptr);
    } else {
      CHECK(turnUntil(port, [&] { return exit.times == 1; }));
    }
    for (ChildStdio& stdio : spec.stdio)
      if (stdio.connection) port.net.close(stdio.connection);
    port.turns.wait(0);
    CHECK(openDescriptors() == before);
    CHECK(noChildren());
  }
}

TEST_CASE("a script without a first line goes to the shell") {
  LinuxPort port;
  char name[] = "/tmp/nodecpp_script_XXXXXX";
  int fd = ::mkstemp(name);
  CHECK(::write(fd, "echo read by $1\n", 16) == 16);
  ::fchmod(fd, 0755);
  ::close(fd);
  SpawnSpec spec = shell("");
  spec.file = name;
  spec.arguments = {name, "sh"};
  CHECK(said(port, spec) == "read by sh\n");
  ::unlink(name);
}

TEST_CASE("a child that nobody waits for any more is taken away all the same") {
  LinuxPort port;
  SpawnSpec spec = shell("exit 0", {{}, {}, {}});
  Exit exit;
  Child* child;
  int pid;
  REQUIRE(port.children.spawn(spec, &exit, &child, &pid) == 0);
  port.children.close(child);
  CHECK(turnUntil(port, [] { return noChildren(); }));
  CHECK(exit.times == 0);
}

TEST_CASE("descriptors go over a channel: a listener that both have, a connection") {
  LinuxPort port;
  int pair[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  Connection *here, *there;
  REQUIRE(port.children.openChannel(pair[0], &here) == 0);
  REQUIRE(port.children.openChannel(pair[1], &there) == 0);
  Pipe one(port, here), two(port, there);
  Listener* listener;
  REQUIRE(port.net.listen({.address = {Address::Family::ipv4, "127.0.0.1", 0}}, nullptr, &listener) == 0);
  Slice slice{"with a listener", 15};
  CHECK(port.children.writeHandle(here, slice, {.listener = listener}).sent == 15);
  CHECK(turnUntil(port, [&] { return two.bytes.size() == 15; }));
  REQUIRE(two.handles.size() == 1);
  CHECK(port.net.address(two.handles[0].listener).port == port.net.address(listener).port);

  struct Server final : ListenerSink {
    void onConnection(Connection* c) override { connection = c; }
    void onAcceptError(ErrorCode) override {}
    Connection* connection = nullptr;
  } server;
  int number = port.net.address(listener).port;
  port.net.close(listener);
  Listener* received;
  REQUIRE(port.net.listen({.address = {}, .received = std::exchange(two.handles[0].listener, nullptr)}, &server,
                      &received) == 0);
  Connection* client;
  Pipe* none = nullptr;
  struct Quiet final : ConnectionSink {
    void onConnect(ErrorCode error) override { outcome = error; }
    void onRead(detail::Block*, char* data, std::size_t size) override { bytes.append(data, size); }
    void onEnd() override {}
    void onReadError(ErrorCode) override {}
    void onSent(ErrorCode) override {}
    ErrorCode outcome = 1;
    std::string bytes;
  } quiet;
  static_cast<void>(none);
  REQUIRE(port.net.connect({.address = {Address::Family::ipv4, "127.0.0.1", number}, .local = {}}, &quiet, &client) == 0);
  CHECK(turnUntil(port, [&] { return server.connection && quiet.outcome == 0; }));

  slice = {"a connection", 12};
  CHECK(port.children.writeHandle(there, slice, {.connection = server.connection}).sent == 12);
  port.net.close(server.connection);
  CHECK(turnUntil(port, [&] { return one.bytes.size() == 12; }));
  REQUIRE(one.handles.size() == 1);
  slice = {"hello", 5};
  CHECK(port.net.write(one.handles[0].connection, &slice, 1).sent == 5);
  port.net.startReading(client);
  CHECK(turnUntil(port, [&] { return quiet.bytes == "hello"; }));
  port.net.close(client);
  port.net.close(received);
}

TEST_CASE("a thread that ends before its child leaves nothing of it") {
  LinuxPort port;
  std::size_t before = openDescriptors();
  struct End final : ThreadSink {
    void onThreadEnd(int) override { over = true; }
    bool over = false;
  };
  // A thread that starts a child and then ends, or starts a thread that does so.
  struct Main final : ThreadMain {
    explicit Main(int d) : depth(d) {}
    int run(Port* own, int) override {
      if (depth > 0) {
        End inner;
        Thread* thread;
        ThreadSpec spec{.name = "inner", .main = std::make_unique<Main>(depth - 1), .loop = true};
        if (own->threads.startThread(std::move(spec), &inner, &thread) != 0) return 1;
        own->threads.join(thread, 10'000);
        return 0;
      }
      SpawnSpec spec = shell("sleep 0.3", {{}, {}, {}});
      Exit exit;
      Child* child;
      int pid;
      if (own->children.spawn(spec, &exit, &child, &pid) != 0) return 1;
      own->children.close(child);
      return 0;
    }
    int depth;
  };
  for (int depth : {0, 1}) {
    End end;
    Thread* thread;
    ThreadSpec spec{.name = "outer", .main = std::make_unique<Main>(depth), .loop = true};
    REQUIRE(port.threads.startThread(std::move(spec), &end, &thread) == 0);
    CHECK(turnUntil(port, [&] { return end.over; }));
    CHECK_FALSE(noChildren());
    CHECK_FALSE(port.turns.busy());
    bool none = false;
    for (int i = 0; i < 200 && !none; ++i) {
      port.turns.wait(10);
      siginfo_t info{};
      none = ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == -1 && errno == ECHILD;
    }
    CHECK(none);
    port.turns.wait(0);
    CHECK(openDescriptors() == before);
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
  }
}

TEST_CASE("children by the thousand leave nothing behind") {
  // NODECPP_CHILDREN asks for more than a test has time for.
  const char* asked = std::getenv("NODECPP_CHILDREN");
  int total = asked ? std::atoi(asked) : 2000;
  LinuxPort port;
  std::size_t before = openDescriptors();
  struct Counted final : ChildSink {
    void onExit(int code, int signal) override { ++ended, failed += code != 0 || signal != 0; }
    int ended = 0, failed = 0;
  } counted;
  int started = 0;
  while (counted.ended < total) {
    while (started < total && started - counted.ended < 16) {
      SpawnSpec spec{
          .file = "/bin/true", .arguments = {"true"}, .environment = {}, .stdio = {{}, {.kind = Kind::pipe}, {}}};
      Child* child;
      int pid;
      REQUIRE(port.children.spawn(spec, &counted, &child, &pid) == 0);
      port.net.close(spec.stdio[1].connection);
      ++started;
    }
    port.turns.wait(100);
  }
  port.turns.wait(0);
  CHECK(counted.failed == 0);
  CHECK(openDescriptors() == before);
  CHECK(noChildren());
}
