// pbkdf2, scrypt and hkdf. Each is checked on the loop's thread, which makes a Work of plain values, and computed by the Work
// on any thread.
#include <nodecpp/crypto/kdf.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/kdf.h>

#include <string>
#include <utility>

#include "base/errors/validate.h"
#include "crypto/bytes.h"
#include "crypto/digests.h"
#include "crypto/job.h"
#include "crypto/kdf.h"

namespace nodecpp::crypto {

using detail::Bytes;
using detail::Derived;
using detail::Hkdf;
using detail::Pbkdf2;
using detail::Secret;
using nodecpp::detail::codedError;

namespace {

unsigned char* octetsIn(std::string& bytes) { return reinterpret_cast<unsigned char*>(bytes.data()); }

Derived failed() {
  Derived derived;
  const os::TlsFailure failure = os::openssl::takeFailure("Deriving bits failed");
  derived.error = failure.message;
  return derived;
}

constexpr const char* xofRefused = "error:1C8000B7:Provider routines::xof digests not allowed";

}  // namespace

namespace detail {

Derived Pbkdf2::operator()() const {
  Derived derived;
  if (length == 0) return failed();
  if (EVP_MD_get_flags(digest.get()) & EVP_MD_FLAG_XOF) {
    derived.error = xofRefused;
    return derived;
  }
  derived.bytes.resize(length);
  // The texts may be empty, and a null pass phrase stands for none.
  if (PKCS5_PBKDF2_HMAC(password.bytes.data(), int(password.size()), salt.data(), int(salt.size()), iterations, digest.get(),
                        int(length), octetsIn(derived.bytes)) != 1)
    return failed();
  return derived;
}

Derived Hkdf::operator()() const {
  Derived derived;
  if (length == 0) return failed();
  if (isXof) {
    derived.error = xofRefused;
    return derived;
  }
  Owned<EVP_KDF, EVP_KDF_free> kdf(EVP_KDF_fetch(nullptr, "HKDF", nullptr));
  Owned<EVP_KDF_CTX, EVP_KDF_CTX_free> context(kdf ? EVP_KDF_CTX_new(kdf.get()) : nullptr);
  auto octets = [](const char* name, const Secret& secret) {
    return OSSL_PARAM_construct_octet_string(name, const_cast<char*>(secret.bytes.data()), secret.size());
  };
  const OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, const_cast<char*>(digest.c_str()), 0),
      octets(OSSL_KDF_PARAM_KEY, key), octets(OSSL_KDF_PARAM_SALT, salt), octets(OSSL_KDF_PARAM_INFO, info),
      OSSL_PARAM_construct_end()};
  derived.bytes.resize(length);
  if (!context || EVP_KDF_derive(context.get(), octetsIn(derived.bytes), length, parameters) != 1) return failed();
  return derived;
}

}  // namespace detail

namespace {

struct Scrypt {
  Secret password, salt;
  std::size_t length;
  std::uint64_t cost, blockSize, parallelization, maxmem;

  Derived operator()() const {
    Derived derived;
    derived.bytes.resize(length);
    if (length == 0) return derived;
    if (EVP_PBE_scrypt(password.bytes.data(), password.size(), salt.data(), salt.size(), cost, blockSize, parallelization, maxmem,
                       octetsIn(derived.bytes), length) != 1)
      return failed();
    return derived;
  }
};

Buffer bufferOf(const Derived& derived) {
  if (!derived.error.empty()) throw Error(String::copyOf(derived.error.data(), derived.error.size()));
  return Buffer::copyOf(derived.bytes.data(), derived.bytes.size());
}

ArrayBuffer arrayBufferOf(const Derived& derived) {
  if (!derived.error.empty()) throw Error(String::copyOf(derived.error.data(), derived.error.size()));
  return detail::arrayBufferOf({reinterpret_cast<const unsigned char*>(derived.bytes.data()), derived.bytes.size()});
}

Pbkdf2 pbkdf2Work(const BytesArg& password, const BytesArg& salt, double iterations, double keylen, StringArg digest) {
  detail::validateString(digest, "digest");
  Bytes secret(password, "password", detail::bytesOrText), salted(salt, "salt", detail::bytesOrText);
  detail::validateInt32(iterations, "iterations", 1);
  detail::validateInt32(keylen, "keylen", 0);
  return {Secret(secret.octets()), Secret(salted.octets()), int(iterations), std::size_t(keylen), detail::digestFor(digest).share()};
}

// Returns the value of an option that has two names.
double option(const stream::OptionalNumber& one, const char* oneName, const stream::OptionalNumber& other, const char* otherName,
              double byDefault) {
  if (one.given) detail::validateUint32(one.value, oneName);
  if (other.given) {
    if (one.given)
      throw codedError<TypeError>("ERR_INCOMPATIBLE_OPTION_PAIR",
                                  str("Option \"") + oneName + "\" cannot be used in combination with option \"" + otherName + "\"");
    detail::validateUint32(other.value, otherName);
  }
  const double value = one.given ? one.value : other.given ? other.value : byDefault;
  return value == 0 ? byDefault : value;
}

Scrypt scryptWork(const BytesArg& password, const BytesArg& salt, double keylen, const ScryptOptions& options) {
  Bytes secret(password, "password", detail::bytesOrText), salted(salt, "salt", detail::bytesOrText);
  detail::validateInt32(keylen, "keylen", 0);
  const double cost = option(options.N, "N", options.cost, "cost", 16384);
  const double blockSize = option(options.r, "r", options.blockSize, "blockSize", 8);
  const double parallelization = option(options.p, "p", options.parallelization, "parallelization", 1);
  double maxmem = 32 << 20;
  if (options.maxmem.given) {
    nodecpp::detail::validateInteger(options.maxmem.value, "maxmem", 0);
    maxmem = options.maxmem.value;
  }
  Scrypt work{Secret(secret.octets()),           Secret(salted.octets()), std::size_t(keylen), std::uint64_t(cost), std::uint64_t(blockSize),
              std::uint64_t(parallelization), std::uint64_t(maxmem)};
  // A call without room for the result only checks the numbers.
  ERR_clear_error();
  if (EVP_PBE_scrypt(nullptr, 0, nullptr, 0, work.cost, work.blockSize, work.parallelization, work.maxmem, nullptr, 0) != 1) {
    // Only a limit has an error of OpenSSL that says more.
    const os::TlsFailure failure = os::openssl::takeFailure("");
    String message = "Invalid scrypt params";
    if (failure.reason == "memory limit exceeded")
      message = message + ": " + String::copyOf(failure.message.data(), failure.message.size());
    throw codedError<RangeError>("ERR_CRYPTO_INVALID_SCRYPT_PARAMS", message);
  }
  return work;
}

Hkdf hkdfWork(StringArg digest, const KeyArg& ikm, const BytesArg& salt, const BytesArg& info, double keylen) {
  detail::validateString(digest, "digest");
  Bytes key(ikm, "ikm", detail::keyOrText), salted(salt, "salt", detail::bytesOrText), about(info, "info", detail::bytesOrText);
  nodecpp::detail::validateInteger(keylen, "length", 0);
  if (about.size() > 1024)
    throw nodecpp::detail::outOfRange("info", "must not contain more than 1024 bytes", str(double(about.size())));
  detail::Digest& found = detail::digestFor(digest);
  if (keylen > 255 * double(found.size)) throw codedError<RangeError>("ERR_CRYPTO_INVALID_KEYLEN", "Invalid key length");
  return {Secret(key.octets()), Secret(salted.octets()), Secret(about.octets()), std::size_t(keylen), found.macName, found.isXof};
}

}  // namespace

Buffer pbkdf2Sync(const BytesArg& password, const BytesArg& salt, double iterations, double keylen, StringArg digest) {
  return bufferOf(pbkdf2Work(password, salt, iterations, keylen, digest)());
}

void pbkdf2(const BytesArg& password, const BytesArg& salt, double iterations, double keylen, StringArg digest,
            Function<void(Error, Buffer)> callback) {
  Pbkdf2 work = pbkdf2Work(password, salt, iterations, keylen, digest);
  detail::validateCallback(callback);
  detail::computeFor(std::move(work), bufferOf, std::move(callback));
}

Buffer scryptSync(const BytesArg& password, const BytesArg& salt, double keylen, const ScryptOptions& options) {
  return bufferOf(scryptWork(password, salt, keylen, options)());
}

void scrypt(const BytesArg& password, const BytesArg& salt, double keylen, const ScryptOptions& options,
            Function<void(Error, Buffer)> callback) {
  Scrypt work = scryptWork(password, salt, keylen, options);
  detail::validateCallback(callback);
  detail::computeFor(std::move(work), bufferOf, std::move(callback));
}

void scrypt(const BytesArg& password, const BytesArg& salt, double keylen, Function<void(Error, Buffer)> callback) {
  scrypt(password, salt, keylen, ScryptOptions{}, std::move(callback));
}

ArrayBuffer hkdfSync(StringArg digest, const KeyArg& ikm, const BytesArg& salt, const BytesArg& info, double keylen) {
  return arrayBufferOf(hkdfWork(digest, ikm, salt, info, keylen)());
}

void hkdf(StringArg digest, const KeyArg& ikm, const BytesArg& salt, const BytesArg& info, double keylen,
          Function<void(Error, ArrayBuffer)> callback) {
  Hkdf work = hkdfWork(digest, ikm, salt, info, keylen);
  detail::validateCallback(callback);
  detail::computeFor(std::move(work), arrayBufferOf, std::move(callback));
}

}  // namespace nodecpp::crypto
