// Child processes on the real port: features that only Linux has (users, sessions, PATH, descriptors that run out), and
// that ended children leave nothing behind. Behaviour common to all back ends is tested in os/conformance.
#include <dirent.h>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "os/linux/linux_port.h"
#include "support/folder.h"

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
  ~Pipe() { port.net.close(connection); }
  void onConnect(ErrorCode) override {}
  void onRead(detail::Block*, char* data, std::size_t size) override { bytes.append(data, size); }
  void onEnd() override { ended = true; }
  void onReadError(ErrorCode) override { ended = true; }
  void onSent(ErrorCode) override {}
  Port& port;
  Connection* connection;
  std::string bytes;
  bool ended = false;
};

std::size_t openDescriptors() {
  std::size_t count = 0;
  DIR* folder = ::opendir("/proc/self/fd");
  while (::readdir(folder)) ++count;
  ::closedir(folder);
  return count;
}

// Whether this process has no children, not even a zombie that nobody has waited for.
bool noChildren() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

SpawnSpec shell(const char* script, std::vector<ChildStdio> stdio = {{}, {.kind = Kind::pipe}, {.kind = Kind::pipe}}) {
  return {.file = "/bin/sh", .arguments = {"sh", "-c", script}, .environment = {"PATH=/bin:/usr/bin"}, .stdio = stdio};
}

// Returns the standard output of a shell script.
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

TEST_CASE("a child inherits only what it is given, and no signal that is ignored or held back") {
  LinuxPort port;  // A LinuxPort makes the process ignore SIGPIPE, which a child must not inherit.
  int careless = ::dup(2);
  sigset_t held, before;
  sigemptyset(&held);
  sigaddset(&held, SIGUSR1);
  ::pthread_sigmask(SIG_BLOCK, &held, &before);
  std::string found = said(port, shell("ls /proc/self/fd | wc -l; grep -E 'Sig(Blk|Ign)' /proc/self/status"));
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::close(careless);
  // The descriptors are 0, 1, 2, and the one by which ls reads the folder.
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

TEST_CASE("what cannot be executed leaves no process and no descriptor, whatever the reason") {
  LinuxPort port;
  std::size_t before = openDescriptors();
  auto fails = [&](SpawnSpec spec) {
    Exit exit;
    Child* child;
    int pid;
    ErrorCode error = port.children.spawn(spec, &exit, &child, &pid);
    CHECK(child == nullptr);
    CHECK(noChildren());
    Pipe out(port, spec.stdio[1].connection), err(port, spec.stdio[2].connection);
    CHECK(turnUntil(port, [&] { return out.ended && err.ended; }));
    CHECK(exit.times == 0);
    return error;
  };
  SpawnSpec spec = shell("true");
  spec.file = "no_such_program";
  CHECK(fails(spec) == -ENOENT);
  spec.file = "/etc/passwd";
  CHECK(fails(spec) == -EACCES);
  spec = shell("true");
  spec.arguments.push_back(String(std::string(3'000'000, 'x')));
  CHECK(fails(spec) == -E2BIG);
  if (::geteuid() != 0) {
    spec = shell("true");
    spec.uid = 0;
    CHECK(fails(spec) == -EPERM);
  }
  port.turns.wait(0);
  CHECK(openDescriptors() == before);
}

TEST_CASE("a name without a slash is looked for along the PATH that the child is given") {
  LinuxPort port;
  tests::Folder folder;
  std::string path = folder.path() + "/nodecpp_said";
  int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0755);
  CHECK(::write(fd, "#!/bin/sh\necho found\n", 21) == 21);
  ::close(fd);
  SpawnSpec spec = shell("");
  spec.file = "nodecpp_said";
  spec.environment = {String("PATH=/no/such/folder:" + folder.path())};
  CHECK(said(port, spec) == "found\n");
  spec.environment = {"PATH=/no/such/folder"};
  Exit exit;
  Child* child;
  int pid;
  CHECK(port.children.spawn(spec, &exit, &child, &pid) == -ENOENT);
  for (int i : {1, 2}) port.net.close(spec.stdio[std::size_t(i)].connection);
}

TEST_CASE("a detached child is the first of a session of its own") {
  LinuxPort port;
  // The fields of /proc/PID/stat after the name are state, parent, group and session.
  const char* script = "read pid name state parent group session rest < /proc/$$/stat; echo $((session == $$))";
  SpawnSpec spec = shell(script);
  CHECK(said(port, spec) == "0\n");
  spec = shell(script);
  spec.detached = true;
  CHECK(said(port, spec) == "1\n");
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

TEST_CASE("a thread that ends before its child leaves nothing of it") {
  LinuxPort port;
  std::size_t before = openDescriptors();
  struct End final : ThreadSink {
    void onThreadEnd(int) override { over = true; }
    bool over = false;
  };
  // With depth 0, a thread that starts a child and ends before the child does. With a greater depth, a thread that starts
  // a thread of the next smaller depth and waits for the end of that thread.
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
  // The variable NODECPP_CHILDREN asks for more children than an ordinary test has time for.
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
