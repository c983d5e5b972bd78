#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/stream/web.h>
using namespace nodecpp;

String show(const Error& error) { return format("{} {} {}", error->name, error->code, error->message); }

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  auto stream = make<ReadableStream>({
    .start = [](auto c) {
      c->enqueue("a");
      c->enqueue("b");
      c->close();
    },
  });
  console::log(stream, stream->locked());
  auto chunks = stream->values();
  while (auto chunk = co_await chunks.next()) console::log(*chunk);
  console::log(stream, stream->locked());

  let<int> n = 0;
  auto pulled = make<ReadableStream>({
    .start = [](auto controller) { console::log("start", controller->desiredSize(), controller); },
    .pull = [=](auto controller) {
      console::log("pull", controller->desiredSize());
      controller->enqueue(n++);
      if (n == 4) controller->close();
    },
    .cancel = [](auto reason) { console::log("cancel", reason); },
  }, {.highWaterMark = 2});
  auto reader = pulled->getReader();
  console::log(pulled->locked());
  console::log(co_await reader->read());
  auto [value, done] = co_await reader->read();
  console::log(value, done);
  try {
    pulled->getReader();
  } catch (const Error& error) {
    console::log(show(error));
  }
  pulled->cancel().catch_([](Error error) { console::log(show(error)); });
  auto third = co_await reader->read();
  console::log(third, co_await reader->read());
  co_await reader->closed();
  console::log(co_await reader->read());
  reader->releaseLock();
  reader->closed().catch_([](Error error) { console::log(show(error)); });
  reader->read().catch_([](Error error) {
    console::log(show(error));
    return stream::web::ReadableStreamReadResult<stream::Chunk>();
  });
  co_await nullptr;

  auto cancelled = make<ReadableStream>({
    .pull = [](auto controller) { controller->enqueue("x"); },
    .cancel = [](auto reason) { console::log("cancel", reason); },
  });
  co_await cancelled->cancel("not wanted");
  {
    auto all = make<ReadableStream>({
      .pull = [](auto controller) { controller->enqueue("y"); },
      .cancel = [](auto reason) { console::log("left", reason); },
    })->values();
    while (auto chunk = co_await all.next()) {
      console::log(*chunk);
      break;
    }
  }

  auto failing = make<ReadableStream>({
    .pull = [=](auto controller) {
      if (n++ < 6) controller->enqueue("fine");
      else throw TypeError("no more");
    },
  });
  try {
    auto all = failing->values();
    while (auto chunk = co_await all.next()) console::log(*chunk);
  } catch (const Error& error) {
    console::log(error->name, error->message, failing);
  }

  Array<String> written;
  auto sink = make<WritableStream>({
    .start = [](auto controller) { console::log("sink starts", controller->signal()->aborted()); },
    .write = [=](this auto self, stream::Chunk chunk) -> Promise<> {
      co_await nullptr;
      written.push(chunk);
    },
    .close = [=] { console::log("sink closed", written); },
    .abort = [](auto reason) { console::log("sink aborted", reason); },
  });
  auto writer = sink->getWriter();
  console::log(writer->desiredSize(), sink);
  co_await writer->ready();
  (void)writer->write("one");
  console::log(writer->desiredSize());
  co_await writer->write("two");
  co_await writer->close();
  co_await writer->closed();
  console::log(writer->desiredSize(), sink);
  writer->write("three").catch_([](Error error) { console::log(show(error)); });
  co_await nullptr;

  auto upper = make<TransformStream>({
    .transform = [](String chunk, auto controller) { controller->enqueue(chunk.toUpperCase()); },
    .flush = [](auto controller) { controller->enqueue("!"); },
  });
  auto loud = ReadableStream::from({"hello", "world"})->pipeThrough(upper)->values();
  while (auto chunk = co_await loud.next()) console::log(*chunk);

  Array<String> lines;
  co_await ReadableStream::from("text")->pipeTo(make<WritableStream>({.write = [=](String chunk) { lines.push(chunk); }}));
  console::log(lines.join());
  auto [a, b] = ReadableStream::from({1, 2, 3})->tee();
  auto allA = a->values();
  while (auto chunk = co_await allA.next()) console::log("a", *chunk);
  auto allB = b->values();
  while (auto chunk = co_await allB.next()) console::log("b", *chunk);
}); }
