// The pattern of one part of a URL: parsed, as a regular expression, and in its normal form. Sections 2.1 to 2.5 of the
// URL Pattern standard.
#pragma once

#include <nodecpp/regexp.h>
#include <nodecpp/var.h>

#include <string>
#include <string_view>
#include <vector>

namespace nodecpp::detail {

enum class PartKind : unsigned char { text, regexp, segment, wildcard };

struct PatternPart {
  PartKind kind;
  std::string value;  // the text, or the regular expression
  char modifier = 0;  // '?', '*', '+' or 0
  std::string name{}, prefix{}, suffix{};
};

// What separates the segments of a part of a URL, and what may stand in front of a group.
struct PatternSeparators {
  std::string_view delimiter{}, prefix{};
};

// Brings a text of a pattern into the form that it has in a URL. Throws InvalidPattern for a text that no URL can have.
using Canonicalize = std::string (*)(std::string_view text);

struct PatternComponent {
  RegExp regexp;
  std::vector<std::string> names;  // of the regular expression's groups
  std::string pattern;             // the normal form
  bool hasRegExp = false;

  static PatternComponent of(std::string_view pattern, Canonicalize canonicalize, PatternSeparators separators,
                             bool ignoreCase);
  bool matches(std::string_view text) const;
  // Returns the object {groups, input}, or undefined without a match.
  var exec(std::string_view text) const;
};

std::string escapedPattern(std::string_view text);

}  // namespace nodecpp::detail
