// Functions and types that several parts of http use.
#pragma once

#include <nodecpp/http.h>

#include <string_view>
#include <vector>

#include "base/containers/name_index.h"
#include "loop/loop.h"

namespace nodecpp::http::detail {

using nodecpp::detail::Loop;

// Whether `text` contains the word, in upper or lower case, between characters that are no letters, digits or
// underscores.
bool containsWord(std::string_view text, std::string_view lowerWord) noexcept;

// Return for example "HTTP/1.1 200 OK\r\n" and "OK"; an empty text for a code without a reason phrase. The texts are
// static.
std::string_view statusLine(int code) noexcept;
std::string_view statusText(int code) noexcept;

class Parser;
// Copy the parser's result to the message; takeHead right after Event::head, takeTrailers right after Event::complete.
// Only the first `limit` fields are copied: a client leaves out further fields instead of refusing the message.
void takeHead(IncomingMessageObject& message, const Parser& parser, std::size_t limit = SIZE_MAX);
void takeTrailers(IncomingMessageObject& message, const Parser& parser, std::size_t limit = SIZE_MAX);
// Returns the parse error that Node would report. The `size` bytes at `data` become its rawPacket, and the first
// `parsed` of them were valid.
Error parseError(const Parser& parser, std::size_t parsed, const char* data, std::size_t size);
// Returns Node's ConnResetException, whose code is ECONNRESET.
Error resetError(StringArg message);

}  // namespace nodecpp::http::detail

namespace nodecpp::http {

// The fields that setHeader has stored, in the order in which they were first set.
struct OutgoingMessageObject::FieldList {
  // The fields. In a long list, a removed field leaves an entry with an empty name behind.
  std::vector<Field> all;
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
