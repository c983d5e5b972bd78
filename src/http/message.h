// What the parts of http share.
#pragma once

#include <nodecpp/http.h>

#include <string_view>
#include <vector>

#include "base/name_index.h"
#include "loop/loop.h"

namespace nodecpp::http::detail {

using nodecpp::detail::Loop;

// Whether `text` holds the word, in any case, between characters that are no letters, digits or underscores.
bool containsWord(std::string_view text, std::string_view lowerWord) noexcept;

// "HTTP/1.1 200 OK\r\n" of the codes that have a text; empty for others.
std::string_view statusLine(int code) noexcept;
std::string_view statusText(int code) noexcept;

class Parser;
// What the parser found, as a message has it: right after Event::head, right after Event::complete. A client leaves out
// what is beyond `limit` fields, instead of refusing it.
void takeHead(IncomingMessageObject& message, const Parser& parser, std::size_t limit = SIZE_MAX);
void takeTrailers(IncomingMessageObject& message, const Parser& parser, std::size_t limit = SIZE_MAX);
// Node's parse error: `parsed` of the `size` bytes at `data`, which are its rawPacket, were in order.
Error parseError(const Parser& parser, std::size_t parsed, const char* data, std::size_t size);
// Node's ConnResetException: code ECONNRESET.
Error resetError(StringArg message);

}  // namespace nodecpp::http::detail

namespace nodecpp::http {

// The fields that setHeader has stored, in the order in which they came.
struct OutgoingMessageObject::FieldList {
  std::vector<Field> all;  // with holes, whose names are empty, where fields of a long list were removed
  nodecpp::detail::NameIndex index;
  std::size_t holes = 0;

  auto nameAt() const {
    return [this](std::uint32_t at) { return std::string_view(all[at].lower.data(), all[at].lower.size()); };
  }
  std::uint32_t find(std::string_view lower) const;
  void add(Field field);
  void remove(std::string_view lower);
  template <class F>
  void each(F f) const {
    for (const Field& field : all)
      if (!field.lower.empty()) f(field);
  }
};

}  // namespace nodecpp::http
