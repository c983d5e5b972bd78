// Tests the lines of an error's stack that show the awaiting coroutines.
#include <nodecpp/promise.h>
#include <nodecpp/timers.h>

#include <doctest/doctest.h>

#include <string>

#include "loop/loop.h"
#include "os/linux/linux_port.h"
#include "os/sim/sim_port.h"
#include "support/sim_loop.h"

using namespace nodecpp;
using tests::program;

namespace {

// Referring to the real port links it in, and with it the functions that Error needs to make a stack.
[[gnu::used]] os::Port& port() { return os::linuxPort(); }

String at(int line) { return str(__FILE__) + ":" + str(line) + ":"; }
// Returns one line of the stack without its column.
String place(const Error& error, int index) {
  String line = error->stack.split("\n")[index];
  return line.slice(0, line.lastIndexOf(":") + 1);
}

}  // namespace

namespace shop {

int innerLine = 0, outerLine = 0;

Promise<> sleep(int ms) {
  return Promise<>([=](auto resolve) { setTimeout([=] { resolve(); }, ms); });
}
Promise<> fails() {
  co_await sleep(1);
  throw TypeError("later");
}
Promise<int> middle() {
  innerLine = __LINE__ + 1;
  co_await fails();
  co_return 1;
}
Promise<> outer() {
  outerLine = __LINE__ + 1;
  static_cast<void>(co_await middle());
}

// Makes an Error when it is destroyed. Its coroutine has ended by then, so no coroutine awaits it.
struct Witness {
  Error* to;
  explicit Witness(Error* to) : to(to) {}
  ~Witness() { *to = Error("gone"); }
};
// The destruction of the Holder comes after that of its coroutine's state: the value holds another promise, and that
// promise's value is the witness.
struct Holder {
  Promise<Witness> held;
};
Promise<Holder> gives(Error* to) {
  Holder holder{[](Error* to) -> Promise<Witness> { co_return Witness(to); }(to)};
  co_await nullptr;
  co_return holder;
}

}  // namespace shop

TEST_CASE("an error's stack has the coroutines that await, with the lines of their co_awaits") {
  Error thrown;
  program([&] { shop::outer().catch_([&](const Error& error) { thrown = error; }); });
  REQUIRE(thrown);
  CHECK(thrown->stack.startsWith("TypeError: later\n    at shop::fails ("));
  CHECK(place(thrown, 2) == "    at async shop::middle (" + at(shop::innerLine));
  CHECK(place(thrown, 3) == "    at async shop::outer (" + at(shop::outerLine));
  CHECK(thrown->stack.split("\n").length() == 4);
}

TEST_CASE("a coroutine that is awaited by nobody, or by a then, has no such lines") {
  Error alone;
  program([&] {
    shop::fails().catch_([&](const Error& error) { alone = error; });
    // An Error that is made outside of any coroutine has no such lines either.
    setTimeout([&] { CHECK_FALSE(Error("x")->stack.includes("async")); }, 5);
  });
  REQUIRE(alone);
  CHECK_FALSE(alone->stack.includes("async"));
}

TEST_CASE("an error that is made while a coroutine's value goes does not look at what has gone") {
  Error last;
  program([&] { shop::gives(&last); });
  REQUIRE(last);
  CHECK(last->message == "gone");
  CHECK_FALSE(last->stack.includes("async"));
}

TEST_CASE("a program's own limit of lines") {
  program([] {
    CHECK(double(Error::stackTraceLimit) == 10);
    Error::stackTraceLimit = 0;
    CHECK(Error("none")->stack == "Error: none");
    Error::stackTraceLimit = -5;
    CHECK(Error("none")->stack == "Error: none");
    Error::stackTraceLimit = 0.0 / 0.0;
    CHECK(Error("none")->stack == "Error: none");
    Error::stackTraceLimit = 1e300;
    CHECK(Error("many")->stack.split("\n").length() > 1);
    Error::stackTraceLimit = 1;
    CHECK(Error("one")->stack.split("\n").length() == 2);
  });
  // The limit of another program is unchanged.
  program([] { CHECK(double(Error::stackTraceLimit) == 10); });
  CHECK(double(Error::stackTraceLimit) == 10);
}
