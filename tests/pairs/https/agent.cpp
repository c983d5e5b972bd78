// What the requests of an https agent share: connections, TLS sessions, options.
#include "scenes.h"
static void echo(http::IncomingMessage request, http::ServerResponse response) {
  response->end(request->url + " " + orNone(request->socket.as<tls::TLSSocket>()->servername));
}
using Change = Function<https::RequestOptions(https::RequestOptions)>;
// Makes the requests one after the other, and then closes the server.
static void asked(
    String name, https::AgentOptions agentOptions, Array<Change> changes,
    Function<void(https::Agent)> after = [](https::Agent) {}) {
  scene(name, [=] { serve({}, echo, [=](https::RequestOptions to, Function<void()> close) {
    auto agent = make<https::Agent>(agentOptions);
    let<Function<void()>> next;
    next = [=] {
      if (changes.empty()) {
        say("agent", agent->sockets.keys().length(), agent->freeSockets.keys().length(), agent->totalSocketCount);
        after(agent);
        agent->destroy();
        return close();
      }
      auto change = Array<Change>(changes).shift();
      auto options = to; options.agent = agent; options = change(options);
      tell(https::get(options), next);
    };
    next.value()();
  }); });
}
int main(int argc, char** argv) { return run(argc, argv, [] {
auto plain = [](auto to) { return to; };
auto path = [](String text) { return Change([=](auto to) { to.path = text; return to; }); };
auto named = [](String name, String path = "") { return Change([=](auto to) { to.servername = name; to.path = path; return to; }); };
auto rejecting = [](bool on) { return Change([=](auto to) { to.rejectUnauthorized = on; return to; }); };
asked("connections are kept", {.keepAlive = true}, {path("/a"), path("/b"), named("localhost", "/c"), path("/d")});
asked("other options, another connection", {.keepAlive = true}, {rejecting(true), rejecting(false), [](auto to) { to.minVersion = "TLSv1.2"; return to; },
  rejecting(false), [](auto to) { to.ALPNProtocols = {"http/1.1"}; return to; }, plain, path("/last")});
asked("sessions", {}, {plain, plain, named("localhost"), plain});
asked("sessions of TLS 1.2", {.maxVersion = "TLSv1.2"}, {plain, plain, named("localhost"), plain});
asked("one session", {.maxCachedSessions = 1}, {plain, plain, named("localhost"), named("localhost"), plain, plain});
asked("no session", {.maxCachedSessions = 0}, {plain, plain});
asked("an error drops the session", {}, {plain, plain, named("other.example"), named("other.example"), plain});
asked("a check for one request", {.keepAlive = true},
      {[](auto to) {
         to.checkServerIdentity = [] {
           say("client", "check");
           return Error();
         };
      return to;
    },
       [](auto to) {
         to.checkServerIdentity = [] {
           say("client", "check again");
           return Error();
         };
      return to;
    },
       plain, plain});
asked("a check of the agent", {.keepAlive = true, .checkServerIdentity = [] { say("client", "check"); return Error(); }}, {named("other.example"), named("other.example")});
asked("options of the agent", {.keepAlive = true, .ALPNProtocols = {"http/1.1"}, .servername = "localhost"}, {named("other.example"), plain});
asked("properties", {.maxCachedSessions = 3}, {}, [](auto agent) { say("agent", agent->maxCachedSessions, agent->defaultPort, agent->protocol, agent->keepAlive, agent->maxFreeSockets); });
scene("a queue", [] { serve({}, echo, [](https::RequestOptions to, Function<void()> close) {
  auto agent = make<https::Agent>({.keepAlive = true, .maxSockets = 1});
  let<int> left = 3;
  auto done = [=] {
    if (--left == 0) {
      agent->destroy();
      close();
    }
  };
  for (String path : {"/a", "/b", "/c"}) { auto options = to; options.agent = agent; options.path = path; tell(https::get(options), done); }
  auto count = [](const auto& lists) { return lists.keys().map([&](String name) { return lists[name].length(); }).join(); };
  say("agent", count(agent->sockets), count(agent->requests));
}); });
scene("names", [] {
  auto agent = make<https::Agent>();
  say("agent", agent->getName());
  say("agent", agent->getName({.family = 4, .host = "h", .localAddress = "l", .port = 1, .socketPath = "s"}));
  say("agent", agent->getName({.host = "h", .servername = "h", .key = Buffer::from("key"), .cert = "cert", .ca = "ca", .pfx = "pfx"}));
  say("agent", agent->getName({.rejectUnauthorized = true, .servername = "s", .ca = Array<String>{"a", "b"}, .ciphers = "c", .sigalgs = "x"}));
  say("agent", agent->getName({.crl = "c", .dhparam = "d", .ecdhCurve = "e", .honorCipherOrder = false, .maxVersion = "TLSv1.3", .minVersion = "TLSv1.2",
    .secureOptions = 4, .secureProtocol = "p", .sessionIdContext = "i"}));
  auto options = https::globalAgent->options;
  say("agent", https::globalAgent->maxCachedSessions, https::globalAgent->defaultPort, https::globalAgent->protocol, https::globalAgent->keepAlive, options.timeout.value, options.scheduling);
});
scene("another globalAgent", [] { serve({}, echo, [](https::RequestOptions to, Function<void()> close) {
  https::globalAgent = make<https::Agent>({.keepAlive = true, .ca = pem()});
  tell(https::get({.host = to.host, .port = to.port}), [=] { tell(https::get({.host = to.host, .path = "/b", .port = to.port}), [=] {
    https::globalAgent->destroy();
    close();
  }); });
}); });
play();
}); }
