// The tokens of a URL pattern, by section 2.1 of the URL Pattern standard.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nodecpp::detail {

// Thrown for a pattern that is not valid. URLPattern turns it into its error.
struct InvalidPattern {};

enum class TokenKind : unsigned char {
  open,
  close,
  regexp,
  name,
  character,
  escaped,
  modifier,
  asterisk,
  end,
  invalid
};

struct PatternToken {
  TokenKind kind;
  std::size_t index;  // the offset in the input
  std::string value;
};

// Returns the tokens of the pattern, of which the last is the end. Where the pattern is not valid, a strict tokenizer
// throws InvalidPattern, and one that is not strict makes an invalid token.
std::vector<PatternToken> patternTokens(std::string_view input, bool isStrict);

// Returns the length of the character at `at`, in bytes.
std::size_t characterBytes(std::string_view text, std::size_t at);
// Whether the character at `at` can be in the name of a group, or begin it.
bool isNameCharacter(std::string_view text, std::size_t at, bool isFirst);

}  // namespace nodecpp::detail
