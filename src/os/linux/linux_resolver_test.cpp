// c-ares in the port: queries that are forgotten, answered in a turn, or closed while under way. The name server is a
// plain socket.
#include <arpa/inet.h>
#include <dirent.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "os/linux/linux_resolver.h"
#include "os/linux/linux_port.h"
#include "os/port/dns_message.h"

using namespace nodecpp;
using namespace nodecpp::os;

namespace {

bool turnUntil(Port& port, const std::function<bool()>& done) {
  for (int i = 0; i < 400 && !done(); ++i) port.turns.wait(5);
  return done();
}

int descriptors() {
  int count = 0;
  DIR* directory = ::opendir("/proc/self/fd");
  while (::readdir(directory)) ++count;
  ::closedir(directory);
  return count;
}

struct NameServer {
  NameServer() {
    sockaddr_in name{.sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
    socklen_t size = sizeof name;
    REQUIRE(::bind(fd, reinterpret_cast<sockaddr*>(&name), size) == 0);
    ::getsockname(fd, reinterpret_cast<sockaddr*>(&name), &size);
    port = ntohs(name.sin_port);
  }
  ~NameServer() { ::close(fd); }
  // Receives the next query and notes its sender. Returns an empty string when there is none.
  std::string receive(int flags = 0) {
    char bytes[1000];
    socklen_t size = sizeof from;
    ssize_t got = ::recvfrom(fd, bytes, sizeof bytes, flags, reinterpret_cast<sockaddr*>(&from), &size);
    return got > 0 ? std::string(bytes, std::size_t(got)) : std::string();
  }
  void send(const std::string& message) {
    ::sendto(fd, message.data(), message.size(), 0, reinterpret_cast<sockaddr*>(&from), sizeof from);
  }
  static std::string answerTo(const std::string& query) {
    DnsMessage question;
    REQUIRE(readMessage(query, question));
    std::string wire;
    writeName(question.name, wire);
    return writeAnswer(question.id, wire, question.type, 0,
                       {{.owner = question.name, .data = std::string("\xc0\0\2\1", 4)}});
  }
  int fd = ::socket(AF_INET, SOCK_DGRAM, 0);
  int port = 0;
  sockaddr_in from{};
};

struct Told {
  QueryError error;
  std::string address;
};
using Answers = std::vector<Told>;

struct Note final : Query {
  explicit Note(Answers& a) : answers(a) { ++alive; }
  ~Note() override { --alive; }
  void answered(QueryError error, std::string_view bytes) override {
    DnsMessage message;
    readMessage(bytes, message);
    answers.push_back({error, message.answers.empty() ? "" : message.answers[0].texts[0]});
    if (then) then();
  }
  Answers& answers;
  std::function<void()> then;
  static inline int alive = 0;
};

struct Fixture {
  explicit Fixture(ResolverSpec spec = {.timeout = 50, .tries = 2}) : resolver(port->names.openResolver(spec)) {
    REQUIRE(port->names.setNameServers(resolver, {{Address::Family::ipv4, "127.0.0.1", server.port}}));
  }
  ~Fixture() {
    port.reset();
    CHECK(Note::alive == 0);
  }
  Note* ask(const char* name) {
    Question question;
    REQUIRE(writeName(name, question.name));
    auto* note = new Note(answers);
    port->names.ask(resolver, question, note);
    return note;
  }
  NameServer server;
  std::unique_ptr<LinuxPort> port = std::make_unique<LinuxPort>();
  Resolver* resolver;
  Answers answers;
};

}  // namespace

TEST_CASE("an answer is told in a turn, and keeps nothing") {
  Fixture f;
  int before = descriptors();
  f.ask("a.test");
  CHECK(f.port->turns.busy());
  f.server.send(NameServer::answerTo(f.server.receive()));
  CHECK(f.answers.empty());
  REQUIRE(turnUntil(*f.port, [&] { return !f.answers.empty(); }));
  CHECK(f.answers[0].address == "192.0.2.1");
  CHECK(!f.port->turns.busy());
  CHECK(descriptors() == before);
}

TEST_CASE("a query that is given back is told nothing, and its socket is closed") {
  Fixture f;
  int before = descriptors();
  for (int i = 0; i < 100; ++i) {
    Note* note = f.ask("a.test");
    std::string query = f.server.receive();
    if (i % 2) f.server.send(NameServer::answerTo(query));  // The name server answers just too late.
    f.port->names.forget(f.resolver, note);
    CHECK(Note::alive == 0);
    CHECK(!f.port->turns.busy());
    f.port->turns.wait(0);
  }
  CHECK(f.answers.empty());
  CHECK(descriptors() == before);
}

TEST_CASE("of two, one that is given back does not take the other with it") {
  Fixture f;
  Note* first = f.ask("a.test");
  f.ask("b.test");
  std::string queries[] = {f.server.receive(), f.server.receive()};
  f.port->names.forget(f.resolver, first);
  CHECK(f.port->turns.busy());
  for (const std::string& query : queries) f.server.send(NameServer::answerTo(query));
  REQUIRE(turnUntil(*f.port, [&] { return !f.answers.empty(); }));
  CHECK(f.answers.size() == 1);
  CHECK(!f.port->turns.busy());
}

TEST_CASE("what is answered may ask, give back and close") {
  Fixture f;
  Note* first = f.ask("a.test");
  Note* second = f.ask("b.test");
  first->then = [&] {
    f.port->names.forget(f.resolver, second);
    f.ask("c.test");
    f.port->names.close(f.resolver);
  };
  std::string queries[] = {f.server.receive(), f.server.receive()};
  for (const std::string& query : queries) f.server.send(NameServer::answerTo(query));
  REQUIRE(turnUntil(*f.port, [&] { return !f.answers.empty(); }));
  for (int i = 0; i < 3; ++i) f.port->turns.wait(0);
  CHECK(f.answers.size() == 1);
  CHECK(!f.port->turns.busy());
}

TEST_CASE("a resolver may be closed while it asks") {
  Fixture f;
  f.ask("a.test");
  f.ask("b.test");
  f.port->names.close(f.resolver);
  CHECK(Note::alive == 0);
  CHECK(!f.port->turns.busy());
  f.port->turns.wait(0);
  CHECK(f.answers.empty());
}

TEST_CASE("a silent, a lying and a broken name server are survived") {
  Fixture f;
  f.ask("silent.test");
  REQUIRE(turnUntil(*f.port, [&] { return f.answers.size() == 1; }));
  CHECK(f.answers[0].error == QueryError::timeout);
  while (!f.server.receive(MSG_DONTWAIT).empty()) {
  }
  // An answer with another id is ignored, and the query runs into its time-out.
  f.ask("lie.test");
  std::string answer = NameServer::answerTo(f.server.receive());
  answer[0] = char(answer[0] ^ 1);
  f.server.send(answer);
  REQUIRE(turnUntil(*f.port, [&] { return f.answers.size() == 2; }));
  CHECK(f.answers[1].error == QueryError::timeout);
  while (!f.server.receive(MSG_DONTWAIT).empty()) {
  }
  // After a malformed answer the query is sent again at once, as often as there are tries.
  f.ask("rubbish.test");
  int asked = 0;
  REQUIRE(turnUntil(*f.port, [&] {
    if (!f.server.receive(MSG_DONTWAIT).empty()) {
      ++asked;
      f.server.send("rubbish");
    }
    return f.answers.size() == 3;
  }));
  CHECK(f.answers[2].error == QueryError::malformed);
  CHECK(asked == 2);
}

TEST_CASE("all that is asked is cancelled, in order, and no two questions have one id") {
  Fixture f;
  std::vector<std::string> ids;
  for (int i = 0; i < 200; ++i) f.ask("a.test");
  for (int i = 0; i < 100; ++i) ids.push_back(f.server.receive().substr(0, 2));
  std::sort(ids.begin(), ids.end());
  CHECK(std::unique(ids.begin(), ids.end()) == ids.end());
  f.port->names.cancelAll(f.resolver);
  CHECK(f.answers.empty());
  f.port->turns.wait(0);
  CHECK(f.answers.size() == 200);
  CHECK(f.answers[199].error == QueryError::cancelled);
}

TEST_CASE("a local address that is not ours is a refusal") {
  Fixture f;
  f.port->names.setLocalAddresses(f.resolver, {Address::Family::ipv4, "192.0.2.77", 0}, {});
  f.ask("a.test");
  REQUIRE(turnUntil(*f.port, [&] { return !f.answers.empty(); }));
  CHECK(f.answers[0].error == QueryError::refused);
}
