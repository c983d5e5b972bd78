// Tests what web streams have beyond Node: waits that are retracted or that nothing can end, and sinks and sources that
// change their stream while they are called. Pairs in tests/pairs/web_streams compare the rest with Node.
#include <nodecpp/concurrency.h>
#include <nodecpp/stream/web.h>
#include <nodecpp/typed_arrays.h>

#include "support/program_notes.h"

TEST_CASE("a read that is retracted takes no chunk") {
  program([]() -> Promise<> {
    let<ReadableStreamDefaultController> controller;
    auto stream = make<ReadableStream>({.start = [=](auto given) { controller = given; }});
    auto reader = stream->getReader();
    co_await race([=] { return reader->read().then([](auto) { return 1; }); },
                  [] { return sleep(1).then([] { return 2; }); });
    controller->enqueue("kept");
    CHECK((co_await reader->read()).value == "kept");
  });
}

TEST_CASE("memory that was allocated for a read that is retracted gives its bytes to the next read") {
  program([]() -> Promise<> {
    let<ReadableByteStreamController> controller;
    auto stream = make<ReadableStream>(
        {.start = [=](auto given) { controller = given; }, .type = "bytes", .autoAllocateChunkSize = 16});
    auto reader = stream->getReader();
    auto loses = [=] {
      return race([=] { return reader->read().then([](auto) { return 1; }); },
                  [] { return sleep(1).then([] { return 2; }); });
    };
    auto answer = [=](int byte) {
      controller->byobRequest()->view()[0] = byte;
      controller->byobRequest()->respond(1);
    };
    co_await loses();
    answer(7);
    CHECK((co_await reader->read()).value.buffer()[0] == 7);
    // A chunk comes before the memory is filled.
    co_await loses();
    controller->enqueue(Uint8Array{8});
    answer(9);
    CHECK((co_await reader->read()).value.buffer()[0] == 8);
    CHECK((co_await reader->read()).value.buffer()[0] == 9);
    // The memory of the retracted read is filled for the next read, whose own memory is filled for the one after it.
    co_await loses();
    auto next = reader->read();
    answer(10);
    answer(11);
    CHECK((co_await next).value.buffer()[0] == 10);
    CHECK((co_await reader->read()).value.buffer()[0] == 11);
    co_await loses();
    reader->releaseLock();
    answer(12);
    CHECK((co_await stream->getReader()->read()).value.buffer()[0] == 12);
  });
}

TEST_CASE("both promises of a writer that is released are rejected with one error") {
  program([]() -> Promise<> {
    auto writer = make<WritableStream>()->getWriter();
    auto ready = writer->ready();
    writer->releaseLock();
    auto errorOf = [](this auto self, Promise<> promise) -> Promise<Error> {
      try {
        co_await promise;
      } catch (const Error& error) {
        co_return error;
      }
      co_return Error("no error");
    };
    Error one = co_await errorOf(writer->ready());
    Error other = co_await errorOf(writer->closed());
    CHECK(one == other);
    CHECK(one->message == "Invalid state: Writer has been released");
    co_await ready;
  });
}

TEST_CASE("an iteration that is retracted cancels its stream") {
  let<int> cancelled = 0;
  program([=](this auto self) -> Promise<> {
    auto stream = make<ReadableStream>({.cancel = [=] { cancelled++; }});
    co_await race(
        [=](this auto self) -> Promise<int> {
          auto chunks = stream->values();
          while (auto chunk = co_await chunks.next()) FAIL("no chunk was enqueued");
          co_return 1;
        },
        [] { return sleep(1).then([] { return 2; }); });
    CHECK(!stream->locked());
  });
  CHECK(cancelled == 1);
}

TEST_CASE("a pipe that is retracted aborts and cancels, and the retraction waits for that") {
  program([]() -> Promise<> {
    let<int> steps = 0;
    auto source = make<ReadableStream>({.pull = [](auto controller) { controller->enqueue("x"); },
                                        .cancel =
                                            [=](auto reason) {
                                              if (reason->name == "AbortError") steps++;
                                            }});
    auto sink = make<WritableStream>({.write = [](auto) { return sleep(1); },
                                      .abort = [=](this auto self, auto) -> Promise<> {
                                        co_await sleep(2);
                                        steps++;
                                      }});
    co_await race([=] { return source->pipeTo(sink).then([] { return 1; }); },
                  [] { return sleep(5).then([] { return 2; }); });
    CHECK(steps == 2);
    CHECK(!source->locked());
    CHECK(!sink->locked());
  });
}

TEST_CASE("waits that nothing can end are freed with the program") {
  program([]() -> Promise<> {
    [](ReadableStream stream) -> Promise<> {
      co_await stream->getReader()->read();
      FAIL("there is nothing to read");
    }(make<ReadableStream>());
    [](ReadableStream stream) -> Promise<> {
      co_await stream->pipeTo(make<WritableStream>());
      FAIL("the source never ends");
    }(make<ReadableStream>());
    [](WritableStream stream) -> Promise<> {
      auto writer = stream->getWriter();
      writer->write("a");
      co_await writer->ready();
      FAIL("the sink never takes the chunk");
    }(make<WritableStream>({.write = [](auto) { return Promise<>([](auto) {}); }}));
    auto [left, right] = make<ReadableStream>({.pull = [](auto controller) { controller->enqueue("x"); }})->tee();
    left->getReader()->read();
    co_return;
  });
}

TEST_CASE("a sink that makes its stream fail, and drops the last handle to it, while it writes") {
  program([]() -> Promise<> {
    let<WritableStreamDefaultController> controller;
    let<WritableStreamDefaultWriter> writer;
    writer = make<WritableStream>({.start = [=](auto given) { controller = given; },
                                   .write =
                                       [=] {
                                         controller->error(Error("inside"));
                                         controller = nullptr;
                                         writer = nullptr;
                                       }})
                 ->getWriter();
    let<int> rejected = 0;
    writer->write("a");
    writer->write("b").catch_([=](Error error) {
      if (error->message == "inside") rejected++;
    });
    co_await sleep(1);
    CHECK(rejected == 1);
  });
}

TEST_CASE("a branch of a tee that is retracted while its memory waits leaves the other branch its bytes") {
  program([]() -> Promise<> {
    let<ReadableByteStreamController> controller;
    auto [a, b] = make<ReadableStream>({.start = [=](auto c) { controller = c; }, .type = "bytes"})->tee();
    auto left = a->getReader({.mode = "byob"});
    auto right = b->getReader();
    co_await race([=] { return left->read(Buffer::alloc(4)).then([](auto) { return 1; }); },
                  [] { return sleep(1).then([] { return 2; }); });
    controller->byobRequest()->view()[0] = 7;
    controller->byobRequest()->respond(1);
    CHECK((co_await right->read()).value == "\x07");
  });
}

TEST_CASE("a byte source that takes another reader while bytes are handed out gives the next bytes to that reader") {
  let<int> got = 0;
  program([=](this auto self) -> Promise<> {
    let<ReadableByteStreamController> controller;
    let<ReadableStream> stream;
    let<ReadableStreamDefaultReader> first;
    stream = make<ReadableStream>({.start = [=](auto given) { controller = given; },
                                   .pull =
                                       [=] {
                                         if (!first) return;
                                         first->releaseLock();
                                         first = nullptr;
                                         stream->getReader()->read().then([=](auto result) {
                                           if (result.value == "34") got++;
                                         });
                                       },
                                   .type = "bytes"});
    auto byob = stream->getReader({.mode = "byob"});
    byob->read(Buffer::alloc(4), {.min = 4}).then([](auto) {}).catch_([](Error) {});
    controller->enqueue(Buffer::from("12"));
    byob->releaseLock();
    auto reader = stream->getReader();
    reader->read().then([=](auto result) {
      if (result.value == "12") got++;
    });
    reader->read().then([](auto) {}).catch_([](Error) {});
    co_await sleep(1);
    first = reader;
    controller->enqueue(Buffer::from("34"));
    co_await sleep(1);
    stream = nullptr;
  });
  CHECK(got == 2);
}

TEST_CASE("branches of a tee that nobody reads are freed with the program") {
  program([]() -> Promise<> {
    auto stream =
        make<ReadableStream>({.pull = [](auto controller) { controller->enqueue(Buffer::alloc(8)); }, .type = "bytes"});
    auto [a, b] = stream->tee();
    a->getReader({.mode = "byob"})->read(Buffer::alloc(16));
    b->getReader()->read();
    auto [c, d] = make<ReadableStream>({.type = "bytes"})->tee();
    c->getReader({.mode = "byob"})->read(Buffer::alloc(1));
    co_return;
  });
}

TEST_CASE("a pipeline that is aborted or retracted ends its web streams") {
  let<int> ended = 0;
  program([=](this auto self) -> Promise<> {
    auto source = [=] { return make<ReadableStream>({.cancel = [=] { ended++; }}); };
    auto sink = [=] { return make<WritableStream>({.abort = [=] { ended++; }}); };
    co_await race([=] { return stream::promises::pipeline(source(), sink()).then([] { return 1; }); },
                  [] { return sleep(1).then([] { return 2; }); });
    CHECK(ended == 2);
    auto controller = make<AbortController>();
    auto piped =
        stream::promises::pipeline(source(), make<stream::PassThrough>(), sink(), {.signal = controller->signal()});
    co_await sleep(1);
    controller->abort();
    try {
      co_await piped;
      FAIL("the pipeline was aborted");
    } catch (const Error& error) {
      CHECK(error->name == "AbortError");
    }
    CHECK(ended == 4);
    CHECK_THROWS_AS(stream::pipeline(sink(), sink(), [](Error) {}), TypeError);
    CHECK_THROWS_AS(stream::pipeline(source(), source(), [](Error) {}), TypeError);
  });
}

TEST_CASE("a pipeline, and a wait for the end, that nothing ends are freed with the program") {
  program([]() -> Promise<> {
    stream::pipeline(make<ReadableStream>(), make<TransformStream>(), make<WritableStream>(), [](Error) {});
    stream::pipeline(make<ReadableStream>(), make<stream::PassThrough>(), [](Error) {});
    auto waiting = make<ReadableStream>();
    [](ReadableStream stream) -> Promise<> { co_await stream::promises::finished(stream); }(waiting);
    [](WritableStream stream) -> Promise<> { co_await stream::promises::finished(stream); }(make<WritableStream>());
    co_return;
  });
}
