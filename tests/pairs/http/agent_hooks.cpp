#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

class ChoosyObject : public http::AgentObject {
 public:
  using AgentObject::AgentObject;
  bool keepSocketAlive(const net::Socket& socket) override {
    console::log("kept?", ++asked);
    return asked < 2 && AgentObject::keepSocketAlive(socket);
  }
  void reuseSocket(const net::Socket& socket, const http::ClientRequest& request) override {
    console::log("used again for", request->path);
    AgentObject::reuseSocket(socket, request);
  }
  int asked = 0;
};
using Choosy = Handle<ChoosyObject>;
using Done = Function<void()>;

static void ask(String path, http::RequestOptions options, Done done) {
  options.host = "127.0.0.1";
  options.path = path;
  http::get(options, [=](auto response) {
    response->setEncoding("utf8")->on(event::data, [=](String text) { console::log(text, response->req->reusedSocket); });
    response->on(event::end, [=] { setTimeout(done, 20); });
  });
}
static void freePort(Function<void(int)> done) {
  auto other = http::createServer();
  other->listen(0, "127.0.0.1", [=] {
    int port = other->address().port;
    other->close([=] { done(port); });
  });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  http::Agent agent = make<Choosy>({.keepAlive = true, .maxSockets = 1});
  let<int> wanted = 0;
  auto server = http::createServer({.keepAlive = true, .keepAliveInitialDelay = 1000}, [](auto request, auto response) { response->end(request->url); });
  server->maxConnections = 8;
  server->on(event::connection, [=](auto socket) {
    if (wanted) console::log("from the chosen port", socket->remotePort() == wanted.value());
  });
  server->listen(0, "127.0.0.1", [=] {
    console::log(server->maxConnections, server->listening());
    int port = server->address().port;
    ask("/one", {.agent = agent, .port = port}, [=] { ask("/two", {.agent = agent, .port = port}, [=] { ask("/three", {.agent = agent, .port = port}, [=] { freePort([=](int free) {
      wanted = free;
      ask("/four", {.agent = false, .hints = 0, .localAddress = "127.0.0.1", .localPort = double(free), .port = port}, [=] {
        agent->destroy();
        console::log(server->unref() == server);
        process::on(event::exit, [=](int) { console::log("exit", server->listening()); });
      });
    }); }); }); });
  });
}); }
