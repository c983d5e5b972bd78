// Web streams of Node's streams, Node's streams of web streams, and the consumers of both.
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/stream/consumers.h>
#include <nodecpp/stream/web.h>
#include <nodecpp/timers.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;
namespace consumers = nodecpp::stream::consumers;
using consumers::text, consumers::json, consumers::bytes, consumers::arrayBuffer;
using stream::Readable, stream::Writable, stream::PassThrough, stream::Transform, stream::toWeb, stream::fromWeb;
using stream::web::Reason;

void log(const auto&... what) { console::log(what...); }
String show(const Reason& reason) {
  if (Error error = reason.value() ? Error() : reason.error())
    return error->name + " " + (error->code.empty() ? String("undefined") : error->code) + ": " + error->message;
  return str(reason);
}
Promise<> sleep(int ms) {
  return Promise<>([=](auto resolve) { setTimeout([=] { resolve(); }, ms); });
}

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  log("== Readable.toWeb");
  auto p = make<PassThrough>();
  p->write("one");
  setTimeout([=] { p->end("two"); }, 2);
  auto chunks = toWeb(p).readable->values();
  while (auto chunk = co_await chunks.next()) log((*chunk).toString());
  auto numbers = toWeb(Readable::from({1, 2, 3}))->values();
  while (auto n = co_await numbers.next()) log(*n);
  auto failing = make<Readable>({.read = [](auto self) { self->destroy(TypeError("cannot read")); }});
  try {
    auto all = toWeb(failing)->values();
    while (auto chunk = co_await all.next()) log(*chunk);
  } catch (const Error& error) {
    log(show(error));
  }
  auto cancelled = make<Readable>({.read = [] {}});
  cancelled->on(event::close, [=] { log("closed", cancelled->destroyed()); });
  co_await toWeb(cancelled)->cancel(Error("enough"));
  co_await sleep(1);
  auto early = make<Readable>({.read = [] {}});
  auto earlyWeb = toWeb(early);
  early->destroy();
  co_await earlyWeb->getReader()->closed().catch_([](Error error) { log(show(error)); });
  auto source = toWeb(Readable::from(Buffer::from("abcdef"), stream::ReadableOptions{.objectMode = false}), {.type = "bytes"});
  auto reader = source->getReader({.mode = "byob"});
  auto first = co_await reader->read(Uint8Array(4));
  log(Buffer::from(first.value).toString(), first.done);

  log("== Writable.toWeb");
  Array<String> written;
  auto slow = make<Writable>({
    .highWaterMark = 4,
    .write = [=](auto, auto chunk, auto, auto callback) {
      written.push(chunk.toString());
      setTimeout([=] { callback(); }, 1);
    },
    .final = [](auto, auto callback) {
      log("final");
      callback();
    },
  });
  auto writer = toWeb(slow)->getWriter();
  log(writer->desiredSize());
  co_await writer->write("abcdef");
  co_await writer->write(Buffer::from("gh"));
  co_await writer->close();
  log(written.join());
  auto broken = make<Writable>({.write = [](auto, auto, auto, auto callback) { callback(RangeError("no room")); }});
  auto brokenWriter = toWeb(broken)->getWriter();
  brokenWriter->write("x").catch_([](Error error) { log("write", show(error)); });
  co_await brokenWriter->closed().catch_([](Error error) { log("closed", show(error)); });
  auto aborted = make<Writable>({.write = [](auto, auto, auto, auto callback) { callback(); }});
  aborted->on(event::error, [](Error error) { log("error", show(error)); });
  co_await toWeb(aborted)->abort(Error("stop"));
  co_await sleep(1);
  log(aborted->destroyed());

  log("== Duplex.toWeb");
  auto upper = make<Transform>({.transform = [](auto, auto chunk, auto, auto callback) { callback(nullptr, chunk.toString().toUpperCase()); }});
  auto pair = toWeb(upper);
  auto pairWriter = pair.writable->getWriter();
  (void)pairWriter->write("hello");
  (void)pairWriter->close();
  log(co_await text(pair.readable));

  log("== fromWeb");
  auto read = fromWeb(ReadableStream::from({"a", "b"}), {.objectMode = true});
  while (auto chunk = co_await read->next()) log(chunk);
  Array<String> sink;
  auto out = fromWeb(make<WritableStream>({
    .write = [=](auto chunk) { sink.push(chunk.toString()); },
    .close = [] { log("close"); },
    .abort = [](auto reason) { log("abort", show(reason)); },
  }));
  out->write("one");
  out->end("two");
  co_await Promise<>([=](auto resolve) { out->on(event::finish, [=] { resolve(); }); });
  log(sink.join());
  auto doomed = fromWeb(make<WritableStream>({.abort = [](auto reason) { log("abort", show(reason)); }}));
  doomed->on(event::error, [](Error error) { log("error", show(error)); });
  doomed->destroy(Error("doomed"));
  co_await sleep(2);
  auto refusing = fromWeb(make<ReadableStream>({.pull = [] { throw TypeError("pull"); }}));
  refusing->on(event::error, [](Error error) { log("error", show(error)); });
  refusing->resume();
  co_await sleep(2);
  auto given = fromWeb(make<ReadableStream>({.cancel = [](auto reason) { log("cancel", show(reason)); }}));
  given->on(event::error, [](Error error) { log("error", show(error)); });
  given->destroy(Error("not wanted"));
  co_await sleep(2);
  auto t = make<TransformStream>({.transform = [](auto chunk, auto c) { c->enqueue(chunk.toString() + "!"); }});
  auto both = fromWeb(stream::web::ReadableWritablePair{.readable = t->readable(), .writable = t->writable()}, {.encoding = "utf8"});
  both->write("x");
  both->end("y");
  while (auto chunk = co_await both->next()) log(chunk);

  log("== consumers");
  log(co_await text(ReadableStream::from(Array<stream::Chunk>{String("te"), Buffer::from("xt")})));
  log(co_await json(ReadableStream::from({"{\"a\":", "[1]}"})));
  log((co_await consumers::buffer(ReadableStream::from({Buffer::from("by"), Buffer::from("tes")}))).toString());
  log((co_await bytes(ReadableStream::from({Buffer::from("abc")}))).length());
  log((co_await arrayBuffer(ReadableStream::from({Buffer::from("abcd")}))).byteLength());
  log((co_await arrayBuffer(Readable::from(Buffer::from("abcde")))).byteLength());
  auto locked = ReadableStream::from({"x"});
  locked->getReader();
  co_await text(locked).then([](const auto&) {}, [](Error error) { log(show(error)); });
}); }
