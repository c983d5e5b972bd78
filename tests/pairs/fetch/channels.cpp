#include <nodecpp/concurrency/sleep.h>
#include <nodecpp/console.h>
#include <nodecpp/diagnostics_channel.h>
#include <nodecpp/fetch.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/timers.h>
using namespace nodecpp;
namespace dc = diagnostics_channel;

struct Scene {
  http::Server server;
  Array<var> ids;
  String closedPort = "none";
};
static String hide(let<Scene> scene, String text) { return text.replaceAll(str(scene->server->address().port), "PORT").replaceAll(scene->closedPort, "PORT"); }
static String id(let<Scene> scene, var request) {
  for (int i = 0; i < scene->ids.length(); ++i)
    if (scene->ids[i] == request) return str("request ") + (i + 1);
  scene->ids.push(request);
  return str("request ") + scene->ids.length();
}
static String connection(var params) { return params["host"] + " " + params["hostname"] + " " + params["protocol"] + " " + params["port"]; }
static Promise<> ask(let<Scene> scene, String path, RequestInit init = {}) {
  console::log("--", hide(scene, path));
  try {
    auto response = co_await fetch((path.startsWith("/") ? str("http://127.0.0.1:") + scene->server->address().port : str("")) + path, init);
    console::log(response->status(), co_await response->text());
  } catch (const Error& error) {
    console::log(error->message, error->cause[0]->code);
  }
  co_await sleep(20);
}
static Promise<> scenes(let<Scene> scene) {
  co_await ask(scene, "/a?b#c", {.headers = {{"X-Name", "value"}}});
  co_await ask(scene, "/again");
  co_await ask(scene, "/post", {.method = "POST", .body = "text"});
  co_await ask(scene, "/to");
  co_await ask(scene, "/close");
  co_await ask(scene, "http://127.0.0.1:" + scene->closedPort + "/refused");
  co_await ask(scene, "data:,text");
  scene->server->close();
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Scene> scene{Scene()};
  scene->server = http::createServer([](auto request, auto response) {
    request->resume();
    if (request->url == "/close") return void(request->socket->destroy());
    if (request->url == "/to") response->writeHead(302, {{"Location", "/end"}, {"Date", "now"}});
    else response->writeHead(200, "Fine", {{"X-Server", "yes"}, {"Transfer-Encoding", "chunked"}, {"Date", "now"}});
    response->end("body");
  });
  auto say = [=](String name, Array<String> rest) { console::log(name, rest.map([=](String text) { return hide(scene, text); }).join(" ")); };
  dc::subscribe("undici:request:create", [=](var message) {
    var request = message["request"];
    say("create", {id(scene, request), request["method"].toString(), request["origin"].toString(), request["path"].toString(), request["completed"].toString(), JSON::stringify(request["headers"])});
  });
  dc::subscribe("undici:request:bodySent", [=](var message) { say("bodySent", {id(scene, message["request"])}); });
  dc::subscribe("undici:request:headers", [=](var message) {
    var response = message["response"];
    String all = "";
    for (auto text : response["headers"]) all += (all == "" ? "" : "|") + text.toString();
    say("headers", {id(scene, message["request"]), response["statusCode"].toString(), response["statusText"].toString(), all, message["request"]["completed"].toString()});
  });
  dc::subscribe("undici:request:trailers", [=](var message) { say("trailers", {id(scene, message["request"]), message["trailers"]["length"].toString(), message["request"]["completed"].toString()}); });
  dc::subscribe("undici:request:error", [=](var message) { say("error", {id(scene, message["request"]), message["error"]["name"].toString(), message["error"]["code"].toString()}); });
  dc::subscribe("undici:client:sendHeaders", [=](var message) { say("sendHeaders", {id(scene, message["request"]), JSON::stringify(message["headers"]), str(message["socket"].handle<Handle<Object>>().as<net::Socket>()->remotePort())}); });
  dc::subscribe("undici:client:beforeConnect", [=](var message) { say("beforeConnect", {connection(message["connectParams"])}); });
  dc::subscribe("undici:client:connected", [=](var message) { say("connected", {connection(message["connectParams"]), str(message["socket"].handle<Handle<Object>>().as<net::Socket>()->remotePort())}); });
  dc::subscribe("undici:client:connectError", [=](var message) { say("connectError", {"HOST", message["error"]["code"].toString()}); });
  scene->server->listen(0, "127.0.0.1", [=] {
    auto closed = net::createServer();
    closed->listen(0, "127.0.0.1", [=] {
      scene->closedPort = str(closed->address().port);
      closed->close([=] { (void)scenes(scene); });
    });
  });
}); }
