// Tests channels in simulated programs: who is told, also while the subscribers change, and that each program has
// channels of its own.
#include <nodecpp/diagnostics_channel.h>
#include <nodecpp/http.h>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "diagnostics_channel/built_in.h"
#include "diagnostics_channel/undici_channels.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;
namespace dc = diagnostics_channel;

namespace {

std::vector<std::string> notes;
void note(const String& text) { notes.emplace_back(text.data(), text.size()); }
using Notes = std::vector<std::string>;

void runIn(World& world, Function<void()> f) {
  world.spawn("program", std::move(f));
  world.settle(1000);
}

}  // namespace

TEST_CASE("a message reaches those who subscribed when it was published") {
  notes.clear();
  World world;
  runIn(world, [] {
    let<dc::Subscriber> second;
    second = dc::Subscriber([](var message) { note("second " + message["n"]); });
    dc::subscribe("own", [=](var message) {
      note("first " + message["n"]);
      dc::unsubscribe("own", second.value());
    });
    dc::subscribe("own", second.value());
    const auto channel = dc::channel("own");
    channel->publish(var::object({{"n", 1}}));
    channel->publish(var::object({{"n", 2}}));
    note(channel->hasSubscribers() ? "yes" : "no");
  });
  CHECK(notes == Notes{"first 1", "second 1", "first 2", "yes"});
}

TEST_CASE("a subscriber that assigns to the published variable changes nothing for the others") {
  notes.clear();
  World world;
  runIn(world, [] {
    std::vector<var> messages{var::object({{"n", 1}})};
    const dc::Subscriber adds([&messages](var) { messages = std::vector<var>(9, var::object({{"n", 2}})); });
    dc::subscribe("own", adds);
    dc::subscribe("own", [](var message) { note("told " + message["n"]); });
    dc::channel("own")->publish(messages[0]);
    dc::unsubscribe("own", adds);
  });
  CHECK(notes == Notes{"told 1"});
}

TEST_CASE("programs beside each other have channels of their own") {
  notes.clear();
  World world;
  world.spawn("one", [] { dc::subscribe("shared", [](var) { note("told"); }); });
  world.settle();
  runIn(world, [] {
    note(dc::hasSubscribers("shared") ? "yes" : "no");
    dc::channel("shared")->publish(var(1));
  });
  CHECK(notes == Notes{"no"});
}

TEST_CASE("a module that nobody watches is told so again after the last subscriber has gone") {
  using dc::detail::BuiltIn;
  notes.clear();
  World world;
  runIn(world, [] {
    const auto wanted = [] {
      note(str(dc::detail::isWanted(BuiltIn::httpClientRequestStart)) + " " + str(dc::detail::isUndiciWanted()));
    };
    wanted();
    const dc::Subscriber subscriber([](var) {});
    dc::subscribe("http.client.request.start", subscriber);
    dc::subscribe("undici:request:create", subscriber);
    dc::subscribe("undici:request:create", subscriber);
    wanted();
    dc::unsubscribe("http.client.request.start", subscriber);
    dc::unsubscribe("undici:request:create", subscriber);
    wanted();
    dc::unsubscribe("undici:request:create", subscriber);
    wanted();
  });
  CHECK(notes == Notes{"false false", "true true", "false true", "false false"});
}

TEST_CASE("requests of a simulated world are told with their objects") {
  notes.clear();
  World world;
  runIn(world, [] {
    dc::subscribe("http.server.request.start",
                  [](var message) { note("server " + message["request"].handle<http::IncomingMessage>()->url); });
    dc::subscribe("http.client.response.finish", [](var message) {
      note("client " + str(message["response"].handle<http::IncomingMessage>()->statusCode));
    });
    auto server = http::createServer([](auto, auto response) { response->writeHead(418)->end(); });
    server->listen(8080, "127.0.0.1", [=] {
      http::get({.agent = false, .host = "127.0.0.1", .path = "/tea", .port = 8080}, [=] { server->close(); });
    });
  });
  CHECK(notes == Notes{"server /tea", "client 418"});
}
