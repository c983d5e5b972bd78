// A pattern as a tree: what the parser makes, and what both engines are made of.
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
  // Whether a pattern is read and a text is matched by code points.
  bool byCodePoints() const noexcept { return unicode || unicodeSets; }
};

enum class Kind : std::uint8_t {
  empty,
  set,        // one code point or unit of `set`
  character,  // one that is `code`, and nothing else that counts as the same
  sequence,
  alternatives,
  group,       // a capturing one, number `index`
  repeat,      // `children[0]`, from `min` to `max` times
  lineStart,
  lineEnd,
  wordBorder,
  look,           // `children[0]` ahead or behind
  backReference,  // to the groups in `groups`, of which one at most takes part
};

inline constexpr std::uint32_t unlimited = 0xffffffff;

struct Node {
  Kind kind = Kind::empty;
  bool ignoreCase = false;  // backReference, wordBorder
  bool multiline = false;   // lineStart, lineEnd
  bool negative = false;    // wordBorder, look
  bool behind = false;      // look
  bool greedy = true;       // repeat
  char32_t code = 0;
  std::uint32_t index = 0;
  std::uint32_t min = 0, max = 0;
  // The groups inside of it: a loop resets them, from `firstGroup` up to `endGroup`.
  std::uint32_t firstGroup = 0, endGroup = 0;
  CharSet set{};
  std::vector<std::uint32_t> groups{};
  std::vector<Node> children{};
};

struct GroupName {
  std::string name;  // UTF-8
  std::uint32_t group;
};

struct Pattern {
  Node root;
  std::uint32_t groups = 1;  // with the whole match as number 0
  std::vector<GroupName> names;  // in the order of the groups
};

// ECMAScript 2025, 22.2.1 and B.1.2. Throws V8's SyntaxError.
Pattern parse(std::string_view source, const Flags& flags);

}  // namespace nodecpp::regexp
