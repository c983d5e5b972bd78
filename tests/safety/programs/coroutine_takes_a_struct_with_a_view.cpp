// refused: what a view looks at may be gone when it goes on
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <string>
#include <string_view>
using namespace nodecpp;

struct Person {
  int age;
  std::string_view name;
};
Promise<> greet(Person person) {
  co_await nullptr;
  console::log("hello", String(person.name));
}

int main(int argc, char** argv) { return run(argc, argv, [] { greet({34, std::string(99, 'a')}); }); }
