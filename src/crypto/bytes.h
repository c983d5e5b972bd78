// The bytes of an argument of crypto, and the errors of arguments.
#pragma once

#include <nodecpp/crypto/bytes_arg.h>

#include <span>

namespace nodecpp::crypto::detail {

using Octets = std::span<const unsigned char>;
inline Octets octetsOf(const Buffer& buffer) {
  return {reinterpret_cast<const unsigned char*>(buffer.bytes()), buffer.size()};
}
inline Octets octetsOf(const StringArg& text) { return {reinterpret_cast<const unsigned char*>(text.data()), text.size()}; }
inline unsigned char* writable(const Buffer& buffer) { return reinterpret_cast<unsigned char*>(buffer.bytes()); }

// Node's words for the types that an argument may have.
inline constexpr const char* viewOrText = "of type string or an instance of Buffer, TypedArray, or DataView";
inline constexpr const char* bytesOrText = "of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView";
inline constexpr const char* keyOrText =
    "of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey";

// The bytes of `argument`: its own where it has some, else those of its text. They are valid as long as this object and
// the argument. The constructor throws ERR_INVALID_ARG_TYPE for a value of a wrong type, and ERR_INVALID_ARG_VALUE for a
// text of an odd number of hexadecimal digits.
class Bytes {
 public:
  Bytes(const BytesArg& argument, const char* name, const char* expected, const TextEncoding& encoding = {});
  Octets octets() const { return octets_; }
  const unsigned char* data() const { return octets_.data(); }
  std::size_t size() const { return octets_.size(); }
  // Returns the bytes as a Buffer of their own.
  Buffer toBuffer() const;

 private:
  Buffer kept_;
  Octets octets_;
};

// Throws Node's error unless `value` is an integer in the range.
void validateInt32(double value, StringArg name, double min);
void validateUint32(double value, StringArg name);
// Throws ERR_INVALID_ARG_TYPE when a text is undefined or null.
void validateString(const StringArg& value, const char* name);
template <class F>
void validateCallback(const F& callback) {
  if (!callback) throw nodecpp::detail::invalidArgType("callback", "of type function", "undefined");
}

// Makes an error as Node's native part does: its stack begins without the code.
template <class E = Error>
E nativeError(StringArg code, StringArg message) {
  E error(message);
  error->code = code.toString();
  return error;
}

// Returns a Buffer with a copy of the bytes.
Buffer copied(Octets bytes);

// Returns an ArrayBuffer with a copy of the bytes.
ArrayBuffer arrayBufferOf(Octets bytes);

// Makes the error of a hash that is used after its digest.
Error finalized();

// Converts bytes to a text in the encoding, or throws ERR_UNKNOWN_ENCODING.
String textOf(Octets bytes, const TextEncoding& encoding);

}  // namespace nodecpp::crypto::detail
