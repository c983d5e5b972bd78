// Storage of received header fields in a single block: a ReceivedFields object, a copy of the head, the table of the
// fields and, for many fields, an index of their names. Strings made of the fields are slices of this block.
#pragma once

#include <nodecpp/http/headers.h>

#include <cstring>
#include <span>
#include <string_view>

#include "http/parser/parser.h"

namespace nodecpp::http::detail {

struct ReceivedFields {
  std::uint32_t count;
  std::uint32_t table;  // offset of the field table from base()
  std::uint32_t slots;  // size of the index, a power of two; 0 without an index

  // Copies the `size` bytes of a head at `base`, to which the offsets in `fields` refer. The caller gets one reference.
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
  // Return the first field with a name in lower case, and the next field with the same name as field `at`; `count` when
  // there is none.
  std::uint32_t first(std::string_view lower) const noexcept;
  std::uint32_t next(std::uint32_t at) const noexcept;
  std::string_view view(Span span) const noexcept { return {base() + span.offset, span.length}; }
  // Returns the text of a span. An ASCII text shares the block; any other text is converted from latin1 and copied.
  String text(Span span) const;

 private:
  // Both tables contain the number of a field plus one, and 0 for none. The slot table, a hash table, leads to the
  // first field of each name; the next table leads from a field to the next one of the same name.
  std::uint32_t* slotTable() const noexcept { return nextTable() + count; }
  // The hash seed of the index is stored behind the slots.
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
// Whether `text` (UTF-8) contains a character that Node refuses in a header value.
bool hasInvalidHeaderChar(std::string_view text) noexcept;
// Writes `text`, UTF-8 with characters below U+0100 only, as latin1 and returns the end. `to` has room for text.size()
// bytes.
char* putLatin1(char* to, std::string_view text) noexcept;

}  // namespace nodecpp::http::detail
