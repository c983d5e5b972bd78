// Tests the lifetime of promises and of coroutine frames. Their order of execution is compared with Node's in
// tests/pairs.
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "loop/loop.h"
#include "os/sim/sim_port.h"
#include "support/sim_loop.h"

using namespace nodecpp;
using tests::program;

namespace {

int alive = 0;
std::vector<std::string> ended;

// Counts its instances and records the name of each destroyed one.
struct Local {
  std::string name;
  explicit Local(std::string text) : name(std::move(text)) { ++alive; }
  Local(const Local& other) : name(other.name) { ++alive; }
  ~Local() {
    --alive;
    ended.push_back(name);
  }
};

Promise<> sleep(int ms) {
  return Promise<>([=](auto resolve) { setTimeout([=] { resolve(); }, ms); });
}

std::string text(const String& s) { return {s.data(), s.size()}; }

}  // namespace

TEST_CASE("a coroutine that never suspends gives its value") {
  int sum = 0;
  program([&] {
    auto value = [](int x) -> Promise<int> { co_return x; };
    for (int i = 0; i < 100; i++) value(i).then([&](int got) { sum += got; });
    [](String s) -> Promise<String> { co_return s + "!"; }("a string that needs memory of its own").then([&](String s) {
      CHECK(text(s) == "a string that needs memory of its own!");
    });
  });
  CHECK(sum == 4950);
}

TEST_CASE("parameters and locals end when the coroutine does") {
  ended.clear();
  program([] {
    [](Local parameter) -> Promise<> {
      Local local("local");
      co_await sleep(1);
      CHECK(alive >= 2);
    }(Local("parameter"));
    ended.clear();  // Discards the note that the destroyed argument has made.
  });
  CHECK(alive == 0);
  CHECK(ended == std::vector<std::string>{"local", "parameter"});
}

TEST_CASE("a frame that nothing can resume ends, from the inside out") {
  ended.clear();
  program([] {
    auto inner = []() -> Promise<int> {
      Local local("inner");
      co_await Promise<>([](auto) {});  // Both resolving functions are destroyed at once.
      co_return 1;
    };
    [=](this auto self) -> Promise<> {
      Local local("outer");
      co_await inner();
    }();
  });
  CHECK(alive == 0);
  CHECK(ended == std::vector<std::string>{"inner", "outer"});
}

TEST_CASE("a timer that is cleared gives up what waits for it") {
  ended.clear();
  program([] {
    let<Timeout> timer;
    auto waiting = Promise<>([=](auto resolve) { timer = setTimeout([=] { resolve(); }, 1000); });
    [](Promise<> promise) -> Promise<> {
      Local local("waits");
      co_await promise;
    }(waiting);
    setTimeout([=] { clearTimeout(timer.value()); }, 1);
  });
  CHECK(alive == 0);
  CHECK(ended == std::vector<std::string>{"waits"});
}

TEST_CASE("a promise is awaited more than once; its value is not taken away") {
  int seen = 0;
  program([&] {
    auto shared = [](String s) -> Promise<String> {
      co_await sleep(1);
      co_return s;
    }("shared");
    for (int i = 0; i < 3; i++) {
      [](Promise<String> promise, int* seen) -> Promise<> {
        CHECK(text(co_await promise) == "shared");
        CHECK(text(co_await promise) == "shared");
        ++*seen;
      }(shared, &seen);
    }
  });
  CHECK(seen == 3);
}

TEST_CASE("exceptions of other kinds reject a promise") {
  std::vector<std::string> got;
  program([&] {
    auto standard = []() -> Promise<> {
      co_await sleep(1);
      throw std::runtime_error("standard");
    };
    standard().catch_([&](Error error) { got.push_back("Error " + text(error->message)); });
    standard().catch_([&](std::exception_ptr exception) {
      try {
        std::rethrow_exception(exception);
      } catch (const std::runtime_error& error) {
        got.push_back(std::string("runtime_error ") + error.what());
      }
    });
    [](auto standard, auto* got) -> Promise<> {
      try {
        co_await standard();
      } catch (const std::exception& error) {
        got->push_back(std::string("awaited ") + error.what());
      }
    }(standard, &got);
  });
  CHECK(got == std::vector<std::string>{"Error standard", "runtime_error standard", "awaited standard"});
}

TEST_CASE("an empty exception_ptr rejects with undefined") {
  std::vector<std::string> seen;
  auto note = [&seen](const char* where) {
    return [&seen, where](Error error) { seen.push_back(std::string(where) + (error ? " an Error" : " undefined")); };
  };
  program([&] {
    Promise<>::reject(std::exception_ptr()).catch_(note("reject"));
    Promise<int>([](auto, auto reject) { reject(std::exception_ptr()); }).catch_(note("rejector"));
    [](auto* seen) -> Promise<> {
      try {
        co_await Promise<>::reject<int>(std::exception_ptr());
      } catch (const Error& error) {
        seen->push_back(error ? "an Error was thrown" : "undefined was thrown");
      }
    }(&seen);
  });
  std::ranges::sort(seen);
  CHECK(seen == std::vector<std::string>{"reject undefined", "rejector undefined", "undefined was thrown"});
}

TEST_CASE("promises settle with values that only move") {
  int got = 0;
  program([&] {
    auto make = [](int x) -> Promise<std::unique_ptr<int>> {
      co_await nullptr;
      co_return std::make_unique<int>(x);
    };
    [](auto make, int* got) -> Promise<> { *got = *co_await make(7); }(make, &got);
  });
  CHECK(got == 7);
}

TEST_CASE("a promise resolved with itself is rejected; with another, it follows") {
  std::vector<std::string> got;
  program([&] {
    let<Promise<int>> self;
    self = Promise<>::resolve(1).then([=](int) { return self.value(); });
    self.value().catch_([&](Error error) { got.push_back(text(error->name)); });
    Promise<int>([](auto resolve) { resolve(sleep(1).then([] { return 5; })); }).then([&](int v) {
      got.push_back(std::to_string(v));
    });
  });
  CHECK(got == std::vector<std::string>{"TypeError", "5"});
}

TEST_CASE("an undefined promise throws Node's TypeError") {
  Promise<int> undefined;
  CHECK_THROWS_AS(undefined.then([](int) {}), TypeError);
}

TEST_CASE("a long chain of awaits does not grow the stack") {
  int depth = 0;
  int turns = 0;
  program([&] {
    struct Walk {
      static Promise<int> down(int n) {
        if (n == 0) co_return 0;
        co_return co_await down(n - 1) + 1;
      }
    };
    Walk::down(5000).then([&](int n) { depth = n; });
    [](int* turns) -> Promise<> {
      for (; *turns < 100000; ++*turns) co_await nullptr;
    }(&turns);
  });
  CHECK(depth == 5000);
  CHECK(turns == 100000);
}
