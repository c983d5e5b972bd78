// filehandle.readableWebStream(): a byte stream, also with memory of the reader; closing; states in which there is none.
#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/process.h>
#include <nodecpp/stream/web.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;

void show(const Error& error) { console::log(error->name, error->code, error->message); }
Promise<String> text(ReadableStream stream) {
  String all = "";
  auto chunks = stream->pipeThrough(make<TextDecoderStream>())->values();
  while (auto chunk = co_await chunks.next()) all += *chunk;
  co_return all;
}
int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  String path = format("/tmp/nodecpp_pair_web_stream_{}", process::pid);
  fs::writeFileSync(path, "some text in a file");
  auto file = co_await fs::promises::open(path);
  auto stream = file->readableWebStream();
  console::log(stream);
  auto chunks = stream->values();
  while (auto chunk = co_await chunks.next()) console::log(chunk.value.toString());
  console::log(file->fd() > 0);
  try { file->readableWebStream(); } catch (const Error& error) { show(error); }
  co_await file->close();
  try { file->readableWebStream(); } catch (const Error& error) { show(error); }

  file = co_await fs::promises::open(path);
  file->on(event::close, [] { console::log("close"); });
  auto reader = file->readableWebStream({.autoClose = true})->getReader({.mode = "byob"});
  auto memory = Uint8Array(8);
  while (true) {
    auto [value, done] = co_await reader->read(memory);
    console::log(Buffer::from(value.buffer(), 0, value.byteLength()).toString(), done);
    if (done) break;
    memory = Uint8Array(value.buffer());
  }
  co_await reader->closed();
  console::log(file->fd());

  file = co_await fs::promises::open(path);
  file->on(event::close, [] { console::log("close"); });
  auto cancelled = file->readableWebStream({.autoClose = true});
  auto one = cancelled->getReader();
  console::log((co_await one->read()).value.length());
  co_await one->cancel("enough");
  console::log(file->fd());

  file = co_await fs::promises::open(path);
  auto open = file->readableWebStream()->getReader();
  auto closing = file->close();
  try { file->readableWebStream(); } catch (const Error& error) { show(error); }
  co_await closing;
  console::log(co_await open->read(), file->fd());

  file = co_await fs::promises::open(path);
  auto [a, b] = file->readableWebStream({.autoClose = true})->tee();
  console::log(co_await Promise<>::all(Array<Promise<String>>{text(a), text(b)}));
  console::log(file->fd());

  file = co_await fs::promises::open("/tmp");
  try {
    co_await file->readableWebStream()->getReader()->read();
  } catch (const Error& error) {
    show(error);
  }
  file = co_await fs::promises::open(path);
  file->readableWebStream({.type = "text"});
  co_await file->close();
  fs::unlinkSync(path);
}); }
