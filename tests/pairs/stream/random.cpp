#include <nodecpp/console.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/stream.h>

#include <string_view>
using namespace nodecpp;
using stream::Readable, stream::Writable, stream::Transform, stream::Chunk;
// These programs use closed streams further, so the streams keep their listeners here, as in Node.
template <class Base>
struct Kept : Base {
  using Base::Base;
  void closeEmitted() override {}
};
static perThread<int> only = 0;
static perThread<std::uint32_t> state = 0u;
static unsigned random(unsigned n) {
  state = state.value() * 1103515245u + 12345u;
  return (state.value() >> 16) % n;
}
static perThread<int> lines = 0;
static perThread<std::uint32_t> hash = 0u;
static perThread<bool> open = false;
static void say(String text) {
  if (!open) return;
  if (only.value()) console::log(text);
  ++*lines;
  for (char c : std::string_view(text.data(), text.size())) hash = hash.value() * 31 + static_cast<unsigned char>(c);
}
static String text(unsigned n) { return String("abcdefghijkl").slice(0, n); }
static auto told(const char* name) { return [=](Error error) { say(format("{} callback {}", name, error ? error->message : "")); }; }
static void later(unsigned how, Function<void()> f) {
  if (how == 0) f();
  else if (how == 1) process::nextTick(f);
  else if (how == 2) queueMicrotask(f);
  else setImmediate(f);
}

static void program(int seed) {
  state = std::uint32_t(seed);
  lines = 0; hash = 0u;
  open = true;
  unsigned readHow = random(5);
  unsigned writeHow = random(4);
  unsigned transformHow = random(4);
  int failAt = random(8) ? 0 : 1 + int(random(6));
  let<int> reads = 0;
  let<int> writes = 0;
  unsigned marks[] = {random(3) ? random(10) : 65536, random(3) ? random(10) : 65536, random(10), random(10)};
  bool flags[] = {random(6) != 0, random(6) != 0, random(4) == 0, random(4) == 0, random(4) == 0};
  auto give = [=](Readable self) {
    reads++;
    if (reads > 8) self->push(nullptr);
    else self->push(text(1 + unsigned(reads.value()) % 5));
  };
  auto r = make<Handle<Kept<stream::ReadableObject>>>({.highWaterMark = marks[0], .read = [=](Readable self, double size) {
    say(format("_read {}", size));
    if (readHow < 4) later(readHow, [=] { give(self); });
  }, .autoDestroy = flags[0]});
  decltype(stream::WritableOptions::writev) writev;
  if (flags[2]) writev = [=](auto, auto chunks, auto callback) {
    say(format("_writev {}", chunks.size()));
    later(writeHow, [=] { callback(); });
  };
  decltype(stream::WritableOptions::final) final;
  if (flags[3]) final = [=](auto, auto callback) {
    say("_final");
    later(writeHow, [=] { callback(); });
  };
  auto w = make<Handle<Kept<stream::WritableObject>>>({.highWaterMark = marks[1], .write = [=](auto, auto chunk, auto encoding, auto callback) {
    writes++;
    say("_write " + chunk + " " + encoding);
    if (writes == failAt) later(writeHow, [=] { callback(Error("full")); });
    else later(writeHow, [=] { callback(); });
  }, .writev = writev, .final = final, .autoDestroy = flags[1]});
  decltype(stream::TransformOptions::flush) flush;
  if (flags[4]) flush = [=](auto, auto callback) { say("flush"); later(transformHow, [=] { callback(nullptr, "F"); }); };
  auto t = make<Handle<Kept<stream::TransformObject>>>({.readableHighWaterMark = marks[2], .writableHighWaterMark = marks[3], .transform = [=](auto, auto chunk, auto, auto callback) {
    say("transform " + chunk);
    later(transformHow, [=] { callback(nullptr, chunk); });
  }, .flush = flush});
  auto reading = [](auto s, String name) {
    s->on(event::end, [=] { say(name + " end"); });
    s->on(event::pause, [=] { say(name + " pause"); });
    s->on(event::resume, [=] { say(name + " resume"); });
  };
  reading(r, "r"); reading(t, "t");
  auto writing = [](auto s, String name) {
    s->on(event::drain, [=] { say(name + " drain"); });
    s->on(event::prefinish, [=] { say(name + " prefinish"); });
    s->on(event::finish, [=] { say(name + " finish"); });
    s->on(event::pipe, [=] { say(name + " pipe"); });
    s->on(event::unpipe, [=] { say(name + " unpipe"); });
  };
  writing(w, "w"); writing(t, "t");
  auto both = [](auto s, String name) {
    s->on(event::close, [=] { say(name + " close"); });
    s->on(event::error, [=](Error error) { say(name + " error " + error->message); });
  };
  both(r, "r"); both(w, "w"); both(t, "t");
  auto ofData = listener([](Chunk chunk) { say("data " + chunk); });
  auto ofReadable = listener([=] {
    say(format("readable {}", r->readableLength()));
    if (random(3)) say(format("got {}", r->read()));
  });
  let<bool> hasData = false;
  let<bool> hasReadable = false;
  auto act = [=] {
    unsigned what = random(40);
    unsigned n = random(7);
    unsigned bit = random(2);
    say(format("do {} {} {}", what, n, bit));
    try {
      if (what < 4) say(format("{}", r->push(text(n))));
      else if (what < 5) r->push(nullptr);
      else if (what < 6) say(format("{}", r->unshift(text(n))));
      else if (what < 8) say(format("{}", r->read()));
      else if (what < 10) say(format("{}", r->read(n)));
      else if (what < 11) r->pause();
      else if (what < 13) r->resume();
      else if (what < 15) { if (!hasData) r->on(event::data, ofData); hasData = true; }
      else if (what < 16) { r->off(event::data, ofData); hasData = false; }
      else if (what < 17) { if (!hasReadable && !r->readableEnded()) { r->on(event::readable, ofReadable); hasReadable = true; } }
      else if (what < 18) { if (hasReadable) r->off(event::readable, ofReadable); hasReadable = false; }
      else if (what < 20) r->pipe(bit ? Writable(w) : Writable(t), {.end = n > 2});
      else if (what < 21) t->pipe(w, {.end = n > 2});
      else if (what < 22) r->unpipe(bit ? Writable(w) : Writable(t));
      else if (what < 23) r->unpipe();
      else if (what < 24) t->unpipe(w);
      else if (what < 27) say(format("{}", bit ? w->write(text(n), told("write")) : w->write(text(n))));
      else if (what < 29) say(format("{}", bit ? t->write(text(n), told("t write")) : t->write(text(n))));
      else if (what < 30) w->cork();
      else if (what < 32) w->uncork();
      else if (what < 33) { if (bit) w->end(told("end")); else w->end(text(n)); }
      else if (what < 34) { if (bit) t->end(told("t end")); else t->end(text(n)); }
      else if (what < 35) { if (n == 0) r->destroy(bit ? Error("r gone") : nullptr); }
      else if (what < 36) { if (n == 0) w->destroy(bit ? Error("w gone") : nullptr); }
      else if (what < 37) { if (n == 0) t->destroy(bit ? Error("t gone") : nullptr, told("destroy")); }
      else if (what < 38) { if (bit) stream::finished(r, told("finished")); else stream::finished(w, told("finished")); }
      else if (what < 39) t->resume();
      else say(format("{} {} {} {} {} {} {} {} {} {} {}", r->readableFlowing(), r->readableLength(), r->readableEnded(), r->destroyed(), w->writableLength(), w->writableNeedDrain(), w->writableFinished(), w->destroyed(), t->readableLength(), t->writableLength(), t->destroyed()));
    } catch (const Error& error) {
      say(format("threw {}", error->message));
    }
  };
  let<int> left = 30;
  auto done = [=] {
    open = false;
    console::log(seed, lines, hash);
    if (seed < 400 && !only) program(seed + 1);
  };
  let<Function<void(int)>> wind;
  wind = [=](int turns) { if (turns) setImmediate([=] { wind.ref()(turns - 1); }); else done(); };
  let<Function<void()>> step;
  step = [=] {
    for (unsigned count = random(4); count > 0; count--) act();
    if (--left > 0) later(1 + random(3), step.value());
    else wind.ref()(40);
  };
  step();
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (process::argv[2]) only = int(process::argv[2].toNumber());
  program(only.value() ? only.value() : 1);
}); }
