// Signatures and shared secrets for subtle.
#include <openssl/crypto.h>
#include <openssl/hmac.h>
#include <openssl/rsa.h>

#include <cmath>
#include <optional>

#include "crypto/agreement.h"
#include "crypto/kdf.h"
#include "crypto/signing.h"
#include "crypto/web/operation.h"

namespace nodecpp::crypto::detail {

namespace {

Output checked(bool isGood) {
  Output output(std::in_place);
  output->bytes.assign(1, isGood ? '\1' : '\0');
  return output;
}

struct Mac {
  Md digest;
  Secret key, data;
  std::optional<Secret> signature;

  Output operator()() const {
    unsigned char bytes[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    if (!HMAC(digest.get(), key.data(), int(key.size()), data.data(), data.size(), bytes, &size)) return {};
    if (signature) return checked(signature->size() == size && CRYPTO_memcmp(signature->data(), bytes, size) == 0);
    return Output(std::in_place, Octets(bytes, size));
  }
};

Md digestNamed(StringArg hash) { return digestFor(hashNamed(hash).openssl).share(); }

// Returns the scheme of a call. Throws OperationError for a salt that is too long for the key.
Scheme schemeFor(const Checked& algorithm, const CryptoKey& key, EVP_PKEY* pkey) {
  Scheme scheme = schemeOf(pkey, KeyOptions{.dsaEncoding = "ieee-p1363"});
  if (!algorithm.is("RSA-PSS")) return scheme;
  const double most = std::ceil((key->algorithm().modulusLength.value - 1) / 8) - hashNamed(key->algorithm().hash.name).bytes - 2;
  if (algorithm.given->saltLength.value > most) throw operationFailed();
  scheme.padding = RSA_PKCS1_PSS_PADDING;
  scheme.hasSalt = true;
  scheme.saltLength = int(algorithm.given->saltLength.value);
  return scheme;
}

// The first bits of a secret; the others of the last byte are zero.
void cut(Secret& secret, double bits) {
  const auto bytes = std::size_t(std::ceil(bits / 8));
  const int rest = int(std::fmod(bits, 8));
  secret.bytes.resize(bytes);
  if (rest) secret.bytes[bytes - 1] = char(secret.bytes[bytes - 1] & (0xff << (8 - rest)));
}

Operation agree(const Checked& algorithm, const CryptoKey& baseKey, const std::optional<double>& bits) {
  const CryptoKey& publicKey = algorithm.given->public_;
  if (baseKey->type() != "private") throw invalidAccess("baseKey must be a private key");
  if (algorithm.is("ECDH") && publicKey->algorithm().namedCurve != baseKey->algorithm().namedCurve)
    throw invalidAccess("Named curve mismatch");
  if (bits && std::ceil(*bits / 8) > (EVP_PKEY_get_bits(pkeyOf(baseKey->key())) + 7) / 8)
    throw operationError("derived bit length is too small");
  return [agreement = Agreement{shared(pkeyOf(baseKey->key())), shared(pkeyOf(publicKey->key())), RandomSeed::draw()}, bits]() -> Output {
    Agreement::Outcome outcome = agreement();
    if (outcome.failure) return {};
    if (bits) cut(outcome.secret, *bits);
    return Output(std::in_place, std::move(outcome.secret));
  };
}

Output outputOf(Derived derived) {
  if (!derived.error.empty()) return {};
  Output output(std::in_place);
  output->bytes.swap(derived.bytes);
  return output;
}

}  // namespace

Operation signOperation(const Checked& algorithm, const CryptoKey& key, Octets data, const Octets* signature) {
  std::optional<Secret> given;
  if (signature) given.emplace(*signature);
  if (algorithm.kind->family == Family::hmac)
    return Mac{digestNamed(key->algorithm().hash.name), Secret(octetsOf(key->key()->secret())), Secret(data), std::move(given)};
  const char* type = signature ? "public" : "private";
  if (key->type() != type) throw invalidAccess(str("Key must be a ") + type + " key");
  SignWork work;
  work.key = shared(pkeyOf(key->key()));
  work.scheme = schemeFor(algorithm, key, work.key.get());
  if (algorithm.kind->family == Family::rsa) work.digest = digestNamed(key->algorithm().hash.name);
  if (algorithm.kind->family == Family::ec) work.digest = digestNamed(algorithm.hash);
  work.data = Secret(data);
  work.signature = std::move(given);
  return [work = std::move(work)]() -> Output {
    const SignWork::Outcome outcome = work();
    if (!outcome.error.empty()) return {};
    return work.signature ? checked(outcome.isGood) : Output(std::in_place, Octets(outcome.signature));
  };
}

Operation deriveOperation(const Checked& algorithm, const CryptoKey& baseKey, const std::optional<double>& bits) {
  if (algorithm.kind->family != Family::derivation) return agree(algorithm, baseKey, bits);
  if (!bits) throw operationError("length cannot be null");
  if (std::fmod(*bits, 8) != 0) throw operationError("length must be a multiple of 8");
  const auto length = std::size_t(*bits / 8);
  if (length == 0) return []() -> Output { return Output(std::in_place); };
  const Algorithm& given = *algorithm.given;
  const WebHash& hash = hashNamed(algorithm.hash);
  Secret key(octetsOf(baseKey->key()->secret())), salt(octetsOf(given.salt.bytes()));
  if (algorithm.is("PBKDF2")) {
    if (given.iterations.value > 2147483647) throw operationFailed();
    return [work = Pbkdf2{std::move(key), std::move(salt), int(given.iterations.value), length, digestNamed(algorithm.hash)}] {
      return outputOf(work());
    };
  }
  if (length > 255 * std::size_t(hash.bytes)) throw operationFailed();
  return [work = Hkdf{std::move(key), std::move(salt), Secret(octetsOf(given.info.bytes())), length,
                      digestFor(hash.openssl).macName, false}] { return outputOf(work()); };
}

}  // namespace nodecpp::crypto::detail
