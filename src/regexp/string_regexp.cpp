// The functions match, search, split, replace and replaceAll of String with a RegExp.
#include <nodecpp/error.h>
#include <nodecpp/regexp.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/assertion.h"
#include "base/text/ascii.h"
#include "base/text/string_build.h"
#include "regexp/regexp_body.h"

namespace nodecpp::detail {

namespace {

using regexp::Places;
using regexp::Program;
using regexp::Subject;

// The text of a call, which stays as it is when a function of the program changes the caller's String meanwhile.
struct Printed {
  const String printed;
};
class Searched : Printed, public Subject {
 public:
  explicit Searched(const String& text) : Printed{text.printed()}, Subject(printed) {}
  Searched(const Searched&) = delete;
};

// Calls found(places) for each match with flag g, otherwise for the first match; flag y is applied as JavaScript does.
template <class F>
void eachMatch(RegExpBody& body, const Subject& subject, F found) {
  const Program& program = *body.program;
  const bool global = program.flags.global, sticky = program.flags.sticky;
  Places places;
  std::size_t from = 0;
  if (!global && sticky && body.lastIndex > 0) {
    if (body.lastIndex > subject.text().length()) {
      body.lastIndex = 0;
      return;
    }
    from = subject.byteOf(std::size_t(body.lastIndex), program.flags.byCodePoints());
  }
  if (global) body.lastIndex = 0;
  while (from <= subject.size() && match(program, subject, from, sticky, places)) {
    found(places);
    if (!global) {
      if (sticky) body.lastIndex = std::ptrdiff_t(subject.unitOf(places[1]));
      return;
    }
    NODECPP_DEBUG_ASSERT(places[0] >= from && places[0] <= places[1] && places[1] <= subject.size(), from, places[0],
                         places[1]);
    from = places[1];
    if (places[0] == places[1]) from = subject.after(from, program.flags.byCodePoints());
  }
  if (!global && sticky) body.lastIndex = 0;
}

// A replacement text: its literal parts, and the patterns with $ (ECMAScript's GetSubstitution).
class Template {
 public:
  Template(StringArg with, const Program& program) : with_(units::view(with)), program_(program) {
    plain_ = with_.find('$') == units::npos;
  }
  // Whether the replacement contains no $ and is ASCII, so that its bytes can be inserted unchanged.
  bool isAscii() const noexcept {
    return plain_ && std::all_of(with_.begin(), with_.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
  }
  void append(String& out, const Subject& subject, const Places& places) const {
    if (plain_) {
      out += with_;
      return;
    }
    for (std::size_t at = 0; at < with_.size();) {
      const std::size_t dollar = std::min(with_.find('$', at), with_.size());
      out += with_.substr(at, dollar - at);
      if (dollar == with_.size()) return;
      at = dollar + special(out, dollar, subject, places);
    }
  }

 private:
  // Appends what the $ at position `at` stands for, and returns how many bytes of the replacement it takes.
  std::size_t special(String& out, std::size_t at, const Subject& subject, const Places& places) const {
    const char next = at + 1 < with_.size() ? with_[at + 1] : '\0';
    switch (next) {
      case '$': out += "$"; return 2;
      case '&': subject.append(out, places[0], places[1]); return 2;
      case '`': subject.append(out, 0, places[0]); return 2;
      case '\'': subject.append(out, places[1], subject.size()); return 2;
      case '<': {
        const std::size_t end = program_.names.empty() ? units::npos : with_.find('>', at + 2);
        if (end == units::npos) break;
        const std::string_view name = with_.substr(at + 2, end - at - 2);
        for (const regexp::GroupName& each : program_.names)
          if (each.name == name && places[each.group * 2] != regexp::unset) out += subject.group(places, each.group);
        return end + 1 - at;
      }
      default:
        if (!ascii::isDigit(next)) break;
        std::uint32_t number = std::uint32_t(next - '0');
        std::size_t size = 2;
        if (at + 2 < with_.size() && ascii::isDigit(with_[at + 2])) {
          const std::uint32_t two = number * 10 + std::uint32_t(with_[at + 2] - '0');
          if (two > 0 && two < program_.groups) {
            number = two;
            size = 3;
          }
        }
        if (number == 0 || number >= program_.groups) break;
        if (places[number * 2] != regexp::unset) out += subject.group(places, number);
        return size;
    }
    out += "$";
    return 1;
  }

  std::string_view with_;
  const Program& program_;
  bool plain_ = false;
};

class Call final : public RegExpCall {
 public:
  Call(const Program& program, const Subject& subject, const Places& places)
      : program_(program), subject_(subject), places_(places) {}
  String match() const override { return subject_.part(places_[0], places_[1]); }
  RegExpArgument argument(std::size_t number) const override {
    if (number + 1 < program_.groups) return RegExpArgument(subject_.group(places_, number + 1));
    switch (number + 1 - program_.groups) {
      case 0: return RegExpArgument(std::ptrdiff_t(subject_.unitOf(places_[0])));
      case 1: return RegExpArgument(subject_.text());
      case 2:
        if (!program_.names.empty()) return RegExpArgument(regexp::namedGroups(program_, subject_, places_));
        [[fallthrough]];
      default: return RegExpArgument();
    }
  }

 private:
  const Program& program_;
  const Subject& subject_;
  const Places& places_;
};

// Returns the text with all matches replaced; put(out, places) appends one replacement.
template <class Put>
String replaced(const Subject& subject, RegExpBody& body, Put put) {
  String out;
  std::size_t from = 0;
  bool any = false;
  eachMatch(body, subject, [&](const Places& places) {
    any = true;
    subject.append(out, from, places[0]);
    put(out, places);
    from = places[1];
  });
  if (!any) return subject.text();
  subject.append(out, from, subject.size());
  return out;
}

// Joins pieces of ASCII texts to a String.
class Joined {
 public:
  explicit Joined(std::size_t room) : block_(Block::make(room + ahead)), room_(room + ahead) {}
  Joined(const Joined&) = delete;
  ~Joined() { Block::drop(block_); }

  // Adds the part of `all` from `from` up to `to`.
  void add(std::string_view all, std::size_t from, std::size_t to) {
    NODECPP_DEBUG_ASSERT(from <= to && to <= all.size(), from, to, all.size());
    const std::size_t size = to - from;
    if (room_ - size_ < size + ahead) [[unlikely]]
      grow(size);
    // Mostly the pieces are short. Copying some bytes more than the piece has takes no branch for each size.
    if (size <= ahead && all.size() - from >= ahead)
      __builtin_memcpy(block_->bytes() + size_, all.data() + from, ahead);
    else
      std::memcpy(block_->bytes() + size_, all.data() + from, size);
    size_ += size;
  }
  // Returns the text. A block of which little is used is not kept.
  String text() const {
    String out = room_ / 2 > size_ ? String::copyOf(block_->bytes(), size_) : String::sliceOf(block_, block_->bytes(), size_);
    StringParts::noteAscii(out);
    return out;
  }

 private:
  static constexpr std::size_t ahead = 32;

  [[gnu::noinline]] void grow(std::size_t more) {
    checkStringSize(size_ + more);
    const std::size_t room = (size_ + more) * 2 + ahead;
    Block* larger = Block::make(room);
    std::memcpy(larger->bytes(), block_->bytes(), size_);
    Block::drop(std::exchange(block_, larger));
    room_ = room;
  }

  Block* block_;
  std::size_t room_, size_ = 0;
};

// The fast path for ASCII: the parts are joined as bytes, because no halves of surrogate pairs can meet.
String replacedAscii(const Subject& subject, RegExpBody& body, std::string_view with) {
  const std::string_view all = subject.bytes();
  std::optional<Joined> out;
  std::size_t from = 0;
  eachMatch(body, subject, [&](const Places& places) {
    if (!out) out.emplace(all.size() + with.size());
    NODECPP_DEBUG_ASSERT(from <= places[0] && places[0] <= places[1], from, places[0], places[1]);
    out->add(all, from, places[0]);
    if (!with.empty()) out->add(with, 0, with.size());
    from = places[1];
  });
  if (!out) return subject.text();
  out->add(all, from, all.size());
  return out->text();
}

}  // namespace

String replaceMatches(const String& text, const RegExp& pattern, StringArg with) {
  const RegExp held(pattern);
  RegExpBody& body = RegExpAccess::body(held);
  const Searched subject(text);
  const String replacement = with.toString().printed();
  const Template parts(replacement, *body.program);
  if (subject.isAscii() && parts.isAscii()) return replacedAscii(subject, body, units::view(replacement));
  return replaced(subject, body, [&](String& out, const Places& places) { parts.append(out, subject, places); });
}

String replaceMatches(const String& text, const RegExp& pattern, void* function, RegExpReplacer call) {
  const RegExp held(pattern);
  RegExpBody& body = RegExpAccess::body(held);
  const Searched subject(text);
  // All matches are searched before the first call of the function, because the function may use the RegExp and change
  // its lastIndex.
  std::vector<Places> all;
  eachMatch(body, subject, [&](const Places& places) { all.push_back(places); });
  if (all.empty()) return subject.text();
  String out;
  std::size_t from = 0;
  for (const Places& places : all) {
    subject.append(out, from, places[0]);
    out += call(function, Call(*body.program, subject, places));
    from = places[1];
  }
  subject.append(out, from, subject.size());
  return out;
}

RegExpMatch matchText(const String& text, const RegExp& pattern) {
  RegExpBody& body = RegExpAccess::body(pattern);
  if (!body.program->flags.global) return pattern.exec(text);
  const Searched subject(text);
  Array<String> all;
  eachMatch(body, subject, [&](const Places& places) { all.push(subject.part(places[0], places[1])); });
  if (all.empty()) return {};
  return RegExpMatch(std::move(all));
}

std::ptrdiff_t searchText(const String& text, const RegExp& pattern) {
  const Program& program = *RegExpAccess::body(pattern).program;
  const Searched subject(text);
  Places places;
  if (!match(program, subject, 0, program.flags.sticky, places)) return -1;
  return std::ptrdiff_t(subject.unitOf(places[0]));
}

Array<String> splitText(const String& text, const RegExp& separator, std::size_t limit) {
  const RegExp held(separator);
  const Program& program = *RegExpAccess::body(held).program;
  const Searched subject(text);
  const bool byCodePoints = program.flags.byCodePoints();
  Array<String> parts;
  Places places;
  if (limit == 0) return parts;
  if (subject.size() == 0) {
    if (!match(program, subject, 0, true, places)) parts.push(subject.text());
    return parts;
  }
  std::size_t from = 0, at = 0;
  while (at < subject.size() && match(program, subject, at, false, places)) {
    if (places[0] >= subject.size()) break;
    // ECMAScript's split ignores a match that ends where the last part ended, since it would give an empty part.
    if (places[1] == from) {
      at = subject.after(places[0], byCodePoints);
      continue;
    }
    NODECPP_DEBUG_ASSERT(from <= places[0] && places[0] <= places[1], from, places[0], places[1]);
    parts.push(subject.part(from, places[0]));
    if (parts.size() == limit) return parts;
    for (std::uint32_t i = 1; i < program.groups; ++i) {
      parts.push(subject.group(places, i));
      if (parts.size() == limit) return parts;
    }
    from = at = places[1];
    if (places[0] == places[1]) at = subject.after(at, byCodePoints);
  }
  parts.push(subject.part(from, subject.size()));
  return parts;
}

RegExp forMatchAll(const RegExp& pattern) {
  RegExpBody& body = RegExpAccess::body(pattern);
  if (!body.program->flags.global)
    throw TypeError("String.prototype.matchAll called with a non-global RegExp argument");
  RegExp copy(pattern, String(nodecpp::undefined));
  RegExpAccess::body(copy).lastIndex = body.lastIndex;
  return copy;
}
void checkReplaceAll(const RegExp& pattern) {
  if (!RegExpAccess::body(pattern).program->flags.global)
    throw TypeError("String.prototype.replaceAll called with a non-global RegExp argument");
}

}  // namespace nodecpp::detail
