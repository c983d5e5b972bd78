// Gives each run-time check of memory safety a number, for a test build that proves that each check is needed (the
// CMake option NODECPP_NUMBERED_CHECKS). The environment variable NODECPP_CHECK_OFF=3, or 3,4, or all, switches checks
// off. tests/memsafe switches off each check in turn and expects that some program is then no longer stopped. Other
// builds do not include this header.
#pragma once

namespace nodecpp::detail {

enum class Check : unsigned char {
  // Checks that fail when an undefined value is used.
  nullHandle = 1,
  nullOwner = 2,
  nullSoft = 3,
  nullTable = 4,  // a Map or a Set
  nullWeak = 5,
  nullFunction = 6,
  nullError = 7,
  nullPromise = 8,
  nullGenerator = 9,
  nullAsyncGenerator = 10,
  nullSequence = 11,
  nullArrayBuffer = 12,
  nullRegExp = 13,
  nullArray = 14,
  // Checks that fail when an object was destroyed already, or is still in use.
  endedOwner = 15,
  ownerInUse = 16,
  letInUse = 17,
  // Checks that fail when an index or position is out of range.
  arrayIndex = 18,
  arrayAt = 19,
  arrayNames = 20,
  arrayPlace = 21,
  arrayPop = 22,
  arrayShift = 23,
  arrayRow = 24,
  bufferIndex = 25,
  bufferOffset = 26,
  stringUnit = 27,
  stringCharacter = 28,
  tableEnd = 29,
  typedIndex = 30,
  viewOffset = 31,
  atomicIndex = 32,
  arrayIterator = 43,
  listIterator = 44,
  queryIterator = 45,
  iteratorEnd = 46,
  bufferSet = 47,
  bufferRoom = 48,
  bufferCopy = 49,
  bufferCopyTo = 50,
  integerRange = 51,  // of an integer argument, such as an offset or an end
  viewLength = 52,
  typedLength = 53,
  typedSet = 54,
  arrayReduce = 55,
  // Checks that fail when a value is of another kind than expected.
  chunkKind = 33,
  varFunction = 34,
  varText = 35,
  varArray = 36,
  // Checks of how an object is made and destroyed, and of which thread counts its references.
  objectOutsideMake = 37,
  objectGivenAway = 38,
  handleOfOtherThread = 39,
  closureOfOtherThread = 40,
  count = 41,
  countOfOtherThread = 57,
  // The check that fails when calls are nested too deep.
  stack = 42,
  generatorRuns = 56,
  end = 58  // one more than the greatest number; a number that was assigned once is never changed
};

// Returns whether the check is not switched off. It is called only where the check would stop the program, so a check
// that does not fail costs the same as in other builds.
[[nodiscard]] bool checkIsOn(Check check) noexcept;

}  // namespace nodecpp::detail

#define NODECPP_FAILS(name, condition) ((condition) && ::nodecpp::detail::checkIsOn(::nodecpp::detail::Check::name))
