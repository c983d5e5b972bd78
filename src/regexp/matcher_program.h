// A compiled pattern: the program that the matcher runs.
#pragma once

#include <nodecpp/string.h>

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "regexp/pattern_syntax.h"

namespace nodecpp::regexp {

class Jit;

enum class Op : std::uint8_t {
  match,
  byte,         // matches the ASCII character `a`
  literal,      // matches `b` bytes of `literals`, from `a` on
  unit,         // matches the UTF-16 unit `a`, half of a surrogate pair
  set,          // matches one character of set `a`
  lineStart,    // matches the beginning of the text; flag: multiline, also of a line
  lineEnd,      // matches the end of the text; flag: multiline, also of a line
  wordBorder,   // matches a border of a word; flag: negative; a: 1 if U+017F and U+212A count as word characters, too
  save,         // stores the position in register `a`
  resetGroups,  // resets the groups from `a` up to `b`
  split,        // goes on at instruction `a`, and at `b` if that fails
  jump,         // goes on at instruction `a`
  run,          // takes as many of set `a` as there are, at least `b`, at most `c`; flag: gives none of them back
  runLazily,    // takes as few of set `a` as possible
  loopBegin,    // begins loop `a`: sets its counter to 0
  loopHead,
  loopEnter,
  loopEnd,
  backReference,  // matches the text of a group of reference `a`; flag: ignores case
  look,           // begins a look-around: register `a` gets the stack's size; flag: negative, `b` if the body fails
  lookEnd,        // ends the look-around of register `a`; flag: negative
};

struct Instruction {
  Op op;
  bool flag = false;
  bool back = false;  // the text is read from its end to its beginning (look-behind)
  std::uint32_t a = 0, b = 0, c = 0;
};

// A set of characters in a form that is fast to test: a bit for each character below 256, and ranges.
struct SetTable {
  std::uint64_t bits[4] = {};
  std::vector<Range> ranges;  // the characters from 256 on

  bool hasByte(unsigned char c) const noexcept { return bits[c >> 6] >> (c & 63) & 1; }
  bool has(char32_t c) const noexcept { return c < 256 ? hasByte(static_cast<unsigned char>(c)) : hasHigh(c); }
  bool hasHigh(char32_t c) const noexcept;
};

struct Loop {
  std::uint32_t min, max, firstGroup, endGroup;
  std::uint32_t counter, start;  // the numbers of these registers
  std::uint32_t exit;
  bool greedy, mayBeEmpty;
};

struct Program {
  std::uint32_t refs = 1;
  String source;  // the pattern's text as it was given
  Flags flags;
  std::uint32_t groups = 1;
  std::vector<GroupName> names;
  Array<String> uniqueNames;  // each name once, in the order of the groups
  std::vector<std::uint32_t> nameNumbers;  // for each entry of `names`, the index of its name in uniqueNames
  std::vector<Instruction> code;
  std::vector<SetTable> sets;
  std::string literals;
  std::vector<Loop> loops;
  std::vector<std::vector<std::uint32_t>> references;
  std::uint32_t registers = 0;
  // Limits the positions where a match can begin: only at the beginning of the text (anchored), only where the bytes of
  // `prefix` are, or only at a byte in `first`.
  bool anchored = false;
  std::string prefix;
  bool hasFirst = false;
  std::bitset<256> first;
  Jit* jit = nullptr;  // machine code for ASCII texts; null for a pattern that PCRE2 would match differently

  Program() = default;
  Program(const Program&) = delete;
  ~Program();
};

// Compiles a pattern. Throws V8's SyntaxError when the pattern is not valid. The caller owns one reference to the
// program.
Program* compile(const String& source, const Flags& flags);

inline constexpr std::uint32_t unset = 0xffffffff;

// The positions of a match as byte offsets: the beginning and the end of each group. Both are `unset` for a group that
// took no part in the match.
using Places = std::vector<std::uint32_t>;

// Searches `text` for a match that begins at `from`, or (unless `only`) at the first possible position from there on.
// `isAscii` says whether the text is ASCII. Throws a RangeError when the search exceeds its limit of steps.
bool match(const Program& program, std::string_view text, bool isAscii, std::size_t from, bool only, Places& places);
[[noreturn]] void throwTooExpensive(const Program& program);

}  // namespace nodecpp::regexp
