#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/util/debuglog.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  for (String section : {"foo", "FOO", "fo", "foobar", "bar", "Barrel", "h.t", "hat", "xbar", ""}) {
    auto log = util::debuglog(section);
    console::log(section, log.enabled());
  }
  auto log = util::debuglog("foo-bar");
  log("not printed");
  auto bar = util::debug("bar");
  auto print = util::debuglog("Bar-1");
  bar("x %d %s", 3, "y", util::array({1}), util::object({{"a", "b"}}));
  print();
  print(util::object({{"deep", util::object({{"er", util::object({{"than", util::object({{"two", 1}})}})}})}}));
}); }
