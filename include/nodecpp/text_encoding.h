// TextEncoder and TextDecoder: text to bytes, and bytes to text in any encoding of the WHATWG's Encoding Standard.
// https://nodejs.org/docs/latest-v24.x/api/util.html#class-utiltextdecoder
//
//   auto decoder = make<TextDecoder>("shift_jis", {.fatal = true});
//   String text = decoder->decode(bytes);
//   Uint8Array bytes = make<TextEncoder>()->encode("żółć");
//
// A program that calls encode() includes <nodecpp/typed_arrays.h>.
#pragma once

#include <nodecpp/array_buffer.h>
#include <nodecpp/buffer.h>
#include <nodecpp/object.h>
#include <nodecpp/traits.h>

namespace nodecpp {

class TextDecoderObject;
class TextEncoderObject;
using TextDecoder = Handle<TextDecoderObject>;
using TextEncoder = Handle<TextEncoderObject>;

// The result of encodeInto: how many UTF-16 units of the text were read, and how many bytes were written.
struct EncodeIntoResult {
  std::size_t read = 0;
  std::size_t written = 0;
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("").property("read", read).property("written", written);
  }
};

class TextEncoderObject : public Object {
 public:
  String encoding() const { return "utf-8"; }
  // Returns the text as UTF-8, where a lone surrogate becomes U+FFFD.
  TypedArray<std::uint8_t> encode(StringArg input = "") const;
  // Writes as many whole characters as fit into `dest`.
  EncodeIntoResult encodeInto(StringArg src, const TypedArray<std::uint8_t>& dest) const;

  String toString() const { return "[object TextEncoder]"; }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("").property("encoding", encoding());
  }
};

struct TextDecoderOptions {
  bool fatal = false;      // malformed bytes throw instead of becoming U+FFFD
  bool ignoreBOM = false;  // a byte order mark stays in the text
};
struct TextDecodeOptions {
  bool stream = false;  // further bytes follow, so that an incomplete character at the end waits for them
};

namespace detail {
class LegacyDecoder;
}

class TextDecoderObject : public Object {
 public:
  // `encoding` is one of the standard's labels, in any case. Throws a RangeError (ERR_ENCODING_NOT_SUPPORTED) for other
  // texts, and for the labels of the encodings that the standard replaces.
  explicit TextDecoderObject(StringArg encoding = "utf-8", const TextDecoderOptions& options = {});
  ~TextDecoderObject() override;

  // Returns the standard's name of the encoding, in lower case.
  String encoding() const noexcept { return encoding_; }
  bool fatal() const noexcept { return options_.fatal; }
  bool ignoreBOM() const noexcept { return options_.ignoreBOM; }
  // Decodes bytes, together with those that a call with `stream` has left. Throws a TypeError
  // (ERR_ENCODING_INVALID_ENCODED_DATA) for malformed bytes when the decoder is fatal.
  String decode(const Buffer& input = {}, const TextDecodeOptions& options = {});
  String decode(const ArrayBuffer& input, const TextDecodeOptions& options = {});
  template <nodecpp::detail::DerivedFrom<detail::ViewBase> V>
  String decode(const V& input, const TextDecodeOptions& options = {}) {
    return decode(detail::bytesOf(input), options);
  }

  String toString() const { return "[object TextDecoder]"; }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("TextDecoder")
        .property("encoding", encoding())
        .property("fatal", fatal())
        .property("ignoreBOM", ignoreBOM());
  }

 private:
  enum class Kind : unsigned char { utf8, utf16le, utf16be, singleByte, legacy };
  String decodeUtf8(Buffer input, bool stream);
  String decodeUtf16(Buffer input, bool stream);
  String decodeSingleByte(const Buffer& input) const;
  String decodeLegacy(const Buffer& input, bool stream);
  Buffer withPending(const Buffer& input);
  [[noreturn]] void throwInvalid() const;

  String encoding_;
  TextDecoderOptions options_;
  Kind kind_;
  bool bomSeen_ = false;  // the beginning of the text has been decoded already, so that no byte order mark can follow
  Buffer pending_;        // an incomplete character at the end of the last input
  const char16_t* table_ = nullptr;  // what the bytes from 0x80 on stand for, in an encoding of one byte a character
  detail::LegacyDecoder* legacy_ = nullptr;  // owned; the decoder of an encoding of several bytes a character
};

// JavaScript's `new TextDecoder(encoding, options)`, with braces for the options.
template <std::same_as<TextDecoder> D>
D make(StringArg encoding, const TextDecoderOptions& options) {
  detail::Making making;
  return D(new (making) TextDecoderObject(encoding, options));
}

// Node has both in the module util, too.
namespace util {
using nodecpp::TextDecoder;
using nodecpp::TextEncoder;
}  // namespace util

}  // namespace nodecpp
