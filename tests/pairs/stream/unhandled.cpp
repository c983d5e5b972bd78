#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/stream.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
auto r = make<stream::Readable>({.read = [] {}});
r->on(event::close, [] { console::log("close"); });
r->on(event::data, [](auto chunk) { console::log("" + chunk); });
r->push("a");
setImmediate([=] {
  r->destroy(Error("nobody listens"));
  console::log("destroyed");
});
}); }
