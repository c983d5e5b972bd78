// Secret keys.
#include <nodecpp/crypto/key_object.h>

#include "base/errors/validate.h"
#include "crypto/bytes.h"
#include "crypto/job.h"
#include "crypto/openssl.h"

namespace nodecpp::crypto {

KeyObject createSecretKey(const BytesArg& key, const TextEncoding& encoding) {
  detail::Bytes bytes(key, "key", "an instance of ArrayBuffer, Buffer, TypedArray, or DataView", encoding);
  return make<KeyObjectObject>(bytes.toBuffer());
}

namespace {

// Returns the number of bytes of a key to generate.
std::size_t keySize(StringArg type, const GenerateKeyOptions& options) {
  detail::validateString(type, "type");
  if (type == StringArg("hmac")) {
    detail::validateInt32(options.length, "options.length", 8);
  } else if (type == StringArg("aes")) {
    if (options.length != 128 && options.length != 192 && options.length != 256)
      throw nodecpp::detail::invalidArgValue("options.length", str(options.length), "must be one of: 128, 192, 256");
  } else {
    throw nodecpp::detail::invalidArgValue("type", nodecpp::detail::inspectString(type), "must be a supported key type");
  }
  return std::size_t(options.length) / 8;
}

KeyObject generated(std::size_t size) {
  Buffer bytes = Buffer::allocUnsafeSlow(double(size));
  detail::fillRandom(bytes.bytes(), size);
  KeyObject key = make<KeyObjectObject>(bytes);
  detail::wipe(bytes.bytes(), size);
  return key;
}

}  // namespace

KeyObject generateKeySync(StringArg type, const GenerateKeyOptions& options) { return generated(keySize(type, options)); }

void generateKey(StringArg type, const GenerateKeyOptions& options, Function<void(Error, KeyObject)> callback) {
  detail::validateCallback(callback);
  KeyObject key = generated(keySize(type, options));
  detail::finishLater([callback, key] { callback(nullptr, key); });
}

}  // namespace nodecpp::crypto
