// Builds a String when its size is known before its bytes.
#pragma once

#include <nodecpp/string.h>

namespace nodecpp::detail {

[[noreturn]] void throwStringTooLong();
inline constexpr std::size_t longestString = 0x1fffffe8;  // The length of V8's longest string.
// Throws ERR_STRING_TOO_LONG when the size exceeds the length of the longest String.
inline void checkStringSize(std::size_t size) {
  if (size > longestString) [[unlikely]]
    throwStringTooLong();
}

// Makes a String of `size` bytes, of more than a String holds without a block. The bytes are written where they stay: a
// copy that begins at once would have to wait for what was just written in pieces of another size.
template <class F>
String buildLongString(std::size_t size, F&& fill) {
  checkStringSize(size);
  struct Owner {
    Block* block;
    ~Owner() { Block::drop(block); }
  } owner{Block::make(size)};
  fill(owner.block->bytes());
  return String::sliceOf(owner.block, owner.block->bytes(), size);
}

// Makes a String of `size` bytes. `fill(char*)` must write exactly `size` bytes. Throws ERR_STRING_TOO_LONG.
template <class F>
String buildString(std::size_t size, F&& fill) {
  constexpr std::size_t small = 64;
  if (size <= small) {
    char bytes[small];
    fill(bytes);
    return String::copyOf(bytes, size);
  }
  return buildLongString(size, fill);
}

}  // namespace nodecpp::detail
