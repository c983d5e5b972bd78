// Matches one segment of a glob: *, ?, [classes], and the groups ?(a|b), *(a|b), +(a|b), @(a|b), !(a|b).
#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "path/matches_glob.h"

namespace nodecpp::path::glob {

using Text = std::u16string;
using TextView = std::u16string_view;

Text toUtf16(std::string_view s) {
  Text out;
  for (std::size_t at = 0; at < s.size();) {
    auto one = utf8::decode(s.data() + at, s.data() + s.size());
    at += one.size;
    if (one.code < 0x10000) {
      out += char16_t(one.code);
    } else {
      out += utf8::highHalf(one.code);
      out += utf8::lowHalf(one.code);
    }
  }
  return out;
}

struct SegmentPattern::Node {
  enum Kind { literal, any, star, starSome, charClass, never, group, sequence } kind;
  char16_t unit = 0;     // the character of a literal
  bool negated = false;  // whether a class is negated: [!a]
  std::vector<std::pair<char16_t, char16_t>> ranges;
  std::vector<bool (*)(char16_t)> kinds;  // named classes such as [:alpha:]
  char16_t type = 0;                      // the type of a group: ? * + @ !
  bool empty = false;                     // whether a group is !()
  Sequence children;                      // the alternatives of a group, or the parts of a sequence
  // Names that a sequence at the pattern's start must not match:
  bool noDot = false;        // names that begin with a dot, since the pattern begins with a wildcard
  bool noTraversal = false;  // the names "." and ".."
};

namespace {

using Node = SegmentPattern::Node;
using NodePtr = std::shared_ptr<Node>;

// Limits for recursion: how often a group repeats (file names have at most 255 bytes), and how deep groups are nested.
// Beyond the first limit nothing matches; beyond the second a group is taken as text.
constexpr std::size_t maxRounds = 5000;
constexpr int maxGroupDepth = 40;

bool isAscii(char16_t c) { return c < 0x80; }
bool isLower(char16_t c) { return c >= 'a' && c <= 'z'; }
bool isUpper(char16_t c) { return c >= 'A' && c <= 'Z'; }
// Beyond ASCII, letters are not distinguished from other characters.
bool isAlpha(char16_t c) { return isLower(c) || isUpper(c) || (c >= 0xaa && (c < 0xd800 || c > 0xdfff)); }
bool isSpace(char16_t c) { return c == ' ' || (c >= 9 && c <= 13) || c == 0xa0; }
bool isControl(char16_t c) { return c < 0x20 || (c >= 0x7f && c < 0xa0); }
bool isDigit(char16_t c) { return ascii::isDigit(c); }
bool isHex(char16_t c) { return ascii::hexDigit(c) >= 0; }
bool isPunctuation(char16_t c) { return c < 0x80 && TextView(u"!\"#%&'()*,-./:;?@[\\]_{}").find(c) != TextView::npos; }

struct NamedClass {
  TextView name;
  bool (*has)(char16_t);
};
const NamedClass namedClasses[] = {
    {u"[:alnum:]", [](char16_t c) { return isAlpha(c) || isDigit(c); }},
    {u"[:alpha:]", isAlpha},
    {u"[:ascii:]", isAscii},
    {u"[:blank:]", [](char16_t c) { return c == ' ' || c == '\t' || c == 0xa0; }},
    {u"[:cntrl:]", isControl},
    {u"[:digit:]", isDigit},
    {u"[:graph:]", [](char16_t c) { return !isSpace(c) && !isControl(c); }},
    {u"[:lower:]", isLower},
    {u"[:print:]", isControl},  // a bug of Node's that is kept: its "printable" characters are the control characters
    {u"[:punct:]", isPunctuation},
    {u"[:space:]", isSpace},
    {u"[:upper:]", isUpper},
    {u"[:word:]", [](char16_t c) { return isAlpha(c) || isDigit(c) || c == '_'; }},
    {u"[:xdigit:]", isHex},
};

// Parses a class at `at`. Returns its length, or 0 when it is not closed and therefore text.
std::size_t parseClass(TextView s, std::size_t at, Node& out) {
  NODECPP_DEBUG_ASSERT(at < s.size() && s[at] == u'[', at, s.size());
  out.kind = Node::charClass;
  std::size_t i = at + 1;
  bool started = false;
  char16_t rangeFrom = 0;
  while (i < s.size()) {
    char16_t c = s[i];
    if ((c == '!' || c == '^') && i == at + 1) {
      out.negated = true;
      ++i;
      continue;
    }
    if (c == ']' && started) {
      if (out.ranges.empty() && out.kinds.empty()) {
        out.kind = Node::never;
        return s.size() - at;
      }
      if (out.kinds.empty() && !out.negated && out.ranges.size() == 1 && out.ranges[0].first == out.ranges[0].second) {
        out.kind = Node::literal;
        out.unit = out.ranges[0].first;
      }
      return i + 1 - at;
    }
    started = true;
    if (c == '[') {
      auto named = std::find_if(std::begin(namedClasses), std::end(namedClasses),
                                [&](const NamedClass& each) { return s.substr(i).starts_with(each.name); });
      if (named != std::end(namedClasses)) {
        if (rangeFrom) {
          out.kind = Node::never;
          return s.size() - at;
        }
        out.kinds.push_back(named->has);
        i += named->name.size();
        continue;
      }
    }
    if (rangeFrom) {
      if (c >= rangeFrom) out.ranges.emplace_back(rangeFrom, c);
      rangeFrom = 0;
      ++i;
    } else if (s.substr(i + 1).starts_with(u"-]")) {
      out.ranges.emplace_back(c, c);
      out.ranges.emplace_back(u'-', u'-');
      i += 2;
    } else if (s.substr(i + 1).starts_with(u'-')) {
      rangeFrom = c;
      i += 2;
    } else {
      out.ranges.emplace_back(c, c);
      ++i;
    }
  }
  return 0;
}

bool isWild(const Node& node) {
  return node.kind == Node::any || node.kind == Node::star || node.kind == Node::starSome ||
         node.kind == Node::charClass;
}

class Parser {
 public:
  explicit Parser(TextView s) : s_(s) {}

  NodePtr whole() {
    auto root = std::make_shared<Node>();
    root->kind = Node::sequence;
    std::size_t at = 0;
    parseInto(*root, at, Place{true, true}, nullptr, 0);
    return root;
  }

 private:
  struct Place {
    bool start, end;  // whether no character can be matched before this place, and after it
  };

  static bool isGroupType(char16_t c) { return c == '!' || c == '?' || c == '+' || c == '*' || c == '@'; }

  // Returns the position of the parenthesis that closes the group at `at`, or npos.
  std::size_t closeOf(std::size_t at, int depth) const {
    if (depth > maxGroupDepth) return TextView::npos;
    bool inClass = false;
    std::size_t classStart = 0;
    for (std::size_t i = at + 2; i < s_.size(); ++i) {
      char16_t c = s_[i];
      if (inClass) {
        bool negation = i == classStart + 1 && (c == '^' || c == '!');
        bool firstBehindNegation = i == classStart + 2 && (s_[i - 1] == '^' || s_[i - 1] == '!');
        if (c == ']' && !negation && !firstBehindNegation) inClass = false;
      } else if (c == '[') {
        inClass = true;
        classStart = i;
      } else if (isGroupType(c) && i + 1 < s_.size() && s_[i + 1] == '(') {
        std::size_t inner = closeOf(i, depth + 1);
        if (inner == TextView::npos) return inner;
        i = inner;
      } else if (c == ')') {
        return i;
      }
    }
    return TextView::npos;
  }

  // Parses a part of the pattern without groups.
  void parseText(Node& out, TextView text, bool noEmpty) {
    bool onlyStars = !text.empty() && text.find_first_not_of(u'*') == TextView::npos;
    bool inStar = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      auto node = std::make_shared<Node>();
      char16_t c = text[i];
      bool isStar = c == '*';
      if (isStar && inStar) continue;
      inStar = isStar;
      if (isStar) {
        node->kind = noEmpty && onlyStars ? Node::starSome : Node::star;
      } else if (c == '?') {
        node->kind = Node::any;
      } else if (std::size_t length = c == '[' ? parseClass(text, i, *node) : 0) {
        i += length - 1;
      } else {
        *node = Node();
        node->kind = Node::literal;
        node->unit = c;
      }
      out.children.push_back(node);
    }
  }

  // A part of a pattern is a text or a group.
  using Part = std::pair<TextView, NodePtr>;

  // Parses the group from `at`, which is moved behind it, to its `)` at `end`. `close` is the end of the group around it, or
  // null.
  Part parseGroup(std::size_t& at, std::size_t end, Place place, const std::size_t* close, int depth) {
    auto group = std::make_shared<Node>();
    group->kind = Node::group;
    group->type = s_[at];
    const bool negative = s_[at] == '!';
    const std::size_t begin = at;
    at += 2;
    const bool last = close ? end + 1 == *close || s_[end + 1] == '|' : end + 1 == s_.size();
    const Place inner{place.start, place.end && last};
    for (;;) {
      auto alternative = std::make_shared<Node>();
      alternative->kind = Node::sequence;
      // An alternative of a negated group is compared up to the name's end, so its end is the pattern's end.
      parseInto(*alternative, at, negative ? Place{inner.start, true} : inner, &end, depth + 1);
      const bool drop = alternative->children.empty() && inner.start && inner.end;
      if (!drop) group->children.push_back(alternative);
      if (at == end) break;
      ++at;  // skips the | between alternatives
    }
    group->empty = negative && end == begin + 2;
    group->noDot = inner.start;  // a negation at the pattern's start must not match a leading dot
    at = end + 1;
    // A pattern that consists of one empty group is text.
    if (group->children.empty() && !negative) return {s_.substr(begin, at - begin), nullptr};
    return {TextView(), group};
  }

  // Parses up to the end of the pattern, or inside a group up to its next | or ).
  void parseInto(Node& out, std::size_t& at, Place place, const std::size_t* close, int depth) {
    std::size_t textStart = at;
    std::vector<Part> parts;
    auto flush = [&] {
      if (at > textStart) parts.emplace_back(s_.substr(textStart, at - textStart), nullptr);
    };
    bool inClass = false;
    std::size_t classStart = 0;
    while (at < s_.size() && !(close && at == *close)) {
      char16_t c = s_[at];
      if (inClass) {
        bool negation = at == classStart + 1 && (c == '^' || c == '!');
        bool firstBehindNegation = at == classStart + 2 && (s_[at - 1] == '^' || s_[at - 1] == '!');
        if (c == ']' && !negation && !firstBehindNegation) inClass = false;
      } else if (c == '[') {
        inClass = true;
        classStart = at;
      } else if (close && c == '|') {
        break;
      } else if (isGroupType(c) && at + 1 < s_.size() && s_[at + 1] == '(') {
        std::size_t end = closeOf(at, depth);
        if (end == TextView::npos) {
          // A group that is not closed is text, together with the rest of the segment.
          flush();
          parts.emplace_back(s_.substr(at), nullptr);
          at = textStart = s_.size();
          break;
        }
        flush();
        const bool onlyNegations =
            std::all_of(parts.begin(), parts.end(), [](const auto& p) { return p.second && p.second->type == '!'; });
        parts.push_back(parseGroup(at, end, {place.start && onlyNegations, place.end}, close, depth));
        textStart = at;
        continue;
      }
      ++at;
    }
    flush();
    bool onlyText = std::all_of(parts.begin(), parts.end(), [](const auto& p) { return !p.second; });
    for (const auto& [text, group] : parts) {
      if (group) {
        out.children.push_back(group);
      } else if (onlyText && parts.size() == 1 && text.size() > 2 && text[1] == '(' && text[2] == ')' &&
                 text.size() == 3) {
        for (char16_t c : text) {
          auto node = std::make_shared<Node>();
          node->kind = Node::literal;
          node->unit = c;
          out.children.push_back(node);
        }
      } else {
        parseText(out, text, onlyText && place.start && place.end);
      }
    }
    bool startsWithText = !parts.empty() && !parts.front().second;
    if (place.start && startsWithText) guard(out);
  }

  static void guard(Node& sequence) {
    auto isDot = [&](std::size_t i) {
      return i < sequence.children.size() && sequence.children[i]->kind == Node::literal &&
             sequence.children[i]->unit == '.';
    };
    auto wild = [&](std::size_t i) { return i < sequence.children.size() && isWild(*sequence.children[i]); };
    sequence.noDot = wild(0);
    sequence.noTraversal = (isDot(0) && wild(1)) || (isDot(0) && isDot(1) && wild(2));
  }

  TextView s_;
};

// A backtracking matcher in continuation-passing style: each function gets the function `then` that matches the rest.
class Matcher {
 public:
  explicit Matcher(TextView name) : name_(name) {}

  using Then = std::function<bool(std::size_t)>;

  bool sequence(const Node& node, std::size_t at, bool dotAllowed, const Then& then) {
    TextView rest = name_.substr(at);
    if (node.noDot && !dotAllowed && rest.starts_with(u'.')) return false;
    if (node.noTraversal && at == 0 && (rest == u"." || rest == u"..")) return false;
    return children(node, 0, at, then);
  }

 private:
  bool children(const Node& node, std::size_t index, std::size_t at, const Then& then) {
    NODECPP_DEBUG_ASSERT(index <= node.children.size() && at <= name_.size() + 1, index, at, name_.size());
    if (index == node.children.size()) return then(at);
    const Node& child = *node.children[index];
    auto next = [&](std::size_t to) { return children(node, index + 1, to, then); };
    switch (child.kind) {
      case Node::literal: return at < name_.size() && name_[at] == child.unit && next(at + 1);
      case Node::any: return at < name_.size() && next(at + 1);
      case Node::charClass: return at < name_.size() && inClass(child, name_[at]) && next(at + 1);
      case Node::never: return false;
      case Node::group: return group(child, at, next);
      case Node::sequence: return sequence(child, at, false, next);
      case Node::star:
      case Node::starSome: break;
    }
    for (std::size_t to = child.kind == Node::starSome ? at + 1 : at; to <= name_.size(); ++to)
      if (next(to)) return true;
    return false;
  }

  bool group(const Node& node, std::size_t at, const Then& then) {
    auto once = [&](std::size_t from, bool dotAllowed, const Then& behind) {
      return std::any_of(node.children.begin(), node.children.end(),
                         [&](const auto& alternative) { return sequence(*alternative, from, dotAllowed, behind); });
    };
    switch (node.type) {
      case '@': return once(at, false, then);
      case '?': return once(at, false, then) || then(at);
      case '!': return negation(node, at, then);
      default: break;
    }
    // For * and + one round after another is tried. A round that takes no character is not repeated, so the loop ends.
    std::size_t rounds = 0;
    std::function<bool(std::size_t, bool)> again = [&](std::size_t from, bool first) {
      if (!first && then(from)) return true;
      if (++rounds > maxRounds) return false;
      return once(from, !first, [&](std::size_t to) { return to > from ? again(to, false) : then(to); });
    };
    return (node.type == '*' && then(at)) || again(at, true);
  }

  // Matches any text after which the rest matches, unless one of the alternatives followed by the rest matches as well.
  bool negation(const Node& node, std::size_t at, const Then& then) {
    bool leadingDot = at == 0 && name_.starts_with(u'.') && node.noDot;
    if (leadingDot) return false;
    if (!node.empty)
      for (const auto& alternative : node.children)
        if (sequence(*alternative, at, false, then)) return false;
    for (std::size_t to = node.empty ? at + 1 : at; to <= name_.size(); ++to)
      if (then(to)) return true;
    return false;
  }

  static bool inClass(const Node& node, char16_t c) {
    bool in =
        std::any_of(node.ranges.begin(), node.ranges.end(), [&](auto r) { return c >= r.first && c <= r.second; }) ||
        std::any_of(node.kinds.begin(), node.kinds.end(), [&](auto has) { return has(c); });
    return in != node.negated;
  }

  TextView name_;
};

}  // namespace

SegmentPattern::SegmentPattern(const std::string& pattern) : globstar_(pattern == "**") {
  std::u16string text = toUtf16(pattern);
  root_ = Parser(text).whole();
}

bool SegmentPattern::matches(const std::u16string& name) const {
  return Matcher(name).sequence(*root_, 0, false, [&](std::size_t end) { return end == name.size(); });
}

}  // namespace nodecpp::path::glob
