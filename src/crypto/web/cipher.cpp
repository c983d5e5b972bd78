// Encryption and decryption for subtle: AES in its modes, and RSA-OAEP.
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>

#include <climits>
#include <cstring>
#include <string>

#include "crypto/asymmetric.h"
#include "crypto/digests.h"
#include "crypto/web/operation.h"

namespace nodecpp::crypto::detail {

namespace {

using Cipher = Owned<EVP_CIPHER, EVP_CIPHER_free>;
using CipherContext = Owned<EVP_CIPHER_CTX, EVP_CIPHER_CTX_free>;

enum class Mode : unsigned char { cbc, ctr, gcm, wrap };

struct Aes {
  Mode mode;
  bool encrypts;
  Cipher cipher;
  Secret key, iv, additionalData, data;
  std::size_t tagBytes = 0;
  int counterBits = 0;  // How many bits at the counter's end count.

  // Starts a context for this vector.
  CipherContext begin(const Secret& vector) const {
    CipherContext context(EVP_CIPHER_CTX_new());
    if (!context) return nullptr;
    if (mode == Mode::wrap) EVP_CIPHER_CTX_set_flags(context.get(), EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    if (EVP_CipherInit_ex(context.get(), cipher.get(), nullptr, nullptr, nullptr, encrypts) != 1) return nullptr;
    if (mode == Mode::gcm &&
        (vector.size() == 0 || EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_IVLEN, int(vector.size()), nullptr) != 1))
      return nullptr;
    const unsigned char* iv = mode == Mode::wrap ? nullptr : vector.data();
    return EVP_CipherInit_ex(context.get(), nullptr, nullptr, key.data(), iv, encrypts) == 1 ? std::move(context) : nullptr;
  }

  // Appends what becomes of the bytes. Returns whether OpenSSL has taken them.
  static bool update(EVP_CIPHER_CTX* context, Octets bytes, std::string& to) {
    int size = 0;
    const std::size_t before = to.size();
    to.resize(before + bytes.size() + EVP_MAX_BLOCK_LENGTH);
    auto* out = reinterpret_cast<unsigned char*>(to.data()) + before;
    // A null input would stand for the end.
    const bool taken = bytes.empty() || EVP_CipherUpdate(context, out, &size, bytes.data(), int(bytes.size())) == 1;
    to.resize(before + std::size_t(taken ? size : 0));
    return taken;
  }
  static bool finish(EVP_CIPHER_CTX* context, std::string& to) {
    int size = 0;
    const std::size_t before = to.size();
    to.resize(before + EVP_MAX_BLOCK_LENGTH);
    const bool well = EVP_CipherFinal_ex(context, reinterpret_cast<unsigned char*>(to.data()) + before, &size) == 1;
    to.resize(before + std::size_t(well ? size : 0));
    return well;
  }

  // Counts only with the last bits of the counter: where they overflow, the others stay, which OpenSSL does not do.
  bool counted(std::string& to) const {
    using Wide = unsigned __int128;
    Octets rest{data.data(), data.size()};
    Wide low = 0;
    for (std::size_t i = 0; i < 16; ++i) low = low << 8 | iv.data()[i];
    Secret zeroed({iv.data(), 16});
    if (counterBits < 128) {
      const Wide all = Wide(1) << counterBits, blocks = (Wide(rest.size()) + 15) / 16;
      if (blocks > all) return false;
      const Wide untilOverflow = all - (low & (all - 1));
      if (blocks > untilOverflow) {
        const auto first = rest.first(std::size_t(untilOverflow) * 16);
        const CipherContext context = begin(iv);
        if (!context || !update(context.get(), first, to)) return false;
        rest = rest.subspan(first.size());
        Wide high = low & ~(all - 1);
        for (std::size_t i = 16; i-- > 0; high >>= 8) zeroed.bytes[i] = char(static_cast<unsigned char>(high));
      }
    }
    const CipherContext context = begin(zeroed);
    return context && update(context.get(), rest, to);
  }

  bool authenticated(std::string& to) const {
    const CipherContext context = begin(iv);
    Octets body{data.data(), data.size()};
    if (!context) return false;
    if (!encrypts) {
      if (body.size() < tagBytes) return false;
      const auto tag = body.last(tagBytes);
      body = body.first(body.size() - tagBytes);
      if (EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_TAG, int(tagBytes), const_cast<unsigned char*>(tag.data())) != 1)
        return false;
    }
    int ignored = 0;
    if (additionalData.size() != 0 &&
        EVP_CipherUpdate(context.get(), nullptr, &ignored, additionalData.data(), int(additionalData.size())) != 1)
      return false;
    if (!update(context.get(), body, to) || !finish(context.get(), to)) return false;
    if (!encrypts) return true;
    unsigned char tag[EVP_MAX_BLOCK_LENGTH];
    if (EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_GET_TAG, int(tagBytes), tag) != 1) return false;
    to.append(reinterpret_cast<char*>(tag), tagBytes);
    return true;
  }

  bool plain(std::string& to) const {
    const CipherContext context = begin(iv);
    if (!context) return false;
    return update(context.get(), {data.data(), data.size()}, to) && (mode == Mode::wrap || finish(context.get(), to));
  }

  Output operator()() const {
    ERR_clear_error();
    Output output(std::in_place);
    // The result grows in one piece of memory, so that no copy of a plaintext is left behind.
    output->bytes.reserve(data.size() + 3 * EVP_MAX_BLOCK_LENGTH);
    const bool well = !cipher                ? false
                      : mode == Mode::ctr ? counted(output->bytes)
                      : mode == Mode::gcm ? authenticated(output->bytes)
                                          : plain(output->bytes);
    ERR_clear_error();
    return well ? std::move(output) : Output();
  }
};

struct Oaep {
  bool encrypts;
  Pkey key;
  Md digest;
  Secret label, data;
  RandomSeed seed;

  bool setLabel(EVP_PKEY_CTX* context) const {
    if (label.size() == 0) return true;
    void* copy = OPENSSL_memdup(label.data(), label.size());
    // The context takes the copy over.
    if (copy && EVP_PKEY_CTX_set0_rsa_oaep_label(context, copy, int(label.size())) > 0) return true;
    OPENSSL_free(copy);
    return false;
  }
  Output operator()() const {
    RandomScope random(seed);
    ERR_clear_error();
    const PkeyContext context(EVP_PKEY_CTX_new(key.get(), nullptr));
    auto* run = encrypts ? EVP_PKEY_encrypt : EVP_PKEY_decrypt;
    std::size_t size = 0;
    Output output(std::in_place);
    bool well = context && (encrypts ? EVP_PKEY_encrypt_init(context.get()) : EVP_PKEY_decrypt_init(context.get())) > 0 &&
                EVP_PKEY_CTX_set_rsa_padding(context.get(), RSA_PKCS1_OAEP_PADDING) > 0 &&
                EVP_PKEY_CTX_set_rsa_oaep_md(context.get(), digest.get()) > 0 && setLabel(context.get()) &&
                run(context.get(), nullptr, &size, data.data(), data.size()) > 0;
    output->bytes.resize(well ? size : 0);
    well = well && run(context.get(), reinterpret_cast<unsigned char*>(output->bytes.data()), &size, data.data(), data.size()) > 0;
    output->bytes.resize(well ? size : 0);
    ERR_clear_error();
    return well ? std::move(output) : Output();
  }
};

Octets octetsIn(const BufferSource& bytes) { return octetsOf(bytes.bytes()); }

}  // namespace

Operation cipherOperation(const Checked& algorithm, const CryptoKey& key, Octets data, bool encrypts) {
  if (data.size() > INT_MAX - 64) throw operationError("data must be at most 2147483647 bytes");
  const Algorithm& given = *algorithm.given;
  if (algorithm.kind->family == Family::rsa) {
    if (key->type() != (encrypts ? "public" : "private"))
      throw invalidAccess("The requested operation is not valid for the provided key");
    return Oaep{encrypts, shared(pkeyOf(key->key())), digestFor(hashNamed(key->algorithm().hash.name).openssl).share(),
                Secret(octetsIn(given.label)), Secret(data), RandomSeed::draw()};
  }
  Aes aes{algorithm.is("AES-CBC") ? Mode::cbc : algorithm.is("AES-CTR") ? Mode::ctr : algorithm.is("AES-GCM") ? Mode::gcm : Mode::wrap,
          encrypts, {}, Secret(octetsOf(key->key()->secret())), {}, {}, Secret(data)};
  static constexpr const char* modeNames[] = {"CBC", "CTR", "GCM", "WRAP"};
  const std::string name = "AES-" + std::to_string(8 * aes.key.size()) + "-" + modeNames[int(aes.mode)];
  aes.cipher.reset(EVP_CIPHER_fetch(nullptr, name.c_str(), nullptr));
  aes.iv = Secret(octetsIn(aes.mode == Mode::ctr ? given.counter : given.iv));
  aes.additionalData = Secret(octetsIn(given.additionalData));
  aes.tagBytes = given.tagLength.given ? std::size_t(given.tagLength.value) / 8 : 16;
  aes.counterBits = int(given.length.value);
  return aes;
}

}  // namespace nodecpp::crypto::detail
