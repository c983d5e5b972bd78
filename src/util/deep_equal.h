// The deep comparison of two values, by the rules that the functions of assert differ in.
#pragma once

#include <nodecpp/util.h>

namespace nodecpp::detail {

enum class Equality : unsigned char {
  strict,             // as isDeepStrictEqual: primitives by Object.is, classes must be the same
  withoutPrototypes,  // as strict, whatever the classes are
  loose,              // as deepEqual: primitives by ==, whatever the classes are
  partial,            // as partialDeepStrictEqual: the first value may have more than the second
};

// Returns whether the values are equal by these rules, which are those of Node's lib/internal/util/comparisons.js.
// Throws a RangeError for values nested more than 1,000 levels deep.
bool deepEqual(const util::Value& a, const util::Value& b, Equality by);

// Returns JavaScript's `a == b`. Objects are equal only when they are the same object.
bool looselyEqual(const util::Value& a, const util::Value& b);

// Returns whether JavaScript's typeof gives "object" for the value and it is not null. A text that stands for a BigInt
// or a Symbol is a primitive.
bool isObjectValue(const util::Value& value);

}  // namespace nodecpp::detail
