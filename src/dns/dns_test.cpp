// Tests dns on the simulated port, where names are in a table and time is virtual: queries that are cancelled, given up
// or released.
#include <nodecpp/concurrency.h>
#include <nodecpp/dns.h>
#include <nodecpp/timers.h>

#include <string>

#include "support/live_bytes.h"
#include "support/program_notes.h"

namespace {

os::NetworkOptions& world() { return static_cast<os::SimPort&>(detail::Loop::current().port()).network().options; }

const std::string address("\xc0\x00\x02\x01", 4);  // 192.0.2.1

// In this zone, late.test is found after 50 ms, silent.test never, right.test at once, and no other name exists.
void zone() {
  world().zone[{"right.test", 1}] = {.records = {{.owner = "right.test", .data = address}}};
  world().zone[{"late.test", 1}] = {.records = {{.owner = "late.test", .data = address}}, .time = 50'000'000};
  world().zone[{"silent.test", 1}] = {.error = os::QueryError::timeout};
  world().zone[{"1.2.0.192.in-addr.arpa", 12}] = {
      .records = {{.owner = "1.2.0.192.in-addr.arpa", .type = 12, .data = std::string("\4name\4test\0", 11)}}};
  world().names["two.test"] = {{os::Address::Family::ipv6, "2001:db8::1", 0},
                               {os::Address::Family::ipv4, "192.0.2.1", 0}};
}

bool busy() { return detail::Loop::current().port().turns.busy(); }

}  // namespace

TEST_CASE("a query gets an answer or an error") {
  auto notes = program([]() -> Promise<> {
    zone();
    auto found = co_await dns::promises::resolve4("right.test");
    note(text(found[0]));
    try {
      co_await dns::promises::resolveMx("right.test");
    } catch (const Error& error) {
      note(text(error->message) + " " + text(error->code) + " " + text(error->hostname));
    }
    note(text((co_await dns::promises::reverse("192.0.2.1"))[0]));
  });
  CHECK(notes == Notes{"192.0.2.1", "queryMx ENOTFOUND right.test ENOTFOUND right.test", "name.test"});
}

TEST_CASE("silence ends by all tries, each twice as long as the one before") {
  auto notes = program([]() -> Promise<> {
    zone();
    auto resolver = make<dns::promises::Resolver>({.timeout = 100, .tries = 3});
    try {
      co_await resolver->resolve4("silent.test");
    } catch (const Error& error) {
      note(text(error->code));
    }
    CHECK(now() == 700);
    auto limited = make<dns::promises::Resolver>({.timeout = 100, .tries = 3, .maxTimeout = 150});
    try {
      co_await limited->resolve4("silent.test");
    } catch (const Error& error) {
      note(text(error->code));
    }
    CHECK(now() == 1100);
  });
  CHECK(notes == Notes{"ETIMEOUT", "ETIMEOUT"});
}

TEST_CASE("cancel() fails what is asked, in the order it was asked, and nothing that is asked later") {
  auto notes = program([]() -> Promise<> {
    zone();
    auto resolver = make<dns::Resolver>();
    for (const char* name : {"late.test", "silent.test"})
      resolver->resolve4(name, [=](Error error, Array<String>) { note(text(error->message)); });
    resolver->cancel();
    note("cancelled");
    resolver->resolve4("right.test", [](Error, Array<String> found) { note(text(found[0])); });
    co_await sleep(100);
  });
  CHECK(notes == Notes{"cancelled", "queryA ECANCELLED late.test", "queryA ECANCELLED silent.test", "192.0.2.1"});
}

TEST_CASE("a retracted wait gives its query back, and leaves nothing that would be told or keep the program") {
  auto notes = program([]() -> Promise<> {
    zone();
    auto asks = []() -> Promise<> {
      Local local("asks");
      co_await dns::promises::resolve4("late.test");
      note("never");
    };
    co_await race(asks, [] { return sleep(1); });
    note("over");
    CHECK(now() == 1);
    CHECK(!busy());
    auto any = []() -> Promise<> {
      Local local("wrong name");
      co_await dns::promises::resolve4("a..b");
      note("never");
    };
    co_await race([] { return sleep(0).then([] {}); }, any);
  });
  CHECK(notes == Notes{"~asks", "over", "~wrong name", "failed: Error: queryA EBADNAME a..b"});
}

TEST_CASE("a retracted look-up is disowned") {
  auto notes = program([]() -> Promise<> {
    zone();
    world().jobTime = 50'000'000;
    auto looks = []() -> Promise<> {
      Local local("looks");
      co_await dns::promises::lookup("two.test");
      note("never");
    };
    co_await race(looks, [] { return sleep(1); });
    CHECK(now() == 1);
    CHECK(busy());  // getaddrinfo cannot be stopped
    co_await sleep(100);
    note("over");
  });
  CHECK(notes == Notes{"~looks", "over"});
}

TEST_CASE("a resolver that nobody holds goes on until its queries are answered") {
  auto notes = program([]() -> Promise<> {
    zone();
    make<dns::Resolver>()->resolve4("late.test", [](Error, Array<String> found) { note(text(found[0])); });
    CHECK(busy());
    co_await sleep(100);
    CHECK(!busy());
  });
  CHECK(notes == Notes{"192.0.2.1"});
}

TEST_CASE("a program that ends while it asks leaves nothing behind") {
  for (int i = 0; i < 2; ++i) {
    notes.clear();
    os::Network network;
    os::SimPort port(network, {});
    detail::Loop loop(port);
    detail::Loop* before = detail::Loop::setCurrent(&loop);
    loop.makeCallback([] {
      zone();
      auto resolver = make<dns::Resolver>();
      Local held("");
      resolver->resolve4("silent.test", [resolver, held](Error, Array<String>) { note("never"); });
      dns::resolve4("silent.test", [held](Error, Array<String>) { note("never"); });
      [](Local) -> Promise<> { co_await dns::promises::resolve4("silent.test"); }(held);
    });
    loop.end();
    detail::Loop::setCurrent(before);
    CHECK(notes == Notes{});
    CHECK(alive == 0);
  }
}

TEST_CASE("servers: no change while something is asked, and none twice") {
  auto notes = program([]() -> Promise<> {
    zone();
    auto resolver = make<dns::Resolver>();
    resolver->setServers({"127.0.0.1", "127.0.0.1:53", "[::1]:5353"});
    for (const String& server : resolver->getServers()) note(text(server));
    resolver->resolve4("late.test", [](Error, Array<String>) {});
    try {
      resolver->setServers({"127.0.0.2"});
    } catch (const Error& error) {
      note(text(error->code));
    }
    co_await sleep(100);
    resolver->setServers({});
    CHECK(resolver->getServers().empty());
    resolver->resolve4("right.test", [](Error error, Array<String>) { note(text(error->code)); });
    co_await sleep(1);
  });
  CHECK(notes == Notes{"127.0.0.1", "[::1]:5353", "ERR_DNS_SET_SERVERS_FAILED", "UNKNOWN_ARES_ERROR"});
}

TEST_CASE("addresses come in the order of the options") {
  auto notes = program([]() -> Promise<> {
    zone();
    note(text((co_await dns::promises::lookup("two.test")).address));
    note(text((co_await dns::promises::lookup("two.test", {.order = "ipv4first"})).address));
    note(text((co_await dns::promises::lookup("two.test", {.verbatim = false})).address));
    dns::setDefaultResultOrder("ipv4first");
    note(text((co_await dns::promises::lookup("two.test", {.all = true}))[0].address));
    note(text((co_await dns::promises::lookup("two.test", {.order = "ipv6first"})).address));
    dns::setDefaultResultOrder("verbatim");
  });
  CHECK(notes == Notes{"2001:db8::1", "192.0.2.1", "192.0.2.1", "192.0.2.1", "2001:db8::1"});
}

TEST_CASE("records of a type that is known at run time convert to that type only") {
  auto notes = program([]() -> Promise<> {
    zone();
    dns::resolve("right.test", "A", [](Error, Array<String> found) { note(text(found[0])); });
    dns::Records records = co_await dns::promises::resolve("right.test", "A");
    CHECK(records.length() == 1);
    CHECK_THROWS_AS(Array<dns::MxRecord> wrong = records, TypeError);
    CHECK_THROWS_AS(dns::promises::resolve("right.test", "X"), TypeError);
  });
  CHECK(notes == Notes{"192.0.2.1"});
}

TEST_CASE("a malformed message is a bad answer") {
  auto notes = program([]() -> Promise<> {
    world().zone[{"bad.test", 1}] = {.message = "short"};
    try {
      co_await dns::promises::resolve4("bad.test");
    } catch (const Error& error) {
      note(text(error->code));
    }
  });
  CHECK(notes == Notes{"EBADRESP"});
}

TEST_CASE("queries asked and given back do not grow the program") {
  program([]() -> Promise<> {
    zone();
    std::size_t before = 0;
    auto resolver = make<dns::promises::Resolver>({.timeout = 2, .tries = 1});
    for (int i = 0; i < 3000; ++i) {
      if (i == 1000) before = liveBytes();
      co_await race([=] { return resolver->resolve4("silent.test").then([] {}); }, [] { return sleep(1); });
    }
    CHECK(liveBytes() < before + 20000);
  });
}
