// The case folding of flag i (ECMAScript 22.2.2.7.3, Canonicalize), and the sets of code points that \p{…} matches. The
// tables are generated from Node's own answers by tools/regexp/generate.js.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regexp/char_set.h"

namespace nodecpp::regexp {

// Returns the canonical form of a character for flag i: with flag u or v by Unicode's simple case folding, otherwise by
// the upper case of the UTF-16 unit.
char32_t canonical(char32_t code, bool unicode) noexcept;
// Returns the set extended by all characters that have the same canonical form as one of its members.
CharSet closed(const CharSet& set, bool unicode);
// Returns the canonical forms of the set's members, as flags v and i together require.
CharSet folded(const CharSet& set);

// Returns the code points of a property, given by its name or by its name and value; nullopt when there is no such
// property.
std::optional<CharSet> propertySet(std::string_view name);
std::optional<CharSet> propertySet(std::string_view name, std::string_view value);
// What a property of strings (flag v) matches: `strings` has the texts of several code points, `set` those of a single
// one.
struct PropertyStrings {
  CharSet set;
  std::vector<std::u32string> strings;
};
bool isStringProperty(std::string_view name) noexcept;
std::optional<PropertyStrings> propertyStrings(std::string_view name);

}  // namespace nodecpp::regexp
