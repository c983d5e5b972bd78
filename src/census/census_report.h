// The census for a reader: blocks of the same class that were made at the same line are one entry.
#pragma once

#include <string>
#include <vector>

#include "census/block_names.h"

namespace nodecpp::census {

struct Step {
  std::string what;
  Place made;
};

struct Entry {
  Kind kind;
  std::string what;
  Place made;
  Place waits;
  bool reached;
  bool loose;  // The block is not reached, and the cycle collector will free it.
  std::size_t count = 0;
  std::size_t bytes = 0;
  std::size_t holds = 0;  // The bytes of these blocks and of all blocks that are reached through them.
  // The holder of most of these blocks, the holder of that one, and so on. The last step is a root.
  std::vector<Step> chain{};
};

struct Report {
  bool noted;  // The program runs with --nodecpp-census, so that sizes and lines are known.
  std::size_t counts[kinds] = {};
  std::size_t blocks = 0;
  std::size_t bytes = 0;
  std::size_t unreached = 0;
  std::size_t unreachedBytes = 0;
  std::vector<Entry> entries;  // The entries are sorted by `holds`, the largest first.

  std::string text() const;
  std::string json() const;
  std::string html() const;
};

// Makes the report. `names` must be the judge that was given to heap.look().
Report reportOn(const Heap& heap, Names& names);

}  // namespace nodecpp::census
