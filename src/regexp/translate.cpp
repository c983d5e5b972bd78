// Translates the syntax tree to PCRE2's language. The texts are ASCII, and the sets of the tree already include flags
// and Unicode, so only the part of a set below 128 matters. Patterns are translated only if JavaScript and PCRE2
// certainly match the same. The cases that are not translated are:
//  - a loop whose body may be empty: JavaScript rejects an empty round, PCRE2 accepts it and ends the loop;
//  - a loop with groups that not every round sets: JavaScript resets the groups at each round;
//  - a reference inside a loop to one of the loop's groups, for the same reason;
//  - a reference to a name that several groups share;
//  - a look-behind over groups, references or text of variable length: JavaScript matches it backwards.
#include "regexp/translate.h"

#include <algorithm>
#include <utility>

#include "base/text/ascii.h"
#include "regexp/node_facts.h"

namespace nodecpp::regexp {

namespace {

constexpr std::uint32_t mostTimes = 65535;  // The largest number of repetitions that PCRE2 accepts.
constexpr std::uint32_t maxGroups = 200;   // beyond this limit, checking each group for each loop would take too long
constexpr std::size_t longest = 1 << 16;
constexpr int variable = -1;

// Returns how many characters the node matches, or `variable` when that is not fixed or when the node contains
// references.
int lengthOf(const Node& node) {
  switch (node.kind) {
    case Kind::set:
    case Kind::character: return 1;
    case Kind::sequence: {
      int sum = 0;
      for (const Node& child : node.children) {
        const int length = lengthOf(child);
        if (length == variable || sum > 255) return variable;
        sum += length;
      }
      return sum;
    }
    case Kind::alternatives: {
      const int first = lengthOf(node.children[0]);
      return std::ranges::all_of(node.children, [&](const Node& child) { return lengthOf(child) == first; }) ? first : variable;
    }
    case Kind::repeat: {
      const int length = lengthOf(node.children[0]);
      if (length == variable || node.min != node.max || node.max > 255) return variable;
      return length * int(node.max) > 255 ? variable : length * int(node.max);
    }
    case Kind::group: return lengthOf(node.children[0]);
    case Kind::backReference: return variable;
    case Kind::look: return node.firstGroup != node.endGroup || lengthOf(node.children[0]) == variable ? variable : 0;
    default: return 0;
  }
}

// Whether group `number` takes part in every match of `node`.
bool sets(const Node& node, std::uint32_t number) {
  switch (node.kind) {
    case Kind::group: return node.index == number || sets(node.children[0], number);
    case Kind::sequence: return std::ranges::any_of(node.children, [&](const Node& child) { return sets(child, number); });
    case Kind::alternatives:
      return std::ranges::all_of(node.children, [&](const Node& child) { return sets(child, number); });
    case Kind::repeat: return node.min > 0 && sets(node.children[0], number);
    case Kind::look: return !node.negative && !node.behind && sets(node.children[0], number);
    default: return false;
  }
}

bool refersTo(const Node& node, std::uint32_t first, std::uint32_t end) {
  if (node.kind == Kind::backReference)
    return std::ranges::any_of(node.groups, [&](std::uint32_t group) { return group >= first && group < end; });
  return std::ranges::any_of(node.children, [&](const Node& child) { return refersTo(child, first, end); });
}

class Translator {
 public:
  std::string whole(const Pattern& pattern, bool sticky) {
    if (pattern.groups > maxGroups) return {};
    out_ = sticky ? "\\G(?:" : "(?:";
    node(pattern.root, nullptr);
    out_ += ')';
    return translatable_ && out_.size() <= longest ? out_ : std::string();
  }

 private:
  void hex(unsigned c) {
    out_ += "\\x";
    out_ += "0123456789abcdef"[c >> 4];
    out_ += "0123456789abcdef"[c & 15];
  }
  void character(char32_t c) {
    if (c >= 0x80)
      out_ += "[^\\x00-\\xff]";
    else if (ascii::isLetter(int(c)) || ascii::isDigit(c))
      out_ += char(c);
    else
      hex(c);
  }

  // Bytes from 128 on do not occur in the text, so they may be treated as 127 is. Most sets, or their complements, then
  // consist of few ranges.
  void set(const CharSet& set) {
    bool has[256];
    for (char32_t c = 0; c < 128; ++c) has[c] = set.has(c);
    std::fill(has + 128, has + 256, has[127]);
    const bool inverted = has[127];
    if (std::ranges::all_of(has, [](bool each) { return each; })) {
      out_ += '.';
      return;
    }
    if (std::ranges::none_of(has, [](bool each) { return each; })) {
      out_ += "[^\\x00-\\xff]";
      return;
    }
    out_ += inverted ? "[^" : "[";
    for (unsigned c = 0; c < 256; ++c) {
      if (has[c] == inverted) continue;
      unsigned last = c;
      while (last + 1 < 256 && has[last + 1] != inverted) ++last;
      hex(c);
      if (last > c) {
        if (last > c + 1) out_ += '-';
        hex(last);
      }
      c = last;
    }
    out_ += ']';
  }

  // Translates alternatives. Those for which runs(alternative) is true are repeated, without giving characters back.
  template <class Runs>
  void alternatives(const Node& one, const Following* next, Runs runs) {
    const bool hadLoop = std::exchange(hasLoop_, false);
    bool anyLoop = hadLoop;
    out_ += matchesOnce(one, next) ? "(?>" : "(?:";
    for (const Node& child : one.children) {
      if (&child != &one.children[0]) out_ += '|';
      hasLoop_ = hadLoop;
      node(child, next);
      if (runs(child)) {
        out_ += "++";
        hasLoop_ = true;
      }
      anyLoop |= hasLoop_;
    }
    // PCRE2 before 10.43 notes where the first loop of a pattern failed, and does not try this loop again before that
    // place. It takes the loop to begin at a fixed distance from the match's beginning, which is wrong behind alternatives
    // of different lengths. With a character that may be missing, here one that no text has, it takes care.
    if (!anyLoop && lengthOf(one) == variable) {
      out_ += "\\xff?";
      anyLoop = true;
    }
    hasLoop_ = anyLoop;
    out_ += ')';
  }

  void repeat(const Node& loop, const Following* next) {
    const Node& body = loop.children[0];
    const bool repeats = loop.max > 1;
    if (loop.min > mostTimes || (loop.max > mostTimes && loop.max != unlimited) || mayBeEmpty(body)) translatable_ = false;
    for (std::uint32_t group = loop.firstGroup; repeats && group < loop.endGroup; ++group)
      translatable_ = translatable_ && sets(body, group);
    if (repeats && loop.firstGroup != loop.endGroup && refersTo(body, loop.firstGroup, loop.endGroup)) translatable_ = false;
    if (!translatable_) return;
    const bool isAtom = body.kind == Kind::set || body.kind == Kind::character || body.kind == Kind::group;
    if (!isAtom) out_ += "(?:";
    const Following again{nullptr, nullptr, next, repeats ? &body : nullptr};
    if (body.kind == Kind::alternatives && loop.greedy && loop.min <= 1 && loop.max == unlimited)
      alternatives(body, &again, [&](const Node& child) { return takesRuns(child, body, next); });
    else
      node(body, &again);
    if (!isAtom) out_ += ')';
    // PCRE2 writes a group that is repeated a fixed number of times as often, and a character that occurs once as itself.
    const bool isSingle = body.kind == Kind::set || body.kind == Kind::character;
    if (loop.max > 0 && (loop.max > loop.min || (isSingle && repeats))) hasLoop_ = true;
    if (loop.min == 0 && loop.max == unlimited)
      out_ += '*';
    else if (loop.min == 1 && loop.max == unlimited)
      out_ += '+';
    else if (loop.min == 0 && loop.max == 1)
      out_ += '?';
    else
      out_ += '{' + std::to_string(loop.min) + (loop.max == loop.min ? "" : loop.max == unlimited ? "," : "," + std::to_string(loop.max)) + '}';
    if (!loop.greedy) out_ += '?';
  }

  void look(const Node& one) {
    if (one.behind && lengthOf(one) == variable) translatable_ = false;
    hasLoop_ = true;  // PCRE2 does not look for the first loop behind a look-around
    out_ += one.behind ? (one.negative ? "(?<!" : "(?<=") : one.negative ? "(?!" : "(?=";
    // What follows is not known here: the search leaves the look-around without having matched what is behind it.
    node(one.children[0], nullptr);
    // PCRE2 before 10.43 takes the first character of a look-ahead for the first one of the match, and searches another
    // one that the pattern needs only behind it. It does not with a second alternative, here a character that no text has.
    if (!one.behind && !one.negative) out_ += "|\\xff";
    out_ += ')';
  }

  // Translates a node, which the pattern continues after with `next`.
  void node(const Node& one, const Following* next) {
    if (!translatable_ || out_.size() > longest) {
      translatable_ = false;
      return;
    }
    switch (one.kind) {
      case Kind::empty: break;
      case Kind::set: set(one.set); break;
      case Kind::character: character(one.code); break;
      case Kind::sequence:
        for (const Node& child : one.children) {
          const Node* const first = one.children.data();
          const Following rest{&child + 1, first + one.children.size(), next};
          if (child.kind == Kind::wordBorder && endsInWord(first, &child))
            out_ += child.negative ? "(?=\\w)" : "(?!\\w)";  // looks at one side only
          else
            node(child, &rest);
        }
        break;
      case Kind::alternatives:
        alternatives(one, next, [](const Node&) { return false; });
        break;
      case Kind::group:
        out_ += '(';
        node(one.children[0], next);
        out_ += ')';
        break;
      case Kind::repeat: repeat(one, next); break;
      case Kind::lineStart: out_ += one.multiline ? "(?<![^\\x0a\\x0d])" : "\\A"; break;
      case Kind::lineEnd: out_ += one.multiline ? "(?![^\\x0a\\x0d])" : "\\z"; break;
      case Kind::wordBorder: out_ += one.negative ? "\\B" : "\\b"; break;
      case Kind::look: look(one); break;
      case Kind::backReference:
        if (one.groups.size() != 1) {
          translatable_ = false;
          break;
        }
        out_ += one.ignoreCase ? "(?i:\\g{" : "(?:\\g{";
        out_ += std::to_string(one.groups[0]) + "})";
        break;
    }
  }

  std::string out_;
  bool translatable_ = true;
  bool hasLoop_ = false;  // whether a loop, or what PCRE2 takes for one, precedes
};

}  // namespace

std::string translated(const Pattern& pattern, bool sticky) { return Translator().whole(pattern, sticky); }

}  // namespace nodecpp::regexp
