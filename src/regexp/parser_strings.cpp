// Makes nodes for classes with strings (flag v).
#include <algorithm>
#include <functional>
#include <span>

#include "regexp/folding.h"
#include "regexp/pattern_parser.h"

namespace nodecpp::regexp {

namespace {

// How many of its siblings a branch is compared with, so that a class of many unlike strings is not read many times.
constexpr std::size_t mostCompared = 100;

// A pattern for a list of strings, as a tree of their beginnings, or of their ends inside of a look-behind. All strings
// that match at one place lie on one path of this tree, so the longest is tried first when each branch is tried before
// the string that ends at its root. Characters that are followed by the same strings share a branch: a property such as
// RGI_Emoji has thousands of strings, but few branches.
class StringTree {
 public:
  using Strings = std::span<const std::u32string>;
  // `nodeOf` makes the node of a set of characters.
  StringTree(bool behind, const auto& nodeOf) : behind_(behind), nodeOf_(nodeOf) {}

  // Returns the alternatives for strings that are sorted, all different, and equal in their first `depth` characters. An
  // empty list means that the only string ends here.
  std::vector<Node> alternatives(Strings strings, std::size_t depth) const {
    const bool ends = strings[0].size() == depth;
    if (ends) strings = strings.subspan(1);
    std::vector<Branch> branches;
    while (!strings.empty()) {
      const Strings same = beginningAs(strings[0][depth], strings, depth);
      add(branches, branch(same, depth));
      strings = strings.subspan(same.size());
    }
    std::vector<Node> out;
    for (Branch& each : branches) out.push_back(whole(std::move(each)));
    if (ends && !out.empty()) out.push_back({.kind = Kind::empty});
    return out;
  }

 private:
  struct Branch {
    CharSet set;
    std::vector<Node> rest;  // what follows the character, in the order of the strings
  };

  static Strings beginningAs(char32_t c, Strings strings, std::size_t depth) {
    const auto end = std::ranges::find_if(strings, [&](const std::u32string& each) { return each[depth] != c; });
    return strings.first(std::size_t(end - strings.begin()));
  }
  // Returns the branch of strings that have the same next character. What they have in common beyond that character
  // needs no recursion, so that long strings do not use up the stack.
  Branch branch(Strings same, std::size_t depth) const {
    Branch out{{{same[0][depth], same[0][depth]}}, {}};
    const std::u32string &first = same.front(), &last = same.back();
    for (++depth; depth < first.size() && first[depth] == last[depth]; ++depth) out.rest.push_back(nodeOf_({{first[depth], first[depth]}}));
    std::vector<Node> more = alternatives(same, depth);
    if (more.size() == 1) {
      out.rest.push_back(std::move(more[0]));
    } else if (!more.empty()) {
      out.rest.push_back({.kind = Kind::alternatives});
      out.rest.back().children = std::move(more);
    }
    return out;
  }
  static void add(std::vector<Branch>& branches, Branch more) {
    const std::size_t from = branches.size() - std::min(branches.size(), mostCompared);
    for (std::size_t i = from; i < branches.size(); ++i)
      if (branches[i].rest == more.rest) return branches[i].set.add(more.set);
    branches.push_back(std::move(more));
  }
  Node whole(Branch branch) const {
    Node first = nodeOf_(branch.set);
    if (branch.rest.empty()) return first;
    Node out{.kind = Kind::sequence};
    out.children = std::move(branch.rest);
    out.children.insert(out.children.begin(), std::move(first));
    if (behind_) std::ranges::reverse(out.children);
    return out;
  }

  bool behind_;
  std::function<Node(const CharSet&)> nodeOf_;
};

}  // namespace

// Returns a key that is equal for strings that the flags make equal.
std::u32string Parser::keyOf(std::u32string text) const {
  if (ignoreCase_)
    for (char32_t& c : text) c = canonical(c, true);
  return text;
}

// Removes from `from` the strings that are also in `others` (subtraction), or all strings that are not in `others`
// (intersection).
void Parser::removeStrings(Operand& from, const Operand& others, bool whichAreThere) const {
  if (from.strings.empty()) return;
  std::vector<std::u32string> keys;
  for (const std::u32string& each : others.strings) keys.push_back(keyOf(each));
  std::ranges::sort(keys);
  std::erase_if(from.strings,
                [&](const std::u32string& each) { return std::ranges::binary_search(keys, keyOf(each)) == whichAreThere; });
}

// Returns a node for a class with strings. Longer strings are tried first, as ECMAScript requires, and the empty string
// after the single characters.
Node Parser::stringsNode(const Operand& operand) {
  if (operand.strings.empty()) return setNode(operand.set);
  strings_ += operand.strings.size();
  if (strings_ > mostStrings) fail("Regular expression too large");
  std::vector<std::u32string> strings;
  bool hasEmpty = false;
  for (const std::u32string& each : operand.strings) {
    hasEmpty |= each.empty();
    if (each.empty()) continue;
    strings.push_back(keyOf(each));
    if (behind_) std::ranges::reverse(strings.back());
  }
  std::ranges::sort(strings);
  const auto again = std::ranges::unique(strings);
  strings.erase(again.begin(), again.end());
  Node out{.kind = Kind::alternatives};
  if (!strings.empty())
    out.children = StringTree(behind_, [&](const CharSet& set) { return setNode(set); }).alternatives(strings, 0);
  if (!operand.set.empty()) out.children.push_back(setNode(operand.set));
  if (hasEmpty) out.children.push_back({.kind = Kind::empty});
  if (out.children.size() > 1) return out;
  Node only = std::move(out.children[0]);
  return only;
}

}  // namespace nodecpp::regexp
