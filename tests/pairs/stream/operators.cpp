#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/stream/consumers.h>
#include <nodecpp/stream/operators.h>
using namespace nodecpp;
using stream::Chunk, stream::Readable, stream::PassThrough, stream::consumers::text;

Sequence<int> count(int to) {
  struct Finally {
    ~Finally() { console::log("counted"); }
  } finally;
  for (int i = 1; i <= to; i++) {
    co_await nullptr;
    co_yield i;
  }
}
Readable numbers() { return Readable::from({1, 2, 3, 4, 5}); }
Promise<> failing(Function<Promise<>()> f) {
  try {
    co_await f();
  } catch (const Error& error) {
    console::log(error->name, error->code || "", error->message);
  }
}

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  console::log(co_await Readable::from(count(4))->map([](int n) { return n * 2; })->toArray());
  console::log(co_await numbers()->filter([](int n) { return n % 2 == 1; })->toArray());
  console::log(co_await numbers()->map([](int n) -> Promise<int> {
    co_await sleep(6 - n);
    co_return n + 10;
  }, {.concurrency = 3})->toArray());
  console::log(co_await numbers()->filter([](int n) -> Promise<bool> { co_return n > 2; }, {.concurrency = 2})->toArray());
  console::log(co_await numbers()->flatMap([](int n) { return Array<int>{n, n}; })->toArray());
  console::log(co_await Readable::from(count(9))->take(2)->toArray());
  console::log(co_await numbers()->drop(3)->toArray());
  co_await numbers()->forEach([](int n) { console::log("each", n); });
  console::log(co_await numbers()->some([](int n) { return n == 2; }));
  auto every = co_await numbers()->every([](int n) { return n < 5; }), all = co_await numbers()->every([](int n) -> Promise<bool> { co_return n < 6; });
  console::log(every, all);
  console::log(co_await numbers()->find([](int n) { return n > 3; }));
  console::log(co_await numbers()->find([](int n) { return n > 9; }) == nullptr);
  console::log(co_await numbers()->reduce([](int sum, int n) { return sum + n; }, 100));
  console::log(co_await text(numbers()->map([](int n) { return str("n") + n; })));

  auto source = numbers();
  {
    auto some = source->iterator({.destroyOnReturn = false});
    while (auto n = co_await some.next()) {
      console::log("first", *n);
      break;
    }
  }
  console::log(source->destroyed());
  {
    auto rest = source->iterator();
    while (auto n = co_await rest.next()) {
      console::log("second", *n);
      break;
    }
  }
  console::log(source->destroyed());

  co_await failing([] { return numbers()->map([](int n) {
    if (n == 3) throw RangeError("three");
    return n;
  })->toArray(); });
  co_await failing([] { return numbers()->forEach([](int n) -> Promise<> {
    if (n == 2) throw Error("two");
    co_return;
  }); });
  co_await failing([] { numbers()->take(-1); return Promise<>(); });
  co_await failing([] { numbers()->map([](int n) { return n; }, {.concurrency = 0}); return Promise<>(); });
  auto controller = make<AbortController>();
  setTimeout([=] { controller->abort(); }, 5);
  co_await failing([=] { return Readable::from(count(3))->map([](int n) -> Promise<int> {
    co_await sleep(20);
    co_return n;
  }, {.signal = controller->signal()})->toArray(); });
  co_await failing([=] { return numbers()->forEach([](int n) { console::log(n); }, {.signal = controller->signal()}); });
  auto broken = make<PassThrough>();
  setTimeout([=] { broken->destroy(Error("broken")); }, 1);
  co_await failing([=] { return broken->toArray(); });
}); }
