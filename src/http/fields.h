// The storage of received header fields: one block that begins with this, then a copy of the head, then the table of its
// fields; behind that, where there are many, an index of their names. The strings made of it are slices of the same block.
#pragma once

#include <nodecpp/http/headers.h>

#include <cstring>
#include <span>
#include <string_view>

#include "http/parser.h"

namespace nodecpp::http::detail {

struct ReceivedFields {
  std::uint32_t count;
  std::uint32_t table;  // offset of the table from base()
  std::uint32_t slots;  // of the index, a power of two; 0 for none

  // Copies `size` bytes of a head at `base`, to which the offsets of `fields` refer. One reference is the caller's.
  static ReceivedFields* make(const char* base, std::size_t size, std::span<const Field> fields);
  static void drop(ReceivedFields* fields) noexcept {
    if (fields) nodecpp::detail::Block::drop(fields->block());
  }
  void retain(std::uint32_t times = 1) noexcept { nodecpp::detail::countHolder(block()->refs, times); }

  nodecpp::detail::Block* block() const noexcept {
    return reinterpret_cast<nodecpp::detail::Block*>(const_cast<ReceivedFields*>(this)) - 1;
  }
  const char* base() const noexcept { return reinterpret_cast<const char*>(this + 1); }
  std::span<const Field> fields() const noexcept {
    return {reinterpret_cast<const Field*>(base() + table), count};
  }
  // The first field of a name in lower case, and the next one of the name of field `at`; `count` when there is none.
  std::uint32_t first(std::string_view lower) const noexcept;
  std::uint32_t next(std::uint32_t at) const noexcept;
  std::string_view view(Span span) const noexcept { return {base() + span.offset, span.length}; }
  // The text of a piece, sharing the block where it is ASCII.
  String text(Span span) const;

 private:
  // Numbers of fields and one, 0 for none: by the hash of the name the first of each name, and by field the next of its
  // name.
  std::uint32_t* slotTable() const noexcept { return nextTable() + count; }
  // The seed of the slots stands behind them.
  std::uint64_t seed() const noexcept {
    std::uint64_t value = 0;
    std::memcpy(&value, slotTable() + slots, sizeof value);
    return value;
  }
  void setSeed(std::uint64_t value) noexcept { std::memcpy(slotTable() + slots, &value, sizeof value); }
  std::uint32_t* nextTable() const noexcept {
    return reinterpret_cast<std::uint32_t*>(const_cast<char*>(base()) + table + count * sizeof(Field));
  }
  void index();
};

bool equalsIgnoringCase(std::string_view a, std::string_view lower) noexcept;
bool isToken(std::string_view text) noexcept;
// Whether `text` (UTF-8) has a character that Node refuses in a field's value.
bool hasInvalidHeaderChar(std::string_view text) noexcept;
// Appends UTF-8 `text`, all of whose characters are below U+0100, as latin1. `to` has room for text.size().
char* putLatin1(char* to, std::string_view text) noexcept;

}  // namespace nodecpp::http::detail
