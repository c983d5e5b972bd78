// The run-time checks of memory safety, each with a number, for the build that proves that each is needed (NODECPP_NUMBERED_CHECKS
// of CMake). NODECPP_CHECK_OFF=3, or 3,4, or all, in the environment switches checks off; tests/memsafe does that with each, and
// some program that the check stops must then not be stopped. Other builds do not have this file.
#pragma once

namespace nodecpp::detail {

enum class Check : unsigned char {
  // What is undefined is used.
  nullHandle = 1,
  nullOwner = 2,
  nullSoft = 3,
  nullTable = 4,  // a Map, a Set
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
  // It is gone, or is in use.
  endedOwner = 15,
  ownerInUse = 16,
  letInUse = 17,
  // An index or a place beyond the end.
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
  integerRange = 51,  // of an argument: an offset, an end
  viewLength = 52,
  typedLength = 53,
  typedSet = 54,
  arrayReduce = 55,
  // It is of another kind.
  chunkKind = 33,
  varFunction = 34,
  varText = 35,
  varArray = 36,
  // How an object begins and ends, and who counts it.
  objectOutsideMake = 37,
  objectGivenAway = 38,
  handleOfOtherThread = 39,
  closureOfOtherThread = 40,
  count = 41,
  countOfOtherThread = 57,
  // Calls without end.
  stack = 42,
  generatorRuns = 56,
  end = 58  // one more than the greatest number
};

// Whether it is not switched off. Asked where it would stop the program, so a check that finds nothing costs what it always does.
[[nodiscard]] bool checkIsOn(Check check) noexcept;

}  // namespace nodecpp::detail

#define NODECPP_FAILS(name, condition) ((condition) && ::nodecpp::detail::checkIsOn(::nodecpp::detail::Check::name))
