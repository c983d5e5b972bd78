#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/path.h>
#include <nodecpp/url.h>
using namespace nodecpp;
struct User { int id; String name; };
int main(int argc, char** argv) { return run(argc, argv, [] {
process::env["TEST_X"] = "env text";
Array<User> users = {{7, "Ann"}, {8, "Bob"}};
let<http::Server> server;
server = http::createServer([=](auto request, auto response) {
  auto parsed = url::parse(request->url, true);
  auto pathname = parsed.pathname; auto query = parsed.query;
  auto auth = request->headers["authorization"];
  if (pathname == "/env") { response->end(process::env["TEST_X"]); return; }
  if (pathname == "/none") { response->end(process::env["TEST_NONE"]); return; }
  if (pathname == "/q") {
    response->setHeader("X-Q", query["q"] || "none");
    response->write(query["q"] || "no q");
    response->end(query["r"] || "");
    return;
  }
  if (pathname == "/auth") {
    if (!auth || !auth.startsWith("Basic ")) { response->writeHead(401, {{"X-Agent", request->headers["x-agent"] || "-"}}); response->end("who?"); return; }
    auto [user, pass] = Buffer::from(auth.slice(6), "base64").toString().split(":").template first<2>();
    response->end(user + "/" + pass); return;
  }
  if (pathname == "/user") {
    auto user = users.findIndex([=](auto u) { return u.id == Number(query["id"]); });
    if (user < 0) { response->statusCode = 404; response->end("no user " + query["id"]); return; }
    response->end(users[user].name); return;
  }
  if (pathname == "/cookies") {
    auto cookies = Object::fromEntries((request->headers["cookie"] || "").split("; ").map([](auto c) { return c.split("="); }));
    response->end(JSON::stringify(cookies)); return;
  }
  if (pathname == "/filter") { response->end(JSON::stringify(JSON::parse(query["filter"] || "{}"))); return; }
  if (pathname == "/sum") {
    auto list = (query["list"] || "").split(",").map([](auto s) { return Number(s); }).filter([](auto n) { return !isNaN(n); });
    response->end(str(list.reduce([](auto a, auto b) { return a + b; }, 0))); return;
  }
  if (pathname == "/file") { response->end(path::join("/srv", query["name"] || "index.html") + path::extname(query["name"])); return; }
  if (+request->headers["content-length"] > 3) { response->end("long"); return; }
  response->end(request->headers["x-agent"] && request->headers["x-agent"].startsWith("a") ? "a" : "other");
});
Array<String> asks = {"/env", "/none", "/q?q=1&r=2", "/q", "/auth", "/auth#", "/user?id=7", "/user?id=9", "/cookies", R"(/filter?filter={"a":1})", "/filter", "/sum?list=1,2.5,x", "/file?name=../a.txt", "/"};
server->listen(0, "127.0.0.1", [=] {
  let<int> i = 0;
  let<Function<void()>> next;
  next = [=] {
    if (i == asks.length()) { server->close(); return; }
    String ask = asks[i++];
    http::get({.headers = ask.endsWith("#") ? http::Headers{{"authorization", "Basic YW5uOnNlY3JldA=="}, {"x-agent", "abc"}} : http::Headers{{"cookie", "a=1; b=2"}, {"x-agent", "abc"}}, .path = ask.replace("#", ""), .port = server->address().port}, [=](auto answer) {
      let<String> body = "";
      answer->setEncoding("utf8");
      answer->on(event::data, [=](String chunk) { body += chunk; });
      answer->on(event::end, [=] { console::log(ask, answer->statusCode, answer->headers["x-q"], body); next(); });
    });
  };
  next();
});
}); }
