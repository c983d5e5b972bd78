// The parser of patterns. Its functions are in pattern_parser.cpp (terms, groups), pattern_parser_escapes.cpp,
// pattern_parser_classes.cpp and parser_strings.cpp.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "regexp/pattern_syntax.h"

namespace nodecpp::regexp {

class Parser {
 public:
  Parser(std::string_view source, const Flags& flags);
  Pattern parse();

 private:
  // Stands for the end of the pattern, since it is no code point.
  static constexpr char32_t none = 0x110000;
  // The limit for nested groups and classes, since each level of nesting uses stack. V8 has such a limit, too.
  static constexpr int deepest = 1000;
  // The limit for the strings of all classes, since \p{RGI_Emoji} writes thousands of them in a few characters.
  static constexpr std::size_t mostStrings = 500'000;
  static constexpr std::uint32_t maxGroups = 32767;  // the limit for capturing groups that V8 has

  // An element of a character class: a single code point, or a set such as \d.
  struct Atom {
    bool isSet = false;
    char32_t code = 0;
    CharSet set;
  };
  // An operand of a class of flag v: a set of characters, and strings of other lengths than one.
  struct Operand {
    bool isCharacter = false;
    // Whether strings are written in the class, also when set operations remove them again.
    bool mayHaveStrings = false;
    char32_t code = 0;
    CharSet set;
    std::vector<std::u32string> strings;
  };
  // The position of a group in the tree: for each enclosing disjunction, from the outermost inwards, the number of the
  // disjunction and of the alternative.
  using Place = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  [[noreturn]] void fail(const char* message) const;
  char32_t peek(std::size_t ahead = 0) const noexcept { return at_ + ahead < in_.size() ? in_[at_ + ahead] : none; }
  bool accept(char32_t c) noexcept {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool byCodePoints() const noexcept { return flags_.byCodePoints(); }
  void scanGroups();

  Node disjunction(int depth);
  Node alternative(int depth);
  // Parses one term. Returns false at the end of an alternative.
  bool term(std::vector<Node>& terms, int depth);
  Node group(int depth, bool& isLook, bool& isBehind);
  Node groupBody(int depth);
  void modifiers();
  void quantified(std::vector<Node>& terms, std::uint32_t firstGroup, bool mayRepeat);
  bool interval(std::uint32_t& min, std::uint32_t& max);
  void nameGroup(const std::string& name, std::uint32_t group);
  bool groupName(std::string& name);
  char32_t nameCharacter();
  void resolveReferences(Node& node) const;

  // Escape sequences, in pattern_parser_escapes.cpp.
  void escape(std::vector<Node>& terms, bool& isAssertion);
  Node backReference(std::vector<std::uint32_t> groups) const;
  bool backReferenceNumber(std::uint32_t& number);
  // Parses \d, \w, \s, \p{…} and their negations, after the backslash. Returns false for any other escape. `strings` is
  // null where strings are not allowed, outside of flag v.
  bool setEscape(CharSet& set, std::vector<std::u32string>* strings, bool inClass);
  void property(CharSet& set, std::vector<std::u32string>* strings, bool negative, bool inClass);
  // Parses an escape that stands for one character, after the backslash, and returns that character.
  char32_t characterEscape(bool inClass);
  char32_t octal();
  bool hex(int digits, char32_t& code);
  bool unicodeEscape(char32_t& code);
  CharSet words() const;
  CharSet complement(const CharSet& set) const;

  // Character classes, in pattern_parser_classes.cpp.
  Node characterClass(int depth);
  Atom classAtom();
  CharSet classRanges();
  Operand classContents(int depth, bool negative);
  Operand classOperand(int depth);
  Operand quotedStrings();
  char32_t classCharacter();
  void addOperand(Operand& to, const Operand& more) const;
  CharSet maybeFolded(const CharSet& set) const;

  // Classes with strings, in parser_strings.cpp.
  std::u32string keyOf(std::u32string text) const;
  void removeStrings(Operand& from, const Operand& others, bool whichAreThere) const;
  Node stringsNode(const Operand& operand);

  Node characterNode(char32_t code) const;
  Node setNode(const CharSet& set) const;

  std::string_view source_;
  Flags flags_;
  std::vector<char32_t> in_;
  std::size_t at_ = 0;
  bool ignoreCase_, multiline_, dotAll_;
  bool behind_ = false;  // whether the innermost look-around is a look-behind, which is matched backwards
  std::size_t strings_ = 0;
  std::uint32_t groups_ = 1, allGroups_ = 1;
  bool hasNames_ = false;
  std::uint32_t disjunctions_ = 0;
  Place place_;
  std::vector<GroupName> names_;
  std::multimap<std::string, std::pair<std::uint32_t, Place>> named_;
  std::vector<std::string> references_;
};

}  // namespace nodecpp::regexp
