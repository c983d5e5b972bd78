// fs.Utf8Stream: synchronous and asynchronous, with Buffers, flushed, reopened, full, and its errors.
#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

String path() { return format("/tmp/nodecpp_pair_utf8_{}", process::pid); }
Promise<> sleep(int ms) {
  return Promise<>([=](auto resolve) { setTimeout([=] { resolve(); }, ms); });
}
Promise<> closed(fs::Utf8Stream stream) {
  return Promise<>([=](auto resolve) { stream->on(event::close, [=] { resolve(); }); });
}
Promise<> ready(fs::Utf8Stream stream) {
  return Promise<>([=](auto resolve) { stream->on(event::ready, [=] { resolve(); }); });
}
void show(const Error& error) { console::log(error->name, error->code, error->message); }
void contents() { console::log(JSON::stringify(fs::readFileSync(path(), "utf8").slice(0, 60)), fs::statSync(path()).size); }
fs::Utf8Stream watch(String name, fs::Utf8Stream stream) {
  stream->on(event::ready, [=] { console::log(name, "ready"); });
  stream->on(event::drain, [=] { console::log(name, "drain"); });
  stream->on(event::finish, [=] { console::log(name, "finish"); });
  stream->on(event::close, [=] { console::log(name, "close"); });
  stream->on(event::write, [=](double n) { console::log(name, "write", n); });
  stream->on(event::drop, [=](auto data) { console::log(name, "drop", data); });
  stream->on(event::error, [=](Error error) { console::log(name, "error", error->message); });
  return stream;
}
int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  String path = ::path();
  fs::rmSync(path, {.force = true});
  auto s = watch("async", make<fs::Utf8Stream>({.dest = path}));
  console::log(s->fd(), s->writing(), s->append(), s->contentMode(), s->fsync(), s->maxLength(), s->minLength(), s->mkdir(), s->periodicFlush(), s->sync());
  console::log(s->write("one "), s->write("zwölf "), s->writing());
  co_await sleep(20);
  contents();
  console::log(s->file() == path, s->fd() > 2, s->writing());
  console::log(s->write(str("x").repeat(20000)));
  s->write("y");
  s->end();
  co_await closed(s);
  contents();
  try { s->write("late"); } catch (const Error& error) { show(error); }
  try { s->end(); } catch (const Error& error) { show(error); }
  try { s->flushSync(); } catch (const Error& error) { show(error); }
  s->flush([](Error error) { show(error); });
  s->destroy();

  s = watch("sync", make<fs::Utf8Stream>({.append = false, .dest = path, .sync = true}));
  console::log(s->write("first\n"));
  contents();
  s->write("second\n");
  contents();
  co_await sleep(5);
  s->write(str("€").repeat(10));
  s->end();
  co_await closed(s);
  contents();

  s = watch("min", make<fs::Utf8Stream>({.append = false, .dest = path, .minLength = 10}));
  s->write("abc");
  co_await ready(s);
  contents();
  s->flush([] { console::log("flushed"); });
  co_await sleep(20);
  contents();
  s->write("0123456789");
  co_await sleep(10);
  contents();
  s->write("rest");
  s->flushSync();
  contents();
  fs::renameSync(path, path + ".old");
  s->reopen();
  co_await ready(s);
  s->write("in the new file");
  co_await sleep(10);
  contents();
  s->reopen(path + ".other");
  co_await ready(s);
  co_await sleep(10);
  console::log(s->file() == path + ".other");
  s->destroy();
  co_await closed(s);

  s = watch("buffer", make<fs::Utf8Stream>({.append = false, .contentMode = "buffer", .dest = path, .maxLength = 8, .minLength = 6, .sync = true}));
  console::log(s->contentMode(), s->write(Buffer::from("ab")), s->write(Buffer::from("cdef")), s->write(Buffer::from("gh")));
  console::log(s->write(Buffer::from("123456")), s->write(Buffer::from("7")), s->write(Buffer::from("89")), s->write(Buffer::alloc(12, "z")));
  s->flushSync();
  contents();
  s->end();
  co_await closed(s);
  contents();

  int fd = fs::openSync(path, "w");
  s = watch("fd", make<fs::Utf8Stream>({.fd = fd, .fsync = true}));
  console::log(nullptr, s->write("by descriptor"));
  try { s->reopen(); } catch (const Error& error) { show(error); }
  co_await sleep(20);
  s->end();
  co_await closed(s);
  contents();

  s = watch("deep", make<fs::Utf8Stream>({.dest = path + ".dir/a/b", .mkdir = true}));
  s->write("text");
  s->end();
  co_await closed(s);
  console::log(fs::readFileSync(path + ".dir/a/b", "utf8"));
  fs::rmSync(path + ".dir", {.recursive = true});

  watch("none", make<fs::Utf8Stream>({.dest = "/none/at/all"}));
  co_await sleep(10);
  try { make<fs::Utf8Stream>({.dest = "/none/at/all", .sync = true}); } catch (const Error& error) { show(error); }
  for (auto options : {fs::Utf8StreamOptions{}, {.fd = 1, .minLength = 16384}, {.fd = 1, .minLength = -1}, {.fd = 1, .maxLength = 1.5}, {.contentMode = "x", .fd = 1}}) {
    try { make<fs::Utf8Stream>(options); } catch (const Error& error) { show(error); }
  }
  try { make<fs::Utf8Stream>({.fd = 1})->write(Buffer::from("x")); } catch (const Error& error) { show(error); }
  try { make<fs::Utf8Stream>({.contentMode = "buffer", .fd = 1})->write("abc"); } catch (const Error& error) { show(error); }
  s = watch("bad fd", make<fs::Utf8Stream>({.fd = 999}));
  s->write("lost");
  co_await sleep(10);
  fs::unlinkSync(path);
  fs::unlinkSync(path + ".old");
  fs::unlinkSync(path + ".other");
}); }
