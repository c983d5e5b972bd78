// tee() of byte streams: the branches are byte streams, whose readers may bring memory of their own.
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
  scene("default readers", [] {
    auto [a, b] = make<ReadableStream>({
      .start = [](auto c) {
        c->enqueue(Uint8Array{1, 2});
        c->enqueue(Uint8Array{3});
        c->close();
      },
      .type = "bytes",
    })->tee();
    log(a, b);
    auto left = a->getReader();
    auto right = b->getReader();
    for (int i = 0; i < 3; i++) watch(str("left ") + i, left->read());
    for (int i = 0; i < 3; i++) watch(str("right ") + i, right->read());
    watch("left closed", left->closed());
    ticks(12);
  });
  scene("the chunks are copies", [] {
    auto [a, b] = make<ReadableStream>({.start = [](auto c) { c->enqueue(Uint8Array{1, 2, 3}); }, .type = "bytes"})->tee();
    a->getReader()->read().then([b = b](auto first) {
      b->getReader()->read().then([=](auto second) {
        first.value.buffer()[0] = 9;
        log(hex(first.value), hex(second.value));
      });
    });
  });
  scene("both with memory", [] {
    let<int> n = 0;
    auto [a, b] = make<ReadableStream>({
      .pull = [=](auto c) {
        auto request = c->byobRequest();
        log("pull", request == nullptr ? str("none") : str(request->view().byteLength()), c->desiredSize());
        if (n == 3) {
          c->close();
          if (request) request->respond(0);
          return;
        }
        request->view()[0] = ++n;
        request->view()[1] = 16 + n;
        request->respond(2);
      },
      .type = "bytes",
    })->tee();
    auto left = a->getReader({.mode = "byob"});
    auto right = b->getReader({.mode = "byob"});
    watch("left 0", left->read(Uint8Array(4)));
    watch("right 0", right->read(Uint8Array(2)));
    watch("left 1", left->read(Uint8Array(2)));
    watch("right 1", right->read(Uint8Array(8)));
    watch("left 2", left->read(Uint8Array(3)));
    watch("right 2", right->read(Uint8Array(1)));
    watch("left 3", left->read(Uint8Array(1)));
    watch("right 3", right->read(Uint8Array(1)));
    watch("left 4", left->read(Uint8Array(5)));
    watch("right 4", right->read(Uint8Array(5)));
    ticks(25);
  });
  scene("memory on one side", [] {
    let<ReadableByteStreamController> controller;
    auto [a, b] = make<ReadableStream>({.start = [=](auto c) { controller = c; }, .type = "bytes"})->tee();
    auto left = a->getReader({.mode = "byob"});
    auto right = b->getReader();
    watch("left", left->read(Uint8Array(4)));
    watch("right", right->read());
    sleep(1).then([=] {
      log(controller->byobRequest()->view().byteLength());
      controller->enqueue(Uint8Array{1, 2, 3, 4, 5, 6});
      watch("right again", right->read());
      watch("left again", left->read(Uint8Array(4)));
    });
    sleep(5).then([=] {
      controller->close();
      log(controller->byobRequest() == nullptr);
    });
  });
  scene("words", [] {
    let<ReadableByteStreamController> controller;
    auto [a, b] = make<ReadableStream>({.start = [=](auto c) { controller = c; }, .type = "bytes"})->tee();
    watch("left", a->getReader({.mode = "byob"})->read(Uint16Array(2), {.min = 2}));
    watch("right", b->getReader()->read());
    sleep(1).then([=] {
      controller->enqueue(Uint8Array{1});
      controller->enqueue(Uint8Array{2, 3});
      controller->enqueue(Uint8Array{4, 5});
    });
  });
  scene("one branch is cancelled", [] {
    let<int> n = 0;
    auto [a, b] = make<ReadableStream>({
      .pull = [=](auto c) { c->enqueue(Uint8Array{n++}); },
      .cancel = [](auto reason) { log("cancel", reason); },
      .type = "bytes",
    })->tee();
    watch("cancel a", a->cancel("first"));
    auto reader = b->getReader();
    watch("read", reader->read());
    watch("next", reader->read());
    sleep(2).then([=] { watch("cancel b", reader->cancel("second")); });
  });
  scene("one branch with memory is cancelled", [] {
    let<ReadableByteStreamController> controller;
    auto [a, b] = make<ReadableStream>({
      .start = [=](auto c) { controller = c; },
      .cancel = [](auto reason) { log("cancel", reason); },
      .type = "bytes",
    })->tee();
    auto left = a->getReader({.mode = "byob"});
    auto right = b->getReader({.mode = "byob"});
    watch("left", left->read(Uint8Array(3)));
    watch("right", right->read(Uint8Array(3)));
    sleep(1).then([=] {
      watch("cancel a", left->cancel("left"));
      controller->byobRequest()->view()[0] = 7;
      controller->byobRequest()->respond(1);
    });
    sleep(3).then([=] {
      watch("cancel b", right->cancel("right"));
    });
  });
  scene("the source fails", [] {
    let<ReadableByteStreamController> controller;
    auto [a, b] = make<ReadableStream>({.start = [=](auto c) { controller = c; }, .type = "bytes"})->tee();
    auto left = a->getReader({.mode = "byob"});
    auto right = b->getReader();
    watch("left", left->read(Uint8Array(3)));
    watch("right", right->read());
    watch("left closed", left->closed());
    watch("right closed", right->closed());
    sleep(1).then([=] {
      controller->error(RangeError("broken"));
      ticks(5);
    });
  });
  scene("a stream that has failed", [] {
    auto [a, b] = make<ReadableStream>({.start = [](auto c) { c->error(Error("at once")); }, .type = "bytes"})->tee();
    watch("left", a->getReader()->read());
    watch("right", b->getReader({.mode = "byob"})->read(Uint8Array(1)));
    ticks(4);
  });
  scene("closed while both wait", [] {
    let<ReadableByteStreamController> controller;
    auto [a, b] = make<ReadableStream>({.start = [=](auto c) { controller = c; }, .type = "bytes"})->tee();
    watch("left", a->getReader({.mode = "byob"})->read(Uint8Array(3)));
    watch("right", b->getReader({.mode = "byob"})->read(Uint8Array(4)));
    sleep(1).then([=] {
      controller->close();
      controller->byobRequest()->respond(0);
      ticks(4);
    });
  });
  scene("the lock is released in between", [] {
    let<ReadableByteStreamController> controller;
    auto [a, b] = make<ReadableStream>({.start = [=](auto c) { controller = c; }, .type = "bytes"})->tee();
    auto first = a->getReader({.mode = "byob"});
    watch("first", first->read(Uint8Array(3)));
    sleep(1).then([=, a = a, b = b] {
      first->releaseLock();
      watch("second", a->getReader()->read());
      watch("right", b->getReader()->read());
      controller->byobRequest()->view()[0] = 5;
      controller->byobRequest()->respond(1);
    });
  });
  scene("a tee of a tee", [] {
    auto [a, b] = make<ReadableStream>({
      .start = [](auto c) {
        c->enqueue(Uint8Array{1, 2, 3, 4});
        c->close();
      },
      .type = "bytes",
    })->tee();
    auto [c, d] = a->tee();
    auto all = [](String name, ReadableStream stream) -> Promise<> {
      auto chunks = stream->values();
      while (auto chunk = co_await chunks.next()) log(name, hex(*chunk));
      log(name, "over");
    };
    (void)all("b", b);
    (void)all("c", c);
    (void)all("d", d);
  });
  for (auto [name, play] : scenes) {
    log("==", name);
    play();
    co_await sleep(25);
  }
}); }
