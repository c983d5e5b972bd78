// Compares two texts line by line and prints the difference as Node's assert does.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nodecpp::detail {

// The escape sequences of the colours in a message; all are empty when standard error is not coloured.
struct DiffColors {
  const char* blue = "";
  const char* green = "";
  const char* red = "";
  const char* gray = "";
  const char* white = "";
  bool areOn = false;
};
DiffColors diffColors(bool areOn);

// A step from the lines of `actual` to those of `expected`.
struct DiffStep {
  enum class Kind : signed char { onlyExpected = -1, both = 0, onlyActual = 1 } kind;
  std::string_view line;  // a view of a line that was given to difference(), valid as long as that line is
};

// Returns the shortest sequence of steps, from the first line to the last, that Myers' greedy algorithm finds: "An
// O(ND) Difference Algorithm and Its Variations", 1986. With `exceptCommas` lines also count as the same when only one
// of them ends with a comma. Texts that differ in more than 8,000 lines are not compared: all lines of `actual` come
// first.
std::vector<DiffStep> difference(const std::vector<std::string>& actual, const std::vector<std::string>& expected,
                                 bool exceptCommas);

// Prints the steps, a line each. More than five lines in a row that are the same are cut to
// five; `wasCut` is then set. `isPartial` says that the operator is partialDeepStrictEqual.
std::string printed(const std::vector<DiffStep>& steps, bool isPartial, const DiffColors& colors, bool& wasCut);

}  // namespace nodecpp::detail
