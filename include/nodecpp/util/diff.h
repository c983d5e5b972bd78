// util.diff. https://nodejs.org/docs/latest-v24.x/api/util.html#utildiffactual-expected
#pragma once

#include <nodecpp/array.h>
#include <nodecpp/string.h>

namespace nodecpp::util {

// A step of a difference: 0 and an element of both, 1 and an element of `actual` alone, or -1 and one of `expected`
// alone.
using DiffEntry = std::pair<int, String>;

// Returns the shortest sequence of steps that Myers' algorithm finds between two lists, or between the UTF-16 units of
// two texts; an empty list when both are equal texts or the same list. Inputs that differ in more than 8,000 elements
// are not compared: the elements of `actual` come first, and then those of `expected`.
Array<DiffEntry> diff(const Array<String>& actual, const Array<String>& expected);
Array<DiffEntry> diff(StringArg actual, StringArg expected);

}  // namespace nodecpp::util
