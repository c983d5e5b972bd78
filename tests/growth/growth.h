// The operations whose growth is measured are defined in the other files of this folder, like this:
//   const Growth many("replaceAll of every character", 1000, [](std::size_t n) {
//     String text = str("a").repeat(n);
//     return [=] { keep(text.replaceAll("a", "bc")); };
//   });
// The outer function prepares the operation and is not counted. The function that it returns is counted. It must pass
// its results to keep(), so that the compiler does not remove the work.
#pragma once

#include <functional>
#include <vector>

#include "support/sim_loop.h"

namespace growth {

using namespace nodecpp;
using Work = std::function<void()>;

struct Operation {
  const char* name;
  std::size_t size;  // the operation is measured at this size, and at 2, 4 and 8 times this size
  std::function<Work(std::size_t)> prepare;
  double exponent;     // V8's exponent: the cost may grow with this power of the size, plus a tenth
  const char* reason;  // why the exponent is not 1, or "" when it is 1
};

std::vector<Operation>& operations();

class Growth {
 public:
  template <class F>
  Growth(const char* name, std::size_t size, F prepare, double exponent = 1, const char* reason = "") {
    operations().push_back({name, size, [prepare](std::size_t n) { return Work(prepare(n)); }, exponent, reason});
  }
};

template <class T>
void keep(T&& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

using tests::program;

// Returns key number `i`. All keys are different and share no long prefix.
inline String keyOf(std::size_t i) { return str(char('a' + i % 26)) + str(char('a' + i / 26 % 26)) + "-" + str(i); }

}  // namespace growth
