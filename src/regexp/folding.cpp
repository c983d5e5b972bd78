#include "regexp/folding.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

namespace nodecpp::regexp {

namespace {

// The names of a property and the place of its ranges. The kind is 'b' for a property without a value, 'g' for
// General_Category, 's' for Script, 'x' for Script_Extensions, 'e' for the single code points of a property of
// strings.
struct PropertyRow {
  char kind;
  const char* names;
  std::uint32_t at, count;
};
// The name of a property of strings, and the place of its strings of several code points. Its single code points are
// those of the property of kind 'e' with this name.
struct StringsRow {
  const char* name;
  std::uint32_t at, count;
};

#include "regexp/unicode.inc"

// A code point and its canonical form for flag i (ignoring case).
struct Same {
  char32_t code, canonical;
};
template <std::size_t N>
constexpr std::array<Same, N / 2> sameOf(const std::int32_t (&steps)[N]) {
  std::array<Same, N / 2> out{};
  std::int32_t code = 0;
  for (std::size_t i = 0; i < N / 2; ++i) {
    code += steps[i * 2];
    out[i] = {char32_t(code), char32_t(code + steps[i * 2 + 1])};
  }
  return out;
}
constexpr auto unitForms = sameOf(unitSteps);
constexpr auto foldForms = sameOf(foldSteps);
// Sorts by the canonical form, so that code points with the same canonical form are neighbours.
template <std::size_t N>
std::array<Same, N> byCanonical(std::array<Same, N> all) {
  std::ranges::sort(all, {}, [](const Same& each) { return std::pair(each.canonical, each.code); });
  return all;
}
const auto& unitGroups() {
  static const auto groups = byCanonical(unitForms);
  return groups;
}
const auto& foldGroups() {
  static const auto groups = byCanonical(foldForms);
  return groups;
}

template <std::size_t N>
char32_t canonicalBy(const std::array<Same, N>& forms, char32_t code) noexcept {
  const auto found = std::ranges::lower_bound(forms, code, {}, &Same::code);
  return found != forms.end() && found->code == code ? found->canonical : code;
}

template <std::size_t N>
CharSet closedBy(const std::array<Same, N>& groups, const CharSet& set) {
  CharSet more = set;
  for (auto from = groups.begin(); from != groups.end();) {
    auto to = from;
    bool some = false, each = true;
    for (; to != groups.end() && to->canonical == from->canonical; ++to) {
      const bool has = set.has(to->code);
      some |= has;
      each &= has;
    }
    if (some && !each)
      for (; from != to; ++from) more.add(from->code);
    from = to;
  }
  return more;
}

bool isNamed(std::string_view names, std::string_view name) {
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    if (names.substr(0, end) == name) return true;
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return false;
}

// Reads a number in bytes of seven bits, of which all but the last have the highest bit set.
std::uint32_t number(const unsigned char*& from) noexcept {
  std::uint32_t out = 0;
  for (int shift = 0;; shift += 7) {
    out |= std::uint32_t(*from & 0x7f) << shift;
    if (*from++ < 0x80) return out;
  }
}

std::optional<CharSet> setOf(char kind, std::string_view name) {
  for (const PropertyRow& row : propertyRows) {
    if (row.kind != kind || !isNamed(row.names, name)) continue;
    CharSet out;
    const unsigned char* from = propertyBytes + row.at;
    char32_t code = 0, begin = 0;
    for (std::uint32_t i = 0; i < row.count; ++i) {
      code += number(from);
      if (i % 2 == 0)
        begin = code;
      else
        out.add(begin, code - 1);
    }
    if (row.count % 2) out.add(begin, CharSet::greatest);
    return out;
  }
  return std::nullopt;
}

// Adds the strings of a property. Each is written as how many characters it has in common with the string before, how
// many follow these, and the numbers of those in `sequenceCharacters`.
void addStrings(PropertyStrings& out, const StringsRow& row) {
  if (const std::optional<CharSet> single = setOf('e', row.name)) out.set.add(*single);
  const unsigned char* from = sequenceBytes + row.at;
  std::u32string text;
  for (std::uint32_t i = 0; i < row.count; ++i) {
    text.resize(number(from));
    for (std::uint32_t more = number(from); more > 0; --more) text += char32_t(sequenceCharacters[number(from)]);
    out.strings.push_back(text);
  }
}

// The property of strings that is the union of all other properties of strings.
constexpr std::string_view allEmoji = "RGI_Emoji";

}  // namespace

char32_t canonical(char32_t code, bool unicode) noexcept {
  if (code < 0x80) {
    if (unicode) return code >= 'A' && code <= 'Z' ? code + 0x20 : code;
    return code >= 'a' && code <= 'z' ? code - 0x20 : code;
  }
  return unicode ? canonicalBy(foldForms, code) : canonicalBy(unitForms, code);
}

CharSet closed(const CharSet& set, bool unicode) {
  // A set of ASCII characters gains only letters of the other case and, with flag u or v, the two other characters that
  // fold to s and k.
  if (!set.empty() && set.ranges().back().last < 0x80) {
    CharSet out = set;
    for (char32_t lower = 'a'; lower <= 'z'; ++lower) {
      const char32_t upper = lower - 0x20;
      if (!set.has(lower) && !set.has(upper)) continue;
      out.add(lower);
      out.add(upper);
      if (unicode && lower == 's') out.add(0x17f);
      if (unicode && lower == 'k') out.add(0x212a);
    }
    return out;
  }
  return unicode ? closedBy(foldGroups(), set) : closedBy(unitGroups(), set);
}

CharSet folded(const CharSet& set) {
  CharSet gone, come;
  for (const Same& each : foldForms) {
    if (each.code == each.canonical || !set.has(each.code)) continue;
    gone.add(each.code);
    come.add(each.canonical);
  }
  CharSet out = gone.empty() ? set : set.without(gone);
  out.add(come);
  return out;
}

std::optional<CharSet> propertySet(std::string_view name) {
  if (std::optional<CharSet> found = setOf('b', name)) return found;
  return setOf('g', name);
}

std::optional<CharSet> propertySet(std::string_view name, std::string_view value) {
  if (name == "General_Category" || name == "gc") return setOf('g', value);
  if (name == "Script" || name == "sc") return setOf('s', value);
  if (name == "Script_Extensions" || name == "scx") return setOf('x', value);
  return std::nullopt;
}

bool isStringProperty(std::string_view name) noexcept {
  return name == allEmoji || std::ranges::any_of(stringsRows, [&](const StringsRow& row) { return row.name == name; });
}

std::optional<PropertyStrings> propertyStrings(std::string_view name) {
  if (!isStringProperty(name)) return std::nullopt;
  PropertyStrings out;
  for (const StringsRow& row : stringsRows)
    if (name == allEmoji || name == row.name) addStrings(out, row);
  return out;
}

}  // namespace nodecpp::regexp
