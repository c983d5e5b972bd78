// The order of callbacks and microtasks. Each scene prints its steps, with the number of the microtask between them.
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/stream/web.h>
#include <nodecpp/timers.h>
using namespace nodecpp;
using stream::web::Reason;

struct Scene {
  String name;
  Function<void()> play;
};
void log(const auto&... what) { console::log(what...); }
String show(const Reason& reason) {
  if (Error error = reason.value() ? Error() : reason.error()) return error->name + ": " + error->message;
  return str(reason);
}
template <class T>
void watch(String name, const Promise<T>& promise) {
  auto failed = [=](const std::exception_ptr& reason) { log(name, "rejected", show(Reason(reason))); };
  if constexpr (std::is_void_v<T>)
    promise.then([=] { log(name, "fulfilled", ""); }, failed);
  else
    promise.then([=](const T& value) { log(name, "fulfilled", value); }, failed);
}
void tickOn(let<int> n, int count) {
  if (n++ < count) {
    log("--", n);
    Promise<>::resolve().then([=] { tickOn(n, count); });
  }
}
void ticks(int count) {
  let<int> n = 0;
  Promise<>::resolve().then([=] { tickOn(n, count); });
}
Promise<> sleep(int ms) {
  return Promise<>([=](auto resolve) { setTimeout([=] { resolve(); }, ms); });
}

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  Array<Scene> scenes;
  auto scene = [=](String name, Function<void()> f) { scenes.push({name, f}); };
  scene("pull and reads", [] {
    let<int> n = 0;
    auto stream = make<ReadableStream>({
      .start = [] { log("start"); },
      .pull = [=](auto c) {
        log("pull", c->desiredSize());
        c->enqueue(n++);
        if (n == 4) c->close();
      },
    });
    auto reader = stream->getReader();
    watch("closed", reader->closed());
    for (int i = 0; i < 6; i++) watch(str("read ") + i, reader->read());
    ticks(8);
  });
  scene("pull is a promise", [] {
    let<int> n = 0;
    auto stream = make<ReadableStream>({
      .start = []() -> Promise<> {
        co_await nullptr;
        log("started");
      },
      .pull = [=](this auto self, auto c) -> Promise<> {
        log("pull");
        co_await nullptr;
        c->enqueue(n++);
        co_await nullptr;
        if (n == 3) throw Error("three");
      },
      .cancel = [] { log("cancel"); },
    }, {.highWaterMark = 0});
    auto reader = stream->getReader();
    watch("closed", reader->closed());
    for (int i = 0; i < 4; i++) watch(str("read ") + i, reader->read());
    ticks(16);
  });
  scene("start that fails", [] {
    auto reader = make<ReadableStream>({.start = []() -> Promise<> { throw TypeError("no start"); co_return; }})->getReader();
    watch("closed", reader->closed());
    watch("read", reader->read());
    try {
      make<ReadableStream>({.start = [] { throw TypeError("at once"); }});
    } catch (const Error& error) {
      log(show(error));
    }
    try {
      make<WritableStream>({.start = [] { throw TypeError("at once"); }});
    } catch (const Error& error) {
      log(show(error));
    }
    auto writer = make<WritableStream>({.start = []() -> Promise<> { throw TypeError("no start"); co_return; }})->getWriter();
    watch("ready", writer->ready());
    watch("writer closed", writer->closed());
    watch("write", writer->write("x"));
    watch("close", writer->close());
    ticks(8);
  });
  scene("writes", [] {
    auto writer = make<WritableStream>({
      .start = [] { log("start"); },
      .write = [](auto chunk, auto c) { log("write", chunk, c->signal()->aborted()); },
      .close = [] { log("close"); },
    }, {.highWaterMark = 2})->getWriter();
    watch("closed", writer->closed());
    watch("ready", writer->ready());
    for (String chunk : {"a", "b", "c"}) {
      watch("write " + chunk, writer->write(chunk));
      log(writer->desiredSize());
      watch("ready " + chunk, writer->ready());
    }
    watch("close", writer->close());
    watch("close again", writer->close());
    watch("late", writer->write("d"));
    ticks(8);
  });
  scene("writes that wait", [] {
    auto writer = make<WritableStream>({
      .write = [](String chunk) -> Promise<> {
        log("write", chunk);
        co_await nullptr;
        if (chunk == "bad") throw Error("bad chunk");
      },
      .close = []() -> Promise<> {
        log("close");
        co_await nullptr;
      },
      .abort = [](auto reason) { log("abort", show(reason)); },
    })->getWriter();
    watch("closed", writer->closed());
    for (String chunk : {"a", "bad", "c"}) watch("write " + chunk, writer->write(chunk));
    watch("ready", writer->ready());
    watch("close", writer->close());
    ticks(16);
  });
  scene("abort", [] {
    auto stream = make<WritableStream>({
      .write = [](auto chunk, auto c) {
        c->signal()->addEventListener("abort", [=] { log("signal", show(c->signal()->reason())); });
        log("write", chunk);
        return sleep(2);
      },
      .abort = [](auto reason) -> Promise<> {
        log("abort", show(reason));
        co_await nullptr;
      },
    });
    auto writer = stream->getWriter();
    watch("closed", writer->closed());
    watch("write a", writer->write("a"));
    watch("write b", writer->write("b"));
    Promise<>::resolve().then([=] {
      watch("ready", writer->ready());
      watch("abort", writer->abort(Error("enough")));
      watch("abort again", writer->abort(Error("twice")));
      watch("write c", writer->write("c"));
      log(writer->desiredSize());
    });
    ticks(6);
  });
  scene("abort, nothing written", [] {
    auto stream = make<WritableStream>({.abort = [] { log("abort"); throw Error("abort fails"); }});
    watch("abort", stream->abort("why"));
    watch("close", stream->close());
    watch("abort later", sleep(1).then([=] { return stream->abort(); }));
    ticks(6);
  });
  scene("controller.error", [] {
    let<WritableStreamDefaultController> controller;
    auto writer = make<WritableStream>({.start = [=](auto c) { controller = c; }, .write = [](auto chunk) { log("write", chunk); }})->getWriter();
    watch("closed", writer->closed());
    Promise<>::resolve().then([=] {
      watch("write", writer->write("a"));
      controller->error(Error("broken"));
      watch("ready", writer->ready());
      watch("write late", writer->write("b"));
      watch("abort", writer->abort("x"));
    });
    ticks(8);
  });
  scene("releaseLock", [] {
    auto stream = make<ReadableStream>({});
    auto reader = stream->getReader();
    watch("read", reader->read());
    watch("closed", reader->closed());
    reader->releaseLock();
    watch("closed after", reader->closed());
    watch("cancel", reader->cancel());
    log(stream->locked());
    auto sink = make<WritableStream>({});
    auto writer = sink->getWriter();
    watch("ready", writer->ready());
    watch("writer closed", writer->closed());
    writer->releaseLock();
    watch("ready after", writer->ready());
    watch("write", writer->write());
    watch("abort", writer->abort());
    watch("close", writer->close());
    try {
      log(writer->desiredSize());
    } catch (const Error& error) {
      log(show(error), error->code);
    }
    log(sink->locked());
    ticks(4);
  });
  scene("cancel", [] {
    auto stream = make<ReadableStream>({
      .start = [](auto c) { c->enqueue("a"); },
      .cancel = [](auto reason) -> Promise<> {
        log("cancel", reason);
        co_await nullptr;
        throw Error("cannot");
      },
    });
    auto reader = stream->getReader();
    watch("closed", reader->closed());
    watch("cancel", reader->cancel("why"));
    watch("read", reader->read());
    watch("cancel again", reader->cancel());
    ticks(8);
  });
  scene("pipeTo", [] {
    let<int> n = 0;
    auto source = make<ReadableStream>({
      .pull = [=](auto c) {
        log("pull", n);
        c->enqueue(n++);
        if (n == 4) c->close();
      },
      .cancel = [](auto reason) { log("cancel", show(reason)); },
    });
    auto sink = make<WritableStream>({
      .write = [](auto chunk) { log("write", chunk); },
      .close = [] { log("close"); },
      .abort = [](auto reason) { log("abort", show(reason)); },
    });
    watch("piped", source->pipeTo(sink));
    log(source->locked(), sink->locked());
    ticks(20);
  });
  scene("pipeTo with back-pressure", [] {
    auto source = make<ReadableStream>({
      .start = [](auto c) {
        for (String chunk : {"a", "b", "c", "d"}) c->enqueue(chunk);
        c->close();
      },
    });
    auto sink = make<WritableStream>({
      .write = [](auto chunk) -> Promise<> {
        log("write", chunk);
        co_await nullptr;
      },
      .close = [] { log("close"); },
    }, {.highWaterMark = 2});
    watch("piped", source->pipeTo(sink));
    ticks(24);
  });
  scene("pipeTo, the source fails", [] {
    let<ReadableStreamDefaultController> controller;
    auto source = make<ReadableStream>({.start = [=](auto c) { controller = c; }});
    auto sink = make<WritableStream>({
      .write = [](auto chunk) {
        log("write", chunk);
        return sleep(1);
      },
      .abort = [](auto reason) { log("abort", show(reason)); },
    });
    watch("piped", source->pipeTo(sink));
    controller->enqueue("a");
    Promise<>::resolve().then([=] { controller->error(Error("source")); });
    ticks(8);
  });
  scene("pipeTo, the destination fails", [] {
    auto source = make<ReadableStream>({
      .pull = [](auto c) { c->enqueue("x"); },
      .cancel = [](auto reason) { log("cancel", show(reason)); },
    });
    let<int> n = 0;
    auto sink = make<WritableStream>({
      .write = [=](auto chunk) {
        log("write", chunk);
        if (n++ == 1) throw Error("sink");
      },
    });
    watch("piped", source->pipeTo(sink));
    ticks(16);
  });
  scene("pipeTo a closed stream", [] {
    auto sink = make<WritableStream>({});
    watch("close", sink->close());
    auto source = make<ReadableStream>({.cancel = [](auto reason) { log("cancel", show(reason)); }});
    watch("piped", source->pipeTo(sink));
    ticks(10);
  });
  scene("pipeTo, prevented", [] {
    auto source = make<ReadableStream>({.start = [](auto c) { c->enqueue("a"); c->close(); }});
    auto sink = make<WritableStream>({.write = [](auto chunk) { log("write", chunk); }, .close = [] { log("close"); }});
    watch("piped", source->pipeTo(sink, {.preventClose = true}).then([=] { log(sink->locked(), source->locked()); }));
    auto failing = make<ReadableStream>({.start = [](auto c) { c->error(Error("source")); }});
    auto other = make<WritableStream>({.abort = [] { log("abort"); }});
    watch("failed", failing->pipeTo(other, {.preventAbort = true}));
    ticks(12);
  });
  scene("pipeTo, aborted", [] {
    auto aborter = make<AbortController>();
    auto source = make<ReadableStream>({
      .pull = [](auto c) { c->enqueue("x"); },
      .cancel = [](auto reason) { log("cancel", show(reason)); },
    });
    let<int> n = 0;
    auto sink = make<WritableStream>({
      .write = [=](auto chunk) {
        log("write", chunk);
        if (n++ == 2) aborter->abort(Error("stop"));
      },
      .abort = [](auto reason) { log("abort", show(reason)); },
    });
    watch("piped", source->pipeTo(sink, {.signal = aborter->signal()}));
    watch("at once", make<ReadableStream>({.cancel = [](auto reason) { log("cancel at once", show(reason)); }})->pipeTo(
      make<WritableStream>({}), {.signal = AbortSignal::abort(Error("before"))}));
    ticks(24);
  });
  scene("transform", [] {
    auto t = make<TransformStream>({
      .start = [](auto c) { log("start", c->desiredSize()); },
      .transform = [](auto chunk, auto c) {
        log("transform", chunk);
        c->enqueue(chunk + "!");
      },
      .flush = [] { log("flush"); },
    });
    auto writer = t->writable()->getWriter();
    auto reader = t->readable()->getReader();
    watch("ready", writer->ready());
    watch("write a", writer->write("a"));
    watch("write b", writer->write("b"));
    watch("close", writer->close());
    watch("read 1", reader->read());
    watch("read 2", reader->read());
    watch("read 3", reader->read());
    watch("reader closed", reader->closed());
    watch("writer closed", writer->closed());
    ticks(20);
  });
  scene("transform that waits", [] {
    auto t = make<TransformStream>({
      .transform = [](auto chunk, auto c) -> Promise<> {
        log("transform", chunk);
        co_await nullptr;
        if (chunk == "bad") throw Error("bad chunk");
        c->enqueue(chunk);
      },
    }, {.highWaterMark = 2}, {.highWaterMark = 1});
    auto writer = t->writable()->getWriter();
    auto reader = t->readable()->getReader();
    for (String chunk : {"a", "bad", "c"}) watch("write " + chunk, writer->write(chunk));
    for (int i = 0; i < 3; i++) watch("read", reader->read());
    watch("writer closed", writer->closed());
    ticks(20);
  });
  scene("transform, cancelled and aborted", [] {
    auto t = make<TransformStream>({.cancel = [](auto reason) { log("cancel", reason); }});
    watch("cancel", t->readable()->cancel("no"));
    watch("writer closed", t->writable()->getWriter()->closed());
    auto u = make<TransformStream>({.cancel = [](auto reason) { log("cancel", reason); }});
    watch("abort", u->writable()->abort("never"));
    watch("reader closed", u->readable()->getReader()->closed());
    auto v = make<TransformStream>({.transform = [](auto chunk, auto c) { c->terminate(); }});
    auto writer = v->writable()->getWriter();
    watch("write", writer->write("x"));
    watch("terminated read", v->readable()->getReader()->read());
    watch("terminated", writer->closed());
    ticks(14);
  });
  scene("tee", [] {
    let<int> n = 0;
    auto source = make<ReadableStream>({
      .pull = [=](auto c) {
        log("pull", n);
        c->enqueue(n++);
        if (n == 3) c->close();
      },
      .cancel = [](auto reason) { log("cancel", reason); },
    });
    auto [a, b] = source->tee();
    auto first = a->getReader();
    auto second = b->getReader();
    for (int i = 0; i < 4; i++) watch(str("a ") + i, first->read());
    for (int i = 0; i < 4; i++) watch(str("b ") + i, second->read());
    watch("a closed", first->closed());
    ticks(16);
  });
  scene("tee, cancelled", [] {
    auto source = make<ReadableStream>({.pull = [](auto c) { c->enqueue("x"); }, .cancel = [](auto reason) { log("cancel", reason.value().template as<Array<Reason>>().length()); }});
    auto [a, b] = source->tee();
    watch("cancel a", a->cancel("one"));
    Promise<>::resolve().then([b = b] { watch("cancel b", b->cancel("two")); });
    auto failing = make<ReadableStream>({.pull = [] { throw Error("source"); }});
    auto [c, d] = failing->tee();
    watch("c", c->getReader()->read());
    watch("d", d->getReader()->closed());
    ticks(12);
  });
  scene("iteration", [] {
    (void)[]() -> Promise<> {
      auto all = ReadableStream::from({"a", "b", "c"})->values();
      while (auto chunk = co_await all.next()) log("chunk", *chunk);
      log("over");
    }();
    ticks(20);
  });
  scene("iteration of pulled chunks", [] {
    let<int> n = 0;
    (void)[=](this auto self) -> Promise<> {
      auto all = make<ReadableStream>({
        .pull = [=](auto c) {
          log("pull");
          if (n == 3) c->close();
          else c->enqueue(n++);
        },
      })->values();
      while (auto chunk = co_await all.next()) log("chunk", *chunk);
      log("over");
    }();
    ticks(16);
  });
  scene("strategies", [] {
    auto lengths = make<ReadableStream>({
      .start = [](auto c) {
        log(c->desiredSize());
        c->enqueue("abc");
        log(c->desiredSize());
        c->enqueue("de");
        log(c->desiredSize());
      },
    }, {.highWaterMark = 4, .size = [](auto chunk) { return chunk.length(); }});
    watch("read", lengths->getReader()->read());
    let<ReadableStreamDefaultController> controller;
    auto bad = make<ReadableStream>({.start = [=](auto c) { controller = c; }}, {.size = [] { return -1; }});
    try {
      controller->enqueue("x");
    } catch (const Error& error) {
      log(show(error), error->code);
    }
    watch("bad", bad->getReader()->read());
    try {
      make<ReadableStream>({}, {.highWaterMark = -1});
    } catch (const Error& error) {
      log(show(error), error->code);
    }
    auto count = make<CountQueuingStrategy>({.highWaterMark = 3});
    log(count, count->highWaterMark(), count->size("x"));
    auto bytes = make<ByteLengthQueuingStrategy>({.highWaterMark = 3});
    log(bytes, bytes->highWaterMark(), bytes->size(Buffer::from("four")));
    auto writer = make<WritableStream>({}, {.size = []() -> double { throw Error("no size"); }})->getWriter();
    watch("write", writer->write("x"));
    watch("closed", writer->closed());
    ticks(6);
  });
  for (auto [name, play] : scenes) {
    log("==", name);
    play();
    co_await sleep(25);
  }
}); }
