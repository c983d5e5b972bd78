#include <nodecpp/child_process.h>
#include <nodecpp/cluster.h>
#include <nodecpp/console.h>
#include <nodecpp/https.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

// Two workers serve HTTPS at one port. They resume each other's sessions, since all have the ticket keys of the worker
// that listened first.
using Variables = child_process::Environment::Variables;
void primary() {
  auto pem = child_process::execFileSync("openssl", {"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", "-"},
    {.stdio = {"ignore", "pipe", "ignore"}, .encoding = "utf8"}).toString();
  auto play = [=](String name, Variables env, Function<void()> next) {
    console::log("--", name);
    auto agent = make<https::Agent>({.ca = pem});
    auto first = cluster::workers.size();
    let<int> listening = 0;
    let<Function<void(int, int)>> ask;
    ask = [=](int port, int left) {
      if (left == 0) {
        setImmediate([=] { ask = nullptr; });
        return cluster::disconnect(next);
      }
      https::get({.agent = agent, .host = "127.0.0.1", .port = port}, [=](http::IncomingMessage response) {
        auto socket = response->socket.as<tls::TLSSocket>();
        console::log(response->statusCode, socket->authorized, socket->isSessionReused() ? "resumed" : "anew");
        response->setEncoding("utf8")->on(event::data, [](String text) { console::log(text); });
        response->on(event::end, [=] { setTimeout([=] { ask(port, left - 1); }, 20); });
      });
    };
    cluster::on(event::listening, [=](auto, auto address) mutable {
      if (++listening != 2) return;
      console::log(first, address.address, address.addressType);
      ask(address.port, 5);
    });
    // The variable is another one for each worker.
    for (String each : {"a", "b"}) {
      auto variables = env;
      variables.push({"PEM", pem});
      variables.push({"EACH", each});
      cluster::fork(variables);
    }
  };
  play("keys at random", {}, [=] {
    play("each with keys of its own", {{"KEYS", "1"}}, [=] {
      play("other keys at each connection", {{"LATER", "1"}}, [] { console::log("all gone"); });
    });
  });
}

void worker() {
  https::ServerOptions options{.key = process::env["PEM"].toString(), .cert = process::env["PEM"].toString()};
  if (process::env["KEYS"]) options.ticketKeys = Buffer::from(process::env["EACH"].toString().repeat(48));
  auto server = https::createServer(options, [](auto request, auto response) {
    auto socket = request->socket.template as<tls::TLSSocket>();
    response->end(request->url + " " + str(socket->encrypted) + " " + socket->remoteAddress());
  });
  if (process::env["LATER"]) {
    server->on(event::connection, [=] {
      auto keys = server->getTicketKeys();
      keys[0] = keys[0] ^ 1;
      server->setTicketKeys(keys);
    });
  }
  server->listen(0, "127.0.0.1");
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (cluster::isPrimary) primary();
  else worker();
}); }
