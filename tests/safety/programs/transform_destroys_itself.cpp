// right: a Transform is destroyed in its own transform function, in the middle of a pipeline
// > ERR_STREAM_PREMATURE_CLOSE
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/stream.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<stream::Transform> transform;
  transform = make<stream::Transform>({.transform = [=](auto, auto chunk, auto, auto callback) {
    transform->destroy();
    transform = stream::Transform();
    callback(nullptr, chunk);
  }});
  auto source = make<stream::PassThrough>();
  auto sink = make<stream::PassThrough>();
  stream::pipeline(source, transform.value(), sink, [](Error error) { console::log(error ? error->code : str("none")); });
  sink->resume();
  source->end(str("a chunk that is ") + "longer than what a String has room for");
}); }
