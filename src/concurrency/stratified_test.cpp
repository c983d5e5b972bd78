// The C++ form of tests/stratified/order.sjs. The expected output is what StratifiedJS printed, with one intended
// difference: here an error in the clean-up is the outcome, whereas StratifiedJS ignores it.
#include <nodecpp/concurrency.h>

#include <string>

#include "support/program_notes.h"

namespace {

Promise<> work(std::string name, int ms, int clean = 0) {
  return guarded([=](this auto) -> Promise<> {
           co_await sleep(ms);
           note(name + " is over");
         })
      .onRetract([=] { note(name + " retracted"); })
      .finally_([=](this auto) -> Promise<> {
        if (clean) {
          co_await sleep(clean);
          note(name + " is clean");
        }
        note(name + " finally");
      })
      .promise();
}

}  // namespace

TEST_CASE("the programs of StratifiedJS give its results") {
  auto notes = program([]() -> Promise<> {
    note("- order");
    co_await race([] { return work("a", 1000, 70); }, [] { return work("b", 10); }, [] { return work("c", 1000, 30); });
    note("over");
    note("- at once");
    co_await race([] { note("first"); }, [] { note("never"); });
    note("- catch");
    co_await race(
        []() -> Promise<> {
          try {
            co_await sleep(1000);
          } catch (...) {
            note("caught");
          }
          note("never");
        },
        [] { return sleep(10); });
    note("- inside out");
    co_await race(
        [] { return guarded([] { return work("inner", 1000, 10); }).finally_([] { note("outer finally"); }); },
        [] { return sleep(10); });
    note("- early exit");
    note(std::to_string(co_await race(
        []() -> Promise<int> {
          co_await work("a", 1000, 10);
          co_return 6;
        },
        []() -> Promise<int> {
          co_await sleep(10);
          co_return 5;
        })));
  });
  CHECK(notes == Notes{"- order",
                       "b is over",
                       "b finally",
                       "a retracted",
                       "c retracted",
                       "c is clean",
                       "c finally",
                       "a is clean",
                       "a finally",
                       "over",
                       "- at once",
                       "first",
                       "- catch",
                       "- inside out",
                       "inner retracted",
                       "inner is clean",
                       "inner finally",
                       "outer finally",
                       "- early exit",
                       "a retracted",
                       "a is clean",
                       "a finally",
                       "5"});
}
