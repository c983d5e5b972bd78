// The parser's state, which parser.cpp (terms, groups), parser_escapes.cpp and parser_classes.cpp share.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "regexp/syntax.h"

namespace nodecpp::regexp {

class Parser {
 public:
  Parser(std::string_view source, const Flags& flags);
  Pattern parse();

 private:
  // No code point: behind the end.
  static constexpr char32_t none = 0x110000;
  // So deep groups and classes may be nested: each level costs stack. V8 gives up at a depth of its own, too.
  static constexpr int deepest = 1000;
  static constexpr std::uint32_t mostGroups = 32767;  // V8's

  // One thing in a class: a code point, or a set.
  struct Atom {
    bool isSet = false;
    char32_t code = 0;
    CharSet set;
  };
  // What a class of flag v is made of. The texts do not include those of one code point.
  struct Operand {
    bool isCharacter = false;
    bool mayHaveStrings = false;  // by what is written, whatever comes out of it
    char32_t code = 0;
    CharSet set;
    std::vector<std::u32string> strings;
  };
  // In which alternative of which disjunction something stands, from the outside in.
  using Place = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  [[noreturn]] void fail(const char* message) const;
  char32_t peek(std::size_t ahead = 0) const noexcept { return at_ + ahead < in_.size() ? in_[at_ + ahead] : none; }
  bool eat(char32_t c) noexcept {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool byCodePoints() const noexcept { return flags_.byCodePoints(); }
  void scanGroups();

  Node disjunction(int depth);
  Node alternative(int depth);
  // False where there is no term but the end of an alternative.
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

  // parser_escapes.cpp
  void escape(std::vector<Node>& terms, bool& isAssertion);
  Node backReference(std::vector<std::uint32_t> groups) const;
  bool backReferenceNumber(std::uint32_t& number);
  // Behind the backslash: \d and its kin, \p{…}. False where it is none of these. `strings` is null outside of classes
  // of flag v.
  bool setEscape(CharSet& set, std::vector<std::u32string>* strings, bool inClass);
  void property(CharSet& set, std::vector<std::u32string>* strings, bool negative, bool inClass);
  // Behind the backslash, what stands for one character.
  char32_t characterEscape(bool inClass);
  char32_t octal();
  bool hex(int digits, char32_t& code);
  bool unicodeEscape(char32_t& code);
  CharSet words() const;
  CharSet complement(const CharSet& set) const;

  // parser_classes.cpp
  Node characterClass(int depth);
  Atom classAtom();
  CharSet classRanges();
  Operand classContents(int depth, bool negative);
  Operand classOperand(int depth);
  Operand quotedStrings();
  char32_t classCharacter();
  void addOperand(Operand& to, const Operand& more) const;
  CharSet maybeFolded(const CharSet& set) const;

  Node characterNode(char32_t code) const;
  Node setNode(const CharSet& set) const;
  Node stringsNode(const Operand& operand) const;

  std::string_view source_;
  Flags flags_;
  std::vector<char32_t> in_;
  std::size_t at_ = 0;
  bool ignoreCase_, multiline_, dotAll_;
  std::uint32_t groups_ = 1, allGroups_ = 1;
  bool hasNames_ = false;
  std::uint32_t disjunctions_ = 0;
  Place place_;
  std::vector<GroupName> names_;
  std::multimap<std::string, std::pair<std::uint32_t, Place>> named_;
  std::vector<std::string> references_;
};

}  // namespace nodecpp::regexp
