// string_decoder: decodes bytes that arrive in chunks to text, without splitting a character that lies on the border of
// two chunks.
// https://nodejs.org/docs/latest-v24.x/api/string_decoder.html
#pragma once

#include <nodecpp/buffer.h>
#include <nodecpp/object.h>

namespace nodecpp::string_decoder {

// The object behind a StringDecoder handle. A stream may also hold it as a plain member, because it allocates no memory
// itself.
class StringDecoderObject : public Object {
 public:
  // Throws ERR_UNKNOWN_ENCODING for an encoding that does not exist.
  explicit StringDecoderObject(EncodingArg encoding = Encoding::utf8) : kind_(encoding.orUtf8()) {}

  // Decodes `bytes`, after the bytes that an earlier call held back. Returns the text up to the last complete
  // character, and holds back the bytes of an incomplete character for the next call. `bytes` has to live only during
  // the call.
  String write(const Buffer& bytes);
  // A string is returned unchanged, as Node's StringDecoder does, because it needs no decoding.
  String write(StringArg text) { return text.toString(); }
  // Returns the bytes that were held back as text; an incomplete UTF-8 character becomes U+FFFD. The decoder may be
  // used again afterwards.
  String end();
  String end(const Buffer& bytes) { return write(bytes) + end(); }
  String end(StringArg text) { return text.toString() + end(); }

  // Returns the normalized name of the encoding: "utf8", "utf16le", "latin1" and so on.
  String encoding() const { return detail::encodingName(kind_); }
  Encoding kind() const noexcept { return kind_; }
  // lastNeed() returns how many bytes the held-back character still lacks, lastTotal() how many bytes it has when
  // complete. Node's StringDecoder has undocumented properties of these names.
  int lastNeed() const noexcept { return missing_; }
  int lastTotal() const noexcept { return missing_ + held_; }
  template <class I>
  void inspectTo(I& out) const {
    out.property("encoding", encoding());
  }

 private:
  String complete(const char*& data, std::size_t& size);
  void keepIncomplete(const char* data, std::size_t& size) noexcept;

  Encoding kind_;
  unsigned char missing_ = 0;
  unsigned char held_ = 0;
  char bytes_[4] = {};
};

// A handle to a decoder: make<string_decoder::StringDecoder>("utf8") stands for JavaScript's new StringDecoder('utf8').
using StringDecoder = Handle<StringDecoderObject>;

}  // namespace nodecpp::string_decoder
