// The class RegExp: its flags, lastIndex and the match object. The programs of recently used patterns are cached.
#include <nodecpp/error.h>
#include <nodecpp/regexp.h>

#include <algorithm>
#include <string>

#include "base/assertion.h"
#include "base/containers/build_list.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "regexp/regexp_body.h"

namespace nodecpp {

namespace regexp {

namespace {

Program* retained(Program* program) noexcept {
  NODECPP_ASSERT(program && program->refs > 0);
  detail::countHolder(program->refs);
  return program;
}
void drop(Program* program) noexcept {
  NODECPP_ASSERT(program && program->refs > 0);
  if (--program->refs == 0) delete program;
}

// Calls `f` for each flag, in the alphabetical order of the letters.
template <class F>
void eachFlag(F&& f) {
  f('d', &Flags::hasIndices);
  f('g', &Flags::global);
  f('i', &Flags::ignoreCase);
  f('m', &Flags::multiline);
  f('s', &Flags::dotAll);
  f('u', &Flags::unicode);
  f('v', &Flags::unicodeSets);
  f('y', &Flags::sticky);
}
unsigned bitsOf(const Flags& flags) noexcept {
  unsigned bits = 0, bit = 1;
  eachFlag([&](char, bool Flags::* flag) {
    if (flags.*flag) bits |= bit;
    bit <<= 1;
  });
  return bits;
}

Flags flagsOf(StringArg text) {
  Flags flags;
  bool good = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool known = false;
    eachFlag([&](char letter, bool Flags::* flag) {
      if (text.data()[i] != letter) return;
      known = !(flags.*flag);
      flags.*flag = true;
    });
    good &= known;
  }
  if (!good || (flags.unicode && flags.unicodeSets))
    throw SyntaxError("Invalid flags supplied to RegExp constructor '" + text.toString().printed() + "'");
  return flags;
}

// A cache of the compiled programs that were used last, so that a pattern in a loop is compiled only once.
class Cache {
 public:
  ~Cache() {
    for (Program* each : programs_)
      if (each) drop(each);
  }
  Program* get(const String& source, const Flags& flags) {
    std::uint32_t hash = bitsOf(flags) + 2166136261u;
    const std::string_view bytes = units::view(source);
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    Program*& kept = programs_[(hash ^ hash >> 15) % count];
    if (kept && units::view(kept->source) == bytes && bitsOf(kept->flags) == bitsOf(flags)) return retained(kept);
    Program* made = compile(source, flags);
    NODECPP_ASSERT(made && made->refs == 1, made->refs);
    if (source.size() > longest) return made;
    if (kept) drop(kept);
    kept = retained(made);
    return made;
  }

 private:
  static constexpr std::size_t count = 256, longest = 4096;
  Program* programs_[count] = {};
};
thread_local Cache cache;

detail::RegExpBody* makeBody(const String& source, const Flags& flags) {
  Program* program = cache.get(source, flags);
  return ::new (detail::allocate(sizeof(detail::RegExpBody))) detail::RegExpBody{1, program, 0};
}

}  // namespace

std::size_t Subject::after(std::size_t byte, bool byCodePoints) const noexcept {
  if (byte >= size() || isAscii_) return byte + 1;
  if (!byCodePoints && isInPair(byte + 2)) return byte + 2;
  const std::string_view all = bytes();
  do ++byte;
  while (byte < all.size() && !units::begins(all[byte]));
  return byte;
}

namespace {

// Returns for each name what `of(group)` returns for its group. When groups share a name, the group that took part in
// the match counts.
template <class T, class F>
RegExpGroups<T> grouped(const Program& program, const Places& places, F of) {
  if (program.names.empty()) return {};
  NODECPP_DEBUG_ASSERT(program.names.size() == program.nameNumbers.size(), program.names.size());
  Array<T> values;
  for (std::ptrdiff_t i = 0; i < program.uniqueNames.length(); ++i) values.push(detail::undefinedOf<T>());
  for (std::size_t i = 0; i < program.names.size(); ++i)
    if (const std::uint32_t group = program.names[i].group; places[group * 2] != unset)
      values[program.nameNumbers[i]] = of(group);
  return {program.uniqueNames, std::move(values)};
}

}  // namespace

RegExpGroups<String> namedGroups(const Program& program, const Subject& subject, const Places& places) {
  return grouped<String>(program, places, [&](std::uint32_t group) { return subject.group(places, group); });
}

RegExpMatch matchOf(const Program& program, const Subject& subject, const Places& places) {
  NODECPP_DEBUG_ASSERT(places.size() >= program.groups * 2, places.size(), program.groups);
  NODECPP_DEBUG_ASSERT(places[0] <= places[1] && places[1] <= subject.size(), places[0], places[1], subject.size());
  RegExpMatch out(detail::buildList<String>(program.groups, [&](std::size_t i) { return subject.group(places, i); }),
                  std::ptrdiff_t(subject.unitOf(places[0])), subject.text());
  if (!program.names.empty()) out.groups = namedGroups(program, subject, places);
  if (!program.flags.hasIndices) [[likely]]
    return out;
  using Pair = Array<std::ptrdiff_t>;
  auto pairOf = [&](std::uint32_t group) {
    if (places[group * 2] == unset) return Pair::undefined();
    return Pair{std::ptrdiff_t(subject.unitOf(places[group * 2])), std::ptrdiff_t(subject.unitOf(places[group * 2 + 1]))};
  };
  Array<Pair> pairs;
  for (std::uint32_t i = 0; i < program.groups; ++i) pairs.push(pairOf(i));
  out.indices = RegExpIndices(std::move(pairs));
  out.indices.groups = grouped<Pair>(program, places, pairOf);
  return out;
}

namespace {

// ECMAScript's RegExpBuiltinExec: with flag g or y, the search begins at lastIndex and sets lastIndex afterwards.
bool execute(detail::RegExpBody& body, const Subject& subject, Places& places) {
  const Program& program = *body.program;
  if (!program.flags.global && !program.flags.sticky) return match(program, subject, 0, false, places);
  const std::size_t from = body.lastIndex > 0 ? std::size_t(body.lastIndex) : 0;
  if (from > std::size_t(subject.text().length())) {
    body.lastIndex = 0;
    return false;
  }
  const std::size_t byte = from > 0 ? subject.byteOf(from, program.flags.byCodePoints()) : 0;
  const bool found = match(program, subject, byte, program.flags.sticky, places);
  NODECPP_DEBUG_ASSERT(!found || (places[0] >= byte && places[1] <= subject.size()), byte);
  body.lastIndex = found ? std::ptrdiff_t(subject.unitOf(places[1])) : 0;
  // A position within malformed bytes may have the same unit index as the position before it. lastIndex is advanced all
  // the same, so that a loop that runs until nothing is found ends.
  if (found && places[1] > byte && std::size_t(body.lastIndex) <= from) body.lastIndex = std::ptrdiff_t(from + 1);
  return found;
}

thread_local Places sparePlaces;

RegExpMatch execIn(detail::RegExpBody& body, const Subject& subject) {
  Places& places = sparePlaces;
  if (!execute(body, subject, places)) return {};
  return matchOf(*body.program, subject, places);
}

// Calls `search` with the text as a String that is neither undefined nor null.
template <class F>
[[gnu::always_inline]] inline auto inText(const detail::TextArg& text, F search) {
  if (const String* own = text.origin(); own && !own->isNullish()) [[likely]]
    return search(Subject(*own));
  const String made = text.toString().printed();
  return search(Subject(made));
}

}  // namespace
}  // namespace regexp

using detail::RegExpBody;

RegExp::RegExp(StringArg pattern, StringArg flags) {
  const String source = pattern.isNullish() && pattern.toString().isUndefined() ? String("") : pattern.toString().printed();
  body_ = regexp::makeBody(source, regexp::flagsOf(flags));
}
RegExp::RegExp(const RegExp& pattern, StringArg flags)
    : body_(regexp::makeBody(pattern.body().program->source,
                             flags.isNullish() ? pattern.body().program->flags : regexp::flagsOf(flags))) {}
RegExp::RegExp(const RegExp& other) noexcept : body_(other.body_) {
  if (body_) detail::countHolder(body_->refs);
}
void RegExp::drop() noexcept {
  NODECPP_ASSERT(body_ && body_->refs > 0);
  if (--body_->refs != 0) return;
  regexp::drop(body_->program);
  detail::release(body_, sizeof(RegExpBody));
}
RegExpBody& RegExp::body() const {
  if (NODECPP_FAILS(nullRegExp, !body_)) [[unlikely]]
    detail::throwUndefined();
  return *body_;
}

RegExpMatch RegExp::exec(detail::TextArg text) const {
  return regexp::inText(text, [&](const regexp::Subject& subject) { return regexp::execIn(body(), subject); });
}
bool RegExp::test(detail::TextArg text) const {
  return regexp::inText(text, [&](const regexp::Subject& subject) { return regexp::execute(body(), subject, regexp::sparePlaces); });
}

bool RegExp::hasIndices() const { return body().program->flags.hasIndices; }
bool RegExp::global() const { return body().program->flags.global; }
bool RegExp::ignoreCase() const { return body().program->flags.ignoreCase; }
bool RegExp::multiline() const { return body().program->flags.multiline; }
bool RegExp::dotAll() const { return body().program->flags.dotAll; }
bool RegExp::unicode() const { return body().program->flags.unicode; }
bool RegExp::unicodeSets() const { return body().program->flags.unicodeSets; }
bool RegExp::sticky() const { return body().program->flags.sticky; }
std::ptrdiff_t RegExp::lastIndex() const { return body().lastIndex; }
void RegExp::setLastIndex(double index) const { body().lastIndex = detail::Index(index); }

String RegExp::flags() const {
  String out;
  const regexp::Flags& flags = body().program->flags;
  regexp::eachFlag([&](char letter, bool regexp::Flags::* flag) {
    if (flags.*flag) out += std::string_view(&letter, 1);
  });
  return out;
}

// ECMAScript's EscapeRegExpPattern: escapes slashes outside of classes, and line terminators.
String RegExp::source() const {
  const std::string_view all = units::view(body().program->source);
  if (all.empty()) return "(?:)";
  std::string out;
  bool inClass = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool escaped = all[i] == '\\' && i + 1 < all.size();
    if (escaped) ++i;
    const std::string_view rest = all.substr(i);
    const char* end = rest[0] == '\n'                            ? "n"
                      : rest[0] == '\r'                          ? "r"
                      : rest.starts_with("\xe2\x80\xa8") ? "u2028"
                      : rest.starts_with("\xe2\x80\xa9") ? "u2029"
                                                         : nullptr;
    if (end) {
      out += '\\';
      out += end;
      if (end[0] == 'u') i += 2;
      continue;
    }
    if (!escaped && rest[0] == '[') inClass = true;
    if (!escaped && rest[0] == ']') inClass = false;
    if (escaped || (rest[0] == '/' && !inClass)) out += '\\';
    out += rest[0];
  }
  return out;
}
String RegExp::toString() const { return "/" + source() + "/" + flags(); }

String RegExp::escape(StringArg given) {
  const std::string_view text = units::view(given);
  std::string out;
  auto hex = [&](std::uint32_t code, int digits) {
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) out += "0123456789abcdef"[code >> shift & 15];
  };
  for (const char *from = text.data(), *end = from + text.size(); from < end;) {
    const bool first = from == text.data();
    const utf8::Decoded one = utf8::decodeWtf(from, end);
    const std::string_view bytes(from, one.size);
    from += one.size;
    const std::uint32_t c = one.code;
    constexpr std::string_view syntax = "^$\\.*+?()[]{}|/", punctuators = ",-=<>#&!%:;@~'`\"", controls = "\t\n\v\f\r";
    const bool isAscii = c < 0x80;
    if (first && isAscii && (ascii::isDigit(c) || ascii::isLetter(int(c)))) {
      out += "\\x";
      hex(c, 2);
    } else if (isAscii && syntax.find(char(c)) != syntax.npos) {
      out += '\\';
      out += char(c);
    } else if (isAscii && controls.find(char(c)) != controls.npos) {
      out += '\\';
      out += "tnvfr"[controls.find(char(c))];
    } else if ((isAscii && punctuators.find(char(c)) != punctuators.npos) || regexp::spaces().has(c) || (c >= 0xd800 && c < 0xe000)) {
      out += c < 256 ? "\\x" : "\\u";
      hex(c, c < 256 ? 2 : 4);
    } else {
      out += bytes;
    }
  }
  return out;
}

RegExpMatch RegExpStringIterator::step() const {
  if (state_->done) return {};
  RegExpBody& its = detail::RegExpAccess::body(state_->pattern);
  const regexp::Subject subject(state_->text);
  regexp::Places& places = regexp::sparePlaces;
  if (!regexp::execute(its, subject, places)) {
    state_->done = true;
    return {};
  }
  if (!its.program->flags.global)
    state_->done = true;
  else if (places[0] == places[1])
    its.lastIndex = std::max(its.lastIndex + 1, std::ptrdiff_t(subject.unitOf(subject.after(places[1], its.program->flags.byCodePoints()))));
  return regexp::matchOf(*its.program, subject, places);
}

}  // namespace nodecpp
