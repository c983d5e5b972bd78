// Text that grows, and strings as JSON quotes them.
#pragma once

#include <nodecpp/string.h>

#include <cstring>

#include "base/number.h"

namespace nodecpp::detail {

class JsonText {
 public:
  JsonText();
  JsonText(const JsonText&) = delete;
  ~JsonText();

  // Room for so many bytes more; write to `at()`, then `advance`.
  void need(std::size_t bytes) {
    if (std::size_t(end_ - at_) < bytes) [[unlikely]]
      grow(bytes);
  }
  char* at() noexcept { return at_; }
  void advance(std::size_t bytes) noexcept { at_ += bytes; }
  void put(char c) {
    need(1);
    *at_++ = c;
  }
  void put(const char* bytes, std::size_t size) {
    need(size);
    std::memcpy(at_, bytes, size);
    at_ += size;
  }
  void put(const String& text) { put(text.data(), text.size()); }
  template <std::size_t N>
  void literal(const char (&text)[N]) {
    put(text, N - 1);
  }
  // null for what is not finite.
  void number(double value) {
    if (value - value != 0) return literal("null");
    need(numberTextSize);
    at_ += numberText(at_, value);
  }
  // In quotes and escaped. Lone surrogates become \udxxx, malformed UTF-8 stays as it is.
  void quoted(const String& text);
  void quoted(const char* bytes, std::size_t size);

  std::size_t size() const noexcept { return std::size_t(at_ - from_); }
  void cutTo(std::size_t size) noexcept { at_ = from_ + size; }
  String text() const { return String::copyOf(from_, size()); }

 private:
  void grow(std::size_t bytes);
  void escape(const char*& at, const char* end);
  char* from_;
  char* at_;
  char* end_;
};

}  // namespace nodecpp::detail
