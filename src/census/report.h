// The census as a reader sees it: blocks of the same class that were made at the same line are one entry.
#pragma once

#include <string>
#include <vector>

#include "census/names.h"

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
  bool loose;  // not reached, and the collector of circles will free it
  std::size_t count = 0;
  std::size_t bytes = 0;
  std::size_t holds = 0;      // with what is reached through them
  std::vector<Step> chain{};  // who holds most of them, and who holds that, and so on; the last is a root
};

struct Report {
  bool noted;  // with --nodecpp-census: sizes and lines are known
  std::size_t counts[kinds] = {};
  std::size_t blocks = 0;
  std::size_t bytes = 0;
  std::size_t unreached = 0;
  std::size_t unreachedBytes = 0;
  std::vector<Entry> entries;  // what holds most comes first

  std::string text() const;
  std::string json() const;
  std::string html() const;
};

// `names` has judged the heap.
Report reportOn(const Heap& heap, Names& names);

}  // namespace nodecpp::census
