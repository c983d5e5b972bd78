// Tests of LoopLocal: values of each loop, made on first use and destroyed with the loop in reverse order.
#include <doctest/doctest.h>
#include <nodecpp/error.h>
#include <nodecpp/timers.h>

#include <string>
#include <thread>
#include <vector>

#include "loop/loop.h"
#include "os/sim/sim_port.h"

using namespace nodecpp;
using detail::Loop;
using detail::LoopLocal;

namespace {

std::string log;

struct Bench {
  os::Network network;
  os::SimPort port{network, {}};
  Loop loop{port};
};

struct Current {
  explicit Current(Loop& loop) : before(Loop::setCurrent(&loop)) {}
  ~Current() { Loop::setCurrent(before); }
  Loop* before;
};

template <char name>
struct Noted {
  Noted() { log += name; }
  ~Noted() { (log += '~') += name; }
  int number = 0;
};

constinit LoopLocal<Noted<'a'>> a;
constinit LoopLocal<Noted<'b'>> b;

struct UsesB {
  explicit UsesB(Loop& of) : loop(of) {
    b.of(loop);
    log += 'c';
  }
  ~UsesB() {
    CHECK(&Loop::current() == &loop);
    log += b->number == 5 ? "~c(b)" : "~c";
  }
  Loop& loop;
};
constinit LoopLocal<UsesB> c;

// Its destructor uses a LoopLocal that has been destroyed already and, once, another of its own kind.
struct Stubborn {
  ~Stubborn();
};
constinit LoopLocal<Stubborn> stubborn;
int again = 0;
Stubborn::~Stubborn() {
  log += "~s";
  a->number = 1;
  if (again++ == 0) *stubborn;
}

}  // namespace

TEST_CASE("two loops of one thread have their own") {
  log = "";
  Bench first;
  {
    Bench second;
    {
      Current current(first.loop);
      CHECK(a.find() == nullptr);
      CHECK(log == "");
      a->number = 1;
      CHECK(a.find()->number == 1);
    }
    CHECK(a.of(second.loop).number == 0);
    a.of(second.loop).number = 2;
    CHECK(a.of(first.loop).number == 1);
    CHECK(b.find(second.loop) == nullptr);
    CHECK(log == "aa");
  }
  CHECK(log == "aa~a");
  CHECK(a.find(first.loop)->number == 1);
  first.loop.end();
  CHECK(log == "aa~a~a");
  CHECK(a.find(first.loop) == nullptr);
}

TEST_CASE("without a loop there is nothing to find, and nothing is made") {
  CHECK(a.find() == nullptr);
  CHECK_THROWS_AS(static_cast<void>(*a), Error);
}

TEST_CASE("the last one made goes first, while its loop is current; what it asked for stays until then") {
  log = "";
  {
    Bench bench;
    c.of(bench.loop);
    b.of(bench.loop).number = 5;
    a.of(bench.loop);
    CHECK(log == "bca");
  }
  CHECK(log == "bca~a~c(b)~b");
}

TEST_CASE("what a destructor asks for is made once more, and goes too") {
  log = "";
  again = 0;
  {
    Bench bench;
    stubborn.of(bench.loop);
    a.of(bench.loop);
  }
  CHECK(log == "a~a~sa~s~a");
}

TEST_CASE("what is dropped at the end still finds it") {
  log = "";
  {
    Bench bench;
    Current current(bench.loop);
    struct Drops {
      Drops() = default;
      Drops(const Drops& other) : drops(std::exchange(other.drops, false)) {}
      ~Drops() {
        if (drops) log += a.find() ? "found" : "missed";
      }
      mutable bool drops = true;
    };
    *a;
    setTimeout([drops = Drops()] { static_cast<void>(drops); }, 10);
  }
  CHECK(log == "afound~a");
}

TEST_CASE("threads that meet in a slot that nobody used yet agree on its number") {
  static constinit LoopLocal<std::vector<int>> fresh[64];
  std::vector<std::thread> threads;
  for (int each = 0; each < 4; ++each)
    threads.emplace_back([each] {
      Bench bench;
      Current current(bench.loop);
      for (auto& slot : fresh) slot->push_back(each);
      for (auto& slot : fresh)
        if (slot->size() != 1 || slot->front() != each) std::abort();
    });
  for (std::thread& thread : threads) thread.join();
}
