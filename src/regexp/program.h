// A pattern as the matcher runs it.
#pragma once

#include <nodecpp/string.h>

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "regexp/syntax.h"

namespace nodecpp::regexp {

class Jit;

enum class Op : std::uint8_t {
  match,
  byte,         // the ASCII character `a`
  literal,      // `b` bytes of the literals from `a` on
  unit,         // the unit `a`, half of a pair
  set,          // one of set `a`
  lineStart,    // flag: multiline
  lineEnd,      // flag: multiline
  wordBorder,   // flag: negative; a: with the two letters that fold into words
  save,         // the place goes into register `a`
  resetGroups,  // from group `a` up to group `b`
  split,        // to `a`, and to `b` where that fails
  jump,         // to `a`
  run,          // of set `a` as many as there are, from `b` to `c` of them; flag: none is given back
  runLazily,    // as few as can be
  loopBegin,    // of loop `a`: counts from none
  loopHead,
  loopEnter,
  loopEnd,
  backReference,  // to the groups of reference `a`; flag: ignoring case
  look,           // register `a` is where its choices begin; flag: negative, then on to `b` where the body fails
  lookEnd,        // register `a`; flag: negative
};

struct Instruction {
  Op op;
  bool flag = false;
  bool back = false;  // the text is read from its end to its beginning
  std::uint32_t a = 0, b = 0, c = 0;
};

// A set as it is asked about: by bits below 256.
struct SetTable {
  std::uint64_t bits[4] = {};
  std::vector<Range> ranges;  // from 256 on

  bool hasByte(unsigned char c) const noexcept { return bits[c >> 6] >> (c & 63) & 1; }
  bool has(char32_t c) const noexcept { return c < 256 ? hasByte(static_cast<unsigned char>(c)) : hasHigh(c); }
  bool hasHigh(char32_t c) const noexcept;
};

struct Loop {
  std::uint32_t min, max, firstGroup, endGroup;
  std::uint32_t counter, start;  // registers
  std::uint32_t exit;
  bool greedy, mayBeEmpty;
};

struct Program {
  std::uint32_t refs = 1;
  String source;  // as the program gave it
  Flags flags;
  std::uint32_t groups = 1;
  std::vector<GroupName> names;
  Array<String> uniqueNames;  // each name once, in the order of the groups
  std::vector<std::uint32_t> nameNumbers;  // of each of `names`, which of uniqueNames it is
  std::vector<Instruction> code;
  std::vector<SetTable> sets;
  std::string literals;
  std::vector<Loop> loops;
  std::vector<std::vector<std::uint32_t>> references;
  std::uint32_t registers = 0;
  // Where a match can begin: only at the beginning of the text, only with these bytes, only with one of these.
  bool anchored = false;
  std::string prefix;
  bool hasFirst = false;
  std::bitset<256> first;
  Jit* jit = nullptr;  // for texts of ASCII; null where it would not be the same

  Program() = default;
  Program(const Program&) = delete;
  ~Program();
};

// Throws V8's SyntaxError.
Program* compile(const String& source, const Flags& flags);

inline constexpr std::uint32_t unset = 0xffffffff;

// The places of a match as bytes: of each group where it begins and ends, `unset` twice where it took no part.
using Places = std::vector<std::uint32_t>;

// Matches at `from` only, or at the first place from there on. `isAscii` is of the text. Throws the RangeError of what takes
// too long.
bool match(const Program& program, std::string_view text, bool isAscii, std::size_t from, bool only, Places& places);
[[noreturn]] void throwTooExpensive(const Program& program);

}  // namespace nodecpp::regexp
