// The rules: their numbers, names and messages. docs/checker.md has a section for each rule, and a test compares the
// page with this table.
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
  const char* message;  // says what is wrong and what to write instead; %0 stands for the subject of the finding
  Strength strength = Strength::refuses;
};

const RuleText& textOf(Rule rule);
// Returns the rule with the number or name `text`, such as "NC012", "12" or "view-capture", or Rule::count when there
// is no such rule.
Rule ruleCalled(llvm::StringRef text);

}  // namespace check
