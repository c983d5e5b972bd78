#include <nodecpp/array_buffer.h>
#include <nodecpp/concurrency/sleep.h>
#include <nodecpp/console.h>
#include <nodecpp/dom_exception.h>
#include <nodecpp/events/once.h>
#include <nodecpp/stream/web.h>
#include <nodecpp/structured_clone.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using worker_threads::MessageChannel;

template <class F>
static void refused(F f) {
  try {
    f();
    console::log("accepted");
  } catch (const Error& error) {
    console::log(error->name, error->code == DOMException::DATA_CLONE_ERR, error->message);
  }
}
static Promise<> read(ReadableStreamDefaultReader reader) {
  try {
    auto [value, done] = co_await reader->read();
    if (value) console::log(value, done);
    else console::log(undefined, done);
  } catch (const Error& error) {
    if (error) console::log("failed", error->name, error->message);
    else console::log("failed", undefined);
  } catch (const String& text) {
    console::log("failed", text);
  } catch (const stream::Chunk& value) {
    console::log("failed", value);
  }
}
static Promise<> readable() {
  console::log("-- readable");
  auto source = make<ReadableStream>({
    .start = [](auto controller) {
      controller->enqueue("text");
      controller->enqueue(1.5);
      controller->enqueue(true);
      controller->enqueue(var::object({{"a", var::array({1, var::object({{"b", "c"}})})}, {"now", Date(0)}}));
      controller->enqueue();
      controller->close();
    },
  });
  auto moved = structuredClone(source, {.transfer = {source}});
  console::log(source->locked(), moved->locked(), moved);
  auto chunks = moved->values();
  while (auto chunk = co_await chunks.next()) {
    if (*chunk) console::log(*chunk);
    else console::log(undefined);
  }
  console::log(source, moved);
  auto bytes = make<ReadableStream>({.start = [](auto controller) { controller->enqueue(Buffer::from("bytes")); controller->close(); }, .type = "bytes"});
  auto reader = structuredClone(var::object({{"bytes", bytes}}), {.transfer = {bytes}})["bytes"].handle<ReadableStream>()->getReader();
  console::log((co_await reader->read()).value.toBuffer().toString(), (co_await reader->read()).done);
}
static Promise<> pulls() {
  console::log("-- pulls");
  let<int> n = 0;
  auto source = make<ReadableStream>({
    .pull = [=](auto controller) {
      console::log("pull", n);
      controller->enqueue(n++);
    },
    .cancel = [](auto reason) {
      console::log("cancelled", reason);
    },
  }, {.highWaterMark = 0});
  auto moved = structuredClone(source, {.transfer = {source}});
  co_await sleep(5);
  console::log("nothing is read yet");
  auto reader = moved->getReader();
  co_await read(reader);
  co_await sleep(5);
  co_await read(reader);
  co_await sleep(5);
  co_await reader->cancel("enough");
  co_await read(reader);
  co_await sleep(5);
  console::log(source->locked());
}
static Promise<> errors() {
  using stream::web::Reason;
  console::log("-- errors");
  for (auto reason : Array<Reason>{TypeError("broken", {.cause = Error("why")}), DOMException("gone", "AbortError"), "text", 17, Reason()}) {
    auto source = make<ReadableStream>({.start = [](auto controller) { controller->enqueue("last"); }, .pull = [=](auto controller) { controller->error(reason); }});
    auto reader = structuredClone(source, {.transfer = {source}})->getReader();
    co_await read(reader);
    co_await read(reader);
  }
  auto cannot = make<ReadableStream>({
    .start = [](auto controller) { controller->enqueue(var([] {})); },
    .cancel = [](auto reason) { console::log("cancelled", reason->name, reason->code == DOMException::DATA_CLONE_ERR); },
  });
  try {
    co_await structuredClone(cannot, {.transfer = {cannot}})->getReader()->read();
  } catch (const Error& error) {
    console::log(error->name, error->code == DOMException::DATA_CLONE_ERR, DOMException::isDOMException(error));
  }
  auto quiet = make<ReadableStream>({.cancel = [](auto reason) { console::log("cancelled", reason->name); }});
  auto moved = structuredClone(quiet, {.transfer = {quiet}});
  try {
    co_await moved->cancel(var([] {}));
  } catch (const Error& error) {
    console::log("cancel", error->name);
  }
  co_await sleep(5);
}
static Promise<> writable() {
  console::log("-- writable");
  auto sink = stream::web::UnderlyingSink{
    .write = [](auto chunk) { console::log("write", chunk); },
    .close = [] { console::log("close"); },
    .abort = [](auto reason) { console::log("abort", reason.value() ? String(reason) : reason->name); },
  };
  auto target = make<WritableStream>(sink);
  auto moved = structuredClone(target, {.transfer = {target}});
  console::log(target->locked(), moved);
  auto writer = moved->getWriter();
  console::log(writer->desiredSize());
  co_await writer->ready();
  (void)writer->write("one");
  console::log(writer->desiredSize());
  co_await writer->write(2);
  co_await writer->write(var::object({{"three", 3}}));
  co_await writer->close();
  co_await writer->closed();
  console::log("closed here");
  co_await sleep(5);
  console::log(target->locked());
  auto aborted = make<WritableStream>(sink);
  co_await structuredClone(aborted, {.transfer = {aborted}})->abort("no more");
  co_await sleep(5);
  auto failing = make<WritableStream>({.write = [] { throw RangeError("full"); }});
  auto last = structuredClone(failing, {.transfer = {failing}})->getWriter();
  co_await last->write("a");
  try {
    co_await last->closed();
  } catch (const Error& error) {
    console::log(error->name, error->message);
  }
  auto strict = make<WritableStream>(sink);
  auto other = structuredClone(strict, {.transfer = {strict}})->getWriter();
  try {
    co_await other->write(var([] {}));
  } catch (const Error& error) {
    console::log(error->name);
  }
  co_await other->closed().catch_([](Error error) { console::log("closed", error->name); });
  co_await sleep(5);
}
static Promise<> transform() {
  console::log("-- transform");
  auto upper = make<TransformStream>({
    .transform = [](String chunk, auto controller) { controller->enqueue(chunk.toUpperCase()); },
    .flush = [](auto controller) { controller->enqueue("."); },
  });
  auto moved = structuredClone(var::object({{"upper", upper}}), {.transfer = {upper}})["upper"].handle<TransformStream>();
  console::log(moved, upper->readable()->locked(), upper->writable()->locked());
  auto chunks = ReadableStream::from({"a", "b"})->pipeThrough(moved)->values();
  while (auto chunk = co_await chunks.next()) console::log(*chunk);
  auto [port1, port2] = MessageChannel();
  auto plain = make<TransformStream>();
  port1->postMessage(var::object({{"from", plain->readable()}, {"to", plain->writable()}}), {plain->readable(), plain->writable()});
  port2->once(event::message, [=](this auto self, var message) -> Promise<> {
    auto writer = message["to"].handle<WritableStream>()->getWriter();
    auto reader = message["from"].handle<ReadableStream>()->getReader();
    (void)writer->write("through");
    (void)writer->close();
    co_await read(reader);
    co_await read(reader);
    port1->close();
  });
  co_await events::once(port1, event::close);
}
static void refusals() {
  console::log("-- refused");
  auto locked = make<ReadableStream>();
  auto reader = locked->getReader();
  refused([=] { structuredClone(locked, {.transfer = {locked}}); });
  auto twice = make<ReadableStream>();
  refused([=] { structuredClone(twice, {.transfer = {twice, twice}}); });
  console::log(twice->locked());
  auto written = make<WritableStream>();
  auto writer = written->getWriter();
  refused([=] { structuredClone(written, {.transfer = {written}}); });
  auto half = make<TransformStream>();
  auto halfWriter = half->writable()->getWriter();
  refused([=] { structuredClone(half, {.transfer = {half}}); });
  auto [port1, port2] = MessageChannel();
  refused([=] { port1->postMessage(make<ReadableStream>()); });
  refused([=] { port1->postMessage(var::object({{"w", make<WritableStream>()}}), {}); });
  refused([=] { structuredClone(var::object({{"t", make<TransformStream>()}}), worker_threads::StructuredCloneOptions{.transfer = {}}); });
  auto unused = make<ReadableStream>();
  refused([=] { port1->postMessage("nothing", {unused}); });
  console::log(unused->locked());
  auto moved = structuredClone(port2, {.transfer = {port2}});
  moved->once(event::message, [=](var value) {
    console::log("the moved port has", value);
    moved->close();
  });
  auto buffer = ArrayBuffer(4);
  console::log(structuredClone(var::object({{"buffer", buffer}}), {.transfer = {buffer}})["buffer"].as<ArrayBuffer>().byteLength(), buffer.byteLength());
}

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  co_await readable();
  co_await pulls();
  co_await errors();
  co_await writable();
  co_await transform();
  refusals();
}); }
