// Byte streams: readers with and without buffers of their own, and requests that a source answers.
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/stream/web.h>
#include <nodecpp/timers.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;
using stream::web::Reason;

struct Scene {
  String name;
  Function<void()> play;
};
void log(const auto&... what) { console::log(what...); }
String show(const Reason& reason) {
  if (Error error = reason.value() ? Error() : reason.error())
    return error->name + " " + (error->code.empty() ? String("undefined") : error->code) + ": " + error->message;
  return str(reason);
}
String hex(const stream::Chunk& chunk) { return chunk ? chunk.toBuffer().toString("hex") : String("none"); }
template <class T>
String hex(const TypedArray<T>& view) { return view.isUndefined() ? String("none") : stream::Chunk(view).toBuffer().toString("hex"); }
template <class T>
void watch(String name, const Promise<T>& promise) {
  auto failed = [=](const std::exception_ptr& reason) { log(name, "rejected", show(Reason(reason))); };
  if constexpr (std::is_void_v<T>)
    promise.then([=] { log(name, "fulfilled", ""); }, failed);
  else
    promise.then([=](const T& result) { log(name, "fulfilled", format("{} {}", hex(result.value), result.done)); }, failed);
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
  scene("default reader", [] {
    auto stream = make<ReadableStream>({
      .start = [](auto c) {
        log("start", c, c->desiredSize(), nullptr);
        c->enqueue(Uint8Array{1, 2, 3});
        log(c->desiredSize());
        c->enqueue(Uint8Array{4});
        c->close();
      },
      .type = "bytes",
    });
    log(stream);
    auto reader = stream->getReader();
    for (int i = 0; i < 3; i++) watch(str("read ") + i, reader->read());
    watch("closed", reader->closed());
    ticks(4);
  });
  scene("reader with a buffer", [] {
    auto stream = make<ReadableStream>({
      .start = [](auto c) {
        c->enqueue(Uint8Array{1, 2, 3, 4, 5});
      },
      .pull = [](auto c) {
        auto request = c->byobRequest();
        log("pull", request->view().byteLength(), c->desiredSize());
        request->view()[0] = 9;
        request->view()[1] = 8;
        request->respond(2);
        if (c->byobRequest() == nullptr) log(true); else log(c->byobRequest()->view().byteLength());
      },
      .cancel = [](auto reason) { log("cancel", reason); },
      .type = "bytes",
    });
    auto reader = make<ReadableStreamBYOBReader>(stream);
    watch("first", reader->read(Uint8Array(2)));
    watch("second", reader->read(Uint8Array(2)));
    watch("third", reader->read(Uint8Array(4)));
    watch("fourth", reader->read(Uint8Array(3)));
    watch("words", reader->read(Uint16Array(1)));
    ticks(12);
    sleep(1).then([=] {
      watch("min", reader->read(Uint8Array(6), {.min = 5}));
      watch("cancel", reader->cancel("enough"));
      watch("late", reader->read(Uint8Array(1)));
    });
  });
  scene("answers later", [] {
    let<ReadableByteStreamController> controller;
    auto stream = make<ReadableStream>({.start = [=](auto c) { controller = c; }, .type = "bytes"});
    auto reader = stream->getReader({.mode = "byob"});
    watch("read", reader->read(Uint8Array(8), {.min = 3}));
    sleep(1).then([=] {
      auto request = controller->byobRequest();
      request->view().set({1, 2});
      request->respond(2);
      controller->byobRequest()->view().set({3, 4});
      controller->byobRequest()->respond(2);
      try {
        request->respond(1);
      } catch (const Error& error) {
        log(show(error));
      }
      watch("next", reader->read(Uint8Array(4)));
      controller->enqueue(Uint8Array{7, 7, 7, 7, 7, 7});
      watch("rest", reader->read(Uint8Array(4)));
      watch("end", reader->read(Uint8Array(4)));
      controller->close();
      controller->byobRequest()->respond(0);
    });
  });
  scene("a new view", [] {
    auto stream = make<ReadableStream>({
      .pull = [](auto c) {
        auto view = c->byobRequest()->view();
        view.set({5, 6, 7});
        c->byobRequest()->respondWithNewView(Uint8Array(view.buffer(), view.byteOffset(), 3));
      },
      .type = "bytes",
    });
    watch("read", stream->getReader({.mode = "byob"})->read(Uint8Array(10)));
  });
  scene("autoAllocateChunkSize", [] {
    auto stream = make<ReadableStream>({
      .pull = [](auto c) {
        log("pull", c->byobRequest()->view().byteLength());
        c->byobRequest()->view()[0] = 1;
        c->byobRequest()->respond(1);
        c->close();
      },
      .type = "bytes",
      .autoAllocateChunkSize = 16,
    });
    auto reader = stream->getReader();
    watch("read", reader->read());
    watch("end", reader->read());
  });
  scene("mistakes", [] {
    for (const Function<void()>& f : std::initializer_list<Function<void()>>{
      [] { make<ReadableStream>({})->getReader({.mode = "byob"}); },
      [] { make<ReadableStream>({.type = "bytes"})->getReader({.mode = "other"}); },
      [] { make<ReadableStream>({.type = "other"}); },
      [] { make<ReadableStream>({.type = "bytes", .autoAllocateChunkSize = 0}); },
      [] { make<ReadableStream>({.start = [](auto c) { c->enqueue("text"); }, .type = "bytes"}); },
      [] { make<ReadableStream>({.start = [](auto c) { c->enqueue(Uint8Array(0)); }, .type = "bytes"}); },
      [] { make<ReadableStream>({.start = [](auto c) { c->close(); c->close(); }, .type = "bytes"}); },
      [] { make<ReadableStream>({.start = [](auto c) { c->close(); c->enqueue(Uint8Array(1)); }, .type = "bytes"}); },
    }) {
      try {
        f();
        log("fine");
      } catch (const Error& error) {
        log(show(error));
      }
    }
    auto reader = make<ReadableStream>({.type = "bytes"})->getReader({.mode = "byob"});
    watch("empty", reader->read(Uint8Array(0)));
    watch("min 0", reader->read(Uint8Array(1), {.min = 0}));
    watch("min 2", reader->read(Uint8Array(1), {.min = 2}));
    watch("min 1.5", reader->read(Uint8Array(2), {.min = 1.5}));
    watch("waiting", reader->read(Uint8Array(2)));
    reader->releaseLock();
    watch("released", reader->read(Uint8Array(2)));
  });
  scene("failures", [] {
    let<ReadableByteStreamController> controller;
    auto stream = make<ReadableStream>({.start = [=](auto c) { controller = c; }, .type = "bytes"});
    auto reader = stream->getReader({.mode = "byob"});
    watch("read", reader->read(Uint16Array(2)));
    watch("closed", reader->closed());
    sleep(1).then([=] {
      controller->enqueue(Uint8Array{1});
      try {
        controller->close();
      } catch (const Error& error) {
        log(show(error));
      }
      log(controller->desiredSize(), stream);
    });
  });
  scene("the lock is released while a request waits", [] {
    let<ReadableByteStreamController> controller;
    auto stream = make<ReadableStream>({.start = [=](auto c) { controller = c; }, .type = "bytes"});
    auto first = stream->getReader({.mode = "byob"});
    watch("first", first->read(Uint8Array(4)));
    sleep(1).then([=] {
      first->releaseLock();
      auto second = stream->getReader();
      watch("second", second->read());
      controller->byobRequest()->view()[0] = 5;
      controller->byobRequest()->respond(1);
    });
  });
  scene("memory is taken over", [] {
    auto given = Uint8Array{1, 2, 3};
    auto stream = make<ReadableStream>({.start = [=](auto c) { c->enqueue(given); c->enqueue(Buffer::alloc(2, 7)); }, .type = "bytes"});
    log(given.length());
    auto reader = stream->getReader({.mode = "byob"});
    auto mine = Uint8Array(4);
    watch("read", reader->read(mine));
    log(mine.length());
  });
  scene("piped", [] {
    let<int> n = 0;
    auto stream = make<ReadableStream>({
      .pull = [=](auto c) {
        c->enqueue(Uint8Array{n++});
        if (n == 3) c->close();
      },
      .type = "bytes",
    });
    watch("piped", stream->pipeTo(make<WritableStream>({.write = [](auto chunk) { log(hex(chunk)); }, .close = [] { log("close"); }})));
    ticks(14);
  });
  scene("iterated", [] {
    (void)[]() -> Promise<> {
      auto all = make<ReadableStream>({
        .start = [](auto c) {
          c->enqueue(Uint8Array{1});
          c->enqueue(Uint8Array{2});
          c->close();
        },
        .type = "bytes",
      })->values();
      while (auto chunk = co_await all.next()) log(hex(*chunk));
      log("over");
    }();
    ticks(6);
  });
  for (auto [name, play] : scenes) {
    log("==", name);
    play();
    co_await sleep(25);
  }
}); }
