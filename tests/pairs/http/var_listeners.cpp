// A server and a client whose listeners take vars.
#include <nodecpp/http.h>
#include <nodecpp/var.h>
#include <nodecpp/console.h>
using namespace nodecpp;
int main(int argc, char** argv) { return run(argc, argv, [] {
  auto server = http::createServer([](auto req, auto res) {
    let<var> body = "";
    req->on("data", [=](var chunk) { body += chunk; });
    req->on("end", [=] { res->end("got " + body); });
  });
  server->on("connection", [](var socket) { console::log("connection"); });
  server->listen(0, [=] {
    auto req = http::request({.method = "POST", .port = server->address().port}, [=](auto res) {
      res->setEncoding("utf8");
      res->on("data", [](var chunk) { console::log("data", chunk); });
      res->on("end", [=] {
        server->close();
        auto bad = http::request({.port = 1}, [](auto res) {});
        bad->on("error", [](var e) { console::log(e["code"]); });
        bad->end();
      });
    });
    req->on("error", [](var e) { console::log(e["message"]); });
    req->end("hello");
  });
}); }
