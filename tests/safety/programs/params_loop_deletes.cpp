// right: a loop over URLSearchParams deletes entries
// > a c
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/url.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto params = make<URLSearchParams>("a=1&b=2&c=3&d=4");
  String all = "";
  for (auto [name, value] : params) {
    params->delete_(name);
    all += all ? " " + name : name;
  }
  console::log(all);
}); }
