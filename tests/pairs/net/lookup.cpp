#include <vector>

#include "scenes.h"
using net::LookupOptions, net::LookupCallback, net::LookupAddress;
static void to(String name, net::ConnectOptions options, net::LookupFunction lookup) { scene(name, [=] {
  let<net::Server> server; server = net::createServer([=](auto s) { s->resume(); s->on(event::close, [=] { server->close(); }); })->listen(0, "127.0.0.1", [=] {
    auto all = options; all.port = server->address().port; all.host = "example.test"; all.lookup = lookup;
    auto c = watch(net::connect(all), "client");
    c->on(event::connectionAttempt, [=](String address, int, int family) { say("client", "attempt", address, family); });
    c->on(event::connectionAttemptFailed, [=](String address, int, int family, Error error) { say("client", "failed", address, family, message(error)); });
    c->on(event::connectionAttemptTimeout, [=](String address, int, int family) { say("client", "timed out", address, family); });
    c->on(event::connect, [=] { say("client", c->remoteAddress(), c->autoSelectFamilyAttemptedAddresses().size()); c->end(); });
    c->on(event::error, [=](Error error) { for (auto each : error->errors ? error->errors : Array<Error>()) say("client", "one of", message(each)); server->close(); });
  });
}); }
static void told(String host, LookupOptions options) { say("client", "asked", host, options.family, options.hints, options.all); }
static void two(String, LookupOptions, LookupCallback callback) { callback(nullptr, Array<LookupAddress>{{"::1", 6}, {"127.0.0.1", 4}}); }

int main(int argc, char** argv) { return run(argc, argv, [] {
using Many = Array<LookupAddress>;
to("all: an address", {}, [](String host, LookupOptions options, LookupCallback callback) { told(host, options); callback(nullptr, Many{{"127.0.0.1", 4}}); });
to("all: later", {}, [](String, LookupOptions, LookupCallback callback) { setImmediate([=] { callback(nullptr, Many{{"127.0.0.1", 4}}); }); });
to("all: two families, the first is refused", {}, two);
to("all: the same address twice", {}, [](String, LookupOptions, LookupCallback callback) { callback(nullptr, Many{{"127.0.0.1", 4}, {"127.0.0.1", 4}}); });
to("all: families take turns", {}, [](String, LookupOptions, LookupCallback callback) { callback(nullptr, Many{{"::1", 6}, {"::2", 6}, {"127.0.0.1", 4}}); });
to("all: an error", {}, [](String, LookupOptions, LookupCallback callback) { callback(Error("no such host")); });
to("all: an error later", {}, [](String, LookupOptions, LookupCallback callback) { process::nextTick([=] { callback(Error("no such host")); }); });
to("all: what is no address", {}, [](String, LookupOptions, LookupCallback callback) { callback(nullptr, Many{{"nowhere", 4}}); });
to("all: what is no family", {}, [](String, LookupOptions, LookupCallback callback) { callback(nullptr, Many{{"127.0.0.1", 5}}); });
to("all: some are no addresses", {}, [](String, LookupOptions, LookupCallback callback) { callback(nullptr, Many{{"nowhere", 4}, {"127.0.0.1", 4}}); });
to("one: family 4", {.family = 4}, [](String host, LookupOptions options, LookupCallback callback) { told(host, options); callback(nullptr, "127.0.0.1", 4); });
to("one: autoSelectFamily off", {.autoSelectFamily = 0}, [](String host, LookupOptions options, LookupCallback callback) { told(host, options); callback(nullptr, "127.0.0.1", 4); });
to("one: with hints", {.hints = 1, .autoSelectFamily = 0}, [](String host, LookupOptions options, LookupCallback callback) { told(host, options); callback(nullptr, "127.0.0.1", 4); });
to("one: an error", {.family = 4}, [](String, LookupOptions, LookupCallback callback) { callback(Error("no such host")); });
to("one: what is no address", {.family = 4}, [](String, LookupOptions, LookupCallback callback) { callback(nullptr, "nowhere", 4); });
to("one: what is no family", {.family = 4}, [](String, LookupOptions, LookupCallback callback) { callback(nullptr, "127.0.0.1", 5); });
to("with a local address", {.localAddress = "127.0.0.1"}, [](String host, LookupOptions options, LookupCallback callback) { told(host, options); callback(nullptr, "127.0.0.1", 4); });
scene("all are refused", [] {
  auto c = watch(net::connect({.port = 1, .host = "example.test", .lookup = two}), "client");
  c->on(event::connectionAttempt, [=](String address, int port, int family) { say("client", "attempt", address, port, family); });
  c->on(event::connectionAttemptFailed, [=](String address, int port, int family, Error error) { say("client", "failed", address, port, family, message(error)); });
  c->on(event::error, [=](Error error) { for (auto each : error->errors) say("client", "one of", message(each)); say("client", Lookup(c->autoSelectFamilyAttemptedAddresses()).toString()); });
});
scene("destroyed in lookup", [] {
  auto c = watch(net::connect({.port = 1, .host = "example.test", .lookup = two}), "client");
  c->on(event::lookup, [=] { c->destroy(); });
});
scene("destroyed before the answer", [] {
  auto c = watch(net::connect({.port = 1, .host = "example.test", .lookup = [](String, LookupOptions, LookupCallback callback) { setTimeout([=] { callback(nullptr, Many{{"127.0.0.1", 4}}); }, 10); }}), "client");
  c->destroy();
  hold();
  setTimeout(release, 20);
});
scene("the defaults", [] {
  console::log(net::getDefaultAutoSelectFamily(), net::getDefaultAutoSelectFamilyAttemptTimeout());
  net::setDefaultAutoSelectFamilyAttemptTimeout(5);
  console::log(net::getDefaultAutoSelectFamilyAttemptTimeout());
  for (double bad : {0.0, -1.0, 1.5}) try { net::setDefaultAutoSelectFamilyAttemptTimeout(bad); } catch (Error& error) { console::log(message(error)); }
  net::setDefaultAutoSelectFamily(false);
  console::log(net::getDefaultAutoSelectFamily());
});
to("autoSelectFamily off by default", {}, [](String host, LookupOptions options, LookupCallback callback) { told(host, options); callback(nullptr, "127.0.0.1", 4); });
setTimeout(play, 0);
}); }
