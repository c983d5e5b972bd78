// Web streams in stream.pipeline, finished, addAbortSignal, Readable.from, Duplex.from and the questions about a state.
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/stream/generators.h>
#include <nodecpp/stream/operators.h>
#include <nodecpp/stream/promises.h>
#include <nodecpp/stream/web.h>
#include <nodecpp/timers.h>
using namespace nodecpp;
using stream::Readable, stream::Writable, stream::PassThrough, stream::Duplex, stream::pipeline, stream::finished, stream::addAbortSignal;
namespace promises = stream::promises;

struct Scene {
  String name;
  Function<void()> play;
};
void log(const auto&... what) { console::log(what...); }
String show(const Error& error) {
  return error ? error->name + " " + (error->code.empty() ? str("undefined") : error->code) + ": " + error->message : str("no error");
}
Promise<> sleep(int ms) {
  return Promise<>([=](auto resolve) { setTimeout([=] { resolve(); }, ms); });
}
WritableStream sink(String name) {
  return make<WritableStream>({
    .write = [=](auto chunk) { log(name, "write", chunk.toString()); },
    .close = [=] { log(name, "close"); },
    .abort = [=](auto reason) { log(name, "abort", reason->message); },
  });
}
ReadableStream source(String name, Array<String> values) {
  return make<ReadableStream>({
    .pull = [=](auto c) {
      if (values.length()) c->enqueue(values.shift());
      else c->close();
    },
    .cancel = [=](auto reason) { log(name, "cancel", reason == nullptr ? str("undefined") : reason->message); },
  });
}
TransformStream upper() {
  return make<TransformStream>({.transform = [](auto chunk, auto c) { c->enqueue(chunk.toString().toUpperCase()); }});
}
Writable slow(String name) {
  return make<Writable>({
    .highWaterMark = 2,
    .write = [=](auto, auto chunk, auto encoding, auto callback) { log(name, "write", chunk.toString()); setTimeout([=] { callback(); }, 1); },
    .destroy = [=](auto, Error error, auto callback) { log(name, "destroy", show(error)); callback(error); },
    .final = [=](auto, auto callback) { log(name, "final"); callback(); },
  });
}

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  Array<Scene> scenes;
  auto scene = [=](String name, Function<void()> f) { scenes.push({name, f}); };
  scene("web to web", [] {
    auto last = sink("a");
    log(pipeline(source("s", {"one", "two"}), upper(), last, [=](Error error) { log("done", show(error), last); }) == last);
  });
  scene("web to node", [] {
    pipeline(source("s", {"one", "two", "three"}), upper(), slow("b"), [=](Error error) { log("done", show(error)); });
  });
  scene("node to web", [] {
    pipeline(Readable::from({"one", "two"}), make<PassThrough>({.objectMode = true}), upper(), sink("c"), [=](Error error) { log("done", show(error)); });
  });
  scene("node, web, node", [] {
    pipeline(Readable::from({"x", "y"}), upper(), make<PassThrough>(), slow("d"), [=](Error error) { log("done", show(error)); });
  });
  scene("the source fails", [] {
    pipeline(make<ReadableStream>({
      .start = [](auto c) { c->enqueue("first"); },
      .pull = [](auto c) { c->error(Error("broken source")); },
    }), sink("e"), [=](Error error) { log("done", show(error)); });
    pipeline(make<ReadableStream>({.pull = [](auto c) { c->error(RangeError("broken")); }}), slow("f"), [=](Error error) { log("done", show(error)); });
  });
  scene("the destination fails", [] {
    pipeline(source("s", {"one", "two", "three", "four"}), make<WritableStream>({
      .write = [](auto chunk) {
        log("write", chunk);
        throw Error("broken sink");
      },
    }), [=](Error error) { log("done", show(error)); });
  });
  scene("a destination of node fails", [] {
    auto bad = make<Writable>({.write = [](auto, auto chunk, auto encoding, auto callback) { callback(Error("broken write")); }});
    pipeline(source("s", {"one", "two", "three", "four"}), bad, [=](Error error) { log("done", show(error), bad->destroyed()); });
  });
  scene("a source of node fails", [] {
    auto bad = make<Readable>({.read = [](auto self) { self->destroy(Error("broken read")); }});
    pipeline(bad, sink("g"), [=](Error error) { log("done", show(error)); });
  });
  scene("promises", []() -> Promise<> {
    co_await promises::pipeline(source("s", {"one"}), sink("h"));
    log("piped");
    try {
      co_await promises::pipeline(make<ReadableStream>({.pull = [](auto c) { c->error(Error("no")); }}), sink("i"));
    } catch (const Error& error) {
      log(show(error));
    }
    auto open = slow("j");
    co_await promises::pipeline(source("s", {"one"}), open, {.end = false});
    log(open->writableEnded());
    open->end();
  });
  scene("finished", []() -> Promise<> {
    auto readable = source("s", {"x"});
    finished(readable, [](Error error) { log("readable", show(error)); });
    promises::finished(readable).then([] { log("promise"); });
    auto chunks = readable->values();
    while (auto chunk = co_await chunks.next()) log(*chunk);
    auto failing = make<WritableStream>({.write = [] { throw Error("no room"); }});
    finished(failing, [](Error error) { log("writable", show(error)); });
    failing->getWriter()->write("x").catch_([](auto) {});
    co_await sleep(2);
    finished(failing, [](Error error) { log("late", show(error)); });
    auto controller = make<AbortController>();
    finished(make<ReadableStream>(), {.signal = controller->signal()}, [](Error error) { log("aborted", show(error)); });
    controller->abort();
    log("ERR_INVALID_ARG_TYPE");
  });
  scene("addAbortSignal", []() -> Promise<> {
    auto controller = make<AbortController>();
    auto readable = addAbortSignal(controller->signal(), make<ReadableStream>());
    auto writable = addAbortSignal(controller->signal(), make<WritableStream>());
    auto bytes = addAbortSignal(controller->signal(), make<ReadableStream>({.type = "bytes"}));
    auto read = readable->getReader()->read();
    controller->abort();
    try { co_await read; } catch (const Error& error) { log(show(error)); }
    log(readable, writable, bytes);
    co_await sleep(1);
    log(writable);
    log(addAbortSignal(AbortSignal::abort(), make<ReadableStream>()));
  });
  scene("states", []() -> Promise<> {
    auto readable = source("s", {"x"});
    log(stream::isReadable(readable), stream::isErrored(readable), stream::isDisturbed(readable));
    auto chunks = readable->values();
    while (auto chunk = co_await chunks.next()) log(*chunk, stream::isDisturbed(readable));
    log(stream::isReadable(readable), stream::isErrored(readable));
    auto failed = make<ReadableStream>({.start = [](auto c) { c->error(Error("x")); }});
    log(stream::isReadable(failed), stream::isErrored(failed), stream::isDisturbed(failed));
    auto writable = make<WritableStream>();
    log(stream::isWritable(writable), stream::isErrored(writable));
    co_await writable->abort();
    log(stream::isWritable(writable), stream::isErrored(writable));
  });
  scene("from", []() -> Promise<> {
    auto readable = Readable::from(source("s", {"one", "two"}));
    log(readable->readableObjectMode());
    while (auto chunk = co_await readable->next()) log(chunk);
    auto read = Duplex::from(source("s", {"text"}));
    log(read->readable(), read->writable());
    while (auto chunk = co_await read->next()) log(chunk.toString());
    auto written = Duplex::from(sink("n"));
    log(written->readable(), written->writable());
    written->end("data");
    co_await promises::finished(written);
    auto both = Duplex::from(upper());
    both->end("loud");
    while (auto chunk = co_await both->next()) log(chunk.toString());
  });
  for (auto [name, play] : scenes) {
    log("==", name);
    play();
    co_await sleep(40);
  }
}); }
