// BytesArg: a parameter of crypto that takes bytes or text. TextEncoding: a parameter that names an encoding or none. Part
// of nodecpp/crypto.h.
#pragma once

#include <nodecpp/array_buffer.h>
#include <nodecpp/stream/stream_base.h>
#include <nodecpp/traits.h>

namespace nodecpp::crypto {

// Bytes, or a text that is encoded to bytes: a string, a Buffer, a typed array, a DataView, an ArrayBuffer, a Chunk, or a
// var with one of them. It is a view of its argument, which must outlive the call. A value of another type is refused by
// the function that it is given to, with ERR_INVALID_ARG_TYPE.
class BytesArg {
 public:
  template <class T>
    requires nodecpp::detail::StringLike<const T&> && (!nodecpp::detail::DerivedFrom<T, Lookup>)
  BytesArg(const T& text [[clang::lifetimebound]]) : text_(text), kind_(Kind::text) {
    if (text_.empty() && text_.isNullish()) [[unlikely]]
      refuse(text_.origin());
  }
  // What a look-up has found: crypto::createHmac("sha256", process::env["SECRET"]). A variable that is not set is refused.
  template <nodecpp::detail::DerivedFrom<Lookup> T>
  BytesArg(const T& value) : text_("") {
    if (value.isString())
      bytes_ = Buffer::from(StringArg(value.toString()));
    else
      refuse("undefined");
  }
  BytesArg(const Buffer& bytes) noexcept : bytes_(bytes), text_("") {}
  BytesArg(Buffer&& bytes) noexcept : bytes_(std::move(bytes)), text_("") {}
  template <nodecpp::detail::DerivedFrom<nodecpp::detail::ViewBase> T>
  BytesArg(const T& view) : bytes_(nodecpp::detail::bytesOf(view)), text_("") {}
  BytesArg(const ArrayBuffer& bytes) : bytes_(Buffer::from(bytes)), text_(""), kind_(Kind::arrayBuffer) {}
  BytesArg(const stream::Chunk& chunk) : text_("") {
    if (chunk.isString()) {
      // The text of a chunk may be in the chunk itself, so its bytes are copied here.
      bytes_ = chunk.toBuffer();
    } else if (chunk.isBuffer()) {
      bytes_ = chunk.buffer();
    } else {
      refuse(chunk ? "an instance of Object" : "null");
    }
  }
  BytesArg(std::nullptr_t) : text_("") { refuse("null"); }
  BytesArg(Undefined) : text_("") { refuse("undefined"); }
  // A variable that holds one of them: let<Buffer>, perThread<Buffer>.
  template <class T>
    requires(!nodecpp::detail::StringLike<const T&> && !nodecpp::detail::AnyValue<T>) && requires(const T& variable) {
      { variable.value() } -> nodecpp::detail::ConvertsTo<Buffer>;
    }
  BytesArg(const T& variable) : BytesArg(Buffer(variable.value())) {}
  template <nodecpp::detail::AnyValue T>
  BytesArg(const T& value) : text_("") {
    if (value.isString())
      bytes_ = Buffer::from(StringArg(value.text()));
    else if (value.isBuffer())
      bytes_ = value.buffer();
    else
      refuseValue(value.isUndefined(), value.isNullish(), value.isNumber(), value.isBoolean(), value.isArray(), value.toString());
  }

  enum class Kind : unsigned char { bytes, text, arrayBuffer, refused };
  // For the runtime: what was given. The references are valid as long as this argument.
  Kind kind() const noexcept { return kind_; }
  const StringArg& text() const noexcept [[clang::lifetimebound]] { return text_; }
  const Buffer& buffer() const noexcept [[clang::lifetimebound]] { return bytes_; }
  // Node's words for a value of a wrong type, such as "type number (5)".
  const String& received() const noexcept [[clang::lifetimebound]] { return received_; }

 private:
  void refuse(const char* received);
  void refuse(const String* nullish);
  void refuseValue(bool isUndefined, bool isNullish, bool isNumber, bool isBoolean, bool isArray, const String& text);

  Buffer bytes_;
  StringArg text_;
  String received_;
  Kind kind_ = Kind::bytes;
};

// The encoding of a text, or none: nullptr, undefined and an empty name stand for no encoding, "buffer" for bytes.
class TextEncoding {
 public:
  constexpr TextEncoding() noexcept = default;
  constexpr TextEncoding(std::nullptr_t) noexcept {}
  constexpr TextEncoding(Undefined) noexcept {}
  constexpr TextEncoding(Encoding encoding) noexcept : encoding_(encoding), kind_(Kind::known) {}
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  TextEncoding(const T& name) {
    setName(name);
  }

  enum class Kind : unsigned char { none, known, buffer, unknown };
  Kind kind() const noexcept { return kind_; }
  // Returns the encoding, or UTF-8 when there is none or its name is unknown, as Node takes texts.
  Encoding orUtf8() const noexcept { return encoding_; }
  // Returns the encoding. Throws ERR_UNKNOWN_ENCODING when there is none.
  Encoding required() const;
  const String& name() const noexcept [[clang::lifetimebound]] { return name_; }

 private:
  void setName(const StringArg& name);

  Encoding encoding_ = Encoding::utf8;
  Kind kind_ = Kind::none;
  String name_;
};

}  // namespace nodecpp::crypto
