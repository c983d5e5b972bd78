// right: a stream is destroyed and dropped in its own data event
// > data a chunk that is longer than what a String has room for
// > close
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/stream.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<stream::PassThrough> through = make<stream::PassThrough>();
  through->on(event::data, [=](Buffer chunk) {
    through->destroy();
    through = stream::PassThrough();
    console::log("data", chunk.toString());
  });
  through->on(event::close, [] { console::log("close"); });
  auto same = through.value();
  same->write(str("a chunk that is ") + "longer than what a String has room for");
}); }
