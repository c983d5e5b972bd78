// Compiles the syntax tree to the matcher's program.
#include <algorithm>
#include <map>

#include "base/assertion.h"
#include "base/text/utf8.h"
#include "regexp/jit.h"
#include "regexp/matcher_program.h"
#include "regexp/node_facts.h"

namespace nodecpp::regexp {

namespace {

constexpr bool isHalf(char32_t c) noexcept { return c >= 0xd800 && c < 0xe000; }

bool isAnchored(const Node& node) {
  switch (node.kind) {
    case Kind::lineStart: return !node.multiline;
    case Kind::sequence: return isAnchored(node.children[0]);
    case Kind::alternatives: return std::ranges::all_of(node.children, isAnchored);
    case Kind::group: return isAnchored(node.children[0]);
    default: return false;
  }
}

class Compiler {
 public:
  Compiler(Program& program) : p_(program) {}

  void whole(const Node& root) {
    p_.registers = p_.groups * 2;
    emit({.op = Op::save, .a = 0});
    node(root, false);
    emit({.op = Op::save, .a = 1});
    emit({.op = Op::match});
    keepCaptures();
    // The whole match is group 0.
    NODECPP_ASSERT(p_.groups >= 1 && p_.registers >= p_.groups * 2, p_.groups, p_.registers);
    findPrefix();
    p_.anchored = isAnchored(root);
    p_.hasFirst = !addFirst(root, p_.first);
    NODECPP_ASSERT(p_.code.size() >= 3 && p_.code.back().op == Op::match, p_.code.size());
  }

 private:
  std::uint32_t here() const noexcept { return std::uint32_t(p_.code.size()); }
  std::uint32_t emit(Instruction instruction) {
    p_.code.push_back(instruction);
    return here() - 1;
  }
  std::uint32_t newRegister() noexcept { return p_.registers++; }

  std::uint32_t setNumber(const CharSet& set) {
    SetTable table;
    for (const Range& each : set.ranges()) {
      for (char32_t c = each.first; c < 256 && c <= each.last; ++c) table.bits[c >> 6] |= std::uint64_t(1) << (c & 63);
      if (each.last >= 256) table.ranges.push_back({std::max<char32_t>(each.first, 256), each.last});
    }
    for (std::size_t i = 0; i < p_.sets.size(); ++i)
      if (std::ranges::equal(p_.sets[i].bits, table.bits) && p_.sets[i].ranges == table.ranges) return std::uint32_t(i);
    p_.sets.push_back(std::move(table));
    return std::uint32_t(p_.sets.size() - 1);
  }
  static CharSet setOf(const Node& one) { return one.kind == Kind::set ? one.set : CharSet{{one.code, one.code}}; }

  // Emits the instructions for neighbouring characters, given in the order of the text.
  void characters(const Node* from, const Node* to, bool back) {
    std::vector<Instruction> all;
    std::string text;
    auto flush = [&] {
      if (text.size() == 1)
        all.push_back({.op = Op::byte, .back = back, .a = std::uint32_t(text[0])});
      else if (!text.empty())
        all.push_back({.op = Op::literal, .back = back, .a = addLiteral(text), .b = std::uint32_t(text.size())});
      text.clear();
    };
    for (; from != to; ++from) {
      const bool units = !p_.flags.byCodePoints();
      if (units && utf8::isHighHalf(from->code) && from + 1 != to && utf8::isLowHalf(from[1].code)) {
        utf8::append(text, utf8::joined(from->code, from[1].code));
        ++from;
      } else if (units && isHalf(from->code)) {
        flush();
        all.push_back({.op = Op::unit, .back = back, .a = from->code});
      } else {
        utf8::append(text, from->code);
      }
    }
    flush();
    if (back) std::ranges::reverse(all);
    for (const Instruction& each : all) emit(each);
  }
  std::uint32_t addLiteral(const std::string& text) {
    NODECPP_ASSERT(text.size() > 1, text.size());
    const std::size_t found = p_.literals.find(text);
    if (found != std::string::npos && p_.literals.size() < 4096) return std::uint32_t(found);
    p_.literals += text;
    return std::uint32_t(p_.literals.size() - text.size());
  }

  void sequence(const std::vector<Node>& all, bool back) {
    // A series of single characters in the pattern becomes one literal.
    std::vector<std::pair<std::size_t, std::size_t>> parts;
    for (std::size_t i = 0; i < all.size();) {
      std::size_t end = i + 1;
      if (all[i].kind == Kind::character)
        while (end < all.size() && all[end].kind == Kind::character) ++end;
      parts.push_back({i, end});
      i = end;
    }
    if (back) std::ranges::reverse(parts);
    for (const auto& [from, to] : parts)
      if (all[from].kind == Kind::character)
        characters(&all[from], &all[from] + (to - from), back);
      else
        node(all[from], back);
  }

  void alternatives(const std::vector<Node>& all, bool back) {
    NODECPP_ASSERT(!all.empty());
    std::vector<std::uint32_t> ends;
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      const std::uint32_t split = emit({.op = Op::split});
      p_.code[split].a = here();
      node(all[i], back);
      ends.push_back(emit({.op = Op::jump}));
      p_.code[split].b = here();
    }
    node(all.back(), back);
    for (const std::uint32_t each : ends) p_.code[each].a = here();
  }

  void repeat(const Node& loop, bool back) {
    const Node& body = loop.children[0];
    NODECPP_ASSERT(loop.children.size() == 1 && loop.min <= loop.max, loop.children.size(), loop.min, loop.max);
    NODECPP_ASSERT(loop.firstGroup <= loop.endGroup && loop.endGroup <= p_.groups, loop.firstGroup, loop.endGroup,
                   p_.groups);
    if (loop.max == 0) return;
    if (body.kind == Kind::set || body.kind == Kind::character) {
      if (loop.min == 1 && loop.max == 1) return node(body, back);
      emit({.op = loop.greedy ? Op::run : Op::runLazily, .back = back, .a = setNumber(setOf(body)), .b = loop.min, .c = loop.max});
      return;
    }
    if (loop.min == 1 && loop.max == 1) return node(body, back);
    const bool resets = loop.firstGroup != loop.endGroup;
    auto reset = [&] {
      if (resets) emit({.op = Op::resetGroups, .a = loop.firstGroup, .b = loop.endGroup});
    };
    auto split = [&](std::uint32_t at, std::uint32_t body, std::uint32_t exit) {
      p_.code[at].a = loop.greedy ? body : exit;
      p_.code[at].b = loop.greedy ? exit : body;
    };
    // The two most common forms of a loop whose body cannot be empty need neither a counter nor the check for empty
    // rounds.
    if (!mayBeEmpty(body) && loop.min == 0 && (loop.max == 1 || loop.max == unlimited)) {
      const std::uint32_t head = emit({.op = Op::split}), enter = here();
      if (loop.max != 1) reset();
      node(body, back);
      if (loop.max != 1) emit({.op = Op::jump, .a = head});
      split(head, enter, here());
      return;
    }
    if (!mayBeEmpty(body) && loop.min == 1 && loop.max == unlimited) {
      const std::uint32_t enter = here();
      reset();
      node(body, back);
      const std::uint32_t end = emit({.op = Op::split});
      split(end, enter, here());
      return;
    }
    // The general form of a loop: registers hold the number of rounds and the position at which a round began.
    const std::uint32_t number = std::uint32_t(p_.loops.size());
    p_.loops.push_back({.min = loop.min,
                        .max = loop.max,
                        .firstGroup = loop.firstGroup,
                        .endGroup = loop.endGroup,
                        .counter = newRegister(),
                        .start = newRegister(),
                        .exit = 0,
                        .greedy = loop.greedy,
                        .mayBeEmpty = mayBeEmpty(body)});
    emit({.op = Op::loopBegin, .a = number});
    const std::uint32_t head = emit({.op = Op::loopHead, .a = number});
    emit({.op = Op::loopEnter, .a = number});
    node(body, back);
    emit({.op = Op::loopEnd, .a = number, .b = head});
    p_.loops[number].exit = here();
    NODECPP_ASSERT(head + 1 < here() && p_.code[head].op == Op::loopHead, head, here());
  }

  void node(const Node& one, bool back) {
    switch (one.kind) {
      case Kind::empty: break;
      case Kind::set: emit({.op = Op::set, .back = back, .a = setNumber(one.set)}); break;
      case Kind::character: characters(&one, &one + 1, back); break;
      case Kind::sequence: sequence(one.children, back); break;
      case Kind::alternatives: alternatives(one.children, back); break;
      case Kind::group:
        NODECPP_ASSERT(one.children.size() == 1 && one.index < p_.groups, one.children.size(), one.index, p_.groups);
        emit({.op = Op::save, .a = one.index * 2 + back});
        node(one.children[0], back);
        emit({.op = Op::save, .a = one.index * 2 + !back});
        break;
      case Kind::repeat: repeat(one, back); break;
      case Kind::lineStart: emit({.op = Op::lineStart, .flag = one.multiline}); break;
      case Kind::lineEnd: emit({.op = Op::lineEnd, .flag = one.multiline}); break;
      case Kind::wordBorder:
        emit({.op = Op::wordBorder, .flag = one.negative, .a = one.ignoreCase && p_.flags.byCodePoints()});
        break;
      case Kind::look: {
        NODECPP_ASSERT(one.children.size() == 1, one.children.size());
        const std::uint32_t at = newRegister();
        const std::uint32_t begin = emit({.op = Op::look, .flag = one.negative, .a = at});
        node(one.children[0], one.behind);
        emit({.op = Op::lookEnd, .flag = one.negative, .a = at});
        p_.code[begin].b = here();
        break;
      }
      case Kind::backReference:
        emit({.op = Op::backReference, .flag = one.ignoreCase, .back = back, .a = std::uint32_t(p_.references.size())});
        p_.references.push_back(one.groups);
        break;
    }
  }

  // Whether no character of `set` can be matched where the program goes on with `next`.
  bool excludes(const SetTable& set, const Instruction& next) const {
    switch (next.op) {
      case Op::byte: return !set.hasByte(static_cast<unsigned char>(next.a));
      case Op::literal: {
        const unsigned char first = static_cast<unsigned char>(p_.literals[next.a]);
        return first < 0x80 && !set.hasByte(first);
      }
      case Op::set:
      case Op::run: {
        if (next.op == Op::run && next.b == 0) return false;
        const SetTable& other = p_.sets[next.a];
        for (int i = 0; i < 4; ++i)
          if (set.bits[i] & other.bits[i]) return false;
        for (const Range& each : set.ranges)
          for (const Range& its : other.ranges)
            if (each.first <= its.last && its.first <= each.last) return false;
        return true;
      }
      case Op::lineEnd: return !next.flag;
      default: return false;
    }
  }
  // Marks the runs (loops over one set of characters) that never need to give characters back: those after which the
  // program cannot continue with a character of the run's set.
  void keepCaptures() {
    for (std::size_t i = 0; i < p_.code.size(); ++i) {
      Instruction& run = p_.code[i];
      if (run.op != Op::run || run.back) continue;
      std::size_t next = i + 1;
      while (p_.code[next].op == Op::save) ++next;
      // A program ends with the instruction `match`, so an instruction follows each run.
      NODECPP_ASSERT(next < p_.code.size(), next, p_.code.size());
      run.flag = !p_.code[next].back && excludes(p_.sets[run.a], p_.code[next]);
    }
  }

  void findPrefix() {
    for (const Instruction& each : p_.code) {
      if (each.op == Op::save) continue;
      if (each.op == Op::byte) p_.prefix = std::string(1, char(each.a));
      if (each.op == Op::literal) p_.prefix = p_.literals.substr(each.a, each.b);
      return;
    }
  }

  Program& p_;
};

}  // namespace

Program* compile(const String& source, const Flags& flags) {
  Pattern pattern = parse({source.data(), source.size()}, flags);
  struct Owner {
    Program* program = new Program;
    ~Owner() { delete program; }
  } owner;
  Program& program = *owner.program;
  program.source = source;
  program.flags = flags;
  program.groups = pattern.groups;
  program.names = std::move(pattern.names);
  std::map<std::string_view, std::uint32_t> numbers;
  for (const GroupName& each : program.names) {
    const auto [place, isNew] = numbers.insert({each.name, std::uint32_t(numbers.size())});
    if (isNew) program.uniqueNames.push(each.name);
    program.nameNumbers.push_back(place->second);
  }
  Compiler(program).whole(pattern.root);
  NODECPP_ASSERT(program.nameNumbers.size() == program.names.size(), program.names.size());
  NODECPP_ASSERT(program.uniqueNames.size() == numbers.size(), program.uniqueNames.size(), numbers.size());
  program.jit = makeJit(pattern, flags.sticky);
  owner.program = nullptr;
  return &program;
}

Program::~Program() { dropJit(jit); }

}  // namespace nodecpp::regexp
