#include "requests.h"

namespace {
perThread<Array<String>> lines;
Handler logged(Handler handler, Function<void(http::ServerResponse)> before = [](auto) {}) {
  return [=](http::IncomingMessage request, http::ServerResponse response) {
    before(response);
    response->on(event::finish, [=] {
      lines->push(request->method + " " + request->url + " " + str(response->statusCode) + " " + response->getHeader("content-length") + " " + response->getHeader("ETAG"));
      lines->push("  " + response->getHeaderNames().map([=](auto name) { return name + "=" + response->getHeader(name); }).join("; "));
      lines->push("  " + response->getRawHeaderNames().join(" ") + " " + str(response->hasHeader("Last-Modified")) + " " + str(response->headersSent()));
      try {
        response->setHeader("X-Late", "1");
      } catch (Error& error) {
        lines->push("  " + error->code);
      }
    });
    handler(request, response);
  };
}
}  // namespace

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  prepare();
  Array<String> asked{"GET /a.txt", "HEAD /a.txt", "GET /empty.txt", "GET /big.txt", "GET /digits.bin|Range: bytes=1-3", "GET /digits.bin|range: bytes=1000-", "GET /digits.bin|Range: bytes=0-1|If-Range: \"no\"",
    "GET /a.txt|If-None-Match: *", "GET /a.txt|IF-NONE-MATCH: W/\"6-18bcfe5687b\"", "GET /a.txt|If-Modified-Since: Tue, 14 Nov 2023 22:13:20 GMT", "GET /a.txt|if-match: \"no\"",
    "GET /a.txt|If-Unmodified-Since: Mon, 13 Nov 2023 00:00:00 GMT", "GET /a.txt|Ranges: bytes=1-2", "GET /a.txt|If: a", "GET /missing", "GET /dir", "GET /end.", "GET /UPPER.TXT", "GET /plain", "GET /dir/"};
  co_await show("nothing set", logged(files(*root)), asked);
  co_await show("one field set", logged(files(*root), [](auto response) { response->setHeader("X-Own", "a"); }), asked);
  co_await show("set and removed", logged(files(*root), [](auto response) { response->setHeader("X-Own", "a"); response->removeHeader("x-own"); }), asked.slice(0, 3));
  co_await show("fields of the file set", logged(files(*root), [](auto response) {
    response->setHeader("etag", "\"own\"");
    response->setHeader("CONTENT-TYPE", "text/x-own");
    response->setHeader("cache-control", "no-store");
    response->setHeader("Content-Length", 2);
  }), asked);
  co_await show("setHeaders", logged(files(*root, {.setHeaders = [](auto response, auto, auto) { response->setHeader("Accept-Ranges", "none"); response->setHeader("Last-Modified", "never"); }})), asked);
  co_await show("few fields", logged(files(*root, {.acceptRanges = false, .cacheControl = false, .etag = false, .lastModified = false})), asked);
  co_await show("another status", logged(files(*root), [](auto response) { response->statusCode = 404; }), asked.slice(0, 8));
  for (String line : lines.value()) console::log(line);
  tidy();
}); }
