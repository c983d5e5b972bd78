// The storage of received header fields: one block that holds a copy of the head and the table of its fields.
#pragma once

#include <nodecpp/http/headers.h>

#include <span>
#include <string_view>

#include "http/parser.h"

namespace nodecpp::http::detail {

struct ReceivedFields {
  nodecpp::detail::Block* block;  // the bytes, then the table
  std::uint32_t refs;
  std::uint32_t count;
  std::uint32_t table;  // offset of the table

  // Copies `size` bytes of a head at `base`, to which the offsets of `fields` refer. One reference is the caller's.
  static ReceivedFields* make(const char* base, std::size_t size, std::span<const Field> fields);
  static void drop(ReceivedFields* fields) noexcept;

  const char* base() const noexcept { return block->bytes(); }
  std::span<const Field> fields() const noexcept {
    return {reinterpret_cast<const Field*>(block->bytes() + table), count};
  }
  std::string_view view(Span span) const noexcept { return {base() + span.offset, span.length}; }
  // The text of a piece, sharing the block where it is ASCII.
  String text(Span span) const;
};

bool equalsIgnoringCase(std::string_view a, std::string_view lower) noexcept;
bool isToken(std::string_view text) noexcept;
// Whether `text` (UTF-8) has a character that Node refuses in a field's value.
bool hasInvalidHeaderChar(std::string_view text) noexcept;
// Appends UTF-8 `text`, all of whose characters are below U+0100, as latin1. `to` has room for text.size().
char* putLatin1(char* to, std::string_view text) noexcept;

}  // namespace nodecpp::http::detail
