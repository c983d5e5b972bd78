// Parses patterns as ECMAScript 2025 defines them (22.2.1), and those without flags u and v by the rules for browsers
// (B.1.2). Error messages are V8's.
#include "regexp/pattern_parser.h"

#include <nodecpp/error.h>

#include <algorithm>

#include "base/text/ascii.h"
#include "base/text/string_units.h"
#include "base/text/utf8.h"
#include "regexp/folding.h"

namespace nodecpp::regexp {

namespace {

constexpr std::size_t longestPattern = 1 << 20;

std::string textOf(const Flags& flags) {
  std::string out;
  auto put = [&](bool has, char letter) {
    if (has) out += letter;
  };
  put(flags.hasIndices, 'd');
  put(flags.global, 'g');
  put(flags.ignoreCase, 'i');
  put(flags.multiline, 'm');
  put(flags.dotAll, 's');
  put(flags.unicode, 'u');
  put(flags.unicodeSets, 'v');
  put(flags.sticky, 'y');
  return out;
}

bool isIdentifierPart(char32_t c, bool first) {
  if (c < 0x80) return ascii::isLetter(int(c)) || c == '$' || c == '_' || (!first && ascii::isDigit(c));
  if (c > CharSet::greatest) return false;
  static const CharSet starts = *propertySet("ID_Start"), parts = *propertySet("ID_Continue");
  return first ? starts.has(c) : parts.has(c) || c == 0x200c || c == 0x200d;
}

}  // namespace

Parser::Parser(std::string_view source, const Flags& flags)
    : source_(source), flags_(flags), ignoreCase_(flags.ignoreCase), multiline_(flags.multiline), dotAll_(flags.dotAll) {
  if (source.size() > longestPattern) fail("Regular expression too large");
  in_.reserve(source.size());
  for (const char *from = source.data(), *end = from + source.size(); from < end;) {
    const utf8::Decoded one = utf8::decodeWtf(from, end);
    from += one.size;
    if (one.code >= 0x10000 && !byCodePoints()) {
      in_.push_back(utf8::highHalf(one.code));
      in_.push_back(utf8::lowHalf(one.code));
    } else {
      in_.push_back(one.code);
    }
  }
}

void Parser::fail(const char* message) const {
  // The message quotes the whole pattern, except for one that is too long.
  const std::string_view shown = source_.size() <= longestPattern ? source_ : source_.substr(0, 0);
  throw SyntaxError("Invalid regular expression: /" + String::copyOf(shown.data(), shown.size()) + "/" + textOf(flags_) +
                    ": " + message);
}

Pattern Parser::parse() {
  scanGroups();
  Pattern out;
  out.root = disjunction(0);
  if (peek() == ')') fail("Unmatched ')'");
  resolveReferences(out.root);
  out.groups = groups_;
  out.names = std::move(names_);
  return out;
}

// Counts the groups and notes whether one has a name. The meaning of \1 and \k depends on groups that may come later in
// the pattern.
void Parser::scanGroups() {
  for (std::size_t i = 0; i < in_.size(); ++i) {
    if (in_[i] == '\\') {
      ++i;
    } else if (in_[i] == '[') {
      for (int open = 1; ++i < in_.size();) {
        if (in_[i] == '\\') ++i;
        else if (in_[i] == '[' && flags_.unicodeSets) ++open;
        else if (in_[i] == ']' && --open == 0) break;
      }
    } else if (in_[i] == '(') {
      auto next = [&](std::size_t ahead) { return i + ahead < in_.size() ? in_[i + ahead] : none; };
      if (next(1) != '?') {
        ++allGroups_;
      } else if (next(2) == '<' && next(3) != '=' && next(3) != '!') {
        ++allGroups_;
        hasNames_ = true;
      }
    }
  }
}

Node Parser::disjunction(int depth) {
  if (depth > deepest) fail("Regular expression too large");
  place_.push_back({disjunctions_++, 0});
  std::vector<Node> all;
  do {
    all.push_back(alternative(depth));
    ++place_.back().second;
  } while (accept('|'));
  place_.pop_back();
  if (all.size() == 1) return std::move(all[0]);
  Node out{.kind = Kind::alternatives};
  out.children = std::move(all);
  return out;
}

Node Parser::alternative(int depth) {
  std::vector<Node> terms;
  while (term(terms, depth)) {}
  if (terms.size() == 1) return std::move(terms[0]);
  Node out{.kind = terms.empty() ? Kind::empty : Kind::sequence};
  out.children = std::move(terms);
  return out;
}

bool Parser::term(std::vector<Node>& terms, int depth) {
  const std::uint32_t firstGroup = groups_;
  bool mayRepeat = true;
  const char32_t c = peek();
  switch (c) {
    case none:
    case '|':
    case ')': return false;
    case '^':
    case '$':
      ++at_;
      terms.push_back({.kind = c == '^' ? Kind::lineStart : Kind::lineEnd, .multiline = multiline_});
      return true;
    case '*':
    case '+':
    case '?': fail("Nothing to repeat");
    case '(': {
      bool isLook = false, isBehind = false;
      terms.push_back(group(depth, isLook, isBehind));
      mayRepeat = !isLook || (!isBehind && !byCodePoints());
      break;
    }
    case '.':
      ++at_;
      terms.push_back({.kind = Kind::set});
      terms.back().set = dotAll_ ? CharSet{{0, CharSet::greatest}} : lineEnds().inverted();
      break;
    case '[': terms.push_back(characterClass(depth)); break;
    case '\\': {
      bool isAssertion = false;
      escape(terms, isAssertion);
      if (isAssertion) return true;
      break;
    }
    case '{': {
      std::uint32_t min = 0, max = 0;
      if (interval(min, max)) fail("Nothing to repeat");
      [[fallthrough]];
    }
    case '}':
    case ']':
      if (byCodePoints()) fail("Lone quantifier brackets");
      [[fallthrough]];
    default:
      ++at_;
      terms.push_back(characterNode(c));
  }
  quantified(terms, firstGroup, mayRepeat);
  return true;
}

void Parser::quantified(std::vector<Node>& terms, std::uint32_t firstGroup, bool mayRepeat) {
  std::uint32_t min = 0, max = unlimited;
  switch (peek()) {
    case '*': ++at_; break;
    case '+':
      ++at_;
      min = 1;
      break;
    case '?':
      ++at_;
      max = 1;
      break;
    case '{':
      if (!interval(min, max)) {
        if (byCodePoints()) fail("Incomplete quantifier");
        return;
      }
      if (max < min) fail("numbers out of order in {} quantifier");
      break;
    default: return;
  }
  const bool greedy = !accept('?');
  if (!mayRepeat) fail("Invalid quantifier");
  Node loop{.kind = Kind::repeat, .greedy = greedy, .min = min, .max = max, .firstGroup = firstGroup, .endGroup = groups_};
  loop.children.push_back(std::move(terms.back()));
  terms.back() = std::move(loop);
}

// Parses {2}, {2,} or {2,3}. Returns false and consumes nothing when the text is not such a quantifier.
bool Parser::interval(std::uint32_t& min, std::uint32_t& max) {
  const std::size_t from = at_;
  auto number = [&](std::uint32_t& out) {
    if (!ascii::isDigit(peek())) return false;
    std::uint64_t value = 0;
    for (; ascii::isDigit(peek()); ++at_) value = std::min<std::uint64_t>(value * 10 + (peek() - '0'), 0x7fffffff);
    out = value == 0x7fffffff ? unlimited : std::uint32_t(value);
    return true;
  };
  ++at_;
  if (number(min)) {
    max = min;
    if (accept(',') && !number(max)) max = unlimited;
    if (accept('}')) return true;
  }
  at_ = from;
  return false;
}

Node Parser::groupBody(int depth) {
  Node out = disjunction(depth + 1);
  if (!accept(')')) fail("Unterminated group");
  return out;
}

Node Parser::group(int depth, bool& isLook, bool& isBehind) {
  ++at_;
  std::string name;
  bool isNamed = false;
  if (accept('?')) {
    const char32_t c = peek(), next = peek(1);
    if (c == ':') {
      ++at_;
      return groupBody(depth);
    }
    if (c == '=' || c == '!' || (c == '<' && (next == '=' || next == '!'))) {
      isLook = true;
      isBehind = c == '<';
      const bool negative = (isBehind ? next : c) == '!';
      at_ += isBehind ? 2 : 1;
      Node out{.kind = Kind::look, .negative = negative, .behind = isBehind, .firstGroup = groups_};
      const bool before = std::exchange(behind_, isBehind);
      out.children.push_back(groupBody(depth));
      behind_ = before;
      out.endGroup = groups_;
      return out;
    }
    if (c == 'i' || c == 'm' || c == 's' || c == '-') {
      const bool before[] = {ignoreCase_, multiline_, dotAll_};
      modifiers();
      Node out = groupBody(depth);
      ignoreCase_ = before[0];
      multiline_ = before[1];
      dotAll_ = before[2];
      return out;
    }
    if (c != '<') fail("Invalid group");
    ++at_;
    isNamed = true;
    if (!groupName(name)) fail("Invalid capture group name");
  }
  if (groups_ > maxGroups) fail("Too many captures");
  Node out{.kind = Kind::group, .index = groups_++};
  out.firstGroup = out.index;
  if (isNamed) names_.push_back({name, out.index});
  out.children.push_back(groupBody(depth));
  if (isNamed) nameGroup(name, out.index);
  out.endGroup = groups_;
  return out;
}

// Parses the flags i, m and s that a group turns on, and after a dash those that it turns off, up to the colon.
void Parser::modifiers() {
  bool seen[3] = {}, taken[3] = {}, dash = false;
  for (;; ++at_) {
    const char32_t c = peek();
    if (c == '-') {
      if (dash) fail("Multiple dashes in flag group");
      dash = true;
      continue;
    }
    if (c == ':') break;
    const int which = c == 'i' ? 0 : c == 'm' ? 1 : c == 's' ? 2 : -1;
    if (which < 0) fail("Invalid group");
    if (seen[which]) fail("Repeated flag in flag group");
    seen[which] = true;
    taken[which] = dash;
  }
  ++at_;
  if (dash && !seen[0] && !seen[1] && !seen[2]) fail("Invalid flag group");
  bool* flags[] = {&ignoreCase_, &multiline_, &dotAll_};
  for (int i = 0; i < 3; ++i)
    if (seen[i]) *flags[i] = !taken[i];
}

char32_t Parser::nameCharacter() {
  char32_t c = peek();
  if (c == none) return none;
  ++at_;
  if (c == '\\') {
    if (!accept('u')) return none;
    // In a group name, \u{…} is allowed without flag u, too.
    if (accept('{')) {
      c = 0;
      std::size_t count = 0;
      for (; ascii::hexDigit(int(peek())) >= 0 && c <= CharSet::greatest; ++at_, ++count) c = c * 16 + char32_t(ascii::hexDigit(int(peek())));
      return count > 0 && accept('}') ? c : none;
    }
    if (!hex(4, c)) return none;
    if (c < 0x10000 && utf8::isHighHalf(c) && peek() == '\\' && peek(1) == 'u') {
      const std::size_t before = at_;
      char32_t low = 0;
      at_ += 2;
      if (hex(4, low) && utf8::isLowHalf(low)) return utf8::joined(c, low);
      at_ = before;
    }
    return c;
  }
  if (c < 0x10000 && utf8::isHighHalf(c) && peek() < 0x10000 && utf8::isLowHalf(peek())) c = utf8::joined(c, in_[at_++]);
  return c;
}

// Parses a group name, after the `<` up to and including the `>`.
bool Parser::groupName(std::string& name) {
  for (;;) {
    if (accept('>')) return !name.empty();
    const char32_t c = nameCharacter();
    if (!isIdentifierPart(c, name.empty())) return false;
    utf8::append(name, c);
  }
}

// Registers a group's name at the end of the group. Two groups may have the same name only if they are in different
// alternatives, so that never both take part in a match.
void Parser::nameGroup(const std::string& name, std::uint32_t group) {
  auto exclude = [](const Place& a, const Place& b) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
      if (a[i] != b[i]) return a[i].first == b[i].first;
    return false;
  };
  const auto [from, to] = named_.equal_range(name);
  for (auto each = from; each != to; ++each)
    if (!exclude(each->second.second, place_)) fail("Duplicate capture group name");
  named_.insert({name, {group, place_}});
}

void Parser::resolveReferences(Node& node) const {
  if (node.kind == Kind::backReference && node.groups.empty()) {
    const auto [from, to] = named_.equal_range(references_[node.index]);
    if (from == to) fail("Invalid named capture referenced");
    for (auto each = from; each != to; ++each) node.groups.push_back(each->second.first);
  }
  for (Node& child : node.children) resolveReferences(child);
}

Node Parser::characterNode(char32_t code) const {
  if (ignoreCase_) {
    const CharSet all = closed({{code, code}}, byCodePoints());
    if (all.count() > 1) {
      Node out{.kind = Kind::set};
      out.set = all;
      return out;
    }
  }
  return {.kind = Kind::character, .code = code};
}
Node Parser::setNode(const CharSet& set) const {
  Node out{.kind = Kind::set};
  out.set = ignoreCase_ ? closed(set, byCodePoints()) : set;
  if (out.set.count() == 1) return {.kind = Kind::character, .code = out.set.ranges()[0].first};
  return out;
}

Pattern parse(std::string_view source, const Flags& flags) { return Parser(source, flags).parse(); }

}  // namespace nodecpp::regexp
