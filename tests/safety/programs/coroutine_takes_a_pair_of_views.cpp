// refused: what a view looks at may be gone when it goes on
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <string>
#include <string_view>
using namespace nodecpp;

Promise<> greet(std::pair<std::string_view, int> name) {
  co_await nullptr;
  console::log("hello", String(name.first));
}

int main(int argc, char** argv) { return run(argc, argv, [] { greet({std::string(99, 'a'), 1}); }); }
