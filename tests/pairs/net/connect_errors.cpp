#include "scenes.h"
static String orUndefined(const String& text) { return text.empty() ? String("undefined") : text; }
static String orUndefined(int number) { return number < 0 ? String("undefined") : str(number); }
static void told(String name, Function<net::Socket()> connect) { scene(name, [=] {
  net::Socket client;
  try { client = connect(); } catch (Error& error) { return say("client", "throws", message(error)); }
  watch(client, "client");
  client->on(event::connectionAttempt, [=](String address, int port, int family) { say("client", "attempt", address, port, family); });
  client->on(event::connectionAttemptFailed, [=](String address, int port, int family, Error error) { say("client", "attempt failed", address, port, family, message(error)); });
  client->on(event::error, [=](Error error) { say("client", orUndefined(error->syscall), orUndefined(error->address), orUndefined(error->port), error->errno_ ? str(error->errno_) : "undefined", orUndefined(error->hostname), client->readyState(), client->destroyed()); });
}); }

int main(int argc, char** argv) { return run(argc, argv, [] {
told("refused, IPv4", [] { return net::connect(1, "127.0.0.1"); });
told("refused, IPv6", [] { return net::connect(1, "::1"); });
told("refused, a name", [] { return net::connect({.port = 1, .host = "localhost", .family = 4}); });
told("refused, with a listener", [] { return net::connect(1, "127.0.0.1", [] { say("client", "never"); }); });
told("refused, with data", [] { auto c = net::connect(1, "127.0.0.1"); c->write("x", [](Error error) { say("client", "write", message(error)); }); return c; });
told("refused, with an end", [] { auto c = net::connect(1, "127.0.0.1"); c->end("x", [](Error error) { say("client", "end", message(error)); }); return c; });
told("the address is everywhere", [] { return net::connect(1, "0.0.0.0"); });
told("a local address that is not ours", [] { return net::connect({.port = 1, .host = "127.0.0.1", .localAddress = "192.0.2.1"}); });
told("a local address that is none", [] { return net::connect({.port = 1, .host = "127.0.0.1", .localAddress = "nowhere"}); });
told("a broadcast address", [] { return net::connect(1, "255.255.255.255"); });
told("a port of -1", [] { return net::connect(-1, "127.0.0.1"); });
told("a port of 65536", [] { return net::connect({.port = 65536, .host = "127.0.0.1"}); });
told("a port of \"65536\"", [] { return net::connect({.port = "65536", .host = "127.0.0.1"}); });
told("a port of \"\"", [] { return net::connect({.port = "", .host = "127.0.0.1"}); });
told("a port of \" \"", [] { return net::connect({.port = " ", .host = "127.0.0.1"}); });
told("a port of NaN", [] { return net::connect({.port = NAN, .host = "127.0.0.1"}); });
told("no port", [] { return net::connect({.host = "127.0.0.1"}); });
told("an attempt timeout of 0", [] { return net::connect({.port = 1, .host = "x", .autoSelectFamilyAttemptTimeout = 0}); });
told("an attempt timeout of -1", [] { return net::connect({.port = 1, .host = "x", .autoSelectFamilyAttemptTimeout = -1}); });
told("destroyed at once", [] { auto c = net::connect(1, "127.0.0.1"); c->destroy(); return c; });
told("destroyed at once, with an error", [] { auto c = net::connect(1, "127.0.0.1"); c->destroy(Error("enough")); return c; });
told("destroyed in a turn", [] { auto c = net::connect(1, "127.0.0.1"); process::nextTick([=] { c->destroy(); }); return c; });
told("destroyed with a write", [] { auto c = net::connect(1, "127.0.0.1"); c->write("x", [](Error error) { say("client", "write", message(error)); }); c->destroy(); return c; });
setTimeout(play, 0);
}); }
