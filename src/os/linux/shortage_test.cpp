// The real port when the system has no more descriptors, threads or buffers. Each case runs in a process of its own, so
// that its limits end with it.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "os/linux/linux_port.h"
#include "os/posix/signal_watches.h"

using namespace nodecpp;
using namespace nodecpp::os;

namespace {

// Ends the process of the test case when `good` is false.
void expect(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "expected: %s\n", what);
  ::_exit(1);
}

// Returns the exit code of a child process that runs `body`. The process is killed when it hangs.
int inProcess(const std::function<void()>& body) {
#if __has_feature(thread_sanitizer)
  return body ? 0 : 1;  // Under ThreadSanitizer a process forked from a process with threads may not start threads.
#endif
  pid_t pid = ::fork();
  if (pid == 0) {
    ::alarm(20);
    body();
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(pid, &status, 0) == pid);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

bool turnUntil(Port& port, const std::function<bool()>& done) {
  for (int i = 0; i < 400 && !done(); ++i) port.turns.wait(5);
  return done();
}

// Takes all descriptors that this process may still open except `left`. Calls that are made while no descriptor is left
// are made once before, on another port: UndefinedBehaviorSanitizer opens a pipe when it meets an object of a new type.
struct Hoard {
  explicit Hoard(std::size_t left = 0) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    rlimit low = before_;
    low.rlim_cur = 256;
    ::setrlimit(RLIMIT_NOFILE, &low);
    for (int fd; (fd = ::dup(2)) >= 0;) taken_.push_back(fd);
    for (; left > 0; --left) {
      ::close(taken_.back());
      taken_.pop_back();
    }
  }
  ~Hoard() { release(); }
  void release() {
    for (int fd : taken_) ::close(fd);
    taken_.clear();
    ::setrlimit(RLIMIT_NOFILE, &before_);
  }
  std::vector<int> taken_;
  rlimit before_{};
};

struct Done final : Job {
  explicit Done(int& c) : count(c) {}
  void run() override {}
  void done() override { ++count; }
  int& count;
};

struct Quiet final : ConnectionSink {
  void onConnect(ErrorCode) override {}
  void onRead(detail::Block*, char*, std::size_t) override {}
  void onEnd() override {}
  void onReadError(ErrorCode) override {}
  void onSent(ErrorCode) override {}
  void onHandle(PassedHandle handle) override { handles.push_back(handle); }
  std::vector<PassedHandle> handles;
};

struct Server final : ListenerSink {
  void onConnection(Connection* connection) override {
    port.net.setSink(connection, &quiet);
    connections.push_back(connection);
  }
  void onAcceptError(ErrorCode) override { ++errors; }
  explicit Server(Port& p) : port(p) {}
  Port& port;
  Quiet quiet;
  std::vector<Connection*> connections;
  int errors = 0;
};

int connectTo(int number) {
  int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_port = htons(std::uint16_t(number));
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd, reinterpret_cast<sockaddr*>(&name), sizeof name) == 0) return fd;
  ::close(fd);
  return -1;
}

bool hasEnded(int fd) {
  char byte;
  return ::recv(fd, &byte, 1, MSG_DONTWAIT) >= 0 || errno != EAGAIN;
}

}  // namespace

TEST_CASE("out of descriptors: a thread with a loop does not start, and its maker is told") {
  CHECK(inProcess([] {
          LinuxPort port;
          struct End final : ThreadSink {
            void onThreadEnd(int) override { over = true; }
            bool over = false;
          } end;
          struct Main final : ThreadMain {
            int run(Port*, int) override { return 0; }
          };
          Thread* thread = nullptr;
          auto start = [&](LinuxPort& at) {
            ThreadSpec spec{.name = "test", .main = std::make_unique<Main>(), .loop = true};
            return at.startThread(std::move(spec), &end, &thread);
          };
          {
            LinuxPort other;
            expect(start(other) == 0 && other.join(thread, 5000), "a thread");
          }
          // When only one descriptor is left, the new port gets an epoll instance but no eventfd.
          for (std::size_t left : {0, 1}) {
            Hoard hoard(left);
            expect(start(port) == -EMFILE, "EMFILE");
            expect(!thread && !port.turns.busy(), "no thread");
          }
          expect(start(port) == 0, "a thread later");
          expect(turnUntil(port, [&] { return end.over; }), "its end");
        }) == 0);
}

TEST_CASE("out of descriptors: what was computed is told all the same") {
  CHECK(inProcess([] {
          LinuxPort port;
          auto computes = [](LinuxPort& at) {
            int count = 0;
            expect(at.compute(new Done(count), 0) == 0, "computes");
            expect(turnUntil(at, [&] { return count == 1; }), "done");
            expect(!at.busy(), "nothing under way");
          };
          {
            LinuxPort other;
            computes(other);
          }
          Hoard hoard;
          computes(port);
        }) == 0);
}

TEST_CASE("out of descriptors: paths can be watched again when there are some") {
  CHECK(inProcess([] {
          LinuxPort port;
          struct Changes final : PathSink {
            void onChange(bool, const std::string&) override { ++count; }
            int count = 0;
          } changes;
          PathWatch* watch = nullptr;
          {
            LinuxPort other;
            expect(other.paths.watchPath("/tmp", &changes, &watch) == 0, "watches");
            other.paths.unwatch(watch);
          }
          {
            Hoard hoard;
            expect(port.paths.watchPath("/tmp", &changes, &watch) == -EMFILE, "EMFILE");
            expect(!watch, "no watch");
          }
          std::string folder = "/tmp/nodecpp-watched-" + std::to_string(::getpid());
          expect(port.paths.watchPath("/tmp", &changes, &watch) == 0, "watches");
          ::close(::open(folder.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
          expect(turnUntil(port, [&] { return changes.count > 0; }), "changes");
          ::unlink(folder.c_str());
          port.paths.unwatch(watch);
        }) == 0);
}

TEST_CASE("out of descriptors: one of several processes that share a listener leaves connections to the others") {
  CHECK(inProcess([] {
          int listening = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
          sockaddr_in name{};
          name.sin_family = AF_INET;
          name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
          ::bind(listening, reinterpret_cast<sockaddr*>(&name), sizeof name);
          ::listen(listening, 100);
          socklen_t size = sizeof name;
          ::getsockname(listening, reinterpret_cast<sockaddr*>(&name), &size);
          int number = ntohs(name.sin_port);
          int clients[20];

          LinuxPort port;
          int pair[2];
          ::socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
          Connection *here = nullptr, *there = nullptr;
          expect(port.children.openChannel(pair[0], &here) == 0 && port.children.openChannel(pair[1], &there) == 0, "a channel");
          Quiet one, two;
          port.net.setSink(here, &one);
          port.net.setSink(there, &two);
          port.net.startReading(there);
          Listener* own;
          expect(port.net.listen({.address = {}, .fd = ::dup(listening)}, nullptr, &own) == 0, "a listener");
          port.children.writeHandle(here, {"x", 1}, {.listener = own});
          expect(turnUntil(port, [&] { return two.handles.size() == 1; }), "which comes over a channel");
          Server server(port);
          {
            LinuxPort other;
            Server warm(other);
            Listener* listener;
            expect(other.listen({.address = {Address::Family::ipv4, "127.0.0.1", 0}}, &warm, &listener) == 0, "listens");
            int client = connectTo(other.address(listener).port);
            expect(turnUntil(other, [&] { return warm.connections.size() == 1; }), "accepts");
            ::close(client);
            other.close(warm.connections[0]);
            other.close(listener);
          }
          Listener* shared;
          expect(port.net.listen({.address = {}, .received = two.handles[0].listener}, &server, &shared) == 0, "is shared");

          {
            for (int& client : clients) client = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
            Hoard hoard;
            for (int& client : clients)
              expect(::connect(client, reinterpret_cast<sockaddr*>(&name), sizeof name) == 0, "connects");
            std::uint64_t began = port.clock.hrtime();
            int turns = 0;
            while (port.clock.hrtime() - began < 300'000'000) port.turns.wait(50), ++turns;
            expect(turns < 60, "no turns without end");
            for (int client : clients) expect(!hasEnded(client), "nobody is dropped");
            // The port has its spare descriptor, with which it serves the one connection for which it was woken.
            expect(server.connections.size() == 1, "one is served");
            expect(server.errors == 0, "no error");
          }
          // The other connections are still in the queue, where other processes would find them.
          ::fcntl(listening, F_SETFL, O_NONBLOCK);
          for (int i = 0; i < 9; ++i) expect(::accept(listening, nullptr, nullptr) >= 0, "a connection for another");
          expect(turnUntil(port, [&] { return server.connections.size() == 11; }), "it takes part again");
          expect(connectTo(number) >= 0, "connects");
          expect(turnUntil(port, [&] { return server.connections.size() == 12; }), "and goes on");
        }) == 0);
}

TEST_CASE("what a parent has blocked and ignored of signals is not the program's") {
  CHECK(inProcess([] {
          for (int number : {SIGCHLD, SIGHUP, SIGTERM}) std::signal(number, SIG_IGN);
          for (int number : {SIGPIPE, SIGXFSZ}) std::signal(number, SIG_DFL);
          sigset_t blocked;
          sigfillset(&blocked);
          ::pthread_sigmask(SIG_SETMASK, &blocked, nullptr);
          SignalQueue::begin();
          auto is = [](int number, sighandler_t handler) {
            struct sigaction now{};
            ::sigaction(number, nullptr, &now);
            return now.sa_handler == handler;
          };
          for (int number : {SIGCHLD, SIGHUP, SIGTERM}) expect(is(number, SIG_DFL), "the default");
          for (int number : {SIGPIPE, SIGXFSZ}) expect(is(number, SIG_IGN), "an error of the call instead");
          ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
          expect(sigisemptyset(&blocked), "nothing blocked");
          LinuxPort port;
          struct Exit final : ChildSink {
            void onExit(int c, int) override { code = c; }
            int code = -1;
          } exit;
          SpawnSpec spec{.file = "/bin/sh", .arguments = {"sh", "-c", "exit 3"}, .environment = {}, .stdio = {{}, {}, {}}};
          Child* child;
          int pid;
          expect(port.children.spawn(spec, &exit, &child, &pid) == 0, "starts");
          expect(turnUntil(port, [&] { return exit.code >= 0; }) && exit.code == 3, "its exit code is known");
        }) == 0);
}

TEST_CASE("accepting that fails is told now and then, and does not keep the processor busy") {
  CHECK(inProcess([] {
          LinuxPort port;
          Server server(port);
          Listener* listener;
          expect(port.net.listen({.address = {Address::Family::ipv4, "127.0.0.1", 0}}, &server, &listener) == 0, "listens");
          int number = port.net.address(listener).port;
          ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
          sock_filter filter[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                                  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_accept4, 0, 1),
                                  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOBUFS),
                                  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
          sock_fprog program{4, filter};
          // The system does not permit the filter of system calls that simulates the shortage, so the case is skipped.
          if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) ::_exit(0);
          expect(connectTo(number) >= 0, "connects");
          std::uint64_t began = port.clock.hrtime();
          int turns = 0;
          while (port.clock.hrtime() - began < 350'000'000) port.turns.wait(50), ++turns;
          expect(server.errors >= 2, "it is told, and tries again");
          expect(server.errors <= 5 && turns < 60, "with pauses");
          port.net.close(listener);
        }) == 0);
}

TEST_CASE("without threads for the pool its jobs are done all the same, and signals still come") {
  CHECK(inProcess([] {
          LinuxPort port;
          rlimit none{0, 0};
          ::setrlimit(RLIMIT_NPROC, &none);
          if (::geteuid() == 0) expect(::setresuid(65534, 65534, 65534) == 0, "an ordinary user");
          int count = 0;
          for (int i = 0; i < 3; ++i) port.computation.submit(new Done(count));
          expect(turnUntil(port, [&] { return count == 3; }), "done");
          expect(!port.turns.busy(), "nothing under way");
          sigset_t blocked;
          ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
          expect(!sigismember(&blocked, SIGTERM), "no signal is blocked");
        }) == 0);
}
