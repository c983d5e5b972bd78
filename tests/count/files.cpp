// Runs examples/files on the simulated port for run.js: it answers REQUESTS requests for a file of 1 KiB on one
// connection, one in each turn.
#include <nodecpp/fs.h>
#include <nodecpp/http/files.h>
#include <nodecpp/https.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "world/simulated_program.h"

#define main files_main
#include "../../examples/files/files.cpp"
#undef main

int main(int argc, char** argv) {
  using namespace nodecpp::simulation;
  const long requests = argc > 1 ? std::atol(argv[1]) : 20000;
  const std::string_view request = "GET /small.bin HTTP/1.1\r\nHost: localhost:2004\r\n\r\n";
  const std::string body(1024, 'x');
  World world;
  Program& program = world.spawn("files", files_main, {}, {{"PORT", "2004"}, {"ROOT", "/tmp/www"}});
  world.settle();
  program.inside([&] {
    fs::mkdirSync("/tmp/www");
    fs::writeFileSync("/tmp/www/small.bin", body);
  });
  RawConnection client = world.connect(2004);
  world.settle();
  std::size_t length = 0;
  for (long i = 0; i < requests; ++i) {
    const std::size_t before = client.received().size();
    client.send(request);
    world.settle();
    const std::string_view answer = std::string_view(client.received()).substr(before);
    if (length == 0) length = answer.size();
    if (answer.size() != length || !answer.ends_with(body)) {
      std::fprintf(stderr, "request %ld was answered by %zu bytes\n", i, answer.size());
      return 1;
    }
  }
  return 0;
}
