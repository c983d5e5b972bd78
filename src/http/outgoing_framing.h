// The framing of chunked bodies, for outgoing.cpp, which sends bodies, and for outgoing_end.cpp, which ends messages.
#pragma once

#include <charconv>
#include <cstddef>
#include <string_view>

#include "base/text/encoding.h"
#include "http/message.h"

namespace nodecpp::http::detail {

inline Error destroyedError(const char* action) {
  return nodecpp::detail::codedError<Error>("ERR_STREAM_DESTROYED", String("Cannot call ") + action + " after a stream was destroyed");
}

// The line in front of a chunk: its size in hexadecimal digits.
class SizeLine {
 public:
  static constexpr std::size_t most = 18;
  explicit SizeLine(std::size_t size) : size_(std::size_t(put(text_, size) - text_)) {}
  // Returns the end of the written text.
  static char* put(char* to, std::size_t size) {
    char* end = std::to_chars(to, to + 16, size, 16).ptr;
    *end++ = '\r';
    *end++ = '\n';
    return end;
  }
  const char* data() const noexcept { return text_; }
  std::size_t size() const noexcept { return size_; }

 private:
  char text_[most];
  std::size_t size_;
};

// The end of a chunk and of the body after it.
inline constexpr std::string_view lastChunk = "\r\n0\r\n\r\n";
// The largest number of bytes that a body of a single chunk has around it.
inline constexpr std::size_t framing = SizeLine::most + lastChunk.size();

// Whether the text contains lone surrogates, which UTF-8 cannot represent. They are sent as U+FFFD.
inline bool isIllFormed(const stream::ChunkArg& chunk) {
  return chunk.isString() && nodecpp::detail::hasSurrogate(chunk.text());
}
inline bool isUtf8(const stream::EncodingParam& encoding) {
  return !encoding.given() || (!encoding.isBuffer() && encoding.encoding() == Encoding::utf8);
}

}  // namespace nodecpp::http::detail
