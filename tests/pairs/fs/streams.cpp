#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>

#include <vector>
using namespace nodecpp;

template <class S>
S watch(String name, S stream) {
  stream->on(event::open, [=](int) { console::log(name, "open", "number"); });
  stream->on(event::ready, [=] { console::log(name, "ready", ""); });
  if constexpr (std::is_same_v<S, fs::ReadStream>)
    stream->on(event::end, [=] { console::log(name, "end", ""); });
  else
    stream->on(event::finish, [=] { console::log(name, "finish", ""); });
  stream->on(event::close, [=] { console::log(name, "close", ""); });
  stream->on(event::error, [=](Error err) {
    console::log(name, "error", err->name, err->code.empty() ? Lookup() : Lookup(err->code), err->message);
  });
  return stream;
}
static void tries(Function<void()> f) {
  try {
    f();
  } catch (const Error& err) {
    console::log(err->name, err->code, err->message);
  }
}
static Promise<> handles(Function<void()> done) {
  auto handle = co_await fs::promises::open("h", "w+");
  handle->on(event::close, [=] { console::log("handle close"); });
  auto written = (co_await handle->write("hello world")).bytesWritten;
  console::log(written, (co_await handle->stat()).size);
  auto [bytesRead, buffer] = co_await handle->read(Buffer::alloc(5), 0, 5, 6);
  console::log(bytesRead, buffer.toString());
  console::log((co_await handle->read({.buffer = Buffer::alloc(3), .position = 0})).buffer.toString());
  console::log((co_await handle->writev({Buffer::from("AB"), Buffer::from("CD")}, 1)).bytesWritten);
  console::log((co_await handle->readv({Buffer::alloc(2), Buffer::alloc(2)}, 0)).buffers);
  co_await handle->truncate(8);
  co_await handle->sync();
  co_await handle->datasync();
  co_await handle->chmod(0644);
  co_await handle->utimes(1, 2);
  auto time = (co_await handle->stat()).mtimeMs;
  console::log(time, co_await handle->readFile("utf8"));
  co_await handle->appendFile("!");
  console::log(fs::readFileSync("h"));
  co_await handle->close();
  console::log(handle->fd());
  try {
    co_await handle->read();
  } catch (const Error& err) {
    console::log(err->name, err->code, err->syscall, err->message);
  }
  co_await handle->close();
  auto second = co_await fs::promises::open("a");
  auto r = watch("of handle", second->createReadStream({.start = 23}));
  r->on(event::data, [=](stream::Chunk chunk) { console::log("of handle", chunk.toString()); });
  r->on(event::close, [=] {
    console::log(second->fd());
    done();
  });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  String dir = fs::mkdtempSync("/tmp/fs-pair-");
  process::chdir(dir);
  fs::writeFileSync("a", "abcdefghijklmnopqrstuvwxyz");
  let<std::size_t> at = 0;
  let<std::vector<Function<void(Function<void()>)>>> steps = std::vector<Function<void(Function<void()>)>>{
  [=](Function<void()> done) {
    auto r = watch("whole", fs::createReadStream("a"));
    console::log(r->pending(), r->path(), r->bytesRead, r->autoClose(), r->readableHighWaterMark());
    r->on(event::data, [=](stream::Chunk chunk) { console::log("whole data", chunk.length()); });
    r->on(event::close, [=] {
      console::log(r->pending(), r->bytesRead, r->destroyed());
      done();
    });
    process::nextTick([=] { console::log("tick"); });
  },
  [=](Function<void()> done) {
    auto r = watch("part", fs::createReadStream("a", {.encoding = "utf8", .start = 2, .end = 9, .highWaterMark = 3}));
    r->on(event::data, [=](stream::Chunk chunk) { console::log("part data", chunk); });
    r->on(event::close, done);
  },
  [=](Function<void()> done) {
    auto r = watch("hex", fs::createReadStream("a", "hex"));
    r->on(event::data, [=](stream::Chunk chunk) { console::log("hex data", chunk); });
    r->on(event::close, done);
  },
  [=](Function<void()> done) {
    auto r = watch("none", fs::createReadStream("none"));
    r->on(event::close, done);
  },
  [=](Function<void()> done) {
    auto r = watch("directory", fs::createReadStream("."));
    r->on(event::data, [=] {});
    r->on(event::close, done);
  },
  [=](Function<void()> done) {
    auto fd = fs::openSync("a");
    auto r = watch("fd", fs::createReadStream("", {.fd = fd, .autoClose = false, .start = 20}));
    r->on(event::data, [=](stream::Chunk chunk) { console::log("fd data", chunk.toString()); });
    r->on(event::end, [=] { setImmediate([=] {
      console::log(r->destroyed(), fs::readSync(fd, Buffer::alloc(1), 0, 1, 0));
      fs::closeSync(fd);
      r->removeAllListeners();
      done();
    }); });
  },
  [=](Function<void()> done) {
    auto r = watch("destroyed", fs::createReadStream("a"));
    r->on(event::open, [=] { r->destroy(Error("enough")); });
    r->on(event::close, done);
  },
  [=](Function<void()> done) {
    auto r = watch("at once", fs::createReadStream("a", {.emitClose = false}));
    r->destroy();
    setTimeout(done, 20);
  },
  [=](Function<void()> done) {
    auto r = watch("closed", fs::createReadStream("a"));
    r->close([=](Error err) {
      console::log("closed by callback", err ? util::Value(err->code) : util::Value());
      done();
    });
  },
  [=](Function<void()> done) {
    auto controller = make<AbortController>();
    auto r = watch("aborted", fs::createReadStream("a", {.signal = controller->signal()}));
    r->on(event::open, [=] { controller->abort(); });
    r->on(event::close, done);
  },
  [=](Function<void()> done) {
    auto w = watch("write", fs::createWriteStream("w"));
    console::log(w->pending(), w->path(), w->bytesWritten, w->autoClose(), w->writableHighWaterMark());
    console::log(w->write("one "), w->write(Buffer::from("two ")));
    w->write("three ", [=] { console::log("written"); });
    w->end("four", [=] { console::log("ended"); });
    w->on(event::close, [=] {
      console::log(w->bytesWritten, fs::readFileSync("w", "utf8"));
      done();
    });
  },
  [=](Function<void()> done) {
    auto w = watch("append", fs::createWriteStream("w", {.flags = "a", .encoding = "hex", .flush = true}));
    w->write("2061");
    w->end("7070");
    w->on(event::close, [=] {
      console::log(fs::readFileSync("w", "utf8"));
      done();
    });
  },
  [=](Function<void()> done) {
    auto w = watch("start", fs::createWriteStream("w", {.flags = "r+", .start = 4}));
    w->write("2");
    w->cork();
    w->write("-");
    w->write("-");
    w->uncork();
    w->end();
    w->on(event::close, [=] {
      console::log(fs::readFileSync("w", "utf8"), w->bytesWritten);
      done();
    });
  },
  [=](Function<void()> done) {
    auto w = watch("exclusive", fs::createWriteStream("w", {.flags = "wx"}));
    w->write("x", [=](Error err) { console::log("write", err->code); });
    w->on(event::close, done);
  },
  [=](Function<void()> done) {
    auto w = watch("full", fs::createWriteStream("/dev/full"));
    w->write("x", [=](Error err) { console::log("write", err->code); });
    w->on(event::close, done);
  },
  [=](Function<void()> done) {
    auto w = watch("close()", fs::createWriteStream("w", {.mode = 0600}));
    w->write("x");
    w->close([=] {
      console::log("close callback", w->closed());
      w->close([=] {
        console::log("again");
        done();
      });
    });
  },
  [=](Function<void()> done) {
    auto w = watch("manual", fs::createWriteStream("w", {.autoClose = false}));
    w->end("x", [=] { setImmediate([=] {
      console::log(w->destroyed(), w->pending());
      w->destroy();
    }); });
    w->on(event::close, done);
  },
  [=](Function<void()> done) {
    stream::pipeline(fs::createReadStream("a", {.highWaterMark = 5}), fs::createWriteStream("copy"), [=](Error err) {
      console::log("pipeline", !err, fs::readFileSync("copy", "utf8"));
      stream::pipeline(fs::createReadStream("none"), fs::createWriteStream("copy2"), [=](Error err) {
        console::log("pipeline", err->message);
        setTimeout(done, 10);
      });
    });
  },
  [=](Function<void()> done) {
    tries([=] { fs::createReadStream("a", {.start = 5, .end = 2}); });
    tries([=] { fs::createReadStream("a", {.start = -1}); });
    tries([=] { fs::createReadStream("a", {.end = 1.5}); });
    tries([=] { fs::createReadStream("a\0"); });
    tries([=] { fs::createReadStream("a", "nope"); });
    tries([=] { fs::createReadStream("", {.fd = -1}); });
    tries([=] { fs::createWriteStream("a", {.start = -1}); });
    tries([=] { fs::createWriteStream("a", {.encoding = "nope"}); });
    done();
  },
  [=](Function<void()> done) { (void)handles(done); },
  [=](Function<void()> done) {
    process::chdir("/");
    fs::rmSync(dir, {.recursive = true});
    done();
  }};
  let<Function<void()>> next;
  next = [=] {
    if (at < steps.ref().size())
      steps.ref()[at++]([=] { setImmediate(next.value()); });
    else
      next = nullptr;
  };
  next();
}); }
