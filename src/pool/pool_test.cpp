// Tests pool::run on the Linux port and, where order and time matter, on the simulated port.
#include <nodecpp/concurrency.h>
#include <nodecpp/pool.h>
#include <nodecpp/typed_arrays.h>

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "os/linux/linux_port.h"
#include "os/linux/work_pool.h"
#include "support/program_notes.h"

namespace {

int square(int n) { return n * n; }
String greet(const String& name) { return "hello, " + name; }
int fail(const String& why) {
  RangeError error("out of " + why);
  error->code = "ERR_OUT_OF_RANGE";
  throw error;
}
std::size_t sizeOf(const Buffer& bytes) { return bytes.size(); }
struct Order {
  String name;
  std::vector<String> lines;
  double total = 0;
};
NODECPP_FIELDS(Order, name, lines, total)
Order doubled(const Order& order) { return {order.name, order.lines, order.total * 2}; }
struct Pinned {
  Function<void()> f;
};
NODECPP_FIELDS(Pinned, f)
static_assert(crossesThreads<Order> && !crossesThreads<Pinned> && !crossesThreads<std::vector<Pinned>>);
static_assert(!crossesThreads<int*> && !crossesThreads<std::string_view> && !crossesThreads<let<int>> &&
              !crossesThreads<Promise<int>> && !crossesThreads<AbortSignal> && !crossesThreads<StringArg>);

static_assert(crossesThreads<Array<Array<String>>> && !crossesThreads<Array<Pinned>>);
Array<Array<String>> joined(Array<Array<String>> lists, String word) {
  return lists.map([&](auto list) { return list.concat(word); });
}
std::map<String, std::vector<String>> turned(const std::map<String, std::vector<String>>& lists) {
  std::map<String, std::vector<String>> out;
  for (const auto& [name, list] : lists)
    for (const String& each : list) out[each].push_back(name);
  return out;
}

std::atomic<bool> gate;
int waits(int value) {
  while (!gate) sched_yield();
  return value;
}

std::vector<int> order;  // The order of the calls on the simulated thread.
int ordered(int number) {
  order.push_back(number);
  return number;
}

// Runs `f` as a program on a Linux port of its own.
template <class F>
void linuxProgram(F f) {
  os::LinuxPort port;
  detail::Loop loop(port);
  detail::Loop* before = detail::Loop::setCurrent(&loop);
  bool ended = false;
  std::string failure;
  loop.makeCallback(
      [&] { f().then([&] { ended = true; }, [&](const Error& error) { failure = text(error->message); }); });
  loop.run();
  CHECK(failure == "");
  CHECK(ended);
  loop.end();
  detail::Loop::setCurrent(before);
}

}  // namespace

TEST_CASE("pool: values, strings, Buffers and containers go and come back") {
  linuxProgram([]() -> Promise<> {
    CHECK(co_await pool::run(square, 12) == 144);
    CHECK(co_await pool::run([](double a, double b) { return a / b; }, 1, 4) == 0.25);
    String name = String("a name that is longer than what stands in a String itself, and is counted").slice(2);
    CHECK(co_await pool::run(greet, name) == "hello, " + name);
    CHECK(co_await pool::run(greet, "you") == "hello, you");
    auto lists =
        co_await pool::run(turned, std::map<String, std::vector<String>>{{"a", {"x", "y"}}, {"b", {"y", name}}});
    CHECK(lists["y"] == std::vector<String>{"a", "b"});
    // A list is copied, because each thread counts the references to its own list.
    const Array<Array<String>> given{{name, "a"}, {}};
    Promise<Array<Array<String>>> made = pool::run(joined, given, name);
    given[1].push("late");
    const auto both = co_await made;
    CHECK(both[0].join() == name + ",a," + name);
    CHECK(both[1].join() == name);
    CHECK(given[1].length() == 1);
    CHECK(lists[name] == std::vector<String>{"b"});
    Order order = co_await pool::run(doubled, Order{name, {"a", name}, 1.5});
    CHECK(order.name == name);
    CHECK(order.lines == std::vector<String>{"a", name});
    CHECK(order.total == 3);
    bool called = false;
    co_await pool::run([] {}).then([&] { called = true; });
    CHECK(called);
  });
}

TEST_CASE("pool: a Buffer's bytes are copied where others refer to them, and moved where nobody does") {
  linuxProgram([]() -> Promise<> {
    auto address = [](const Buffer& bytes) { return std::uint64_t(bytes.bytes()); };
    Buffer bytes = Buffer::alloc(100'000, 7);
    auto here = std::uint64_t(bytes.bytes());
    CHECK(co_await pool::run(address, bytes) != here);
    CHECK(co_await pool::run(address, std::move(bytes)) == here);
    CHECK(co_await pool::run(sizeOf, Buffer::alloc(5)) == 5);
  });
}

Float64Array halved(Float64Array numbers) {
  return numbers.map([](num x) { return x / 2; });
}
static_assert(crossesThreads<Uint8Array> && crossesThreads<Array<BigInt64Array>>);

TEST_CASE("pool: typed arrays are copied") {
  linuxProgram([]() -> Promise<> {
    Float64Array numbers({1, 2, 3});
    auto half = pool::run(halved, numbers);
    numbers[0] = 100;
    CHECK((co_await half).join() == "0.5,1,1.5");
    CHECK(numbers.join() == "100,2,3");
  });
}

TEST_CASE("pool: what is thrown arrives as it was thrown") {
  linuxProgram([]() -> Promise<> {
    bool caught = false;
    try {
      co_await pool::run(fail, "range");
    } catch (const RangeError& error) {
      caught = true;
      CHECK(error->message == "out of range");
      CHECK(error->code == "ERR_OUT_OF_RANGE");
    }
    CHECK(std::exchange(caught, false));
    try {
      co_await pool::run([] { throw std::out_of_range("plain"); });
    } catch (const std::out_of_range& error) {
      caught = true;
    }
    CHECK(caught);
  });
}

TEST_CASE("pool: an abort does not wait for what runs, and what has not begun does not begin") {
  gate = false;
  linuxProgram([]() -> Promise<> {
    auto controller = make<AbortController>();
    std::vector<Promise<int>> calls;
    // More calls than the pool has threads, so that some of them wait.
    for (std::size_t i = 0; i < os::WorkPool::ofProcess().threads() + 2; ++i)
      calls.push_back(pool::run({.signal = controller->signal()}, waits, int(i)));
    controller->abort(Error("enough"));
    for (auto& call : calls) {
      Error error;
      try {
        co_await call;
      } catch (const Error& thrown) {
        error = thrown;
      }
      REQUIRE(error);
      CHECK(error->name == "AbortError");
      CHECK(error->code == "ABORT_ERR");
      CHECK(error->cause[0]->message == "enough");
    }
    Error error;
    try {
      co_await pool::run({.signal = AbortSignal::abort()}, square, 1);
    } catch (const Error& thrown) {
      error = thrown;
    }
    CHECK(error->name == "AbortError");
    gate = true;
    CHECK(co_await pool::run(square, 3) == 9);
  });
}

TEST_CASE("pool: a retracted call is disowned, and the loop does not wait for it") {
  gate = false;
  linuxProgram([]() -> Promise<> {
    int got = co_await race([] { return pool::run(waits, 1); }, []() -> Promise<int> { co_return 2; });
    CHECK(got == 2);
  });
  gate = true;
}

TEST_CASE("pool: a call that outlives its loop ends harmlessly") {
  gate = false;
  {
    os::LinuxPort port;
    detail::Loop loop(port);
    detail::Loop* before = detail::Loop::setCurrent(&loop);
    loop.makeCallback([] {
      for (int i = 0; i < 5; ++i) pool::run(waits, i);
    });
    loop.end();
    detail::Loop::setCurrent(before);
  }
  gate = true;
  linuxProgram([]() -> Promise<> { CHECK(co_await pool::run(square, 4) == 16); });
}

TEST_CASE("pool: threads are started as there is work, and no more than there may be") {
  gate = false;
  struct Waits final : os::Work {
    std::atomic<int>* count;
    void run() noexcept override {
      ++*count;
      while (!gate) sched_yield();
    }
    void ended() noexcept override { ++*count; }
  };
  std::atomic<int> count = 0;
  std::vector<Waits> work(6);
  {
    os::WorkPool pool;
    pool.configure(2, 3);
    for (Waits& each : work) each.count = &count;
    CHECK(pool.submit(&work[0]) == 0);
    CHECK(pool.submit(&work[1]) == 0);
    while (count < 2) sched_yield();
    for (int i = 2; i < 5; ++i) CHECK(pool.submit(&work[i]) == 0);
    CHECK(pool.submit(&work[5]) == UV_ENOBUFS);
    CHECK(pool.withdraw(&work[3]));
    CHECK(!pool.withdraw(&work[0]));
    CHECK(pool.submit(&work[5]) == 0);
    CHECK(count == 2);
    gate = true;
    while (count < 11) sched_yield();  // Five of the six calls ran.
  }
  CHECK(count == 11);
}

TEST_CASE("pool, simulated: priorities first, then the order of the calls; the queue has its bound") {
  os::NetworkOptions options;
  options.processors = 1;
  options.computationsWaiting = 4;
  options.computationTime = 1'000'000;
  order.clear();
  program(
      []() -> Promise<> {
        auto a = pool::run(ordered, 1);
        auto b = pool::run(ordered, 2);
        auto c = pool::run({.priority = -1}, ordered, 3);
        auto d = pool::run({.priority = 1}, ordered, 4);
        auto e = pool::run(ordered, 5);
        Error error;
        try {
          co_await pool::run(ordered, 6);
        } catch (const Error& thrown) {
          error = thrown;
        }
        CHECK(error->code == "ERR_POOL_QUEUE_FULL");
        co_await c;
        CHECK(now() == 5);
      },
      options);
  CHECK(order == std::vector<int>{1, 4, 2, 5, 3});
}

TEST_CASE("pool, simulated: a retracted call that waits never runs; one that runs has its processor to the end") {
  os::NetworkOptions options;
  options.processors = 1;
  options.computationTime = 10'000'000;
  order.clear();
  program(
      []() -> Promise<> {
        co_await race([] { return all([] { return pool::run(ordered, 1); }, [] { return pool::run(ordered, 2); }); },
                      []() -> Promise<> { co_await sleep(3); });
        CHECK(now() == 3);
        co_await pool::run(ordered, 3);
        CHECK(now() == 20);
      },
      options);
  CHECK(order == std::vector<int>{3});
}
