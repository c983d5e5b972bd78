// Encryption and decryption with a pair of RSA keys.
#include <nodecpp/crypto/sign.h>

#include <openssl/err.h>
#include <openssl/rsa.h>

#include <cstring>

#include "base/errors/validate.h"
#include "crypto/asymmetric.h"
#include "crypto/digests.h"

namespace nodecpp::crypto {

namespace {

using detail::Octets;

// One of the four operations, with OpenSSL's functions for it.
struct Operation {
  int (*init)(EVP_PKEY_CTX*);
  int (*run)(EVP_PKEY_CTX*, unsigned char*, std::size_t*, const unsigned char*, std::size_t);
  int padding;  // Where the program names none.
};

constexpr Operation encryption{EVP_PKEY_encrypt_init, EVP_PKEY_encrypt, RSA_PKCS1_OAEP_PADDING};
constexpr Operation decryption{EVP_PKEY_decrypt_init, EVP_PKEY_decrypt, RSA_PKCS1_OAEP_PADDING};
constexpr Operation signing{EVP_PKEY_sign_init, EVP_PKEY_sign, RSA_PKCS1_PADDING};
constexpr Operation recovery{EVP_PKEY_verify_recover_init, EVP_PKEY_verify_recover, RSA_PKCS1_PADDING};

void setOaep(EVP_PKEY_CTX* context, const KeyOptions& options) {
  detail::Digest* digest = detail::findDigest(options.oaepHash.empty() ? String("sha1") : options.oaepHash);
  ERR_clear_error();
  if (!digest) throw detail::nativeError("ERR_OSSL_EVP_INVALID_DIGEST", "Invalid digest used");
  if (EVP_PKEY_CTX_set_rsa_oaep_md(context, digest->md.get()) <= 0) detail::throwOpenssl();
  const std::size_t size = options.oaepLabel.bytes().size();
  if (size == 0) return;
  void* label = OPENSSL_malloc(size);
  if (!label) detail::throwOpenssl();
  std::memcpy(label, options.oaepLabel.bytes().bytes(), size);
  // The context takes the label over.
  if (EVP_PKEY_CTX_set0_rsa_oaep_label(context, label, int(size)) > 0) return;
  OPENSSL_free(label);
  detail::throwOpenssl();
}

Buffer run(const Operation& operation, const KeyObject& key, const KeyOptions& options, const BytesArg& argument) {
  detail::Bytes data(argument, "buffer", detail::bytesOrText);
  if (options.padding.given) detail::validateUint32(options.padding.value, "options.padding");
  const int padding = options.padding.given ? int(options.padding.value) : operation.padding;
  detail::RandomScope random;
  ERR_clear_error();
  detail::PkeyContext owned(EVP_PKEY_CTX_new(detail::pkeyOf(key), nullptr));
  EVP_PKEY_CTX* context = owned.get();
  if (!context || operation.init(context) <= 0 || EVP_PKEY_CTX_set_rsa_padding(context, padding) <= 0) detail::throwOpenssl();
  // Without OpenSSL's defence, which answers wrong padding with random bytes, whoever may ask often could decrypt messages.
  if (operation.run == EVP_PKEY_decrypt && padding == RSA_PKCS1_PADDING &&
      EVP_PKEY_CTX_ctrl_str(context, "rsa_pkcs1_implicit_rejection", "1") <= 0) {
    ERR_clear_error();
    throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_ARG_VALUE",
                                                 "RSA_PKCS1_PADDING is no longer supported for private decryption");
  }
  if (padding == RSA_PKCS1_OAEP_PADDING) setOaep(context, options);
  std::size_t size = 0;
  if (operation.run(context, nullptr, &size, data.data(), data.size()) <= 0) detail::throwOpenssl();
  Buffer out = Buffer::allocUnsafeSlow(double(size));
  if (operation.run(context, detail::writable(out), &size, data.data(), data.size()) <= 0) detail::throwOpenssl();
  return out.subarray(0, std::ptrdiff_t(size));
}

}  // namespace

Buffer publicEncrypt(const KeySource& key, const BytesArg& buffer) { return publicEncrypt(KeyOptions{.key = key}, buffer); }
Buffer publicEncrypt(const KeyOptions& key, const BytesArg& buffer) { return run(encryption, detail::publicKeyOf(key), key, buffer); }
Buffer privateDecrypt(const KeySource& key, const BytesArg& buffer) { return privateDecrypt(KeyOptions{.key = key}, buffer); }
Buffer privateDecrypt(const KeyOptions& key, const BytesArg& buffer) { return run(decryption, detail::privateKeyOf(key), key, buffer); }
Buffer privateEncrypt(const KeySource& key, const BytesArg& buffer) { return privateEncrypt(KeyOptions{.key = key}, buffer); }
Buffer privateEncrypt(const KeyOptions& key, const BytesArg& buffer) { return run(signing, detail::privateKeyOf(key), key, buffer); }
Buffer publicDecrypt(const KeySource& key, const BytesArg& buffer) { return publicDecrypt(KeyOptions{.key = key}, buffer); }
Buffer publicDecrypt(const KeyOptions& key, const BytesArg& buffer) { return run(recovery, detail::publicKeyOf(key), key, buffer); }

}  // namespace nodecpp::crypto
