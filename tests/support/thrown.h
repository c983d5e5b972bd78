// What a piece of code throws, for tests to compare.
#pragma once

#include <nodecpp/error.h>

namespace nodecpp::tests {

// The Error as it prints, "TypeError: message"; "nothing" where f returns.
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
