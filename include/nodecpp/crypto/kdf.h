// Keys that are derived from passwords and from other keys. The calls with a callback compute on the pool. Part of
// nodecpp/crypto.h. https://nodejs.org/docs/latest-v24.x/api/crypto.html#cryptopbkdf2password-salt-iterations-keylen-digest-callback
#pragma once

#include <nodecpp/crypto/key_object.h>
#include <nodecpp/function.h>

namespace nodecpp::crypto {

// PBKDF2 (RFC 8018): returns `keylen` bytes. Throws ERR_OUT_OF_RANGE for numbers that are no integers, iterations below 1 and a
// negative length, ERR_CRYPTO_INVALID_DIGEST, and an Error "Deriving bits failed" for a length of 0.
Buffer pbkdf2Sync(const BytesArg& password, const BytesArg& salt, double iterations, double keylen, StringArg digest);
void pbkdf2(const BytesArg& password, const BytesArg& salt, double iterations, double keylen, StringArg digest,
            Function<void(Error, Buffer)> callback);

struct ScryptOptions {
  stream::OptionalNumber cost{};  // a power of two above 1; by default 16384
  stream::OptionalNumber blockSize{};        // by default 8
  stream::OptionalNumber parallelization{};  // by default 1
  // The names of the RFC for these three.
  stream::OptionalNumber N{};
  stream::OptionalNumber r{};
  stream::OptionalNumber p{};
  stream::OptionalNumber maxmem{};  // bytes; by default 32 MiB, and about 128 * N * r are needed
};
// scrypt (RFC 7914): returns `keylen` bytes. Throws ERR_OUT_OF_RANGE, ERR_INCOMPATIBLE_OPTION_PAIR when an option is given by
// both of its names, and ERR_CRYPTO_INVALID_SCRYPT_PARAMS.
Buffer scryptSync(const BytesArg& password, const BytesArg& salt, double keylen, const ScryptOptions& options = {});
void scrypt(const BytesArg& password, const BytesArg& salt, double keylen, const ScryptOptions& options,
            Function<void(Error, Buffer)> callback);
void scrypt(const BytesArg& password, const BytesArg& salt, double keylen, Function<void(Error, Buffer)> callback);

// HKDF (RFC 5869): returns `keylen` bytes. Throws ERR_CRYPTO_INVALID_DIGEST, ERR_OUT_OF_RANGE for more than 1024 bytes of
// `info`, ERR_CRYPTO_INVALID_KEYLEN for more bytes than 255 digests have, and an Error for a length of 0.
ArrayBuffer hkdfSync(StringArg digest, const KeyArg& ikm, const BytesArg& salt, const BytesArg& info, double keylen);
void hkdf(StringArg digest, const KeyArg& ikm, const BytesArg& salt, const BytesArg& info, double keylen,
          Function<void(Error, ArrayBuffer)> callback);

struct Argon2Parameters {
  KeySource message{};
  KeySource nonce{};       // at least 8 bytes
  double parallelism = 0;  // the number of lanes, 1 to 2^24 - 1
  double tagLength = 0;    // bytes of the result, at least 4
  double memory = 0;       // KiB, at least 8 * parallelism
  double passes = 0;       // at least 1
  KeySource secret{};
  KeySource associatedData{};
};
// Argon2 (RFC 9106): returns `tagLength` bytes by "argon2d", "argon2i" or "argon2id". Throws ERR_CRYPTO_ARGON2_NOT_SUPPORTED with an
// OpenSSL before 3.2, ERR_INVALID_ARG_VALUE, ERR_INVALID_ARG_TYPE and ERR_OUT_OF_RANGE. argon2 computes on the pool.
Buffer argon2Sync(StringArg algorithm, const Argon2Parameters& parameters);
void argon2(StringArg algorithm, const Argon2Parameters& parameters, Function<void(Error, Buffer)> callback);

}  // namespace nodecpp::crypto
