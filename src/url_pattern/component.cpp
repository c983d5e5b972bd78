#include "url_pattern/component.h"

#include <algorithm>
#include <utility>

#include "url_pattern/tokens.h"

namespace nodecpp::detail {

namespace {

std::string escaped(std::string_view text, std::string_view signs) {
  std::string out;
  for (char c : text) {
    if (signs.find(c) != signs.npos) out += '\\';
    out += c;
  }
  return out;
}
std::string escapedRegExp(std::string_view text) { return escaped(text, ".+*?^${}()[]|/\\"); }
std::string segmentRegExp(std::string_view delimiter) { return "[^" + escapedRegExp(delimiter) + "]+?"; }
constexpr std::string_view wildcardRegExp = ".*";

class PartParser {
 public:
  PartParser(std::string_view pattern, Canonicalize canonicalize, PatternSeparators separators)
      : tokens_(patternTokens(pattern, true)),
        canonicalize_(canonicalize),
        separators_(separators),
        segment_(segmentRegExp(separators.delimiter)) {}

  std::vector<PatternPart> parse() {
    while (at_ < tokens_.size()) {
      const PatternToken* character = take(TokenKind::character);
      const PatternToken* name = take(TokenKind::name);
      const PatternToken* regexp = takeRegExp(name);
      if (name || regexp) {
        std::string prefix = character ? character->value : "";
        if (!prefix.empty() && prefix != separators_.prefix) pending_ += std::exchange(prefix, "");
        addPending();
        addPart(prefix, name, regexp, "", takeModifier());
        continue;
      }
      if (!character) character = take(TokenKind::escaped);
      if (character) {
        pending_ += character->value;
        continue;
      }
      if (take(TokenKind::open)) {
        const std::string prefix = takeText();
        name = take(TokenKind::name);
        regexp = takeRegExp(name);
        const std::string suffix = takeText();
        require(TokenKind::close);
        addPart(prefix, name, regexp, suffix, takeModifier());
        continue;
      }
      addPending();
      require(TokenKind::end);
    }
    return std::move(parts_);
  }

 private:
  const PatternToken* take(TokenKind kind) {
    return at_ < tokens_.size() && tokens_[at_].kind == kind ? &tokens_[at_++] : nullptr;
  }
  void require(TokenKind kind) {
    if (!take(kind)) throw InvalidPattern();
  }
  const PatternToken* takeRegExp(const PatternToken* name) {
    const PatternToken* token = take(TokenKind::regexp);
    return token || name ? token : take(TokenKind::asterisk);
  }
  char takeModifier() {
    const PatternToken* token = take(TokenKind::modifier);
    if (!token) token = take(TokenKind::asterisk);
    return token ? token->value[0] : char(0);
  }
  std::string takeText() {
    std::string out;
    for (;;) {
      const PatternToken* token = take(TokenKind::character);
      if (!token) token = take(TokenKind::escaped);
      if (!token) return out;
      out += token->value;
    }
  }
  std::string encoded(std::string_view text) const { return text.empty() ? "" : canonicalize_(text); }
  void addPending() {
    if (pending_.empty()) return;
    parts_.push_back({PartKind::text, encoded(std::exchange(pending_, ""))});
  }
  void addPart(const std::string& prefix, const PatternToken* name, const PatternToken* regexp,
               const std::string& suffix, char modifier) {
    if (!name && !regexp) {
      if (!modifier) {
        pending_ += prefix;
        return;
      }
      addPending();
      if (!prefix.empty()) parts_.push_back({PartKind::text, encoded(prefix), modifier});
      return;
    }
    addPending();
    PatternPart part{PartKind::regexp,
                     !regexp                               ? segment_
                     : regexp->kind == TokenKind::asterisk ? std::string(wildcardRegExp)
                                                           : regexp->value,
                     modifier};
    if (part.value == segment_)
      part.kind = PartKind::segment, part.value = "";
    else if (part.value == wildcardRegExp)
      part.kind = PartKind::wildcard, part.value = "";
    part.name = name ? name->value : std::to_string(nextNumber_++);
    for (const PatternPart& each : parts_)
      if (each.name == part.name) throw InvalidPattern();
    part.prefix = encoded(prefix);
    part.suffix = encoded(suffix);
    parts_.push_back(std::move(part));
  }

  std::vector<PatternToken> tokens_;
  Canonicalize canonicalize_;
  PatternSeparators separators_;
  std::string segment_;
  std::size_t at_ = 0;
  std::string pending_;  // the text in front of the next part
  unsigned nextNumber_ = 0;
  std::vector<PatternPart> parts_;
};

// Returns the regular expression of the parts, and adds the names of its groups.
std::string regExpOf(const std::vector<PatternPart>& parts, PatternSeparators separators,
                     std::vector<std::string>& names) {
  std::string out = "^";
  for (const PatternPart& part : parts) {
    const std::string modifier = part.modifier ? std::string(1, part.modifier) : "";
    if (part.kind == PartKind::text) {
      out += part.modifier ? "(?:" + escapedRegExp(part.value) + ")" + modifier : escapedRegExp(part.value);
      continue;
    }
    names.push_back(part.name);
    const std::string inner = part.kind == PartKind::segment    ? segmentRegExp(separators.delimiter)
                              : part.kind == PartKind::wildcard ? std::string(wildcardRegExp)
                                                                : part.value;
    const bool repeats = part.modifier == '*' || part.modifier == '+';
    const std::string prefix = escapedRegExp(part.prefix), suffix = escapedRegExp(part.suffix);
    if (prefix.empty() && suffix.empty())
      out += repeats ? "((?:" + inner + ")" + modifier + ")" : "(" + inner + ")" + modifier;
    else if (!repeats)
      out += "(?:" + prefix + "(" + inner + ")" + suffix + ")" + modifier;
    else
      out += "(?:" + prefix + "((?:" + inner + ")(?:" + suffix + prefix + "(?:" + inner + "))*)" + suffix + ")" +
             (part.modifier == '*' ? "?" : "");
  }
  return out + "$";
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// Whether a part must be in braces in the normal form, so that it is read again as it is.
bool needsBraces(const PatternPart& part, const PatternPart* before, const PatternPart* after,
                 PatternSeparators separators) {
  const bool isNamed = !isDigit(part.name[0]);
  if (!part.suffix.empty() || (!part.prefix.empty() && part.prefix != separators.prefix)) return true;
  if (isNamed && part.kind == PartKind::segment && !part.modifier && after && after->prefix.empty() &&
      after->suffix.empty()) {
    const bool needs =
        after->kind == PartKind::text ? isNameCharacter(after->value, 0, false) : isDigit(after->name[0]);
    if (needs) return true;
  }
  return part.prefix.empty() && before && before->kind == PartKind::text && !separators.prefix.empty() &&
         before->value.ends_with(separators.prefix);
}

std::string normalForm(const std::vector<PatternPart>& parts, PatternSeparators separators) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PatternPart& part = parts[i];
    const PatternPart* before = i > 0 ? &parts[i - 1] : nullptr;
    const PatternPart* after = i + 1 < parts.size() ? &parts[i + 1] : nullptr;
    if (part.kind == PartKind::text) {
      const std::string text = escapedPattern(part.value);
      out += part.modifier ? "{" + text + "}" + part.modifier : text;
      continue;
    }
    const bool isNamed = !isDigit(part.name[0]), braces = needsBraces(part, before, after, separators);
    if (braces) out += '{';
    out += escapedPattern(part.prefix);
    if (isNamed) out += ":" + part.name;
    if (part.kind == PartKind::regexp) {
      out += "(" + part.value + ")";
    } else if (part.kind == PartKind::segment) {
      if (!isNamed) out += "(" + segmentRegExp(separators.delimiter) + ")";
    } else {
      const bool alone =
          !before || before->kind == PartKind::text || before->modifier || braces || !part.prefix.empty();
      out += !isNamed && alone ? "*" : "(.*)";
    }
    if (part.kind == PartKind::segment && isNamed && !part.suffix.empty() && isNameCharacter(part.suffix, 0, false))
      out += '\\';
    out += escapedPattern(part.suffix);
    if (braces) out += '}';
    if (part.modifier) out += part.modifier;
  }
  return out;
}

String textOf(std::string_view text) { return String::copyOf(text.data(), text.size()); }

}  // namespace

std::string escapedPattern(std::string_view text) { return escaped(text, "+*?:{}()\\"); }

PatternComponent PatternComponent::of(std::string_view pattern, Canonicalize canonicalize, PatternSeparators separators,
                                      bool ignoreCase) {
  const std::vector<PatternPart> parts = PartParser(pattern, canonicalize, separators).parse();
  PatternComponent out;
  try {
    out.regexp = RegExp(textOf(regExpOf(parts, separators, out.names)), ignoreCase ? "vi" : "v");
  } catch (const Error&) {
    throw InvalidPattern();
  }
  out.pattern = normalForm(parts, separators);
  out.hasRegExp = std::ranges::any_of(parts, [](const PatternPart& part) { return part.kind == PartKind::regexp; });
  return out;
}

bool PatternComponent::matches(std::string_view text) const { return regexp.test(textOf(text)); }

var PatternComponent::exec(std::string_view text) const {
  const RegExpMatch match = regexp.exec(textOf(text));
  if (!match) return undefined;
  var groups = var::object();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const String found = match[i + 1];
    groups.set(textOf(names[i]), found.isUndefined() ? var(undefined) : var(found));
  }
  return var::object({{"groups", groups}, {"input", textOf(text)}});
}

}  // namespace nodecpp::detail
