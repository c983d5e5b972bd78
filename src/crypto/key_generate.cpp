// generateKeyPair.
#include <nodecpp/crypto/key_object.h>

#include <openssl/bn.h>
#include <openssl/dh.h>
#include <openssl/dsa.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/objects.h>
#include <openssl/rsa.h>

#include <cmath>
#include <string>
#include <utility>

#include "base/errors/validate.h"
#include "crypto/asymmetric.h"
#include "crypto/diffie_hellman.h"
#include "crypto/digests.h"
#include "crypto/job.h"

namespace nodecpp::crypto {

using nodecpp::detail::codedError;
using nodecpp::detail::inspectString;

namespace {

// What is to be generated, as plain values for a thread of the pool.
struct Generation {
  int type = 0;
  int curve = 0;
  int bits = 0;
  int divisorBits = -1;  // of DSA
  int generator = 2;     // of Diffie-Hellman
  detail::Number prime{};
  unsigned long exponent = 65537;
  detail::Md digest{}, mgf1Digest{};
  int saltLength = -1;
  detail::RandomSeed seed{};

  struct Made {
    detail::Pkey key{};
    std::string error{};
  };

  bool configure(EVP_PKEY_CTX* context) const {
    if (type == EVP_PKEY_EC)
      return EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, curve) > 0 && EVP_PKEY_CTX_set_ec_param_enc(context, OPENSSL_EC_NAMED_CURVE) > 0;
    if (type != EVP_PKEY_RSA && type != EVP_PKEY_RSA_PSS) return true;
    detail::Owned<BIGNUM, BN_free> number(BN_new());
    if (!number || BN_set_word(number.get(), exponent) != 1 || EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits) <= 0 ||
        EVP_PKEY_CTX_set1_rsa_keygen_pubexp(context, number.get()) <= 0)
      return false;
    if (type == EVP_PKEY_RSA) return true;
    return (!digest || EVP_PKEY_CTX_set_rsa_pss_keygen_md(context, digest.get()) > 0) &&
           (!mgf1Digest || EVP_PKEY_CTX_set_rsa_pss_keygen_mgf1_md(context, mgf1Digest.get()) > 0) &&
           (saltLength < 0 || EVP_PKEY_CTX_set_rsa_pss_keygen_saltlen(context, saltLength) > 0);
  }
  // Sets what the parameters are made from. Returns whether OpenSSL takes it.
  bool configureParameters(EVP_PKEY_CTX* context) const {
    if (type == EVP_PKEY_DSA)
      return EVP_PKEY_CTX_set_dsa_paramgen_bits(context, bits) > 0 &&
             (divisorBits < 0 || EVP_PKEY_CTX_set_dsa_paramgen_q_bits(context, divisorBits) > 0);
    return EVP_PKEY_CTX_set_dh_paramgen_prime_len(context, bits) > 0 &&
           EVP_PKEY_CTX_set_dh_paramgen_generator(context, generator) > 0;
  }
  // Returns a context that makes keys: of a type that has parameters only when they have been made.
  detail::PkeyContext contextForKeys() const {
    detail::Pkey parameters;
    if (prime) {
      parameters = detail::dhParameters(prime.get(), generator);
    } else if (type == EVP_PKEY_DSA || type == EVP_PKEY_DH) {
      detail::PkeyContext context(EVP_PKEY_CTX_new_id(type, nullptr));
      EVP_PKEY* made = nullptr;
      if (!context || EVP_PKEY_paramgen_init(context.get()) <= 0 || !configureParameters(context.get()) ||
          EVP_PKEY_paramgen(context.get(), &made) <= 0)
        return nullptr;
      parameters.reset(made);
    } else {
      return detail::PkeyContext(EVP_PKEY_CTX_new_id(type, nullptr));
    }
    return detail::PkeyContext(parameters ? EVP_PKEY_CTX_new(parameters.get(), nullptr) : nullptr);
  }
  Made operator()() const {
    detail::RandomScope random(seed);
    ERR_clear_error();
    Made made;
    detail::PkeyContext context = contextForKeys();
    EVP_PKEY* key = nullptr;
    if (context && EVP_PKEY_keygen_init(context.get()) > 0 && configure(context.get()) && EVP_PKEY_keygen(context.get(), &key) > 0)
      made.key.reset(key);
    else
      made.error = os::openssl::takeFailure("Key generation job failed").message;
    return made;
  }
};

KeyPair pairOf(const Generation::Made& made) {
  if (!made.key) throw Error(String::copyOf(made.error.data(), made.error.size()));
  return {detail::keyObjectOf(detail::shared(made.key.get()), false), detail::keyObjectOf(detail::shared(made.key.get()), true)};
}

double required(const stream::OptionalNumber& option, const char* name) {
  if (!option.given)
    throw codedError<TypeError>("ERR_INVALID_ARG_TYPE",
                                str("The \"options.") + name + "\" property must be of type number. Received undefined");
  detail::validateUint32(option.value, str("options.") + name);
  return option.value;
}

void takeRsa(const GenerateKeyPairOptions& options, Generation& generation) {
  // OpenSSL takes these as an int, and refuses what is too small or too large for it.
  generation.bits = int(std::fmin(required(options.modulusLength, "modulusLength"), 2147483647));
  if (options.publicExponent.given) {
    detail::validateUint32(options.publicExponent.value, "options.publicExponent");
    generation.exponent = static_cast<unsigned long>(options.publicExponent.value);
  }
}

void takePss(const GenerateKeyPairOptions& options, Generation& generation) {
  takeRsa(options, generation);
  if (!options.hashAlgorithm.empty()) generation.digest = detail::digestFor(options.hashAlgorithm).share();
  if (!options.mgf1HashAlgorithm.empty()) generation.mgf1Digest = detail::digestFor(options.mgf1HashAlgorithm).share();
  if (!options.saltLength.given) return;
  detail::validateInt32(options.saltLength.value, "options.saltLength", 0);
  generation.saltLength = int(options.saltLength.value);
}

void takeCurve(const GenerateKeyPairOptions& options, Generation& generation) {
  if (options.namedCurve.empty() )
    throw codedError<TypeError>("ERR_INVALID_ARG_TYPE", "The \"options.namedCurve\" property must be of type string. Received undefined");
  const std::string name(options.namedCurve.data(), options.namedCurve.size());
  const bool isText = name.find('\0') == name.npos;
  generation.curve = isText ? EC_curve_nist2nid(name.c_str()) : NID_undef;
  if (generation.curve == NID_undef && isText) generation.curve = OBJ_sn2nid(name.c_str());
  // A name of another object is no curve.
  detail::Owned<EC_GROUP, EC_GROUP_free> group(generation.curve == NID_undef ? nullptr : EC_GROUP_new_by_curve_name(generation.curve));
  ERR_clear_error();
  if (!group) throw codedError<TypeError>("ERR_CRYPTO_INVALID_CURVE", "Invalid EC curve name");
}

void takeDsa(const GenerateKeyPairOptions& options, Generation& generation) {
  generation.bits = int(std::fmin(required(options.modulusLength, "modulusLength"), 2147483647));
  if (!options.divisorLength.given) return;
  detail::validateInt32(options.divisorLength.value, "options.divisorLength", 0);
  generation.divisorBits = int(options.divisorLength.value);
}

void takeDh(const GenerateKeyPairOptions& options, Generation& generation) {
  auto refusePair = [](const char* one, const char* other) {
    throw codedError<TypeError>("ERR_INCOMPATIBLE_OPTION_PAIR",
                                str("Option \"") + one + "\" cannot be used in combination with option \"" + other + "\"");
  };
  if (!options.group.empty()) {
    if (options.prime.given()) refusePair("group", "prime");
    if (options.primeLength.given) refusePair("group", "primeLength");
    if (options.generator.given) refusePair("group", "generator");
    generation.prime = detail::groupPrime(options.group);
    return;
  }
  if (options.prime.given()) {
    if (options.primeLength.given) refusePair("prime", "primeLength");
    const Buffer& bytes = options.prime.bytes();
    generation.prime.reset(BN_bin2bn(detail::octetsOf(bytes).data(), int(bytes.size()), nullptr));
  } else if (options.primeLength.given) {
    detail::validateInt32(options.primeLength.value, "options.primeLength", 0);
    generation.bits = int(options.primeLength.value);
  } else {
    throw codedError<TypeError>("ERR_MISSING_OPTION", "At least one of the group, prime, or primeLength options is required");
  }
  if (!options.generator.given) return;
  detail::validateInt32(options.generator.value, "options.generator", 0);
  generation.generator = int(options.generator.value);
}

Generation generationOf(StringArg type, const GenerateKeyPairOptions& options) {
  detail::validateString(type, "type");
  static constexpr struct {
    const char* name;
    int type;
    void (*take)(const GenerateKeyPairOptions&, Generation&);
  } kinds[] = {{"rsa", EVP_PKEY_RSA, takeRsa},       {"rsa-pss", EVP_PKEY_RSA_PSS, takePss}, {"dsa", EVP_PKEY_DSA, takeDsa}, {"dh", EVP_PKEY_DH, takeDh}, {"ec", EVP_PKEY_EC, takeCurve},
               {"ed25519", EVP_PKEY_ED25519, nullptr}, {"ed448", EVP_PKEY_ED448, nullptr},     {"x25519", EVP_PKEY_X25519, nullptr},
               {"x448", EVP_PKEY_X448, nullptr}};
  for (const auto& kind : kinds) {
    if (type != StringArg(kind.name)) continue;
    Generation generation;
    generation.type = kind.type;
    if (kind.take) kind.take(options, generation);
    generation.seed = detail::RandomSeed::draw();
    return generation;
  }
  throw nodecpp::detail::invalidArgValue("type", inspectString(type), "must be a supported key type");
}

}  // namespace

KeyPair generateKeyPairSync(StringArg type, const GenerateKeyPairOptions& options) {
  return pairOf(generationOf(type, options)());
}

void generateKeyPair(StringArg type, const GenerateKeyPairOptions& options, Function<void(Error, KeyObject, KeyObject)> callback) {
  Generation generation = generationOf(type, options);
  detail::validateCallback(callback);
  detail::computeFor(std::move(generation), pairOf, Function<void(Error, KeyPair)>([callback](Error error, KeyPair pair) {
    callback(error, pair.publicKey, pair.privateKey);
  }));
}

GenerateKeyPairOptions EncodedKeyPairOptions::options() const {
  return {modulusLength, publicExponent, hashAlgorithm, mgf1HashAlgorithm, saltLength, divisorLength,
          namedCurve,    prime,          primeLength,   generator,         group};
}

namespace detail {

namespace {

EncodedKeyPair encoded(const KeyPair& pair, const EncodedKeyPairOptions& options) {
  return {pair.publicKey->export_(options.publicKeyEncoding), pair.privateKey->export_(options.privateKeyEncoding)};
}

}  // namespace

EncodedKeyPair encodedKeyPair(StringArg type, const EncodedKeyPairOptions& options) {
  return encoded(generateKeyPairSync(type, options.options()), options);
}

void encodeKeyPairLater(StringArg type, const EncodedKeyPairOptions& options, Function<void(Error, stream::Chunk, stream::Chunk)> callback) {
  Generation generation = generationOf(type, options.options());
  validateCallback(callback);
  computeFor(std::move(generation), [options](const Generation::Made& made) { return encoded(pairOf(made), options); },
             Function<void(Error, EncodedKeyPair)>([callback](Error error, EncodedKeyPair pair) {
               callback(error, pair.publicKey, pair.privateKey);
             }));
}

}  // namespace detail

}  // namespace nodecpp::crypto
