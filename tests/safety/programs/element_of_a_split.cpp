// right: an element of a temporary list is used
// > a-path-that-is-longer-than-what-a-String-has-room-for
// > undefined
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/string.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto url = str("/users/a-path-that-is-longer-than-what-a-String-has-room-for/3");
  auto part = url.split("/")[2];
  auto none = url.split("/")[9];
  url = "";
  console::log(part);
  console::log(none);
}); }
