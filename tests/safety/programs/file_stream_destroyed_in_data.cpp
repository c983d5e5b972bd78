// right: a file stream is destroyed and dropped in its own data event
// > data
// > close
#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [=] {
  let<fs::ReadStream> stream = fs::createReadStream("/proc/self/exe", {.highWaterMark = 1000});
  stream->on(event::data, [=](Buffer) {
    if (!stream) return;
    stream->destroy();
    stream = fs::ReadStream();
    console::log("data");
  });
  stream->on(event::close, [] { console::log("close"); });
}); }
