// generateKeyPair.
#include <nodecpp/crypto/key_object.h>

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/objects.h>
#include <openssl/rsa.h>

#include <cmath>
#include <string>
#include <utility>

#include "base/errors/validate.h"
#include "crypto/asymmetric.h"
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
  Made operator()() const {
    detail::RandomScope random(seed);
    ERR_clear_error();
    Made made;
    detail::PkeyContext context(EVP_PKEY_CTX_new_id(type, nullptr));
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

Generation generationOf(StringArg type, const GenerateKeyPairOptions& options) {
  detail::validateString(type, "type");
  static constexpr struct {
    const char* name;
    int type;
    void (*take)(const GenerateKeyPairOptions&, Generation&);
  } kinds[] = {{"rsa", EVP_PKEY_RSA, takeRsa},       {"rsa-pss", EVP_PKEY_RSA_PSS, takePss}, {"ec", EVP_PKEY_EC, takeCurve},
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
  detail::compute(std::move(generation), [callback = std::move(callback)](const Generation::Made& made) {
    Error error;
    KeyPair pair;
    try {
      pair = pairOf(made);
    } catch (const Error& thrown) {
      error = thrown;
      error->stack.removeRuntimeLines();
    }
    callback(error, pair.publicKey, pair.privateKey);
  });
}

}  // namespace nodecpp::crypto
