// right: a header's value is kept while other headers are set, and after the headers were freed
// > a value that is longer than what a String has room for
#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/process.h>
using namespace nodecpp;

Lookup kept() {
  http::Headers headers{{"a", "a value that is longer than what a String has room for"}};
  auto value = headers["a"];
  for (int i = 0; i < 40; i++) headers.set(str("n") + i, i);
  headers["a"] = "another";
  return value;
}

int main(int argc, char** argv) { return run(argc, argv, [] { console::log(kept()); }); }
