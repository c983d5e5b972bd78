// Entries of a Map and values of any type as chunks, through the operators of a stream.
#include <nodecpp/console.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/stream.h>
#include <nodecpp/stream/operators.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/var.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  Map<String, int> counts;
  auto counter = make<stream::Transform>({
    .objectMode = true,
    .transform = [=](auto self, auto word, auto encoding, auto callback) {
      counts.set(word.toString(), counts.get(word.toString(), 0) + 1);
      callback();
    },
    .flush = [=](auto self, auto callback) {
      for (auto entry : counts) self->push(entry);
      callback();
    },
  });
  stream::Readable::from({"the", "cat", "the"})->pipe(counter);
  counter->on(event::data, [](std::pair<String, int> entry) { auto [word, n] = entry; console::log(word, n); });
  co_await Promise<>([=](auto resolve) { counter->once(event::end, resolve); });
  auto people = Array<var>{var::object({{"age", 3}}), var::object({{"age", nullptr}}), var::object({{"age", 4}})};
  auto total = co_await stream::Readable::from(people)->filter([](var person) { return bool(person["age"]); })->map([](var person) { return person["age"] * 2; })->reduce([](var a, var b) { return a + b; }, 0);
  console::log(total);
  console::log(Float64Array::from({.length = 3}, [] { return 1.5; }), Uint8Array::from({.length = 2}, [](auto _, int i) { return i + 1; }));
}); }
