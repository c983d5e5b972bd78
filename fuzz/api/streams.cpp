// Instructions for streams, which are read, written, piped and destroyed at any moment, and for files of the simulated
// disk.
#include "api/program.h"

#include <nodecpp/stream/consumers.h>
#include <nodecpp/stream/operators.h>
#include <nodecpp/stream/promises.h>

namespace api {

namespace {

using stream::Callback;
using stream::Chunk;

// Calls the callback of a stream's option: at once, later, with an error, twice, or when another instruction does it.
void answer(unsigned how, const Callback& callback) {
  switch (how % 8) {
    case 0: setImmediate([callback] { callback(); }); break;
    case 1: setTimeout([callback] { callback(); }, 3); break;
    case 2: callback(Error("answered")); break;
    case 3:
      if (Program* p = Program::current()) return p->callbacks.keep(callback);
      break;
    case 4:
      callback();
      callback();
      break;
    case 5: process::nextTick([callback] { callback(); }); break;
    default: callback(); break;
  }
}

// Adds to a stream's options how the stream begins and ends.
template <class S, class O>
void addEnds(Program& p, O& options, unsigned how) {
  if (p.chance(4)) options.destroy = [body = p.body(), how](S, Error error, Callback done) {
    body();
    if (how & 16) answer(how >> 5, done);
    else done(error);
  };
  if (p.chance(6)) options.construct = [body = p.body(), how](S, Callback done) {
    body();
    answer(how >> 4, done);
  };
}

stream::Readable readable(Program& p) {
  stream::ReadableOptions options;
  options.objectMode = p.chance(4);
  if (p.chance(3)) options.highWaterMark = p.below(100);
  if (p.chance(6)) options.encoding = "utf8";
  options.autoDestroy = !p.chance(6);
  options.emitClose = !p.chance(8);
  options.signal = p.signal();
  const unsigned how = p.byte();
  options.read = [body = p.body(), how](stream::Readable self, double) {
    body();
    Program* program = Program::current();
    if (!program || !program->spend()) {
      self->push(nullptr);
      return;
    }
    switch (how % 8) {
      case 0: self->push(nullptr); break;
      case 1: setImmediate([self] { self->push("later"); }); break;
      case 2: throw Error("in read");
      case 3: self->destroy(Error("in read")); break;
      case 4:
        self->push(Buffer::alloc(1000.0 * how, 1));
        self->push("more");
        break;
      case 5: break;
      default: self->push("some"); break;
    }
  };
  addEnds<stream::Readable>(p, options, how);
  return make<stream::Readable>(std::move(options));
}

stream::Writable writable(Program& p) {
  stream::WritableOptions options;
  options.objectMode = p.chance(4);
  if (p.chance(3)) options.highWaterMark = p.below(20);
  options.autoDestroy = !p.chance(6);
  options.emitClose = !p.chance(8);
  options.signal = p.signal();
  const unsigned how = p.byte();
  options.write = [body = p.body(), how](stream::Writable, Chunk, String, Callback done) {
    body();
    answer(how, done);
  };
  if (p.chance(3)) options.writev = [body = p.body(), how](stream::Writable, Array<stream::WriteRequest> all, Callback done) {
    body();
    if (how & 8) all.setLength(0);
    answer(how, done);
  };
  if (p.chance(3)) options.final = [body = p.body(), how](stream::Writable, Callback done) {
    body();
    answer(how >> 3, done);
  };
  addEnds<stream::Writable>(p, options, how);
  return make<stream::Writable>(std::move(options));
}

stream::Transform transform(Program& p) {
  stream::TransformOptions options;
  options.objectMode = p.chance(4);
  if (p.chance(3)) options.highWaterMark = p.below(20);
  options.allowHalfOpen = p.chance(2);
  options.signal = p.signal();
  const unsigned how = p.byte();
  options.transform = [body = p.body(), how](stream::Transform self, Chunk chunk, String, stream::TransformCallback done) {
    body();
    // Streams may be piped in a circle, which never ends in Node.js either, so each chunk uses up an instruction.
    Program* program = Program::current();
    if (!program || !program->spend()) return done(Error("used up"));
    switch (how % 6) {
      case 0: done(Error("transformed")); break;
      case 1: setImmediate([done, chunk] { done(nullptr, chunk); }); break;
      case 2:
        self->push(chunk);
        self->push(chunk);
        done();
        break;
      case 3: self->destroy(); break;
      default: done(nullptr, chunk); break;
    }
  };
  if (p.chance(3)) options.flush = [body = p.body()](stream::Transform self, stream::TransformCallback done) {
    body();
    self->push("flushed");
    done();
  };
  return make<stream::Transform>(std::move(options));
}

// Works like PassThrough, but each chunk uses up an instruction, so that a circle of pipes ends.
class PassingObject : public stream::PassThroughObject {
 protected:
  void _transform(Chunk chunk, String encoding, stream::TransformCallback callback) override {
    Program* program = Program::current();
    if (!program || !program->spend()) return callback(Error("used up"));
    PassThroughObject::_transform(std::move(chunk), std::move(encoding), std::move(callback));
  }
};

Promise<> readAll(stream::Readable from, Body body, unsigned most) {
  Ending ending(body);
  while (Chunk chunk = co_await from->next()) {
    body();
    if (most-- == 0) break;
  }
}
Promise<> iterateAll(stream::Readable from, Body body, unsigned most) {
  auto all = from->iterator({.destroyOnReturn = most % 2 == 0});
  while (auto chunk = co_await all.next()) {
    body();
    if (most-- == 0) break;
  }
}
Sequence<Chunk> made(Body body, unsigned most) {
  Ending ending(body);
  while (most-- > 0) {
    body();
    co_yield Chunk("made");
    co_await sleep(1);
  }
}

}  // namespace

void streams(Program& p) {
  stream::Readable& from = p.readables.any();
  stream::Writable& to = p.writables.any();
  if (!from) from = readable(p);
  if (!to) to = writable(p);
  switch (p.below(44)) {
    case 0:
    case 1: from = readable(p); break;
    case 2:
    case 3: to = writable(p); break;
    case 4: {
      stream::Transform both = transform(p);
      from = both;
      to = both;
      break;
    }
    case 5: {
      stream::PassThrough both = make<PassingObject>();
      from = both;
      to = both;
      break;
    }
    case 6: from = stream::Readable::from({"one", "two", "three"}); break;
    case 7: from->on(event::data, [body = p.body()](Chunk) { body(); }); break;
    case 8: from->on(event::readable, [body = p.body(), raw = from.get()] { body(); raw->read(); }); break;
    case 9: from->once(event::end, [body = p.body()] { body(); }); break;
    case 10: from->on(event::error, [body = p.body()](Error) { body(); }); break;
    case 11: from->on(event::close, [body = p.body()] { body(); }); break;
    case 12: from->read(); break;
    case 13: from->read(p.number()); break;
    case 14: from->pause(); break;
    case 15: from->resume(); break;
    case 16: from->push(p.chunk()); break;
    case 17: from->push(nullptr); break;
    case 18: from->unshift(p.chunk()); break;
    case 19: from->setEncoding("hex"); break;
    case 20: from->destroy(); break;
    case 21: from->destroy(p.error(), [body = p.body()](Error) { body(); }); break;
    case 22: to->write(p.chunk()); break;
    case 23: to->write(p.chunk(), [body = p.body()](Error) { body(); }); break;
    case 24: to->write(p.text(), p.chance(2) ? "base64" : "latin1"); break;
    case 25: to->end(); break;
    case 26: to->end(p.chunk(), [body = p.body()](Error) { body(); }); break;
    case 27: to->cork(); break;
    case 28: to->uncork(); break;
    case 29: to->destroy(p.error()); break;
    case 30: to->on(event::drain, [body = p.body()] { body(); }); break;
    case 31: to->on(event::finish, [body = p.body()] { body(); }); break;
    case 32: to->on(event::error, [body = p.body()](Error) { body(); }); break;
    case 33: {
      const Callback callback = std::exchange(p.callbacks.any(), Callback());
      if (callback) callback(p.error());
      break;
    }
    case 34: readAll(from, p.body(), p.below(6)); break;
    case 35: iterateAll(from, p.body(), p.below(6)); break;
    case 36: from->removeAllListeners(); break;
    case 37: to->removeAllListeners(); break;
    case 38: from = stream::Readable::from(made(p.body(), p.below(6))); break;
    case 39: from->on(event::pause, [body = p.body()] { body(); }); break;
    case 40: from->on(event::resume, [body = p.body()] { body(); }); break;
    case 41: to->on(event::pipe, [body = p.body()](stream::Readable) { body(); }); break;
    case 42: p.numbers.any() = double(from->readableLength() + to->writableLength()); break;
    default: to->on(event::close, [body = p.body()] { body(); }); break;
  }
}

void pipes(Program& p) {
  stream::Readable from = p.readables.any();
  stream::Writable to = p.writables.any();
  if (!from) from = readable(p);
  if (!to) to = writable(p);
  switch (p.below(26)) {
    case 0:
    case 1: from->pipe(to, {.end = !p.chance(4)}); break;
    case 2: from->unpipe(to); break;
    case 3: from->unpipe(); break;
    case 4: stream::pipeline(from, to, [body = p.body()](Error) { body(); }); break;
    case 5: stream::pipeline(from, transform(p), to, [body = p.body()](Error) { body(); }); break;
    case 6: {
      stream::Transform middle = transform(p);
      p.writables.keep(middle);
      stream::pipeline(from, middle, to, [body = p.body()](Error) { body(); });
      break;
    }
    case 7: p.functions.keep(stream::finished(from, [body = p.body()](Error) { body(); })); break;
    case 8: p.functions.keep(stream::finished(to, {.readable = false, .signal = p.signal()}, [body = p.body()](Error) { body(); })); break;
    case 9: p.plainPromises.keep(stream::promises::finished(from)); break;
    case 10: p.plainPromises.keep(stream::promises::pipeline(from, to)); break;
    case 11: p.plainPromises.keep(stream::promises::pipeline(from, to, {.signal = p.signal()})); break;
    case 12: stream::addAbortSignal(p.signals.any(), from); break;
    case 13: {
      // Two streams that are piped into each other would never stop, as in Node.js, so no other instruction gets the
      // second stream.
      auto [a, b] = stream::duplexPair();
      p.readables.keep(a);
      b->write(p.chunk(), [body = p.body()](Error) { body(); });
      b->on(event::data, [body = p.body()](Chunk) { body(); });
      setTimeout([b] { b->end("last"); }, p.time());
      break;
    }
    case 14: {
      stream::Duplex all = stream::compose(transform(p), transform(p));
      p.readables.keep(all);
      p.writables.keep(all);
      break;
    }
    case 15: p.readables.keep(from->map([body = p.body()](Chunk chunk) { body(); return chunk; })); break;
    case 16: p.readables.keep(from->filter([body = p.body()](Chunk) { body(); return true; })); break;
    case 17: p.readables.keep(from->take(p.below(4))); break;
    case 18: p.readables.keep(from->drop(p.below(4))); break;
    case 19: p.plainPromises.keep(from->forEach([body = p.body()](Chunk) { body(); }, {.concurrency = 2, .signal = p.signal()})); break;
    case 20: from->toArray({.signal = p.signal()}).then([body = p.body()] { body(); }); break;
    case 21: p.readables.keep(from->flatMap([body = p.body()](Chunk chunk) { body(); return Array<Chunk>{chunk, chunk}; })); break;
    case 22: from->pipe(to)->on(event::error, [body = p.body()](Error) { body(); }); break;
    case 23: p.plainPromises.keep(retract(p.plainPromises.any())); break;
    case 24: stream::consumers::text(from).then([body = p.body()] { body(); }, [](Error) {}); break;
    default: from->pipe(to)->destroy(); break;
  }
}

namespace {
String path(Program& p) {
  static const char* const all[] = {"/tmp/a", "/tmp/b", "/tmp/folder", "/tmp/folder/c", "/nowhere/d", "/tmp"};
  return all[p.below(std::size(all))];
}
Promise<> keepFile(Promise<fs::FileHandle> opening, Body body) {
  const fs::FileHandle file = co_await std::move(opening);
  if (Program* p = Program::current()) p->files.keep(file);
  body();
}
}  // namespace

void files(Program& p) {
  const auto done = [body = p.body()](Error) { body(); };
  const fs::FileHandle file = p.files.any();
  switch (p.below(34)) {
    case 0: fs::writeFileSync(path(p), p.chunk()); break;
    case 1: p.buffers.any() = fs::readFileSync(path(p)); break;
    case 2: fs::writeFile(path(p), p.text(), done); break;
    case 3: fs::readFile(path(p), "utf8", [body = p.body()](Error, String) { body(); }); break;
    case 4: fs::readFile(path(p), {.signal = p.signal()}, [body = p.body()](Error, Chunk) { body(); }); break;
    case 5: fs::appendFile(path(p), p.chunk(), done); break;
    case 6: fs::unlink(path(p), done); break;
    case 7: fs::mkdir(path(p), done); break;
    case 8: fs::rmdir(path(p), done); break;
    case 9: fs::rename(path(p), path(p), done); break;
    case 10: fs::stat(path(p), [body = p.body()](Error, fs::Stats) { body(); }); break;
    case 11: fs::readdir(path(p), [body = p.body()](Error, Array<String>) { body(); }); break;
    case 12:
    case 13: keepFile(fs::promises::open(path(p), p.chance(2) ? "w+" : "a+"), p.body()); break;
    case 14: p.plainPromises.keep(file->close()); break;
    case 15: file->read(p.buffers.any()).then([body = p.body()] { body(); }, done); break;
    case 16: file->write(p.buffers.any()).then([body = p.body()] { body(); }, done); break;
    case 17: file->write(p.text(), p.number()).then([body = p.body()] { body(); }, done); break;
    case 18: p.readables.keep(file->createReadStream()); break;
    case 19: p.writables.keep(file->createWriteStream()); break;
    case 20: p.plainPromises.keep(file->truncate(p.byte())); break;
    case 21: p.files.any() = nullptr; break;
    case 22:
    case 23: p.readables.keep(fs::createReadStream(path(p), {.start = p.below(10), .signal = p.signal()})); break;
    case 24:
    case 25: p.writables.keep(fs::createWriteStream(path(p), {.flags = p.chance(2) ? "a" : "w", .signal = p.signal()})); break;
    case 26: p.watchers.keep(fs::watch(path(p), {.signal = p.signal()}, [body = p.body()](String, String) { body(); })); break;
    case 27: p.watchers.any()->close(); break;
    case 28: fs::watchFile(path(p), {.interval = 20}, [body = p.body()](fs::Stats, fs::Stats) { body(); }); break;
    case 29: fs::unwatchFile(path(p)); break;
    case 30: p.plainPromises.keep(fs::promises::writeFile(path(p), p.chunk(), {.signal = p.signal()})); break;
    case 31: fs::rm(path(p), {.force = true, .recursive = true}, done); break;
    case 32: p.plainPromises.keep(fs::promises::readFile(path(p)).then([body = p.body()] { body(); })); break;
    default: file->readFile().then([body = p.body()] { body(); }, done); break;
  }
}

}  // namespace api
