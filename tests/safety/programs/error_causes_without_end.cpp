// right: a long chain of errors, each the cause of the next one, is printed and dropped
// > Error: 99999
// > true
#include <nodecpp/console.h>
#include <nodecpp/error.h>
#include <nodecpp/process.h>
#include <nodecpp/util.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Error last("first");
  for (int i = 0; i < 100000; i++) last = Error(str(i), {.cause = last});
  console::log(last->name + ": " + last->message);
  console::log(util::inspect(last).length() > 20);
}); }
