// Listing 1 as the article printed it, with the names that Node.cpp had at that time.
#include <nodecpp/classic.h>
using namespace nodecpp;

class ServerType;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto srv = net::createHttpServer<ServerType>([](net::IncomingHttpMessageAtServer& request,
                                                  net::HttpServerResponse& response) {
    if (request.getMethod() == "GET"
        || request.getMethod() == "HEAD") {
      response.writeHead(200,
        {{"Content-Type", "text/xml"}});
      auto queryValues = Url::parseUrlQueryString(request.getUrl());
      auto& value = queryValues["value"];
      if (value.toStr() == "") {
        response.end("no value specified");
      } else {
        response.end(value.toStr());
      }
    } else {
      response.writeHead(405,
        "Method Not Allowed");
      response.end();
    }
  });
  srv->listen(process::env["PORT"] || 2000, "127.0.0.1", 5000);
}); }
