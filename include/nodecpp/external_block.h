// A block over bytes that somebody other than the allocator owns, for Buffers over such bytes. For the runtime.
#pragma once

#include <nodecpp/string.h>

namespace nodecpp::detail {

// A block with its bytes in foreign memory. `gone(keeper)` is called when the last slice of the block is dropped, on
// the thread of that slice. `keeper` may be assigned again before that.
struct ExternalBlock : Block {
  // A capacity greater than that of any other block. Only the function that frees large blocks must therefore check for
  // foreign blocks.
  static constexpr std::size_t mark = std::size_t(1) << 62;

  void (*gone)(void* keeper) noexcept;
  void* keeper;

  // Returns a new block over foreign bytes. The caller owns its one reference.
  [[nodiscard]] static ExternalBlock* make(void (*gone)(void* keeper) noexcept, void* keeper);
};

inline bool isExternal(const Block* block) noexcept { return block && block->capacity == ExternalBlock::mark; }

}  // namespace nodecpp::detail
