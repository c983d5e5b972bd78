// refused: what a view looks at may be gone when it goes on
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <optional>
#include <string>
#include <string_view>
using namespace nodecpp;

Promise<> greet(std::optional<std::string_view> name) {
  co_await nullptr;
  console::log("hello", String(*name));
}

int main(int argc, char** argv) { return run(argc, argv, [] { greet(std::string(99, 'a')); }); }
