// refused: what a view looks at may be gone when it goes on
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;

Promise<> greet(const char* name) {
  co_await nullptr;
  console::log("hello", name);
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  const String name = "Ann, who has a name that is longer than what a String has room for";
  greet((name + "").data());
}); }
