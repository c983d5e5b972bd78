// Returns what a piece of code throws, for comparisons in tests.
#pragma once

#include <nodecpp/error.h>

namespace tests {

// Returns the Error as it prints, such as "TypeError: message", or "nothing" when f returns.
template <class F>
nodecpp::String thrown(F f) {
  try {
    f();
  } catch (const nodecpp::Error& error) {
    return error.toString();
  }
  return "nothing";
}

// Returns the code of the Error, or its name when it has no code, or "nothing" when f returns.
template <class F>
nodecpp::String codeThrown(F f) {
  try {
    f();
  } catch (const nodecpp::Error& error) {
    return error->code.empty() ? error->name : error->code;
  }
  return "nothing";
}

}  // namespace tests
