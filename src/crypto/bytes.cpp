#include "crypto/bytes.h"

#include <algorithm>

#include "base/errors/validate.h"
#include "base/text/encoding.h"

namespace nodecpp::crypto {

using nodecpp::detail::codedError;
using nodecpp::detail::invalidArgType;

void BytesArg::refuse(const char* received) {
  received_ = received;
  kind_ = Kind::refused;
}

void BytesArg::refuse(const String* nullish) { refuse(nullish && nullish->isUndefined() ? "undefined" : "null"); }

void BytesArg::refuseValue(bool isUndefined, bool isNullish, bool isNumber, bool isBoolean, bool isArray, const String& text) {
  if (isUndefined || isNullish) return refuse(isUndefined ? "undefined" : "null");
  refuse(isArray ? "an instance of Array" : "an instance of Object");
  if (isNumber) received_ = "type number (" + text + ")";
  if (isBoolean) received_ = "type boolean (" + text + ")";
}

void TextEncoding::setName(const StringArg& name) {
  if (nodecpp::detail::parseEncodingName({name.data(), name.size()}, encoding_)) {
    kind_ = Kind::known;
  } else if (name == StringArg("buffer")) {
    kind_ = Kind::buffer;
  } else if (!name.empty()) {
    kind_ = Kind::unknown;
    name_ = name.toString();
  }
}

Encoding TextEncoding::required() const {
  if (kind_ == Kind::known) [[likely]]
    return encoding_;
  const String& name = kind_ == Kind::buffer ? String("buffer") : name_;
  throw codedError<TypeError>("ERR_UNKNOWN_ENCODING", "Unknown encoding: " + name);
}

namespace detail {

Bytes::Bytes(const BytesArg& argument, const char* name, const char* expected, const TextEncoding& encoding) {
  if (argument.kind() == BytesArg::Kind::refused) [[unlikely]]
    throw invalidArgType(name, expected, argument.received());
  if (argument.kind() != BytesArg::Kind::text) {
    octets_ = octetsOf(argument.buffer());
    return;
  }
  const StringArg& text = argument.text();
  const Encoding used = encoding.orUtf8();
  if (used == Encoding::utf8 && nodecpp::detail::asciiPrefix(text.data(), text.size()) == text.size()) {
    octets_ = octetsOf(text);
    return;
  }
  if (used == Encoding::hex && text.size() % 2 == 1)
    throw nodecpp::detail::invalidArgValue("encoding", "'hex'", "is invalid for data of length " + str(double(text.size())));
  kept_ = Buffer::from(text, used);
  octets_ = octetsOf(kept_);
}

Buffer Bytes::toBuffer() const { return kept_.empty() ? copied(octets_) : kept_; }

void validateInt32(double value, StringArg name, double min) {
  nodecpp::detail::validateInteger(value, name, min, 2147483647);
}

void validateUint32(double value, StringArg name) { nodecpp::detail::validateInteger(value, name, 0, 4294967295); }

void validateString(const StringArg& value, const char* name) {
  if (!value.empty() || !value.isNullish()) return;
  throw invalidArgType(name, "of type string", value.origin() && value.origin()->isUndefined() ? "undefined" : "null");
}

Buffer copied(Octets bytes) { return Buffer::copyOf(reinterpret_cast<const char*>(bytes.data()), bytes.size()); }

ArrayBuffer arrayBufferOf(Octets bytes) {
  const Buffer copy = Buffer::allocUnsafeSlow(double(bytes.size()));
  std::copy(bytes.begin(), bytes.end(), writable(copy));
  return copy.buffer();
}

Error finalized() { return codedError("ERR_CRYPTO_HASH_FINALIZED", "Digest already called"); }

String textOf(Octets bytes, const TextEncoding& encoding) {
  return nodecpp::detail::decode(reinterpret_cast<const char*>(bytes.data()), bytes.size(), encoding.required());
}

}  // namespace detail

}  // namespace nodecpp::crypto
