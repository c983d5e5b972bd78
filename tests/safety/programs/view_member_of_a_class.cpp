// checker: a class of the program's own that keeps a view
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/string.h>
#include <string_view>
using namespace nodecpp;

struct Route {
  std::string_view path;
};
Route routeOf(String url) {
  String path = url + ", which is longer than what a String has room for";
  std::string_view view(path.data(), path.size());
  return {view};
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto route = routeOf("/users");
  console::log(String(route.path));
}); }
