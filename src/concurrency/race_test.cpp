// Retraction, and the combinators over functions. Time is virtual.
#include <nodecpp/concurrency.h>

#include "support/notes.h"

namespace {

Promise<int> value(int v, int ms, std::string name) {
  Local local(name);
  co_await sleep(ms);
  note(name + " is over");
  co_return v;
}

}  // namespace

TEST_CASE("race: the loser is retracted, and its destructors have run before race returns") {
  auto notes = program([]() -> Promise<> {
    int got = co_await race([] { return value(1, 10, "slow"); }, [] { return value(2, 5, "fast"); });
    note("got " + std::to_string(got));
    CHECK(alive == 0);
    CHECK(now() == 5);
  });
  CHECK(notes == Notes{"fast is over", "~fast", "~slow", "got 2"});
}
