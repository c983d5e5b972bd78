#include "crypto/ciphers.h"

#include <nodecpp/crypto/cipher.h>

#include <openssl/err.h>
#include <openssl/objects.h>

#include <cctype>
#include <memory>
#include <string_view>
#include <vector>

#include "base/errors/validate.h"
#include "crypto/bytes.h"

namespace nodecpp::crypto {

namespace detail {

namespace {

// The ciphers that this thread has used. OpenSSL does not distinguish capital letters, so there are no more than it has names.
thread_local std::vector<std::unique_ptr<CipherKind>> ciphersUsed;

}  // namespace

const CipherKind* findCipher(StringArg name) {
  std::string lower(name.data(), name.size());
  for (char& c : lower) c = char(std::tolower(static_cast<unsigned char>(c)));
  for (const auto& each : ciphersUsed)
    if (each->name == lower) return each.get();
  // OpenSSL's names end at a zero.
  if (lower.empty() || lower.find('\0') != lower.npos) return nullptr;
  ERR_clear_error();
  const EVP_CIPHER* found = EVP_get_cipherbyname(lower.c_str());
  if (!found) return nullptr;
  auto made = std::make_unique<CipherKind>();
  made->cipher.reset(EVP_CIPHER_fetch(nullptr, EVP_CIPHER_get0_name(found), nullptr));
  if (!made->cipher) throwOpenssl();
  made->name = std::move(lower);
  made->nid = EVP_CIPHER_get_nid(found);
  made->mode = EVP_CIPHER_get_mode(found);
  made->ivLength = EVP_CIPHER_get_iv_length(found);
  made->isAuthenticated = made->mode == EVP_CIPH_GCM_MODE || made->mode == EVP_CIPH_CCM_MODE || made->mode == EVP_CIPH_OCB_MODE ||
                          made->nid == NID_chacha20_poly1305;
  return ciphersUsed.emplace_back(std::move(made)).get();
}

}  // namespace detail

namespace {

const char* modeName(int mode) {
  switch (mode) {
    case EVP_CIPH_CBC_MODE: return "cbc";
    case EVP_CIPH_CCM_MODE: return "ccm";
    case EVP_CIPH_CFB_MODE: return "cfb";
    case EVP_CIPH_CTR_MODE: return "ctr";
    case EVP_CIPH_ECB_MODE: return "ecb";
    case EVP_CIPH_GCM_MODE: return "gcm";
    case EVP_CIPH_OCB_MODE: return "ocb";
    case EVP_CIPH_OFB_MODE: return "ofb";
    case EVP_CIPH_WRAP_MODE: return "wrap";
    case EVP_CIPH_XTS_MODE: return "xts";
    default: return "stream";
  }
}

// Returns whether the cipher takes keys of this length.
bool takesKey(const detail::CipherKind& kind, double length) {
  detail::Owned<EVP_CIPHER_CTX, EVP_CIPHER_CTX_free> context(EVP_CIPHER_CTX_new());
  const bool takes = context && EVP_CipherInit_ex2(context.get(), kind.cipher.get(), nullptr, nullptr, 1, nullptr) == 1 &&
                     EVP_CIPHER_CTX_set_key_length(context.get(), int(length)) == 1;
  ERR_clear_error();
  return takes;
}

// Returns whether the cipher takes initialization vectors of this length.
bool takesIv(const detail::CipherKind& kind, double length) {
  if (kind.mode == EVP_CIPH_CCM_MODE) return length >= 7 && length <= 13;
  if (kind.mode != EVP_CIPH_GCM_MODE && kind.mode != EVP_CIPH_OCB_MODE) return length == kind.ivLength;
  detail::Owned<EVP_CIPHER_CTX, EVP_CIPHER_CTX_free> context(EVP_CIPHER_CTX_new());
  const bool takes = context && EVP_CipherInit_ex2(context.get(), kind.cipher.get(), nullptr, nullptr, 1, nullptr) == 1 &&
                     EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_IVLEN, int(length), nullptr) > 0;
  ERR_clear_error();
  return takes;
}

CipherInfo infoOf(const detail::CipherKind* kind, const CipherInfoOptions& options) {
  if (!kind) return {};
  CipherInfo info;
  info.keyLength = EVP_CIPHER_get_key_length(kind->cipher.get());
  info.ivLength = kind->ivLength;
  if (options.keyLength.given) {
    if (!takesKey(*kind, options.keyLength.value)) return {};
    info.keyLength = options.keyLength.value;
  }
  if (options.ivLength.given) {
    if (!takesIv(*kind, options.ivLength.value)) return {};
    info.ivLength = options.ivLength.value;
  }
  info.mode = modeName(kind->mode);
  info.name = String(OBJ_nid2sn(kind->nid)).toLowerCase();
  info.nid = kind->nid;
  if (kind->mode != EVP_CIPH_STREAM_CIPHER) info.blockSize = EVP_CIPHER_get_block_size(kind->cipher.get());
  return info;
}

void validate(const CipherInfoOptions& options) {
  if (options.keyLength.given) detail::validateInt32(options.keyLength.value, "options.keyLength", -2147483648.0);
  if (options.ivLength.given) detail::validateInt32(options.ivLength.value, "options.ivLength", -2147483648.0);
}

}  // namespace

CipherInfo getCipherInfo(StringArg name, const CipherInfoOptions& options) {
  validate(options);
  return infoOf(detail::findCipher(name), options);
}

CipherInfo getCipherInfo(double nid, const CipherInfoOptions& options) {
  detail::validateInt32(nid, "nameOrNid", -2147483648.0);
  validate(options);
  const char* name = OBJ_nid2sn(int(nid));
  ERR_clear_error();
  return name ? infoOf(detail::findCipher(name), options) : CipherInfo{};
}

}  // namespace nodecpp::crypto
