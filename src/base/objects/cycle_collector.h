// The cycle collector frees blocks that refer to each other and that nothing refers to from outside. nodecpp/trace.h
// describes how references are found.
//
// Blocks that may refer to other blocks are on a list of their thread, in the order in which they were made. When the
// list has grown by a thousand blocks, these young blocks are searched in one step. Blocks that survive are old. All
// old blocks are searched again when their number has grown by half, or when twice as many young blocks as there are
// old ones have been searched. This search is done in slices of a thousand blocks, and the program runs between the
// slices. The program may change references meanwhile, so the result is only a guess. Groups of blocks that refer to
// each other are searched once more in one step before they are freed. The schedule does not depend on a clock, so that
// a recording and its replay free the same blocks at the same point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace nodecpp::detail {

struct TracedType;

// The enrolled blocks of this thread and their references, for the census.
struct ReferenceSurvey {
  struct Part {
    const void* memory;  // The address of the enrolled part, as the functions of `type` expect it.
    const TracedType* type;
    const std::uint32_t* refs;  // The block's reference count. Parts of the same object have the same count.
    bool loose;  // Nothing leads to the block, so the collector will free it.
  };
  struct Reference {
    std::uint32_t from;  // The part that holds the reference, as an index into `parts`.
    const std::uint32_t* to;  // Identifies the block that is referred to by the address of its count.
    std::uint32_t times;
  };
  // Says what a part of a block is used for.
  struct Label {
    std::uint32_t of;
    const void* part;
    std::string text;
  };
  std::vector<Part> parts;
  std::vector<Reference> references;
  std::vector<Label> labels;
  const void* roll = nullptr;  // The memory of the list of enrolled blocks, which holds no references.
};

// True when the list of this thread has grown so much that a slice of work is due.
extern constinit thread_local bool collectorIsDue;

class CycleCollector {
 public:
  // Tells whether slice() has work to do. The event loop asks after each callback.
  static bool isDue() noexcept { return collectorIsDue; }
  // Returns how many thousands of young blocks wait. After a callback that has made many blocks, one slice is not
  // enough.
  static std::size_t slicesBehind() noexcept;
  // Searches at most a thousand blocks, or more when one circle is larger. Returns the number of freed parts.
  static std::size_t slice();
  // Searches all blocks at once. Returns the number of freed parts.
  static std::size_t collect();
  // Switches the collector on or off for all threads. It is on by default.
  static void enable(bool on) noexcept;

  // Describes all blocks of the current loop, and those that were made before there was a loop. Frees nothing.
  static ReferenceSurvey survey();
  // The number of blocks that are enrolled on this thread.
  static std::size_t enrolled() noexcept;
  // The number of blocks in the largest slice of this thread so far.
  static std::size_t largestSlice() noexcept;
  // Sets the loop that blocks enrolled from now on belong to, and returns the one before. A thread may have several
  // loops, and blocks of a loop are freed only while that loop is current.
  static const void* setOwner(const void* loop) noexcept;
};

}  // namespace nodecpp::detail
