// The rules: their numbers, names and words. docs/safety.md has a section for each, and a test compares the two.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace check {

enum class Rule {
  rawNew,
  rawDelete,
  pointerMember,
  pointerArithmetic,
  pointerVariable,
  pointerCast,
  unionType,
  arrayIndex,
  assembler,
  referenceCapture,
  thisCapture,
  viewCapture,
  coroutineCapture,
  viewMember,
  staleReference,
  staleView,
  staleIterator,
  acrossAwait,
  returnedReference,
  coroutineView,
  viewOfTemporary,
  keptView,
  reenteredContainer,
  uncheckedIterator,
  openOutput,
  sharedPointer,
  narrowScope,
  mutableGlobal,
  countedGlobal,
  uninitialized,
  uninitializedMember,
  useAfterMove,
  discardedPromise,
  throwingDestructor,
  untracedMembers,
  endlessRecursion,
  objectOutsideMake,
  userThread,
  atomic,
  pointerOrder,
  directClock,
  directRandom,
  directEnvironment,
  foreignFunction,
  directFile,
  lostFraction,
  mixedSigns,
  count
};

inline constexpr unsigned ruleCount = unsigned(Rule::count);

enum class Strength : unsigned char { refuses, reports };

struct RuleText {
  unsigned number;
  const char* name;
  const char* message;  // what is wrong, and what to write; %0 is what it was found at
  Strength strength = Strength::refuses;
};

const RuleText& textOf(Rule rule);
// By "NC012", "12" or "view-capture"; Rule::count where there is none.
Rule ruleCalled(llvm::StringRef text);

}  // namespace check
