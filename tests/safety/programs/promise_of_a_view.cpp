// refused: a Promise's value outlives what a view looks at
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <string>
#include <string_view>
using namespace nodecpp;

Promise<std::string_view> name() {
  std::string all(99, 'a');
  co_await nullptr;
  co_return all;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  name().then([](std::string_view name) { console::log(String(name)); });
}); }
