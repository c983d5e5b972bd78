#include <nodecpp/abort_controller.h>
#include <nodecpp/concurrency/sleep.h>
#include <nodecpp/console.h>
#include <nodecpp/diagnostics_channel.h>
#include <nodecpp/fetch.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
#include <nodecpp/stream/web.h>
#include <nodecpp/timers.h>
using namespace nodecpp;
namespace dc = diagnostics_channel;

struct Scene {
  http::Server server;
  net::Server proxy;
  AbortController controller = make<AbortController>();
};
static Promise<> answer(http::IncomingMessage request, http::ServerResponse response) {
  double size = 0;
  while (auto chunk = co_await request->next()) size += double(chunk.length());
  response->writeHead(200, {{"X-Size", size}, {"Date", "now"}});
  if (request->url == "/empty") co_return void(response->end());
  response->write("first ");
  co_await sleep(20);
  if (request->url == "/cut") co_return void(request->socket->destroy());
  if (request->url == "/trailers") response->addTrailers({{"X-Sum", "abc"}});
  response->end("last");
}
static String hide(let<Scene> scene, String text) { return text.replaceAll(str(scene->proxy->address().port), "PROXY").replaceAll(str(scene->server->address().port), "PORT"); }
template <class... Rest>
static void about(String name, var request, Rest... rest) {
  if (request["method"] != "CONNECT") console::log(name, request["method"], request["path"], rest...);
}
static Promise<> ask(let<Scene> scene, String path, RequestInit init = {}) {
  console::log("--", path);
  try {
    auto url = path.startsWith("/") ? "http://127.0.0.1:" + str(scene->server->address().port) + path : path;
    console::log(co_await (co_await fetch(url, init))->text());
  } catch (const Error& error) {
    console::log(error->name, error->message);
  }
  co_await sleep(20);
}
static Promise<> scenes(let<Scene> scene) {
  co_await ask(scene, "/get");
  co_await ask(scene, "/empty");
  co_await ask(scene, "/text", {.method = "POST", .body = "some text"});
  co_await ask(scene, "/no_text", {.method = "POST", .body = ""});
  let<int> n = 0;
  auto stream = make<ReadableStream>({
    .pull = [=](this auto self, ReadableStreamDefaultController controller) -> Promise<> {
      co_await sleep(2);
      if (++n > 3) controller->close();
      else controller->enqueue(Buffer::from("part " + str(n)));
    },
  });
  co_await ask(scene, "/stream", {.method = "PUT", .body = stream, .duplex = "half"});
  co_await ask(scene, "/trailers");
  co_await ask(scene, "/cut");
  co_await ask(scene, "/aborted", {.signal = scene->controller->signal()});
  auto restore = http::setGlobalProxyFromEnv({{"HTTP_PROXY", "http://user:word@127.0.0.1:" + str(scene->proxy->address().port)}});
  co_await ask(scene, "http://name.example:81/proxied");
  co_await ask(scene, "http://name.example:81/again");
  restore();
  process::exit();
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Scene> scene{Scene()};
  scene->server = http::createServer([](auto request, auto response) { (void)answer(request, response); });
  scene->proxy = net::createServer([=](net::Socket socket) {
    socket->on(event::error, [] {});
    socket->once(event::data, [=] {
      let<net::Socket> other;
      other = net::connect(scene->server->address().port, "127.0.0.1", [=] {
        socket->write("HTTP/1.1 200 OK\r\n\r\n");
        socket->pipe(other.value())->pipe(socket);
      });
      other->on(event::error, [] {});
      socket->on(event::close, [=] { other->destroy(); });
      other->on(event::close, [=] { socket->destroy(); });
    });
  });
  dc::subscribe("undici:client:sendHeaders", [](var message) { about("sendHeaders", message["request"]); });
  dc::subscribe("undici:request:bodyChunkSent", [](var message) { about("bodyChunkSent", message["request"], message["chunk"].buffer().toString()); });
  dc::subscribe("undici:request:bodySent", [](var message) { about("bodySent", message["request"]); });
  dc::subscribe("undici:request:headers", [](var message) { about("headers", message["request"], message["response"]["statusCode"]); });
  dc::subscribe("undici:request:bodyChunkReceived", [=](var message) {
    about("bodyChunkReceived", message["request"], message["chunk"].buffer().toString());
    if (message["request"]["path"] == "/aborted") setImmediate([=] { scene->controller->abort(); });
  });
  dc::subscribe("undici:request:trailers", [](var message) {
    auto [request, trailers] = std::pair{message["request"], message["trailers"]};
    Array<String> texts;
    for (auto text : trailers) texts.push(text.toString());
    about("trailers", request, texts.join(), request["completed"], request["aborted"]);
  });
  dc::subscribe("undici:request:error", [](var message) {
    auto [request, error] = std::pair{message["request"], message["error"]};
    about("error", request, error["name"], error["message"], request["completed"], request["aborted"]);
  });
  dc::subscribe("undici:proxy:connected", [=](var message) {
    var params = message["connectParams"];
    auto socket = message["socket"].handle<net::Socket>();
    console::log("proxy", hide(scene, format("{} {} {} {} {} {}", socket->remotePort(), params["origin"], params["port"], params["path"], params["servername"], JSON::stringify(params["headers"]))));
  });
  scene->server->listen(0, "127.0.0.1", [=] { scene->proxy->listen(0, "127.0.0.1", [=] { (void)scenes(scene); }); });
}); }
