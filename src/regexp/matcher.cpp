// The matcher: a backtracking interpreter of a compiled pattern. Its stack of choices is on the heap and limited, so
// neither a pattern nor a text can exhaust the thread's stack. The text is matched as UTF-8, without a copy
// (text_reader.h).
#include <nodecpp/error.h>

#include <cstring>

#include "base/assertion.h"
#include "base/text/byte_search.h"
#include "regexp/choices.h"
#include "regexp/folding.h"
#include "regexp/jit.h"
#include "regexp/matcher_program.h"
#include "regexp/text_reader.h"

namespace nodecpp::regexp {

bool SetTable::hasHigh(char32_t c) const noexcept {
  const Range* from = ranges.data();
  std::size_t count = ranges.size();
  while (count > 0) {
    const std::size_t half = count / 2;
    if (from[half].last < c) {
      from += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return from != ranges.data() + ranges.size() && from->first <= c;
}

namespace {

// The limit of backtracking steps for one search: a fixed number, and a number for each byte of the text.
constexpr std::int64_t mostSteps = 20'000'000, stepsPerByte = 200;
// Characters that a run takes without backtracking are counted, too; this many characters count as one step.
constexpr std::uint32_t takenPerStep = 16;

// Memory for the stack of choices and the registers, which the next search on this thread reuses.
thread_local Choices spareChoices;
thread_local std::vector<std::uint32_t> spareRegisters;

enum class Outcome { matched, failed, tooExpensive };

template <class Mode>
class Matcher {
 public:
  Matcher(const Program& program, std::string_view text)
      : p_(program),
        text_(reinterpret_cast<const unsigned char*>(text.data())),
        size_(std::uint32_t(text.size())),
        steps_(mostSteps + stepsPerByte * std::int64_t(text.size())),
        choices_(spareChoices),
        registers_(spareRegisters) {
    registers_.assign(program.registers, unset);
  }
  ~Matcher() { choices_.clear(); }

  Outcome at(std::uint32_t from);

 private:
  bool set(std::uint32_t number, std::uint32_t value) noexcept {
    NODECPP_DEBUG_ASSERT(number < registers_.size(), number, registers_.size());
    const std::uint32_t before = registers_[number];
    if (before == value) return true;
    registers_[number] = value;
    return choices_.push(Choice::undo, number, before);
  }

  char32_t read(std::uint32_t& at, bool back) const noexcept {
    return back ? Mode::previous(text_, at, size_) : Mode::next(text_, at, size_);
  }
  bool hasMore(std::uint32_t at, bool back) const noexcept { return back ? at > 0 : at < size_; }

  bool isSet(const SetTable& set, std::uint32_t& at, bool back) const noexcept {
    if (!hasMore(at, back)) return false;
    if constexpr (Mode::byBytes)
      return set.hasByte(back ? text_[--at] : text_[at++]);
    else
      return set.has(read(at, back));
  }

  bool isLiteral(const Instruction& one, std::uint32_t& at) const noexcept {
    NODECPP_DEBUG_ASSERT(std::size_t(one.a) + one.b <= p_.literals.size(), one.a, one.b, p_.literals.size());
    NODECPP_DEBUG_ASSERT(at <= size_, at, size_);
    const char* bytes = p_.literals.data() + one.a;
    if (one.back) {
      if (at < one.b || std::memcmp(text_ + at - one.b, bytes, one.b) != 0) return false;
      at -= one.b;
    } else {
      if (size_ - at < one.b || std::memcmp(text_ + at, bytes, one.b) != 0) return false;
      at += one.b;
    }
    return true;
  }

  bool isWord(std::uint32_t at, bool before, bool more) const noexcept {
    if (!hasMore(at, before)) return false;
    const char32_t c = read(at, before);
    return isWordCharacter(c) || (more && (c == 0x17f || c == 0x212a));
  }
  bool isLineBorder(const Instruction& one, std::uint32_t at) const noexcept {
    const bool begin = one.op == Op::lineStart;
    if (!hasMore(at, begin)) return true;
    return one.flag && isLineEnd(read(at, begin));
  }

  bool isReferred(const Instruction& one, std::uint32_t& at) const noexcept {
    for (const std::uint32_t group : p_.references[one.a]) {
      const std::uint32_t from = registers_[group * 2], to = registers_[group * 2 + 1];
      NODECPP_DEBUG_ASSERT(group < p_.groups, group, p_.groups);
      if (from == unset || to == unset) continue;
      NODECPP_DEBUG_ASSERT(from <= to && to <= size_, from, to, size_);
      if (Mode::byBytes && !one.flag) {
        const std::uint32_t size = to - from;
        if ((one.back ? at : size_ - at) < size) return false;
        if (one.back) at -= size;
        if (std::memcmp(text_ + at, text_ + from, size) != 0) return false;
        if (!one.back) at += size;
        return true;
      }
      std::uint32_t its = one.back ? to : from;
      while (one.back ? its > from : its < to) {
        if (!hasMore(at, one.back)) return false;
        const char32_t a = read(its, one.back), b = read(at, one.back);
        if (a == b) continue;
        const bool points = p_.flags.byCodePoints();
        if (!one.flag || canonical(a, points) != canonical(b, points)) return false;
      }
      return true;
    }
    return true;  // a reference to a group that took no part matches the empty text
  }

  // Takes up to `most` characters of the set and returns how many were taken.
  std::uint32_t take(const SetTable& set, std::uint32_t& at, bool back, std::uint32_t most) const noexcept {
    NODECPP_DEBUG_ASSERT(at <= size_, at, size_);
    std::uint32_t count = 0;
    if (Mode::byBytes && !back) {
      const std::uint32_t end = most < size_ - at ? at + most : size_, from = at;
      while (at < end && set.hasByte(text_[at])) ++at;
      return at - from;
    }
    for (std::uint32_t next = at; count < most && isSet(set, next, back); ++count) at = next;
    return count;
  }

  bool run(const Instruction& one, std::uint32_t pc, std::uint32_t& at, bool& room);
  bool runLazily(const Instruction& one, std::uint32_t pc, std::uint32_t& at, bool& room);
  bool loopHead(const Loop& loop, std::uint32_t& next, std::uint32_t at);
  bool loopEnter(const Loop& loop, std::uint32_t at);
  bool loopEnd(const Loop& loop, std::uint32_t at, bool& room);
  bool lookEnd(std::uint32_t base, bool negative, std::uint32_t& at);
  Outcome backtrack(std::uint32_t& pc, std::uint32_t& at);

  const Program& p_;
  const unsigned char* text_;
  std::uint32_t size_;
  std::int64_t steps_;
  Choices& choices_;

 public:
  std::vector<std::uint32_t>& registers_;
};

// Takes as many characters of the set as follow. One choice on the stack stands for all characters that can be given
// back.
template <class Mode>
[[gnu::always_inline]] inline bool Matcher<Mode>::run(const Instruction& one, std::uint32_t pc, std::uint32_t& at,
                                                      bool& room) {
  NODECPP_DEBUG_ASSERT(one.a < p_.sets.size() && (one.c == unlimited || one.b <= one.c), one.a, one.b, one.c);
  const SetTable& table = p_.sets[one.a];
  if (take(table, at, one.back, one.b) != one.b) return false;
  const std::uint32_t least = at;
  steps_ -= take(table, at, one.back, one.c == unlimited ? unlimited : one.c - one.b) / takenPerStep;
  if (at != least && !one.flag) room = choices_.push(Choice::run, pc, least, at);
  return true;
}

// Takes only as many characters of the set as the run needs at least. The choice that is pushed takes one more
// character each time that the rest of the pattern does not match.
template <class Mode>
[[gnu::always_inline]] inline bool Matcher<Mode>::runLazily(const Instruction& one, std::uint32_t pc, std::uint32_t& at,
                                                            bool& room) {
  NODECPP_DEBUG_ASSERT(one.a < p_.sets.size() && (one.c == unlimited || one.b <= one.c), one.a, one.b, one.c);
  if (take(p_.sets[one.a], at, one.back, one.b) != one.b) return false;
  const std::uint32_t more = one.c == unlimited ? unlimited : one.c - one.b;
  if (more > 0) room = choices_.push(Choice::runLazily, pc, at, more);
  return true;
}

// Continues after a round: with another round of the loop, whose body begins at `next`, or behind the loop. Returns
// false when the stack has no room for the choice between the two.
template <class Mode>
[[gnu::always_inline]] inline bool Matcher<Mode>::loopHead(const Loop& loop, std::uint32_t& next, std::uint32_t at) {
  NODECPP_DEBUG_ASSERT(loop.exit > 0 && loop.min <= loop.max, loop.exit, loop.min, loop.max);
  const std::uint32_t count = registers_[loop.counter], round = next;
  if (count < loop.min) return true;
  next = loop.exit;
  if (loop.max != unlimited && count >= loop.max) return true;
  if (loop.greedy) next = round;
  return choices_.push(Choice::go, loop.greedy ? loop.exit : round, at);
}

// Begins a round of a loop and resets the groups inside the loop, as JavaScript requires. Returns false when the stack
// has no room for the entries that undo the reset.
template <class Mode>
[[gnu::always_inline]] inline bool Matcher<Mode>::loopEnter(const Loop& loop, std::uint32_t at) {
  NODECPP_DEBUG_ASSERT(loop.firstGroup <= loop.endGroup && loop.endGroup <= p_.groups, loop.firstGroup, loop.endGroup);
  bool room = set(loop.start, at);
  for (std::uint32_t i = loop.firstGroup * 2; room && i < loop.endGroup * 2; ++i) room = set(i, unset);
  return room;
}

// Ends a round of a loop. Returns whether the round is accepted.
template <class Mode>
[[gnu::always_inline]] inline bool Matcher<Mode>::loopEnd(const Loop& loop, std::uint32_t at, bool& room) {
  // ECMAScript rejects a round that takes no character after the minimum has been reached; otherwise a loop over
  // an empty body would never end.
  const std::uint32_t count = registers_[loop.counter];
  if (count >= loop.min && registers_[loop.start] == at) return false;
  // Once the minimum is reached and there is no maximum, the exact count does not matter any more, so the counter
  // is left unchanged and needs no undo entry.
  NODECPP_DEBUG_ASSERT(count != unset && registers_[loop.start] <= size_, count, registers_[loop.start]);
  room = set(loop.counter, loop.max == unlimited && count >= loop.min ? count : count + 1);
  return true;
}

// Ends a look-around whose choices begin at `base`. Returns whether the match goes on, which a negative look-around that
// has matched forbids.
template <class Mode>
inline bool Matcher<Mode>::lookEnd(std::uint32_t base, bool negative, std::uint32_t& at) {
  // The choice that began the look-around is still on the stack.
  NODECPP_DEBUG_ASSERT(base < choices_.size(), base, choices_.size());
  if (negative) {
    while (choices_.size() > base) {
      const Choice last = choices_.pop();
      if (last.kind == Choice::undo) registers_[last.pc] = last.at;
    }
    return false;
  }
  // The choices inside a look-around that has matched are dropped, because JavaScript does not backtrack into a
  // look-around. Its undo entries stay, for the case that the search backtracks past it.
  at = choices_[base].at;
  std::uint32_t kept = base;
  for (std::uint32_t i = base + 1; i < choices_.size(); ++i)
    if (choices_[i].kind == Choice::undo) choices_[kept++] = choices_[i];
  NODECPP_DEBUG_ASSERT(kept >= base && kept < choices_.size() && at <= size_, kept, base, at);
  choices_.cut(kept);
  return true;
}

// Goes back to the last choice. Returns Outcome::matched when the search goes on at `pc` and `at`.
template <class Mode>
[[gnu::always_inline]] inline Outcome Matcher<Mode>::backtrack(std::uint32_t& pc, std::uint32_t& at) {
  for (;;) {
    if (choices_.size() == 0) return Outcome::failed;
    if (--steps_ < 0) [[unlikely]]
      return Outcome::tooExpensive;
    Choice last = choices_.pop();
    NODECPP_DEBUG_ASSERT(last.kind == Choice::undo || last.kind == Choice::mark || last.pc < p_.code.size(), last.pc);
    switch (last.kind) {
      case Choice::undo: registers_[last.pc] = last.at; break;
      case Choice::mark: break;
      case Choice::go:
        pc = last.pc;
        at = last.at;
        return Outcome::matched;
      case Choice::run: {
        NODECPP_DEBUG_ASSERT(last.more <= size_ && last.at <= size_ && last.at != last.more, last.at, last.more, size_);
        const Instruction& run = p_.code.data()[last.pc];
        const Instruction& next = p_.code.data()[last.pc + 1];
        at = last.more;
        if (Mode::byBytes && !run.back && next.op == Op::byte && !next.back) {
          // A run gives characters back all at once, until the literal byte that follows the run can match.
          do --at;
          while (at > last.at && text_[at] != next.a);
        } else {
          read(at, !run.back);
        }
        // Malformed bytes may be read differently in the other direction, so the position is kept within the run.
        if (run.back ? at > last.at : at < last.at) at = last.at;
        if (at != last.at) choices_.push(Choice::run, last.pc, last.at, at);
        pc = last.pc + 1;
        return Outcome::matched;
      }
      case Choice::runLazily: {
        NODECPP_DEBUG_ASSERT(last.more > 0 && last.at <= size_, last.more, last.at);
        const Instruction& run = p_.code.data()[last.pc];
        at = last.at;
        if (!isSet(p_.sets[run.a], at, run.back)) break;
        if (last.more != unlimited) --last.more;
        if (last.more > 0) choices_.push(Choice::runLazily, last.pc, at, last.more);
        pc = last.pc + 1;
        return Outcome::matched;
      }
    }
  }
}

template <class Mode>
Outcome Matcher<Mode>::at(std::uint32_t from) {
  const Instruction* const code = p_.code.data();
  std::uint32_t pc = 0, at = from;
  for (;;) {
    const Instruction& one = code[pc];
    NODECPP_DEBUG_ASSERT(pc < p_.code.size() && at <= size_, pc, at, size_);
    std::uint32_t next = pc + 1;
    bool good = true, room = true;
    switch (one.op) {
      case Op::match: return Outcome::matched;
      case Op::byte:
        good = one.back ? at > 0 && text_[at - 1] == one.a : at < size_ && text_[at] == one.a;
        at = one.back ? at - 1 : at + 1;
        break;
      case Op::literal: good = isLiteral(one, at); break;
      case Op::unit: good = hasMore(at, one.back) && read(at, one.back) == one.a; break;
      case Op::set: good = isSet(p_.sets[one.a], at, one.back); break;
      case Op::lineStart:
      case Op::lineEnd:
        good = isLineBorder(one, at);
        break;
      case Op::wordBorder: good = (isWord(at, true, one.a) != isWord(at, false, one.a)) != one.flag; break;
      case Op::save: room = set(one.a, at); break;
      case Op::resetGroups:
        for (std::uint32_t i = one.a * 2; room && i < one.b * 2; ++i) room = set(i, unset);
        break;
      case Op::split:
        room = choices_.push(Choice::go, one.b, at);
        next = one.a;
        break;
      case Op::jump: next = one.a; break;
      case Op::run: good = run(one, pc, at, room); break;
      case Op::runLazily: good = runLazily(one, pc, at, room); break;
      case Op::loopBegin: room = set(p_.loops[one.a].counter, 0); break;
      case Op::loopHead: room = loopHead(p_.loops[one.a], next, at); break;
      case Op::loopEnter: room = loopEnter(p_.loops[one.a], at); break;
      case Op::loopEnd:
        good = loopEnd(p_.loops[one.a], at, room);
        next = one.b;
        break;
      case Op::backReference: good = isReferred(one, at); break;
      case Op::look:
        registers_[one.a] = choices_.size();
        room = choices_.push(one.flag ? Choice::go : Choice::mark, one.b, at);
        break;
      case Op::lookEnd: good = lookEnd(registers_[one.a], one.flag, at); break;
    }
    pc = next;
    if (!room) [[unlikely]]
      return Outcome::tooExpensive;
    if (good) [[likely]]
      continue;
    if (const Outcome outcome = backtrack(pc, at); outcome != Outcome::matched) return outcome;
  }
}

// Returns the next position from `at` on where a match can begin, or a position after the text's end when there is
// none.
std::size_t nextStart(const Program& program, std::string_view text, std::size_t at) noexcept {
  NODECPP_DEBUG_ASSERT(at <= text.size() + 1, at, text.size());
  if (!program.prefix.empty()) {
    const std::size_t found = detail::findBytes(text, program.prefix, at);
    return found == std::string_view::npos ? text.size() + 1 : found;
  }
  if (program.hasFirst) {
    while (at < text.size() && !program.first[static_cast<unsigned char>(text[at])]) ++at;
    return at < text.size() ? at : text.size() + 1;
  }
  return at;
}

template <class Mode>
bool search(const Program& program, std::string_view text, std::size_t from, bool only, Places& places) {
  Matcher<Mode> matcher(program, text);
  for (std::size_t at = from;;) {
    if (!only) at = nextStart(program, text, at);
    if (at > text.size() || (program.anchored && at > 0)) return false;
    const Outcome outcome = matcher.at(std::uint32_t(at));
    if (outcome == Outcome::tooExpensive) throwTooExpensive(program);
    if (outcome == Outcome::matched) {
      places.assign(matcher.registers_.begin(), matcher.registers_.begin() + program.groups * 2);
      for (std::size_t i = 2; i < places.size(); i += 2)
        if (places[i] == unset || places[i + 1] == unset) places[i] = places[i + 1] = unset;
      return true;
    }
    if (only || at >= text.size()) return false;
    std::uint32_t next = std::uint32_t(at);
    Mode::next(reinterpret_cast<const unsigned char*>(text.data()), next, std::uint32_t(text.size()));
    at = next;
  }
}

// The matcher's search, apart from match(), so that a search by machine code need not save registers for it.
[[gnu::noinline]] bool matchByProgram(const Program& program, std::string_view text, bool isAscii, std::size_t from,
                                      bool only, Places& places) {
  if (isAscii) return search<Ascii>(program, text, from, only, places);
  if (program.flags.byCodePoints()) return search<Utf8<true>>(program, text, from, only, places);
  return search<Utf8<false>>(program, text, from, only, places);
}

}  // namespace

void throwTooExpensive(const Program& program) {
  throw RangeError("Regular expression too expensive: /" + program.source + "/");
}

bool match(const Program& program, std::string_view text, bool isAscii, std::size_t from, bool only, Places& places) {
  // Where a match can begin at one place only, its first byte often tells that there is none.
  if (program.anchored || only) {
    if (program.anchored && from > 0) return false;
    if (program.hasFirst && (from >= text.size() || !program.first[static_cast<unsigned char>(text[from])])) return false;
  }
  if (isAscii && program.jit) {
    switch (jitMatch(*program.jit, text, from, only, places)) {
      case JitAnswer::matched: return true;
      case JitAnswer::none: return false;
      case JitAnswer::unable: break;
    }
  }
  return matchByProgram(program, text, isAscii, from, only, places);
}

}  // namespace nodecpp::regexp
