// A pattern as a syntax tree. The parser makes the tree; the matcher's program and PCRE2's pattern are both made from
// the tree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "regexp/char_set.h"

namespace nodecpp::regexp {

struct Flags {
  bool hasIndices = false, global = false, ignoreCase = false, multiline = false, dotAll = false, unicode = false,
       unicodeSets = false, sticky = false;
  // Whether the pattern and the text are read by code points and not by UTF-16 units.
  bool byCodePoints() const noexcept { return unicode || unicodeSets; }
};

enum class Kind : std::uint8_t {
  empty,
  set,        // matches one character (code point or unit) of `set`
  character,  // matches the character `code` alone, without case folding
  sequence,
  alternatives,
  group,       // a capturing group, number `index`
  repeat,      // `children[0]`, repeated from `min` to `max` times
  lineStart,
  lineEnd,
  wordBorder,
  look,           // `children[0]` as look-ahead or look-behind
  backReference,  // a reference to the groups in `groups`, of which at most one takes part in a match
};

inline constexpr std::uint32_t unlimited = 0xffffffff;

struct Node {
  Kind kind = Kind::empty;
  bool ignoreCase = false;  // a flag of backReference and wordBorder
  bool multiline = false;   // a flag of lineStart and lineEnd
  bool negative = false;    // a flag of wordBorder and look
  bool behind = false;      // a flag of look
  bool greedy = true;       // a flag of repeat
  char32_t code = 0;
  std::uint32_t index = 0;
  std::uint32_t min = 0, max = 0;
  // The groups inside this node, from `firstGroup` up to `endGroup`. A loop resets these groups at each round.
  std::uint32_t firstGroup = 0, endGroup = 0;
  CharSet set{};
  std::vector<std::uint32_t> groups{};
  std::vector<Node> children{};
  bool operator==(const Node&) const = default;
};

struct GroupName {
  std::string name;  // in UTF-8
  std::uint32_t group;
};

struct Pattern {
  Node root;
  std::uint32_t groups = 1;  // the number of groups, including the whole match, which is group 0
  std::vector<GroupName> names;  // the named groups, in their order
};

// Parses a pattern by ECMAScript 2025, sections 22.2.1 and B.1.2. Throws V8's SyntaxError when the pattern is not
// valid.
Pattern parse(std::string_view source, const Flags& flags);

}  // namespace nodecpp::regexp
