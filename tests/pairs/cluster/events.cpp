#include <nodecpp/cluster.h>
#include <nodecpp/console.h>
#include <nodecpp/http.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (cluster::isPrimary) {
    console::log(bool(cluster::isMaster), bool(cluster::isWorker), Undefined(), cluster::workers.size());
    cluster::on(event::setup, [](auto settings) { console::log("setup", settings.args[0] + "," + settings.args[1], settings.silent); });
    cluster::on(event::fork, [](auto worker) { console::log("fork", worker->id, worker->isConnected(), worker->isDead(), worker->state); });
    cluster::on(event::online, [](auto worker) { console::log("online", worker->id, worker->state); });
    cluster::on(event::listening, [](auto worker, auto address) {
      console::log("listening", worker->id, worker->state, address.address, address.addressType, address.port > 0, address.fd);
      if (worker->id != 1) return;
      auto ask = [=](String path, Function<void()> done) {
        http::get({.host = "127.0.0.1", .path = path, .port = address.port}, [=](auto response) {
          response->setEncoding("utf8")->on(event::data, [=](String text) { console::log(path, response->headers["connection"], text); });
          response->on(event::end, done);
        });
      };
      ask("/one", [=] { ask("/two", [=] { worker->send(var::object({{"cmd", "how"}, {"many", var::array({1, 2})}})); }); });
    });
    cluster::on(event::message, [](auto worker, var message, auto handle) {
      console::log("message", worker->id, JSON::stringify(message), Undefined());
      if (message.maybe("many")) worker->disconnect();
    });
    cluster::on(event::disconnect, [](auto worker) { console::log("cluster disconnect", worker->id, worker->exitedAfterDisconnect); });
    cluster::setupPrimary({.args = {"a", "b"}});
    auto worker = cluster::fork({{"EXTRA", "from the primary"}});
    console::log(worker->exitedAfterDisconnect, str(cluster::workers.keys()[0]), cluster::workers[worker->id] == worker);
    worker->on(event::online, [] { console::log("worker online"); });
    worker->on(event::disconnect, [=] { console::log("worker disconnect", worker->state); });
    worker->on(event::exit, [=](auto code, auto signal) {
      console::log("worker exit", code, signal, worker->exitedAfterDisconnect, cluster::workers.size());
      auto second = cluster::fork({{"DIES", 1}});
      second->on(event::exit, [=](auto code, auto signal) {
        console::log("second", code, signal, second->exitedAfterDisconnect, second->isDead(), second->id);
        auto third = cluster::fork({{"LEAVES", 1}});
        third->on(event::exit, [=](auto code, auto signal) {
          console::log("third", code, signal, third->exitedAfterDisconnect);
          auto fourth = cluster::fork({{"TAKEN", 1}});
          fourth->on(event::message, [](var message) { console::log("fourth", message); });
          fourth->on(event::exit, [=](auto code, auto signal) {
            console::log("fourth", code, signal, fourth->exitedAfterDisconnect);
            cluster::disconnect([] { console::log("all gone"); });
          });
        });
      });
      second->on(event::online, [=] { second->kill(); });
    });
  } else if (process::env["DIES"]) {
    setInterval([] {}, 1000);
  } else if (process::env["LEAVES"]) {
    net::createServer()->listen(0, [] {
      console::log("leaves", cluster::worker->exitedAfterDisconnect);
      cluster::worker->on(event::disconnect, [] { process::exitCode = cluster::worker->exitedAfterDisconnect ? 7 : 8; });
      cluster::worker->disconnect();
    });
  } else if (process::env["TAKEN"]) {
    let<net::Server> taken; taken = net::createServer()->listen(0, "127.0.0.1", [=] {
      int port = taken->address().port;
      net::createServer()->on(event::error, [](Error error) {
        process::send(error->code);
        cluster::worker->kill();
      })->listen({.exclusive = true, .host = "127.0.0.1", .port = port});
    });
  } else {
    process::send(var::array({bool(cluster::isPrimary), bool(cluster::isWorker), cluster::worker->id, cluster::worker->isConnected()}));
    process::send(var::array({process::env["EXTRA"], process::env["NODE_UNIQUE_ID"], process::argv.slice(2)}));
    cluster::worker->on(event::message, [](var message) { process::send(message); });
    http::createServer([](auto request, auto response) { response->end("served"); })->listen(0, "127.0.0.1");
  }
}); }
