// Starts a server and ends. Two files include the same headers, so that a symbol that is defined in both is found by
// the linker.
#include <nodecpp/http.h>
#include <nodecpp/url.h>

#include <cstdio>
using namespace nodecpp;

String answer(const String& target);

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto server = http::createServer([](auto request, auto response) {
    response->writeHead(200, {{"Content-Type", "text/plain"}});
    response->end(answer(request->url));
  });
  server->listen(0, "127.0.0.1", [=] {
    String text = answer("/?value=hello");
    std::printf("%.*s\n", static_cast<int>(text.size()), text.data());
    server->close();
  });
}); }
