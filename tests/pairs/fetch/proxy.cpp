#include <nodecpp/console.h>
#include <nodecpp/fetch.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct Scene {
  String answer = "";
  int upstream = 0, proxyPort = 0;
};
static String hide(let<Scene> scene, String text) {
  return text.replaceAll(str(":") + scene->upstream, ":UPSTREAM").replaceAll(str(":") + scene->proxyPort, ":PROXY");
}
static String told(let<Scene> scene, Error error) {
  String all = " " + error->name + ": " + hide(scene, error->message) + " " + (error->code.empty() ? str("undefined") : error->code);
  return error->cause.empty() ? all : all + told(scene, error->cause[0]);
}
static Promise<> ask(let<Scene> scene, String url, RequestInit init = {}) {
  try {
    auto response = co_await fetch(url, init);
    console::log(response->status(), co_await response->text());
  } catch (const Error& error) {
    console::log("failed" + told(scene, error));
  }
}
static Promise<> with(http::ProxyEnv env, Function<Promise<>()> f) {
  auto restore = http::setGlobalProxyFromEnv(env);
  co_await f();
  restore();
}
static Promise<> scenes(let<Scene> scene, net::Server proxy, http::Server server) {
  String at = str("http://127.0.0.1:") + scene->proxyPort;
  String upstream = str(scene->upstream);
  console::log("-- tunnels");
  co_await with({{"HTTP_PROXY", at}}, [=](this auto self) -> Promise<> {
    co_await ask(scene, "http://name.example:" + upstream + "/a?b#c");
    co_await ask(scene, "http://name.example/b", {.method = "POST", .headers = {{"Proxy-Connection", "x"}}, .body = "text"});
    co_await ask(scene, "http://name.example:80/c");
    co_await ask(scene, "http://[::1]/d");
  });
  console::log("-- credentials");
  co_await with({{"http_proxy", at.replace("//", "//us%40er:p%3aw@")}, {"HTTP_PROXY", "http://unused.example"}}, [=] { return ask(scene, "http://name.example/a"); });
  co_await with({{"http_proxy", at.replace("//", "//user@")}}, [=] { return ask(scene, "http://name.example/a"); });
  console::log("-- without the proxy");
  for (String list : Array<String>{"127.0.0.1", "*", "127.0.0.1:" + upstream, "127.0.0.1:1", "x , 127.0.0.1", "x\t127.0.0.1", ".0.0.1", "0.0.1", "*.0.0.1", "127.0.0.0-127.0.0.2", "*,x", "localhost"})
    co_await with({{"HTTP_PROXY", at}, {"NO_PROXY", list}}, [=] { console::log(hide(scene, list)); return ask(scene, "http://127.0.0.1:" + upstream + "/n"); });
  console::log("-- https without a proxy of its own");
  scene->answer = "HTTP/1.1 404 No\r\n\r\n";
  co_await with({{"HTTP_PROXY", at}}, [=] { return ask(scene, "https://name.example/"); });
  co_await with({{"HTTPS_PROXY", at}}, [=] { return ask(scene, "https://name.example:8443/"); });
  co_await with({{"HTTPS_PROXY", at}}, [=] { scene->answer = ""; return ask(scene, "http://127.0.0.1:" + upstream + "/plain"); });
  console::log("-- answers");
  for (String one : Array<String>{"HTTP/1.1 502 Bad\r\n\r\n", "HTTP/1.1 407 Auth\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 201 Created\r\n\r\n", "HTTP/1.0 403 No\r\n\r\n"}) {
    scene->answer = one;
    co_await with({{"HTTP_PROXY", at}}, [=] { return ask(scene, "http://name.example/"); });
  }
  scene->answer = "";
  console::log("-- a proxy that does not listen");
  proxy->close();
  co_await with({{"HTTP_PROXY", at}}, [=] { return ask(scene, "http://name.example/"); });
  co_await with({{"HTTP_PROXY", at}}, [=] { return ask(scene, "data:,text"); });
  co_await ask(scene, "http://127.0.0.1:" + upstream + "/direct");
  server->close();
  process::exit();
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Scene> scene{Scene()};
  auto proxy = net::createServer([=](net::Socket socket) {
    socket->on(event::error, [] {});
    socket->once(event::data, [=](Buffer data) {
      console::log("proxy", JSON::stringify(hide(scene, data.toString())));
      if (scene->answer != "") return void(socket->end(scene->answer));
      let<net::Socket> other;
      other = net::connect(scene->upstream, "127.0.0.1", [=] {
        socket->write("HTTP/1.1 200 OK\r\nX: 1\r\n\r\n");
        socket->pipe(other.value())->pipe(socket);
      });
      other->on(event::error, [] {});
      socket->on(event::close, [=] { other->destroy(); });
      other->on(event::close, [=] { socket->destroy(); });
    });
  });
  auto server = http::createServer([=](auto request, auto response) {
    request->resume();
    response->end(request->method + " " + request->url + " " + hide(scene, request->headers["host"].toString()));
  });
  proxy->listen(0, "127.0.0.1", [=] { server->listen(0, "127.0.0.1", [=] {
    scene->proxyPort = proxy->address().port;
    scene->upstream = server->address().port;
    (void)scenes(scene, proxy, server);
  }); });
}); }
