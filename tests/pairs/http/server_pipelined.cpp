#include <vector>

#include "server_scenes.h"

namespace {
String get_(String url, String more = "") { return "GET " + url + " HTTP/1.1\r\nHost: x\r\n" + more + "\r\n"; }
String repeat(String text, int count) {
  String all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}
using Handler = Function<void(http::IncomingMessage, http::ServerResponse)>;
void handle(String name, std::vector<Act> steps, Handler f, http::ServerOptions options = {}) {
  scene(name, [=] { return http::createServer(options, f); }, steps);
}
}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  String three = get_("/1") + get_("/2") + get_("/3");
  handle("at once", {three, 20}, [](auto request, auto response) { watch(request, response); response->end(request->url); });
  handle("backwards", {three, 80}, [](auto request, auto response) {
    watch(request, response);
    say(request->url, response->socket == nullptr, false, request->socket != nullptr);
    setTimeout([=] {
      bool same = response->end("body of " + request->url) == response;
      say(request->url, same, response->writableFinished(), response->writableLength() > 0);
    }, request->url == "/1" ? 60 : request->url == "/2" ? 40 : 20);
  });
  handle("written before their turn", {three, 80}, [](auto request, auto response) {
    watch(request, response);
    if (request->url == "/1") {
      setTimeout([=] { response->end("first"); }, 30);
      return;
    }
    bool room = response->write("early ", [=] { say(request->url, "written"); });
    say(room, response->headersSent(), response->writableNeedDrain());
    setTimeout([=] { response->end("end"); }, request->url == "/2" ? 50 : 10);
  });
  handle("much before its turn", {get_("/1") + get_("/2"), 80}, [](auto request, auto response) {
    watch(request, response);
    if (request->url == "/1") {
      setTimeout([=] { response->end("first"); }, 30);
      return;
    }
    bool room = response->write(repeat("x", 70000));
    say(room, response->writableNeedDrain(), response->writableHighWaterMark());
    say(response->write(repeat("y", 10)));
    response->on(event::drain, [=] { response->end("z"); });
  });
  handle("close in the middle", {get_("/1") + get_("/2", "Connection: close\r\n") + get_("/3"), 20}, [](auto request, auto response) {
    watch(request, response);
    response->end(request->url);
  });
  handle("the first closes", {three, 20}, [](auto request, auto response) {
    watch(request, response);
    if (request->url == "/1") response->setHeader("Connection", "close");
    response->end(request->url);
  });
  handle("end behind them", {three, end}, [](auto request, auto response) {
    watch(request, response);
    setTimeout([=] { if (!response->destroyed()) response->end(request->url); }, 20);
  });
  handle("reset behind them", {three, 20, reset}, [](auto request, auto response) {
    watch(request, response);
    if (request->url == "/2") response->end("never");
  });
  handle("bodies between", {"POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcPOST /2 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nde\r\n0\r\n\r\n" + get_("/3"), 60},
    [](auto request, auto response) {
      watch(request, response);
      let<String> body = "";
      request->on(event::data, [=](auto chunk) { body += chunk; });
      request->on(event::end, [=] { setTimeout([=] { response->end(request->url + body); }, request->url == "/1" ? 20 : 1); });
    });
  handle("a destroyed one between", {three, 60}, [](auto request, auto response) {
    watch(request, response);
    if (request->url == "/1") setTimeout([=] { response->end("first"); }, 20);
    else if (request->url == "/2") response->end("second");
    else setTimeout([=] { request->destroy(); }, 40);
  });
  handle("head, then get", {"HEAD /1 HTTP/1.1\r\nHost: x\r\n\r\n" + get_("/2"), 20}, [](auto request, auto response) { response->end("body" + request->url); });
  let<int> parsed = 0;
  handle("a flood that nobody reads", {stop, repeat(get_("/"), 150), 60, go, 400}, [=](auto, auto response) {
    parsed++;
    response->end(repeat("x", 20000));
    if (parsed == 150) say("all");
  });
  handle("a flood that is not answered", {get_("/1") + repeat(get_("/2"), 20), 20, repeat(get_("/2"), 20), 60}, [=](auto request, auto response) {
    if (request->url == "/1") setTimeout([=] { response->end("first"); }, 40);
    else response->end(repeat("x", 10000));
    if (parsed++ == 150) say("one more");
  }, {.highWaterMark = 1000});
  play();
}); }
