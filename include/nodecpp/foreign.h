// Bytes that somebody else keeps, as what Buffers are slices of. For the runtime.
#pragma once

#include <nodecpp/string.h>

namespace nodecpp::detail {

// A block whose bytes are elsewhere. `gone(keeper)` is called when its last slice is dropped, on that slice's thread;
// `keeper` may be set anew before that.
struct ForeignBlock : Block {
  // Beyond the capacity of any other block, so that only the release of large ones looks for it.
  static constexpr std::size_t mark = std::size_t(1) << 62;

  void (*gone)(void* keeper) noexcept;
  void* keeper;

  // One reference belongs to the caller.
  [[nodiscard]] static ForeignBlock* make(void (*gone)(void* keeper) noexcept, void* keeper);
};

inline bool isForeign(const Block* block) noexcept { return block && block->capacity == ForeignBlock::mark; }

}  // namespace nodecpp::detail
