#include "requests.h"

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  prepare();
  auto serve = http::files(*root + "/dir");
  auto rest = http::files(*root, {.redirect = false});
  co_await show("mounted", [=](http::IncomingMessage request, http::ServerResponse response) {
    String url = request->url;
    if (url == "/mount" || url.startsWith("/mount/") || url.startsWith("/mount?")) {
      request->url = url.slice(6);
      if (!request->url.startsWith("/")) request->url = "/" + request->url;
      auto here = http::files(*root + "/dir", {.originalUrl = [=] { return url; }});
      return here(request, response);
    }
    serve(request, response, [=] { rest(request, response); });
  }, {"GET /mount", "GET /mount/", "GET /mount?a=b", "GET /mount/b.html", "GET /mount/none", "GET /mount/../a.txt", "HEAD /mount", "POST /mount/x|Content-Length: 0", "GET /b.html", "GET /a.txt", "GET /dir", "GET /dir/", "GET /none"});
  tidy();
}); }
