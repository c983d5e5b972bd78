#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/stream.h>
using namespace nodecpp;
using stream::PassThrough, stream::Readable, stream::Transform, stream::Writable;

int main(int argc, char** argv) { return run(argc, argv, [] {
// Numbers go through a pipe; the high-water marks count chunks.
auto numbers = make<Readable>({
  .highWaterMark = 3,
  .objectMode = true,
  .read = [] {},
});
console::log(numbers->readableObjectMode(), numbers->readableHighWaterMark());
for (int i = 0; i < 5; i++) {
  bool more = numbers->push(i);
  console::log(more, numbers->readableLength());
}
numbers->push("text");
numbers->push("");
numbers->push(nullptr);
auto first = numbers->read(), second = numbers->read(10);
console::log(first, second, numbers->readableLength());

auto sink = make<Writable>({
  .highWaterMark = 2,
  .objectMode = true,
  .write = [](auto, auto chunk, auto, auto callback) {
    console::log("write", chunk);
    setImmediate([=] { callback(); });
  },
});
console::log(sink->writableObjectMode(), sink->writableHighWaterMark());
bool more = sink->write(1);
console::log(more, sink->writableLength());
more = sink->write("two");
console::log(more, sink->writableLength());
more = sink->write(3);
console::log(more, sink->writableLength(), sink->writableNeedDrain());
sink->on(event::drain, [] { console::log("drain"); });

numbers->on(event::data, [](auto chunk) { console::log("data", chunk); });
numbers->on(event::end, [=] { console::log("end", numbers->readableLength()); });

// A stream of which only one side is in object mode.
auto lengths = make<Transform>({
  .readableObjectMode = true,
  .transform = [](auto, auto chunk, auto, auto callback) {
    callback(nullptr, chunk.length());
  },
});
console::log(lengths->readableObjectMode(), lengths->writableObjectMode(), lengths->readableHighWaterMark(), lengths->writableHighWaterMark());
lengths->on(event::data, [](int n) { console::log("length", n + 1); });
lengths->write("four");
lengths->end("fives");

// A stream that is not in object mode.
auto bytes = make<PassThrough>();
try {
  bytes->write(5);
} catch (const Error& error) {
  console::log(error->name, error->code, error->message);
}
bytes->on(event::error, [](Error error) { console::log(error->code); });
bytes->push(5);

// Readable.from.
auto from = Readable::from({1, 2, 3});
console::log(from->readableObjectMode(), from->readableHighWaterMark());
from->on(event::data, [](int n) { console::log("from", n); });
Readable::from("a text")->on(event::data, [](auto chunk) { console::log("from", chunk); });
Readable::from(Buffer::from("bytes"))->on(event::data, [](auto chunk) { console::log("from", chunk); });

// An abort signal destroys the stream.
auto controller = make<AbortController>();
auto aborted = make<Readable>({.read = [] {}, .signal = controller->signal()});
aborted->on(event::error, [](Error error) { console::log("aborted", error->name, error->code); });
auto added = stream::addAbortSignal(controller->signal(), make<PassThrough>());
added->on(event::error, [](Error error) { console::log("added", error->name, error->message); });
added->on(event::close, [=] { console::log("close", added->destroyed()); });
setTimeout([=] { controller->abort(); }, 60);

// Several streams are composed into one.
auto upper = make<Transform>({
  .transform = [](auto, auto chunk, auto, auto callback) {
    callback(nullptr, chunk.toString().toUpperCase());
  },
});
auto twice = make<Transform>({
  .transform = [](auto, auto chunk, auto, auto callback) {
    callback(nullptr, chunk + "" + chunk);
  },
});
auto composed = stream::compose(upper, twice);
composed->on(event::data, [](auto chunk) { console::log("composed", chunk.toString()); });
composed->on(event::end, [] { console::log("composed end"); });
composed->on(event::finish, [] { console::log("composed finish"); });
composed->on(event::close, [] { console::log("composed close"); });
setTimeout([=] {
  composed->write("ab");
  composed->end("cd");
}, 100);

setTimeout([=] {
  auto failing = stream::compose(make<PassThrough>(), make<Transform>({
    .transform = [](auto, auto, auto, auto callback) {
      callback(Error("no good"));
    },
  }));
  failing->on(event::error, [=](Error error) { console::log("failing", error->message, failing->destroyed()); });
  failing->write("x");
}, 150);
}); }
