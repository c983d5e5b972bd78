// Cases that only the real port meets: edge-triggered events that come before anybody waits for them, descriptors that
// run out or are shared, urgent data, many signals at once. The peers are plain blocking sockets.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <latch>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "os/linux/linux_port.h"
#include "os/posix/thread_pool.h"

using namespace nodecpp;
using namespace nodecpp::os;

namespace {

bool turnUntil(Port& port, const std::function<bool()>& done) {
  for (int i = 0; i < 400 && !done(); ++i) port.turns.wait(5);
  return done();
}
void runManyTurns(Port& port) {
  for (int i = 0; i < 4; ++i) port.turns.wait(5);
}

struct Sink final : ConnectionSink {
  explicit Sink(Port& p, Connection* c = nullptr) : port(p), connection(c) {}
  ~Sink() { close(); }
  void onConnect(ErrorCode error) override {
    outcome = error;
    connected = true;
  }
  void onRead(detail::Block*, char* data, std::size_t size) override { bytes.append(data, size); }
  void onEnd() override { ended = true; }
  void onReadError(ErrorCode e) override { error = e; }
  void onSent(ErrorCode) override {}
  void close() {
    if (connection) port.net.close(std::exchange(connection, nullptr));
  }
  Port& port;
  Connection* connection;
  ErrorCode outcome = 1, error = 0;
  bool connected = false, ended = false;
  std::string bytes;
};

struct Server final : ListenerSink {
  explicit Server(Port& p, ListenSpec spec = {.address = {Address::Family::ipv4, "127.0.0.1", 0}}) : port(p) {
    REQUIRE(port.net.listen(spec, this, &listener) == 0);
  }
  ~Server() {
    if (listener) port.net.close(listener);
  }
  void onConnection(Connection* connection) override {
    sinks.push_back(std::make_unique<Sink>(port, connection));
    port.net.setSink(connection, sinks.back().get());
    port.net.startReading(connection);
  }
  void onAcceptError(ErrorCode) override { ++errors; }
  Port& port;
  Listener* listener = nullptr;
  std::vector<std::unique_ptr<Sink>> sinks;
  int errors = 0;
};

// A file descriptor owned by the test.
struct Plain {
  explicit Plain(int descriptor) : fd(descriptor) { REQUIRE(fd >= 0); }
  Plain(Plain&& other) noexcept : fd(std::exchange(other.fd, -1)) {}
  ~Plain() { close(); }
  void close() {
    if (fd >= 0) ::close(std::exchange(fd, -1));
  }
  void send(const std::string& text, int flags = 0) const {
    REQUIRE(::send(fd, text.data(), text.size(), flags | MSG_NOSIGNAL) == ssize_t(text.size()));
  }
  int fd;
};

Plain connectTo(const Address& address) {
  Plain plain(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_port = htons(std::uint16_t(address.port));
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  REQUIRE(::connect(plain.fd, reinterpret_cast<sockaddr*>(&name), sizeof name) == 0);
  return plain;
}

std::string temporaryPath(const char* name) { return "/tmp/nodecpp-" + std::to_string(::getpid()) + "-" + name; }

Plain listenAt(const std::string& path) {
  ::unlink(path.c_str());
  Plain plain(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  path.copy(name.sun_path, sizeof name.sun_path - 1);
  REQUIRE(::bind(plain.fd, reinterpret_cast<sockaddr*>(&name), sizeof name) == 0);
  REQUIRE(::listen(plain.fd, 8) == 0);
  return plain;
}

}  // namespace

TEST_CASE("bytes and the end come together with the connection") {
  Port& port = linuxPort();
  std::string path = temporaryPath("early");
  Plain listener = listenAt(path);
  Sink client(port);
  REQUIRE(port.net.connect({{Address::Family::unix, path, 0}, {}}, &client, &client.connection) == 0);
  Plain peer(::accept4(listener.fd, nullptr, nullptr, SOCK_CLOEXEC));
  peer.send("first");
  peer.close();
  // One edge-triggered event reports the connection, the bytes and the end, in the turn in which the outcome is pushed.
  REQUIRE(turnUntil(port, [&] { return client.connected; }));
  runManyTurns(port);
  port.net.startReading(client.connection);
  REQUIRE(turnUntil(port, [&] { return client.ended; }));
  CHECK(client.bytes == "first");
  ::unlink(path.c_str());
}

TEST_CASE("more connections than events in one turn") {
  Port& port = linuxPort();
  Server server(port, {.address = {Address::Family::ipv4, "127.0.0.1", 0}, .backlog = 1000});
  std::vector<Plain> clients;
  for (int i = 0; i < 400; ++i) {
    clients.push_back(connectTo(port.net.address(server.listener)));
    clients.back().send("a");
  }
  REQUIRE(turnUntil(port, [&] { return server.sinks.size() == 400; }));
  runManyTurns(port);
  for (Plain& client : clients) client.send("b");
  for (Plain& client : clients) client.close();
  REQUIRE(turnUntil(port, [&] {
    return std::all_of(server.sinks.begin(), server.sinks.end(), [](auto& sink) { return sink->ended; });
  }));
  for (auto& sink : server.sinks) CHECK(sink->bytes == "ab");
}

TEST_CASE("out of descriptors: who waits is dropped, and the next is served again") {
  Port& port = linuxPort();
  Server server(port);
  std::vector<Plain> clients;
  clients.push_back(Plain(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)));
  rlimit before{}, low{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  std::vector<Plain> hoard;
  int highest = ::dup(0);
  low = before;
  low.rlim_cur = rlim_t(highest + 8);
  ::close(highest);
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &low) == 0);
  for (int fd; (fd = ::dup(0)) >= 0;) hoard.emplace_back(fd);
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_port = htons(std::uint16_t(port.net.address(server.listener).port));
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHECK(::connect(clients[0].fd, reinterpret_cast<sockaddr*>(&name), sizeof name) == 0);
  runManyTurns(port);
  CHECK(server.sinks.empty());
  CHECK(server.errors == 0);
  char byte;
  CHECK(::recv(clients[0].fd, &byte, 1, 0) <= 0);  // The connection was dropped, not left waiting.
  hoard.clear();
  ::setrlimit(RLIMIT_NOFILE, &before);
  Plain next = connectTo(port.net.address(server.listener));
  REQUIRE(turnUntil(port, [&] { return server.sinks.size() == 1; }));
}

TEST_CASE("a socket that another process holds open: after close nothing is pushed") {
  Port& port = linuxPort();
  int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  REQUIRE(::bind(fd, reinterpret_cast<sockaddr*>(&name), sizeof name) == 0);
  // A second descriptor of the socket, as a parent that passed the socket to this process keeps one.
  Plain copy(::dup(fd));
  Server server(port, {.address = {}, .fd = fd});
  Address address = port.net.address(server.listener);
  port.net.close(std::exchange(server.listener, nullptr));
  runManyTurns(port);
  Plain client = connectTo(address);
  runManyTurns(port);
  CHECK(server.sinks.empty());
}

TEST_CASE("what fills the read buffer is read on in the same turn, up to the share of one connection") {
  Port& port = linuxPort();
  std::string path = temporaryPath("share");
  Plain listener = listenAt(path);
  Sink client(port);
  REQUIRE(port.net.connect({{Address::Family::unix, path, 0}, {}}, &client, &client.connection) == 0);
  Plain peer(::accept4(listener.fd, nullptr, nullptr, SOCK_CLOEXEC));
  const int room = 1 << 20;
  REQUIRE(::setsockopt(peer.fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room) == 0);
  REQUIRE(turnUntil(port, [&] { return client.connected; }));
  runManyTurns(port);
  // A message with its head is a little longer than the buffer. Its end must not wait until all others were served.
  peer.send(std::string(64 * 1024 + 14, 'a'));
  port.net.startReading(client.connection);
  port.turns.wait(5);
  CHECK(client.bytes.size() == 64 * 1024 + 14);
  ::unlink(path.c_str());
}

TEST_CASE("urgent data does not hide what comes with it") {
  Port& port = linuxPort();
  Server server(port);
  Plain client = connectTo(port.net.address(server.listener));
  REQUIRE(turnUntil(port, [&] { return server.sinks.size() == 1; }));
  runManyTurns(port);
  client.send("ab");
  client.send("!", MSG_OOB);
  client.send("cd");
  REQUIRE(turnUntil(port, [&] { return server.sinks[0]->bytes == "abcd"; }));
}

TEST_CASE("descriptors sent over a unix socket do not hide what comes after them") {
  Port& port = linuxPort();
  std::string path = temporaryPath("rights");
  Plain listener = listenAt(path);
  Sink client(port);
  REQUIRE(port.net.connect({{Address::Family::unix, path, 0}, {}}, &client, &client.connection) == 0);
  Plain peer(::accept4(listener.fd, nullptr, nullptr, SOCK_CLOEXEC));
  REQUIRE(turnUntil(port, [&] { return client.connected; }));
  port.net.startReading(client.connection);
  runManyTurns(port);
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  iovec bytes{const_cast<char*>("x"), 1};
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), &peer.fd, sizeof(int));
  REQUIRE(::sendmsg(peer.fd, &message, 0) == 1);
  peer.send("y");
  REQUIRE(turnUntil(port, [&] { return client.bytes == "xy"; }));
  ::unlink(path.c_str());
}

TEST_CASE("signals come in order, each as often as it was sent, and end a wait") {
  Port& port = linuxPort();
  std::vector<int> seen;
  auto push = [](void* context, int number) { static_cast<std::vector<int>*>(context)->push_back(number); };
  for (int number : {SIGUSR1, SIGUSR2, SIGHUP}) REQUIRE(port.process.watchSignal(number, push, &seen) == 0);
  for (int number : {SIGUSR2, SIGUSR1, SIGUSR1, SIGHUP}) ::raise(number);
  REQUIRE(turnUntil(port, [&] { return seen.size() == 4; }));
  CHECK(seen == std::vector<int>{SIGUSR2, SIGUSR1, SIGUSR1, SIGHUP});
  for (int i = 0; i < 1000; ++i) ::raise(SIGUSR1);  // The program gets more signals than the queue has places for.
  runManyTurns(port);
  CHECK(seen.size() > 100);
  seen.clear();
  ::raise(SIGUSR2);
  REQUIRE(turnUntil(port, [&] { return seen.size() == 1; }));
  struct Raise final : Job {
    void run() override {
      ::usleep(20'000);
      ::kill(::getpid(), SIGUSR1);
      ::usleep(500'000);
    }
    void done() override {}
  };
  seen.clear();
  port.computation.submit(new Raise);
  std::uint64_t before = port.clock.hrtime();
  while (seen.empty()) port.turns.wait(2000);
  CHECK(port.clock.hrtime() - before < 400'000'000);
  for (int number : {SIGUSR1, SIGUSR2, SIGHUP}) port.process.watchSignal(number, nullptr, nullptr);
  turnUntil(port, [&] { return !port.turns.busy(); });
}

TEST_CASE("a signal is pushed by the port that listens to it, whichever is woken") {
  LinuxPort first, second, third;
  std::vector<int> seen, other;
  auto push = [](void* context, int number) { static_cast<std::vector<int>*>(context)->push_back(number); };
  REQUIRE(first.watchSignal(SIGUSR1, push, &seen) == 0);
  REQUIRE(second.watchSignal(SIGUSR2, push, &other) == 0);
  ::raise(SIGUSR1);
  ::raise(SIGUSR2);
  third.wake();  // Wakes the port as a message for a worker does.
  third.wait(0);
  second.wake();
  second.wait(0);
  CHECK(other == std::vector<int>{SIGUSR2});
  CHECK(turnUntil(first, [&] { return !seen.empty(); }));
  CHECK(seen == std::vector<int>{SIGUSR1});
  // The port that watched a signal last gets the signal. An earlier watcher that gives the signal up does not take it
  // from the later one.
  REQUIRE(second.watchSignal(SIGUSR1, push, &other) == 0);
  first.watchSignal(SIGUSR1, nullptr, nullptr);
  ::raise(SIGUSR1);
  CHECK(turnUntil(second, [&] { return other.size() == 2; }));
  CHECK(seen.size() == 1);
  for (int number : {SIGUSR1, SIGUSR2}) second.watchSignal(number, nullptr, nullptr);
}

TEST_CASE("a port that is made later leaves alone that somebody listens to SIGPIPE") {
  LinuxPort port;
  int seen = 0;
  REQUIRE(port.process.watchSignal(SIGPIPE, [](void* context, int) { ++*static_cast<int*>(context); }, &seen) == 0);
  LinuxPort later;  // A worker's port, which is made after SIGPIPE was watched.
  ::raise(SIGPIPE);
  CHECK(turnUntil(port, [&] { return seen == 1; }));
  port.process.watchSignal(SIGPIPE, nullptr, nullptr);
}

TEST_CASE("a port that ends gives its signals back") {
  struct sigaction now {};
  {
    LinuxPort port;
    REQUIRE(port.process.watchSignal(SIGUSR1, [](void*, int) {}, nullptr) == 0);
    ::sigaction(SIGUSR1, nullptr, &now);
    CHECK(bool(now.sa_handler != SIG_DFL));
  }
  ::sigaction(SIGUSR1, nullptr, &now);
  CHECK(bool(now.sa_handler == SIG_DFL));
  std::signal(SIGUSR1, SIG_DFL);
}

TEST_CASE("reading the umask does not change it for a moment, for other threads make files meanwhile") {
  LinuxPort port;
  mode_t before = ::umask(022);
  std::string path = temporaryPath("masked");
  std::atomic<bool> over{false};
  std::atomic<int> made{0}, open{0};
  std::thread maker([&] {
    while (!over) {
      int fd = ::open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
      struct stat status {};
      ::fstat(fd, &status);
      ::close(fd);
      ::unlink(path.c_str());
      if ((status.st_mode & 0777) != 0644) ++open;
      ++made;
    }
  });
  int wrong = 0;
  for (int i = 0; i < 20000 || made < 2000; ++i) wrong += port.process.umask(-1) != 022;
  over = true;
  maker.join();
  CHECK(wrong == 0);
  CHECK(open == 0);
  CHECK(port.process.umask(027) == 022);
  CHECK(port.process.umask(-1) == 027);
  ::umask(before);
}

TEST_CASE("variables are set while the pool reads them") {
  LinuxPort port;
  // Reads as getenv does inside getaddrinfo: along the array, looking at the entries in place.
  struct Reads final : Job {
    Reads(std::atomic<bool>& o, int& a, int& w) : over(o), all(a), without(w) {}
    void run() override {
      while (!over) {
        bool home = false;
        for (char** at = __atomic_load_n(&environ, __ATOMIC_ACQUIRE); char* entry = __atomic_load_n(at, __ATOMIC_ACQUIRE);
             ++at)
          home |= std::string_view(entry) == "NODECPP_STAYS=here";
        if (!home) ++missed;
        ++read;
      }
    }
    void done() override { all = read, without = missed; }
    std::atomic<bool>& over;
    int &all, &without;
    int read = 0, missed = 0;
  };
  int all = 0, without = 0;
  auto variable = [](int i) { return String("NODECPP_TEST_" + std::to_string(i)); };
  String here("here");
  port.process.setEnvironment("NODECPP_STAYS", &here);
  std::atomic<bool> over{false};
  port.computation.submit(new Reads(over, all, without));
  std::size_t before = port.process.environment().size();
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 300; ++i) {
      String value(std::to_string(i * round));
      port.process.setEnvironment(variable(i), &value);
    }
    CHECK(port.process.environment().size() == before + 300);
    CHECK(std::string(std::getenv("NODECPP_TEST_7")) == std::to_string(7 * round));
    for (int i = 0; i < 300; ++i) port.process.setEnvironment(variable(i), nullptr);
    CHECK(std::getenv("NODECPP_TEST_7") == nullptr);
    CHECK(port.process.environment().size() == before);
  }
  over = true;
  CHECK(turnUntil(port, [&] { return !port.turns.busy(); }));
  CHECK(all > 0);
  CHECK(without == 0);
  port.process.setEnvironment("NODECPP_STAYS", nullptr);
}

TEST_CASE("a broken pipe never ends the program, also after somebody listened to it") {
  Port& port = linuxPort();
  int ends[2];
  REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
  ::close(ends[0]);
  CHECK(port.process.writeStandard(ends[1], "x") == -EPIPE);
  REQUIRE(port.process.watchSignal(SIGPIPE, [](void*, int) {}, nullptr) == 0);
  port.process.watchSignal(SIGPIPE, nullptr, nullptr);
  CHECK(port.process.writeStandard(ends[1], "x") == -EPIPE);
  ::close(ends[1]);
}

TEST_CASE("slow jobs leave threads for the others") {
  LinuxPort port;
  std::latch gate(1);
  int slow = 0, quick = 0;
  struct Slow final : Job {
    Slow(std::latch& g, int& c) : gate(g), count(c) {}
    void run() override { gate.wait(); }
    void done() override { ++count; }
    std::latch& gate;
    int& count;
  };
  struct Quick final : Job {
    explicit Quick(int& c) : count(c) {}
    void run() override {}
    void done() override { ++count; }
    int& count;
  };
  Pool pool(port);
  auto finish = [&](const std::function<bool()>& done) {
    for (int i = 0; i < 2000 && !done(); ++i) {
      ::usleep(1000);
      pool.finish();
    }
    return done();
  };
  for (int i = 0; i < 20; ++i) pool.submit(new Slow(gate, slow), true);
  for (int i = 0; i < 20; ++i) pool.submit(new Quick(quick));
  CHECK(finish([&] { return quick == 20; }));
  CHECK(slow == 0);
  gate.count_down();
  CHECK(finish([&] { return slow == 20; }));
  CHECK_FALSE(pool.busy());
}

TEST_CASE("a unix socket that others may use, and paths") {
  Port& port = linuxPort();
  std::string path = temporaryPath("open");
  ::unlink(path.c_str());
  {
    Server server(port, {.address = {Address::Family::unix, path, 0}, .readableAll = true, .writableAll = true});
    struct stat found;
    REQUIRE(::stat(path.c_str(), &found) == 0);
    CHECK((found.st_mode & 0666) == 0666);
  }
  CHECK(::access(path.c_str(), F_OK) != 0);
  Sink sink(port);
  Listener* listener = nullptr;
  CHECK(port.net.listen({.address = {Address::Family::unix, "/no/such/folder/x", 0}}, nullptr, &listener) == -EACCES);
  CHECK(port.net.listen({.address = {Address::Family::unix, std::string(109, 'x'), 0}}, nullptr, &listener) == -EINVAL);
  Server abstract(port, {.address = {Address::Family::unix, std::string("\0nodecpp-test", 13), 0}});
  REQUIRE(port.net.connect({port.net.address(abstract.listener), {}}, &sink, &sink.connection) == 0);
  REQUIRE(turnUntil(port, [&] { return sink.connected; }));
  CHECK(sink.outcome == 0);
}

TEST_CASE("a name with a zero in it is no name") {
  Port& port = linuxPort();
  ErrorCode result = 1;
  port.names.lookup(
      {std::string("localhost\0.example", 18), 0, 0},
      [](void* context, ErrorCode error, std::vector<Address>) { *static_cast<ErrorCode*>(context) = error; }, &result);
  REQUIRE(turnUntil(port, [&] { return result != 1; }));
  CHECK(result == -3008);
}
