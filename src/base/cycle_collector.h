// Frees circles: blocks that refer to each other and to which nothing leads from outside (nodecpp/trace.h has how references
// are found).
//
// Blocks that may refer to others stand on a list of their thread, in the order in which they were made. When that has grown
// by a thousand, those thousand are looked at in one go. What lives on is old, and is looked at again when there are half as
// many old ones more than the last time, or when twice as many new ones have come and gone: in slices of a thousand, between
// which the program runs. What comes out then is a guess, since the program has changed things meanwhile; those that refer to each other are looked at once more, in one go,
// before they are freed.
// Nothing depends on a clock, so that a recording and its replay free the same at the same place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace nodecpp::detail {

struct TracedType;

// What is enrolled here, for the census.
struct Survey {
  struct Part {
    const void* memory;         // where the type's functions find it
    const TracedType* type;
    const std::uint32_t* refs;  // its count: of an object with several parts the same
    bool loose;                 // nothing leads to it: the collector will free it
  };
  struct Reference {
    std::uint32_t from;         // among the parts
    const std::uint32_t* to;    // the count of what is referred to
    std::uint32_t times;
  };
  // What a part of a block is for.
  struct Label {
    std::uint32_t of;
    const void* part;
    std::string text;
  };
  std::vector<Part> parts;
  std::vector<Reference> references;
  std::vector<Label> labels;
  const void* roll = nullptr;  // the list itself, which holds nothing
};

// Whether the list of this thread has grown so much that there is something to do.
extern constinit thread_local bool collectorIsDue;

class CycleCollector {
 public:
  // The loop asks after each callback.
  static bool isDue() noexcept { return collectorIsDue; }
  // How many thousands are new: after a callback that has made many, one slice is not enough.
  static std::size_t slicesBehind() noexcept;
  // Looks at a thousand blocks at the most (more where the circle that it frees is larger). Returns how many it has freed.
  static std::size_t slice();
  // All that is there, at once. Returns how many it has freed.
  static std::size_t collect();
  // Whether anything is done, on any thread; on by default.
  static void enable(bool on) noexcept;

  // Looks at all of the current loop's, and at what was there before it; frees nothing.
  static Survey survey();
  // Blocks that are enrolled on this thread.
  static std::size_t enrolled() noexcept;
  // How many blocks the largest slice of this thread looked at.
  static std::size_t largestSlice() noexcept;
  // What is enrolled from now on belongs to another loop of this thread; returns the one before. Circles of one loop are freed
  // while it is current.
  static const void* setOwner(const void* loop) noexcept;
};

}  // namespace nodecpp::detail
