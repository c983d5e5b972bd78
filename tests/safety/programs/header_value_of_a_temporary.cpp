// refused: -Wdangling
#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto name = str("Ann");
  http::HeaderValue value = name + ", who has a name that is longer than what a String has room for";
  http::validateHeaderValue("x-name", value);
}); }
