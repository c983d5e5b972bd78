#include <nodecpp/console.h>
#include <nodecpp/fetch.h>
#include <nodecpp/map.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
using namespace nodecpp;

Map<String, String> allAnswers() {
  String ok = "HTTP/1.1 200 OK\r\n";
  return {
    {"nothing", ""},
    {"garbage", "garbage\r\n\r\n"},
    {"status", "HTTP/1.1 2OO OK\r\n\r\n"},
    {"old", "hello"},
    {"half a head", ok + "Content-"},
    {"half a body", ok + "Content-Length: 10\r\n\r\nabc"},
    {"half a last body", ok + "Connection: close\r\nContent-Length: 10\r\n\r\nabc"},
    {"half a chunk", ok + "Transfer-Encoding: chunked\r\n\r\n5\r\nab"},
    {"half a last chunk", ok + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"},
    {"bad chunk", ok + "Transfer-Encoding: chunked\r\n\r\nzz\r\nab"},
    {"no length", ok + "\r\nabc"},
    {"bad length", ok + "Content-Length: -1\r\n\r\n"},
    {"two lengths", ok + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n"},
    {"long header", ok + "X: " + str("a").repeat(20000) + "\r\n\r\n"},
    {"many headers", ok + str("X-Name: a value of some length\r\n").repeat(1000)},
    {"continue", "HTTP/1.1 100 Continue\r\n\r\n" + ok + "Content-Length: 0\r\n\r\n"},
    {"hints", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + ok + "Content-Length: 0\r\n\r\n"},
    {"upgrade", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"},
    {"two answers", ok + "Content-Length: 1\r\n\r\na" + ok + "Content-Length: 1\r\n\r\nb"},
    {"no content", "HTTP/1.1 204 No Content\r\nX: 1\r\n\r\n"},
    {"not modified", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n"},
    {"proxy", "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"},
    {"misdirected", "HTTP/1.1 421 Misdirected Request\r\nContent-Length: 0\r\n\r\n"},
    {"no gzip", ok + "Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"},
    {"six codings", ok + "Content-Encoding: gzip,gzip,gzip,gzip,gzip,gzip\r\nContent-Length: 3\r\n\r\nabc"},
    {"unknown coding", ok + "Content-Encoding: foo\r\nContent-Length: 3\r\n\r\nabc"},
    {"to a file", "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"},
    {"to data", "HTTP/1.1 302 Found\r\nLocation: data:,x\r\nContent-Length: 0\r\n\r\n"},
    {"to itself", "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n"},
    {"to nowhere", "HTTP/1.1 302 Found\r\nContent-Length: 1\r\n\r\nx"},
    {"to no URL", "HTTP/1.1 302 Found\r\nLocation: http://:bad\r\nContent-Length: 1\r\n\r\nx"},
    {"to credentials", "HTTP/1.1 302 Found\r\nLocation: http://a:b@127.0.0.1:1/\r\nContent-Length: 1\r\n\r\nx"},
    {"to a bad port", "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:25/\r\nContent-Length: 1\r\n\r\nx"},
    {"cookies", ok + "Set-Cookie: a=1\r\nX-B: 1\r\nset-cookie: b=2; Path=/\r\nX-b: 2\r\nContent-Length: 0\r\n\r\n"},
  };
}
String told(Error error) {
  if (!error) return "";
  Lookup data = error->get("data");
  return format(" {}: {} {} {}", error->name, error->message, error->code == "" ? "undefined" : error->code,
    data.isUndefined() ? "" : JSON::stringify(data)) + (error->cause.empty() ? str("") : told(error->cause[0]));
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  auto answers = allAnswers();
  let<String> name = "";
  let<int> count = 0;
  auto server = net::createServer([=](auto socket) {
    socket->on(event::error, [] {});
    socket->once(event::data, [=] {
      ++count;
      String answer = answers.get(name);
      if (name == "upgrade" || name == "many headers") socket->write(answer);
      else socket->end(answer);
    });
  });
  server->listen(0, "127.0.0.1", [=](this auto self) -> Promise<> {
    String url = str("http://127.0.0.1:") + server->address().port + "/";
    for (auto [each, answer] : answers) {
      name = each;
      count = 0;
      Response response;
      try {
        response = co_await fetch(url);
      } catch (const Error& error) {
        console::log(name, count, "no head" + told(error).replaceAll(url, "U"));
        continue;
      }
      Array<String> fields;
      for (auto [key, value] : response->headers()) fields.push(key + "=" + value);
      console::log(name, count, response->status(), response->statusText(), response->url() == url, response->redirected(), fields.join("|"),
        response->headers()->getSetCookie());
      try {
        auto text = co_await response->text();
        console::log("  body", JSON::stringify(text), response->bodyUsed());
      } catch (const Error& error) {
        console::log("  no body" + told(error));
      }
      try {
        auto text = co_await response->text();
        console::log("  again", text);
      } catch (const Error& error) {
        console::log("  again" + told(error));
      }
    }
    process::exit();
  });
}); }
