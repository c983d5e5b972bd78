// right: a loop over headers sets other headers
// > 42
#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  http::Headers headers{{"a", "1"}, {"b", "2"}};
  for (auto [name, value] : headers.entries())
    for (int i = 0; i < 20; i++) headers.set(name + i, value);
  console::log(headers.entries().length());
}); }
