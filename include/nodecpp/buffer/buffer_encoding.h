// The encodings between texts and bytes, and the parameter that names one. Part of nodecpp/buffer.h.
#pragma once

#include <nodecpp/error.h>

namespace nodecpp {

// The encodings of text. Their names are "utf8" (also "utf-8"), "utf16le" (also "utf-16le", "ucs2" and "ucs-2"),
// "latin1" (also "binary"), "ascii", "hex", "base64" and "base64url", in upper or lower case. Any other name throws
// ERR_UNKNOWN_ENCODING.
enum class Encoding : unsigned char { utf8, utf16le, latin1, ascii, hex, base64, base64url };

namespace detail {
// Looks up an encoding by its name. Returns false when the name is unknown.
bool parseEncoding(StringArg name, Encoding& encoding) noexcept;
const char* encodingName(Encoding encoding) noexcept;
// Returns the encoding with this name. Throws ERR_UNKNOWN_ENCODING.
Encoding encodingFrom(StringArg name);
}  // namespace detail

// An encoding parameter: a name or an Encoding. As in Node, an unknown name throws ERR_UNKNOWN_ENCODING only when the
// encoding is used.
class EncodingArg {
 public:
  constexpr EncodingArg(Encoding encoding) noexcept : encoding_(encoding), known_(true) {}
  template <class T>
    requires detail::StringLike<const T&>
  EncodingArg(const T& name) : EncodingArg(StringArg(name), 0) {}
  // Converts to the Encoding. Throws ERR_UNKNOWN_ENCODING when the name is unknown.
  operator Encoding() const {
    if (!known_) [[unlikely]]
      throwUnknown();
    return encoding_;
  }
  // Returns UTF-8 for an empty name, which most of Node's functions treat as a missing encoding.
  Encoding orUtf8() const { return !known_ && name_.empty() ? Encoding::utf8 : Encoding(*this); }
  bool known() const noexcept { return known_; }
  bool knownOrEmpty() const noexcept { return known_ || name_.empty(); }

 private:
  EncodingArg(StringArg name, int) : known_(detail::parseEncoding(name, encoding_)) {
    if (!known_) [[unlikely]]
      name_ = name.toString();
  }
  [[noreturn]] void throwUnknown() const;

  Encoding encoding_ = Encoding::utf8;
  bool known_;
  String name_;
};

}  // namespace nodecpp
