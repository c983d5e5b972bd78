// refused: a let outlives what a view looks at
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <string_view>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<std::string_view> name;
  auto set = [=](String first) { name = first + ", who has a name that is longer than what a String has room for"; };
  set("Ann");
  console::log(name);
}); }
