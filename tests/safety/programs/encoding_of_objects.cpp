// right: setEncoding() and text() of a stream whose objects are not bytes, and a chunk without bytes: a TypeError
// > TypeError
// > TypeError
// > TypeError
// > 1 abcd
// > end
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/stream.h>
#include <nodecpp/stream/consumers.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto numbers = make<stream::Readable>({.objectMode = true, .read = [](auto, double) {}});
  numbers->push(5);
  numbers->push(6);
  try {
    numbers->setEncoding("utf8");
  } catch (const Error& error) {
    console::log(error->name);
  }
  stream::Chunk chunk = 7;
  try {
    console::log(chunk.buffer().length());
  } catch (const Error& error) {
    console::log(error->name);
  }
  stream::consumers::text(stream::Readable::from({5, 6})).catch_([](Error error) -> String {
    console::log(error->name);
    return "";
  });
  setTimeout([] {
    auto texts = make<stream::Readable>({.objectMode = true, .read = [](auto, double) {}});
    texts->push("ab");
    texts->push("cd");
    texts->setEncoding("utf8");
    texts->push(nullptr);
    const double length = double(texts->readableLength());
    texts->on(event::data, [=](String text) { console::log(length, text); });
    texts->on(event::end, [] { console::log("end"); });
  }, 1);
}); }
