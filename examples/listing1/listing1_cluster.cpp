// Listing 1 in several processes. $WORKERS gives their number, which is two by default.
#include <nodecpp/cluster.h>
#include <nodecpp/http.h>
#include <nodecpp/url.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (cluster::isPrimary) {
    int workers = int((process::env["WORKERS"] || 2).toNumber());
    for (int i = 0; i < workers; ++i) cluster::fork();
    return;
  }
  http::createServer([](auto request, auto response) {
    if (request->method == "GET"
        || request->method == "HEAD") {
      response->writeHead(200,
        {{"Content-Type", "text/xml"}});
      auto urlObj = url::parse(request->url, true);
      auto value = urlObj.query["value"];
      if (value == "") {
        response->end("no value specified");
      } else {
        response->end("" + value + "");
      }
    } else {
      response->writeHead(405,
        "Method Not Allowed");
      response->end();
    }
  })->listen(process::env["PORT"] || 2000, "127.0.0.1");
}); }
