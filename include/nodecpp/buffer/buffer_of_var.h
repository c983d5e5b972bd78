// The functions of a Buffer for a pattern in a var. What the var holds decides, as in Node. Programs include
// nodecpp/buffer.h.
#pragma once

#include <nodecpp/buffer/buffer_encoding.h>
#include <nodecpp/string/string_arg.h>

namespace nodecpp {

class var;
class Buffer;

namespace detail {

// Returns a Buffer of what a var holds, as Buffer::from does.
Buffer bufferOfVar(const var& value, const EncodingArg& encoding);

// Throws ERR_INVALID_ARG_TYPE for a value that indexOf() cannot search for.
[[noreturn]] void throwNotSearched(const var& value);

// B is Buffer.
struct BufferOfVar {
  // A text or bytes; everything else is converted to a number.
  template <class B, AnyValue V>
  const B& fill(this const B& self, const V& value, double from, double to, const EncodingArg& encoding = Encoding::utf8) {
    if (value.isString()) return self.fill(value.text(), from, to, encoding);
    return value.isView() ? self.fill(bytesIn(value), from, to) : self.fill(value.toNumber(), from, to);
  }
  template <class B, AnyValue V>
  const B& fill(this const B& self, const V& value, double from, const EncodingArg& encoding = Encoding::utf8) {
    return self.fill(value, from, double(self.length()), encoding);
  }
  template <class B, AnyValue V>
  const B& fill(this const B& self, const V& value, const EncodingArg& encoding = Encoding::utf8) {
    return self.fill(value, 0, double(self.length()), encoding);
  }
  // A text, bytes or a number. Throw ERR_INVALID_ARG_TYPE when the var holds something else.
  template <class B, AnyValue V>
  std::ptrdiff_t indexOf(this const B& self, const V& value, double from, double end, const EncodingArg& encoding = Encoding::utf8) {
    return searchFor(value, [&](const auto& wanted, const auto&... more) { return self.indexOf(wanted, from, end, more...); }, encoding);
  }
  template <class B, AnyValue V>
  std::ptrdiff_t indexOf(this const B& self, const V& value, double from = 0, const EncodingArg& encoding = Encoding::utf8) {
    return self.indexOf(value, from, double(self.length()), encoding);
  }
  template <class B, AnyValue V>
  std::ptrdiff_t indexOf(this const B& self, const V& value, const EncodingArg& encoding) {
    return self.indexOf(value, 0, double(self.length()), encoding);
  }
  template <class B, AnyValue V>
  std::ptrdiff_t lastIndexOf(this const B& self, const V& value, double from, double end, const EncodingArg& encoding = Encoding::utf8) {
    return searchFor(value, [&](const auto& wanted, const auto&... more) { return self.lastIndexOf(wanted, from, end, more...); }, encoding);
  }
  template <class B, AnyValue V>
  std::ptrdiff_t lastIndexOf(this const B& self, const V& value, double from, const EncodingArg& encoding = Encoding::utf8) {
    return self.lastIndexOf(value, from, double(self.length()), encoding);
  }
  template <class B, AnyValue V>
  std::ptrdiff_t lastIndexOf(this const B& self, const V& value, const EncodingArg& encoding = Encoding::utf8) {
    return self.lastIndexOf(value, __builtin_nan(""), double(self.length()), encoding);
  }

 private:
  // Calls search() with what the var holds, and for a text with the encoding.
  template <AnyValue V>
  static std::ptrdiff_t searchFor(const V& value, const auto& search, const EncodingArg& encoding) {
    if (value.isString()) return search(value.text(), encoding);
    if (value.isNumber()) return search(value.toNumber());
    if (!value.isView()) throwNotSearched(value);
    return search(bytesIn(value));
  }
  template <AnyValue V>
  static auto bytesIn(const V& value) {
    return value.isBuffer() ? value.buffer() : bytesOf(*value.viewRef());
  }
};

}  // namespace detail
}  // namespace nodecpp
