// string_decoder: bytes that come in pieces to text, without breaking a character that a piece ends in.
// https://nodejs.org/docs/latest-v24.x/api/string_decoder.html
#pragma once

#include <nodecpp/buffer.h>
#include <nodecpp/object.h>

namespace nodecpp::string_decoder {

// What a StringDecoder refers to. A stream may also hold one as a member: it allocates nothing of its own.
class StringDecoderObject : public Object {
 public:
  // Throws ERR_UNKNOWN_ENCODING.
  explicit StringDecoderObject(EncodingArg encoding = Encoding::utf8) : kind_(encoding.orUtf8()) {}

  // The text of what was held back and of `bytes`, up to the last whole character; the rest is held back. `bytes` need
  // to live during the call only.
  String write(const Buffer& bytes);
  // As Node's: a string passes through as it is.
  String write(StringArg text) { return text.toString(); }
  // What is held back, as text (an incomplete character of UTF-8 is U+FFFD). The decoder may be used again.
  String end();
  String end(const Buffer& bytes) { return write(bytes) + end(); }
  String end(StringArg text) { return text.toString() + end(); }

  // The normalised name: "utf8", "utf16le", "latin1", ….
  String encoding() const { return detail::encodingName(kind_); }
  Encoding kind() const noexcept { return kind_; }
  // Bytes that the held-back character lacks, and bytes it has when whole; Node's undocumented `lastNeed`, `lastTotal`.
  int lastNeed() const noexcept { return missing_; }
  int lastTotal() const noexcept { return missing_ + held_; }

 private:
  String complete(const char*& data, std::size_t& size);
  void holdBack(const char* data, std::size_t& size) noexcept;

  Encoding kind_;
  unsigned char missing_ = 0;
  unsigned char held_ = 0;
  char bytes_[4] = {};
};

// new StringDecoder('utf8'): make<string_decoder::StringDecoder>("utf8").
using StringDecoder = Handle<StringDecoderObject>;

}  // namespace nodecpp::string_decoder
