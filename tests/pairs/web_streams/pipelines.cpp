#include <nodecpp/abort_controller.h>
#include <nodecpp/compression_stream.h>
#include <nodecpp/console.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/fetch.h>
#include <nodecpp/process.h>
#include <nodecpp/stream/web.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;

Promise<> main_() {
  Array<String> log;
  auto lines = [=](this auto) -> AsyncGenerator<String> {
    struct Finally {
      Array<String> log;
      ~Finally() { log.push("made"); }
    } finally_{log};
    for (int i = 0; i < 6; i++) {
      log.push("make " + str(i));
      co_yield "line " + str(i) + "\n";
    }
  };
  auto upper = make<TransformStream>({
    .start = [=] { log.push("start"); },
    .transform = [](String chunk, auto controller) {
      if (chunk.includes("3")) return;
      controller->enqueue(chunk.toUpperCase());
    },
    .flush = [](auto controller) { controller->enqueue("end\n"); },
  });
  auto text = co_await make<Response>(ReadableStream::from(lines())->pipeThrough(upper)->pipeThrough(make<TextEncoderStream>())->pipeThrough(make<CompressionStream>("gzip"))->pipeThrough(make<DecompressionStream>("gzip")))->text();
  console::log(text);
  console::log(log);
  Array<String> taken;
  {
    auto all = ReadableStream::from(lines())->values();
    while (auto line = co_await all.next()) {
      taken.push(String(*line).trim());
      if (taken.length() == 2) break;
    }
  }
  co_await sleep(1);
  console::log(taken, log.at(-1));
  auto [one, two] = ReadableStream::from({"a", "b", "c"})->tee();
  auto collect = [](ReadableStream stream) -> Promise<String> {
    String all = "";
    auto values = stream->values();
    while (auto each = co_await values.next()) all += String(*each);
    co_return all;
  };
  console::log(co_await Promise<>::all(Array<Promise<String>>{collect(one), collect(two)}));
  auto broken = make<ReadableStream>({.pull = [](auto controller) { controller->error(TypeError("source failed")); }});
  try {
    co_await broken->pipeTo(make<WritableStream>({.abort = [](auto reason) { console::log("abort", reason->message); }}));
  } catch (const Error& error) {
    console::log(error->name, error->message);
  }
  auto controller = make<AbortController>();
  auto endless = make<ReadableStream>({.pull = [](auto c) { c->enqueue("x"); }, .cancel = [](auto reason) { console::log("cancel", reason->name); }});
  let<int> count = 0;
  try {
    co_await endless->pipeTo(make<WritableStream>({.write = [=] { if (++count == 5) controller->abort(); }}), {.signal = controller->signal()});
  } catch (const Error& error) {
    console::log(error->name, count);
  }
  try {
    co_await make<Response>(make<ReadableStream>({.start = [](auto c) { c->enqueue(Uint8Array({1, 2, 3})); c->close(); }})->pipeThrough(make<DecompressionStream>("gzip")))->text();
  } catch (const Error& error) {
    console::log(error->name);
  }
  auto writer = make<WritableStream>({.write = [](auto chunk) { console::log("write", chunk); }, .close = [] { console::log("close"); }}, make<CountQueuingStrategy>({.highWaterMark = 2}))->getWriter();
  console::log(writer->desiredSize());
  (void)writer->write("one");
  (void)writer->write("two");
  console::log(writer->desiredSize());
  co_await writer->close();
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  (void)main_();
}); }
