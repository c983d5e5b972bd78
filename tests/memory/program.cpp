// Ordinary programs that use much memory. Their data must stay intact, and the memory must be given back after the data
// were freed.
//   program NAME      one of: shuffled, large, workers, pool, children
#include <nodecpp/array.h>
#include <nodecpp/buffer.h>
#include <nodecpp/child_process.h>
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/pool.h>
#include <nodecpp/process.h>
#include <nodecpp/worker_threads.h>

#include "support/scale.h"

using namespace nodecpp;
using namespace nodecpp::worker_threads;

namespace {

constexpr double MiB = 1 << 20;

void expect(bool right, const String& what) {
  if (right) return;
  console::error("not so:", what);
  process::exit(1);
}

// Sanitizers keep freed memory for a while, so they are not checked.
void expectMemory(double most, const String& when) {
  const double now = process::memoryUsage.rss();
  if (!tests::sanitized) expect(now <= most, format("{}: {:.1f} MiB, at most {:.1f} expected", when, now / MiB, most / MiB));
}

struct Random {
  std::uint64_t state;
  std::uint32_t below(std::uint32_t bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return std::uint32_t((state >> 33) % bound);
  }
};

String textOf(int i) { return format("the text of number {}{}", i, str("x").repeat(double(i % 200))); }

// Makes and drops a million objects, each with a text, in random order.
void shuffled() {
  const int count = tests::scaled(1000000);
  const double before = process::memoryUsage.rss();
  double peak = 0, used = 0;
  for (int round = 0; round < 2; round++) {
    Array<var> objects;
    Map<int, String> texts;
    for (int i = 0; i < count; i++) {
      objects.push(var::object({{"id", i}, {"double", i * 2}}));
      texts.set(i, textOf(i));
    }
    peak = process::memoryUsage.rss();
    used = process::memoryUsage().heapUsed;
    Array<int> order;
    for (int i = 0; i < count; i++) order.push(i);
    Random random{std::uint64_t(round + 1)};
    for (int i = count; i > 1; i--) {
      const int other = int(random.below(std::uint32_t(i)));
      const int held = order[i - 1];
      order[i - 1] = int(order[other]);
      order[other] = held;
    }
    for (int i = 0; i < count; i++) {
      const int at = order[i];
      const var object = objects[at];
      expect(object["id"] == at && object["double"] == at * 2, format("object {}", at));
      expect(texts.get(at) == textOf(at), format("text {}", at));
      objects[at] = undefined;
      texts.delete_(at);
      // New objects take the places of dropped ones.
      if (i % 3 == 0) objects[at] = var::object({{"id", at}, {"again", true}});
    }
    for (int i = 0; i < count; i += 3) {
      const var object = objects[order[i]];
      expect(object["id"] == int(order[i]), "an object that came later");
    }
  }
  if (!tests::sanitized) {
    expect(peak > before + 150 * MiB, "a million objects need 150 MiB");
    expect(used > 150 * MiB, "heapUsed has them in it");
    expect(process::memoryUsage().heapUsed < used - 120 * MiB, "heapUsed is less when they are gone");
  }
  expectMemory(before + 40 * MiB, "when they are gone");
}

// Makes lists, buffers and texts that are too large for slabs, and some of about the size where slabs end.
void large() {
  const double before = process::memoryUsage.rss();
  {
    Array<Buffer> buffers = Array<Buffer>(64).fill(Buffer());
    Array<int> marks = Array<int>(64).fill(0);
    Random random{7};
    for (int i = 0; i < tests::scaled(20000); i++) {
      const int at = int(random.below(64));
      const Buffer old = buffers[at];
      for (std::ptrdiff_t place = 0; place < old.length(); place += 997)
        expect(old[place] == marks[at], format("byte {} of buffer {}", place, i));
      marks[at] = int(random.below(256));
      const std::uint32_t size = i % 8 == 0 ? random.below(4 << 20) : i % 2 ? random.below(70000) : 2000 + random.below(100);
      buffers[at] = Buffer::alloc(size, int(marks[at]));
    }
    String text = "";
    Array<double> numbers;
    for (int i = 0; i < tests::scaled(1000000); i++) {
      text += "0123456789";
      numbers.push(i);
    }
    for (int i = 0; i < numbers.length(); i += 1001) expect(numbers[i] == i && text[std::ptrdiff_t(i) * 10 + 7] == "7", "what grew");
  }
  expectMemory(before + 40 * MiB, "when they are gone");
}

// A worker makes many objects, posts some of them, and ends or is ended. The posted values are used and dropped later.
void work() {
  Array<var> mine;
  for (int i = 0; i < 20000; i++) mine.push(var::object({{"i", i}, {"text", textOf(i % 300)}}));
  var some = var::array({});
  for (int i = 0; i < 2000; i++) some.push(mine[i * 10]);
  parentPort->postMessage(some);
  parentPort->on(event::message, [=](var text) {
    parentPort->postMessage(text);
    parentPort->close();
  });
}
void check(const var& some) {
  expect(some.length() == 2000, "what a worker posted");
  for (int i = 0; i < 2000; i += 7)
    expect(some[i]["i"] == i * 10 && some[i]["text"] == textOf(i * 10 % 300), "an object that a worker posted");
}
Promise<> workers() {
  const int count = tests::scaled(200);
  Array<var> kept;
  double early = 0;
  for (int i = 0; i < count; i++) {
    Array<Worker> both;
    for (int k = 0; k < 2; k++) {
      auto worker = make<Worker>(thisFile);
      both.push(worker);
      worker->on(event::message, [=](var value) mutable {
        if (value.isString()) return;
        kept.push(value);
        if (i % 4 == 3) worker->terminate();
        else worker->postMessage(textOf(i));
      });
    }
    for (int k = 0; k < 2; k++) co_await both[k]->exited();
    while (kept.length() > 10) check(kept.shift());
    if (i == count / 4) early = process::memoryUsage.rss();
  }
  expectMemory(early + 6 * MiB, "after all workers");
}

// Drops values on this thread that other threads have made, and the other way round.
Array<String> texts(Array<String> some, int from) {
  Array<String> all;
  for (int i = 0; i < 2000; i++) all.push(textOf(from + i));
  for (int i = 0; i < 100; i++) all.push(some[i]);
  return all;
}
Promise<> inPool() {
  Array<String> some;
  for (int i = 0; i < 100; i++) some.push(textOf(i));
  double early = 0;
  const int count = tests::scaled(500);
  for (int i = 0; i < count; i++) {
    Array<Promise<Array<String>>> running;
    for (int k = 0; k < 4; k++) running.push(pool::run(texts, some, k));
    for (int k = 0; k < 4; k++) {
      const auto all = co_await Promise<Array<String>>(running[k]);
      expect(all.length() == 2100 && all[1999] == textOf(k + 1999) && all[2099] == textOf(99), "texts of another thread");
    }
    if (i == count / 4) early = process::memoryUsage.rss();
  }
  expectMemory(early + 6 * MiB, "after all calls");
}

// Starts child processes while the program holds much memory, and while its memory grows and shrinks.
void children() {
  Array<var> objects;
  for (int i = 0; i < tests::scaled(200000); i++) objects.push(var::object({{"id", i}, {"text", textOf(i)}}));
  for (int i = 0; i < 20; i++) {
    const Buffer out = child_process::execFileSync("echo", {format("child {}", i)});
    expect(out.toString() == str("child ") + i + "\n", "what a child said");
    for (int k = i; k < objects.length(); k += 20) {
      const var object = objects[k];
      expect(object["text"] == textOf(int(k)), "an object of the parent");
      objects[k] = undefined;
    }
  }
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  if (!isMainThread) {
    work();
    co_return;
  }
  const String name = process::argv[2];
  if (name == "shuffled") shuffled();
  else if (name == "large") large();
  else if (name == "workers") co_await workers();
  else if (name == "pool") co_await inPool();
  else if (name == "children") children();
  else throw Error("which one?");
  console::log("right");
}); }
