#include <nodecpp/console.h>
#include <nodecpp/fetch.h>
#include <nodecpp/map.h>
#include <nodecpp/net.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Map<String, String> answers{
    {"/found", "HTTP/1.1 302 Found\r\nLocation: /there#part\r\nContent-Length: 3\r\n\r\nabc"},
    {"/other", "HTTP/1.1 303 See Other\r\nLocation: there?a=b\r\nContent-Length: 0\r\n\r\n"},
    {"/again", "HTTP/1.1 307 Temporary Redirect\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n"},
    {"/chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"},
  };
  auto server = net::createServer([=](auto socket) {
    let<String> text = "";
    socket->setEncoding("latin1");
    socket->on(event::error, [] {});
    socket->on(event::data, [=](String data) {
      text += data;
      auto end = text->indexOf("\r\n\r\n");
      if (end == -1) return;
      auto length = RegExp("content-length: (\\d+)").exec(text);
      if (length && text->length() < end + 4 + Number::parseInt(length[1])) return;
      if (text->includes("chunked") && !text->endsWith("0\r\n\r\n")) return;
      console::log(text->replace(RegExp("host: .*"), "host: H"));
      String path = text->split(" ")[1];
      bool isHead = text->startsWith("HEAD");
      text = "";
      socket->write(answers.get(path) || str("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n") + (isHead ? "" : "hi"));
    });
  });
  server->listen(0, "127.0.0.1", [=](this auto self) -> Promise<> {
    String base = str("http://127.0.0.1:") + server->address().port;
    auto ask = [=](this auto self, String path, RequestInit init = {}) -> Promise<> {
      try {
        auto response = co_await fetch(base + path, init);
        auto text = co_await response->text();
        console::log("->", response->status(), response->statusText(), response->ok(), response->redirected(), response->type(),
          response->url().replace(base, ""), text);
      } catch (const Error& error) {
        if (error->cause.empty()) console::log("failed", error->name, error->message, undefined, undefined, undefined);
        else {
          Error cause = error->cause[0];
          console::log("failed", error->name, error->message, cause->name, cause->message, cause->code == "" ? "undefined" : cause->code);
        }
      }
    };
    co_await ask("/a");
    co_await ask("/a/../b?q=1&r=%20#fragment");
    co_await ask("/q?");
    co_await ask("/chunks");
    co_await ask("/text", {.method = "post", .body = "hé"});
    co_await ask("/none", {.method = "POST"});
    co_await ask("/none", {.method = "PATCH"});
    co_await ask("/none", {.method = "DELETE"});
    co_await ask("/empty", {.method = "PUT", .body = ""});
    co_await ask("/delete", {.method = "DELETE", .body = "x"});
    co_await ask("/head", {.method = "HEAD"});
    co_await ask("/options", {.method = "OPTIONS"});
    co_await ask("/custom", {.method = "Query", .body = "q"});
    co_await ask("/bytes", {.method = "POST", .body = Buffer::from({65, 66, 67})});
    co_await ask("/params", {.method = "POST", .body = make<URLSearchParams>({{"a", "1 2"}, {"b", "ü"}})});
    co_await ask("/json", {.method = "PUT", .headers = {{"Content-Type", "application/json"}}, .body = JSON::stringify(var::object({{"a", 1}}))});
    co_await ask("/headers", {.headers = {{"X-One", 1}, {"accept", "text/html"}, {"User-Agent", "me"}, {"Accept-Language", "de"}, {"Accept-Encoding", "br"}}});
    co_await ask("/headers", {.headers = {{"X-A", "a"}, {"x-a", " b "}, {"Cookie", "c=1"}, {"cookie", "d=2"}, {"X-Latin", "é"}}});
    co_await ask("/connection", {.headers = {{"Host", "x.y"}, {"Connection", "close"}, {"Content-Length", "3"}, {"Sec-Fetch-Mode", "x"}}});
    co_await ask("/found");
    co_await ask("/found", {.method = "POST", .headers = {{"X-A", "1"}, {"Authorization", "q"}}, .body = "zz"});
    co_await ask("/found", {.method = "PUT", .body = "zz"});
    co_await ask("/other", {.method = "PUT", .body = "zz"});
    co_await ask("/other", {.method = "HEAD"});
    co_await ask("/again", {.method = "POST", .body = "zz"});
    co_await ask("/found", {.redirect = "manual"});
    co_await ask("/found", {.redirect = "error"});
    co_await ask("/cache", {.cache = "no-store"});
    co_await ask("/cache", {.headers = {{"Pragma", "p"}}, .cache = "reload"});
    co_await ask("/cache", {.cache = "no-cache"});
    co_await ask("/cache", {.headers = {{"If-None-Match", "\"a\""}}});
    co_await ask("/range", {.headers = {{"Range", "bytes=0-1"}}});
    co_await ask("/mode", {.mode = "same-origin", .credentials = "omit", .keepalive = true});
    co_await ask("/mode", {.mode = "no-cors"});
    co_await ask("/bad", {.headers = {{"Transfer-Encoding", "chunked"}}});
    co_await ask("/bad", {.headers = {{"Keep-Alive", "1"}}});
    co_await ask("/bad", {.headers = {{"Upgrade", "x"}}});
    co_await ask("/bad", {.headers = {{"Expect", "100-continue"}}});
    co_await ask("/bad", {.headers = {{"Connection", "a b"}}});
    co_await ask("/bad", {.headers = {{"X-Control", "a\x01" "b"}}});
    co_await ask("/bad", {.method = "POST", .headers = {{"Content-Length", "7"}}, .body = "abc"});
    process::exit();
  });
}); }
