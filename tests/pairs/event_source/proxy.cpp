#include <nodecpp/console.h>
#include <nodecpp/event_source.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
using namespace nodecpp;

static String hide(String text) { return text.replace(RegExp(":\\d{4,5}", "g"), ":PORT"); }

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto server = http::createServer([](auto request, auto response) {
    console::log("server", request->url, hide(request->headers["host"].toString()), request->headers["accept"]);
    response->writeHead(200, {{"Content-Type", "text/event-stream"}});
    response->write("data: hello\n\n");
  });
  auto proxy = net::createServer([=](net::Socket socket) {
    socket->on(event::error, [] {});
    socket->once(event::data, [=](Buffer data) {
      console::log("proxy", JSON::stringify(hide(data.toString())));
      let<net::Socket> other;
      other = net::connect(server->address().port, "127.0.0.1", [=] {
        socket->write("HTTP/1.1 200 OK\r\n\r\n");
        socket->pipe(other.value())->pipe(socket);
      });
      other->on(event::error, [] {});
      socket->on(event::close, [=] { other->destroy(); });
      other->on(event::close, [=] { socket->destroy(); });
    });
  });
  server->listen(0, "127.0.0.1", [=] { proxy->listen(0, "127.0.0.1", [=] {
    http::setGlobalProxyFromEnv({{"HTTP_PROXY", str("http://127.0.0.1:") + proxy->address().port}});
    auto source = make<EventSource>(str("http://name.example:") + server->address().port + "/events");
    source->onmessage = [=](MessageEvent event) {
      console::log("client", event->data, hide(event->origin));
      source->close();
      process::exit();
    };
  }); });
}); }
