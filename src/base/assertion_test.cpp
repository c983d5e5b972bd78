#include "base/assertion.h"

#include <doctest/doctest.h>
#include <string>

#include "support/last_words.h"

using namespace nodecpp;
using tests::lastWords;

namespace {

enum class State { idle, open = 7 };

bool has(const std::string& words, const char* part) {
  CAPTURE(words);
  return words.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("an assertion that holds does nothing, and evaluates its condition once") {
  int asked = 0;
  NODECPP_ASSERT(++asked == 1, asked);
  CHECK(asked == 1);
}

TEST_CASE("a failed assertion prints the expression, the place and the values, and aborts") {
  if (NODECPP_TESTS_CANNOT_FORK) return;
  const std::string words = lastWords([] {
    const State state = State::open;
    const std::size_t large = ~std::size_t(0);
    const char* name = "GET, /";
    auto sum = [](int a, int b) { return a - b; };
    NODECPP_ASSERT(state == State::idle, state, large, name, sum(1, 3), large == 0, 0.5);
  });
  CHECK(words.starts_with("ASSERTION FAILED: state == State::idle\n  in "));
  CHECK(has(words, "\n  at src/base/assertion_test.cpp:"));
  CHECK(has(words, "\n  state = 7\n  large = 18446744073709551615\n  name = \"GET, /\"\n  sum(1, 3) = -2\n"
                   "  large == 0 = false\n  0.5 = 0.5\n"));
  CHECK(has(words, "This is a bug of Node.cpp"));
  CHECK(!has(words, "replays it"));
}

TEST_CASE("a failed assertion of a recorded run prints the command that replays it") {
  if (NODECPP_TESTS_CANNOT_FORK) return;
  const std::string words = lastWords([] {
    detail::setReplayCommand("./server --nodecpp-replay=run1");
    NODECPP_ASSERT(false);
  });
  CHECK(words.ends_with("This command replays it:\n  ./server --nodecpp-replay=run1\n"));
  const std::string cut = lastWords([] {
    detail::setReplayCommand(std::string(5000, 'x').c_str());
    NODECPP_ASSERT(false);
  });
  CHECK(cut.ends_with("\n  " + std::string(1023, 'x') + "\n"));
}

TEST_CASE("what only debug builds assert is evaluated in debug builds alone") {
  int asked = 0;
  NODECPP_DEBUG_ASSERT(++asked == 1, asked);
#ifdef NODECPP_DEBUG_ASSERTIONS
  CHECK(asked == 1);
#else
  CHECK(asked == 0);
#endif
}
