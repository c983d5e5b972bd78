// What flag i takes for the same (ECMAScript 22.2.2.7.3, Canonicalize), and sets of code points by property. The tables
// are made of Node's answers (tools/regexp/generate.js).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regexp/char_set.h"

namespace nodecpp::regexp {

// With flag u or v by Unicode's simple folding, else by the upper case of a unit.
char32_t canonical(char32_t code, bool unicode) noexcept;
// With everything that is canonically the same as one in it.
CharSet closed(const CharSet& set, bool unicode);
// The canonical forms of what is in it, as flags v and i together take them.
CharSet folded(const CharSet& set);

// A property's code points, by its name, or its name and value; nothing where there is none of that name.
std::optional<CharSet> propertySet(std::string_view name);
std::optional<CharSet> propertySet(std::string_view name, std::string_view value);
// The texts of a property of strings (flag v); those of one code point are in the set.
struct PropertyStrings {
  CharSet set;
  std::vector<std::u32string> strings;
};
bool isStringProperty(std::string_view name) noexcept;
std::optional<PropertyStrings> propertyStrings(std::string_view name);

}  // namespace nodecpp::regexp
