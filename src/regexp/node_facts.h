// What can be told about a part of a pattern without a text.
#pragma once

#include <bitset>

#include "regexp/pattern_syntax.h"

namespace nodecpp::regexp {

// A set of bytes. The bytes from 128 on are in the set together or not at all: they stand for all that is not ASCII.
using Bytes = std::bitset<256>;

bool mayBeEmpty(const Node& node);

// Adds the bytes with which a match of `node` can begin. Returns whether `node` can match the empty text. Where the end of
// the text counts as a character, nodes that match only there do not match the empty text.
enum class EndOfText : bool { isEmpty, isCharacter };
bool addFirst(const Node& node, Bytes& first, EndOfText end = EndOfText::isEmpty);
// Returns whether each match of the nodes from `from` up to `to` ends with an ASCII character of a word, as far as it
// ends with an ASCII character; a match may not be empty.
bool endsInWord(const Node* from, const Node* to);

// What the pattern goes on with after a node: the nodes from `from` up to `to`, and then `outer`. Where these nodes are
// the body of a loop, or a part of it, the pattern may also go on with another round of `again`.
struct Following {
  const Node *from, *to;
  const Following* outer;
  const Node* again = nullptr;
};

// Whether the first match that `node`, a node of alternatives, has at a position is the only one after which the pattern
// can go on, so that a search need not come back to the other alternatives. `next` is what follows, and null where that
// is not known.
bool matchesOnce(const Node& node, const Following* next);

// Whether a loop over `alternatives` may take the characters of `one`, an alternative, as far as they follow each other,
// in one round instead of a round for each. `next` is what follows the loop.
bool takesRuns(const Node& one, const Node& alternatives, const Following* next);

}  // namespace nodecpp::regexp
