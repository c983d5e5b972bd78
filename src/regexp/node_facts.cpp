#include "regexp/node_facts.h"

#include <algorithm>

namespace nodecpp::regexp {

namespace {

// Adds the bytes with which a match of `node` can begin, or end if `back`, as addFirst does.
template <bool back>
bool addEdge(const Node& node, Bytes& edge, EndOfText end) {
  auto add = [&](const Node& child) { return addEdge<back>(child, edge, end); };
  auto high = [&] {
    for (std::size_t i = 128; i < 256; ++i) edge.set(i);
  };
  switch (node.kind) {
    case Kind::character:
      if (node.code < 0x80)
        edge.set(node.code);
      else
        high();
      return false;
    case Kind::set:
      for (const Range& each : node.set.ranges()) {
        for (char32_t c = each.first; c < 128 && c <= each.last; ++c) edge.set(c);
        if (each.last >= 128) high();
      }
      return false;
    case Kind::sequence:
      return back ? std::all_of(node.children.rbegin(), node.children.rend(), add) : std::ranges::all_of(node.children, add);
    case Kind::alternatives: {
      bool may = false;
      for (const Node& child : node.children) may |= add(child);
      return may;
    }
    case Kind::group: return add(node.children[0]);
    case Kind::repeat: return node.max == 0 || (add(node.children[0]) | (node.min == 0));
    case Kind::lineEnd: return node.multiline || end == EndOfText::isEmpty;
    case Kind::backReference:
      edge.set();
      return true;
    default: return true;
  }
}

}  // namespace

bool addFirst(const Node& node, Bytes& first, EndOfText end) { return addEdge<false>(node, first, end); }

bool mayBeEmpty(const Node& node) {
  Bytes first;
  return addFirst(node, first);
}

bool endsInWord(const Node* from, const Node* to) {
  Bytes last;
  do
    if (to == from) return false;
  while (addEdge<true>(*--to, last, EndOfText::isEmpty));
  for (unsigned c = 0; c < 128; ++c)
    if (last[c] && !isWordCharacter(c)) return false;
  return last.any();
}

namespace {

constexpr std::size_t mostItems = 32;

// A character of a text of several characters, which may be left out if it is optional.
struct Item {
  Bytes bytes;
  bool optional;
};

// Adds the characters of `node`. Returns false if it has other parts, or too many.
bool addItems(const Node& node, std::vector<Item>& items) {
  switch (node.kind) {
    case Kind::empty: return true;
    case Kind::character:
    case Kind::set:
      items.push_back({.bytes = {}, .optional = false});
      addFirst(node, items.back().bytes);
      return items.size() <= mostItems;
    case Kind::sequence: return std::ranges::all_of(node.children, [&](const Node& child) { return addItems(child, items); });
    case Kind::repeat: {
      const Kind body = node.children[0].kind;
      if ((body != Kind::character && body != Kind::set) || !node.greedy || node.max > mostItems) return false;
      for (std::uint32_t i = 0; i < node.max; ++i) {
        if (!addItems(node.children[0], items)) return false;
        items.back().optional = i >= node.min;
      }
      return true;
    }
    default: return false;
  }
}

// Adds the bytes with which the pattern can go on. Returns whether it may match without any.
bool addFollowing(const Following* next, Bytes& first) {
  for (; next; next = next->outer) {
    for (const Node* each = next->from; each != next->to; ++each)
      if (!addFirst(*each, first, EndOfText::isCharacter)) return false;
    if (next->again) addFirst(*next->again, first, EndOfText::isCharacter);
  }
  return true;
}

}  // namespace

// If the pattern cannot go on with a character of the alternatives, it can go on only after a match that takes all of
// these characters that are there. That is the longest match, and it must be the first one.
//
// The first match of one alternative is its longest one. At each character, it is at the same item as any other match or
// at an earlier one: if it were later, it would have left out an optional item that could take the character, and taking
// it there comes first. So behind its last character there are only items that could not take the next one.
bool matchesOnce(const Node& node, const Following* next) {
  Bytes all, following;
  std::size_t least = mostItems;
  for (const Node& child : node.children) {
    std::vector<Item> items;
    if (!addItems(child, items) || items.size() > least) return false;
    // An alternative that is tried later must not have a longer match.
    least = std::min(least, std::size_t(std::ranges::count(items, false, &Item::optional)));
    for (const Item& each : items) all |= each.bytes;
  }
  return !addFollowing(next, following) && (all & following).none();
}

// Between two of these characters, neither another alternative nor what follows the loop can match, so the pattern never
// goes on there.
bool takesRuns(const Node& one, const Node& alternatives, const Following* next) {
  if (one.kind != Kind::set && one.kind != Kind::character) return false;
  Bytes own, others;
  addFirst(one, own);
  for (const Node& each : alternatives.children)
    if (&each != &one && addFirst(each, others)) return false;
  return !addFollowing(next, others) && (own & others).none();
}

}  // namespace nodecpp::regexp
