// Returns what a piece of code throws, for comparisons in tests.
#pragma once

#include <nodecpp/error.h>

namespace nodecpp::tests {

// Returns the Error as it prints, such as "TypeError: message", or "nothing" when f returns.
template <class F>
String thrown(F f) {
  try {
    f();
  } catch (const Error& error) {
    return error.toString();
  }
  return "nothing";
}

}  // namespace nodecpp::tests
