// Building a String of a size that is known before its bytes are.
#pragma once

#include <nodecpp/string.h>

namespace nodecpp::detail {

[[noreturn]] void throwStringTooLong();
// ERR_STRING_TOO_LONG for what is longer than a String can be.
inline constexpr std::size_t longestString = 0x1fffffe8;  // V8's limit
inline void checkStringSize(std::size_t size) {
  if (size > longestString) [[unlikely]]
    throwStringTooLong();
}

// `fill(char*)` writes exactly `size` bytes. ERR_STRING_TOO_LONG as for every String.
template <class F>
String buildString(std::size_t size, F&& fill) {
  checkStringSize(size);
  constexpr std::size_t small = 64;
  if (size <= small) {
    char bytes[small];
    fill(bytes);
    return String::copyOf(bytes, size);
  }
  struct Owner {
    Block* block;
    ~Owner() { Block::drop(block); }
  } owner{Block::make(size)};
  fill(owner.block->bytes());
  return String::sliceOf(owner.block, owner.block->bytes(), size);
}

}  // namespace nodecpp::detail
