// DiffieHellman and DiffieHellmanGroup.
#include "crypto/diffie_hellman.h"

#include <nodecpp/crypto/diffie_hellman.h>

#include <openssl/dh.h>
#include <openssl/err.h>

#include <climits>
#include <memory>
#include <utility>

#include "base/errors/validate.h"
#include "crypto/bytes.h"

// Node uses OpenSSL's DH objects, which newer functions have replaced; those refuse primes that Node accepts.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace nodecpp::crypto {

using detail::Bytes;
using detail::Number;

namespace detail {

Number groupPrime(StringArg name) {
  static constexpr struct {
    const char* name;
    BIGNUM* (*prime)(BIGNUM*);
  } groups[] = {{"modp1", BN_get_rfc2409_prime_768},   {"modp2", BN_get_rfc2409_prime_1024},  {"modp5", BN_get_rfc3526_prime_1536},
                {"modp14", BN_get_rfc3526_prime_2048}, {"modp15", BN_get_rfc3526_prime_3072}, {"modp16", BN_get_rfc3526_prime_4096},
                {"modp17", BN_get_rfc3526_prime_6144}, {"modp18", BN_get_rfc3526_prime_8192}};
  const String lower = name.toString().toLowerCase();
  for (const auto& group : groups)
    if (lower == group.name) return Number(group.prime(nullptr));
  throw nativeError("ERR_CRYPTO_UNKNOWN_DH_GROUP", "Unknown DH group");
}

struct DhFree {
  void operator()(DH* dh) const noexcept { DH_free(dh); }
};
using Dh = std::unique_ptr<DH, DhFree>;

Pkey dhParameters(const BIGNUM* prime, int generator) {
  Dh dh(DH_new());
  Number p(BN_dup(prime)), g(BN_new());
  Pkey parameters(EVP_PKEY_new());
  if (!dh || !p || !g || !parameters || BN_set_word(g.get(), static_cast<BN_ULONG>(generator)) != 1 ||
      DH_set0_pqg(dh.get(), p.get(), nullptr, g.get()) != 1)
    return nullptr;
  // The object owns the numbers now.
  p.release();
  g.release();
  return EVP_PKEY_set1_DH(parameters.get(), dh.get()) == 1 ? std::move(parameters) : nullptr;
}

struct DhState {
  Dh dh;
};

}  // namespace detail

namespace {

using detail::Dh;

Dh dhOf(Number prime, Number generator) {
  Dh dh(DH_new());
  if (!dh || !prime || !generator || DH_set0_pqg(dh.get(), prime.get(), nullptr, generator.get()) != 1) {
    ERR_clear_error();
    throw detail::nativeError<TypeError>("ERR_INVALID_ARG_VALUE", "Invalid DH parameters");
  }
  // The object owns the numbers now.
  prime.release();
  generator.release();
  return dh;
}

// Raises and throws an error of OpenSSL that Node raises itself.
[[noreturn]] void refuse(int reason) {
  ERR_clear_error();
  ERR_raise(ERR_LIB_DH, reason);
  detail::throwOpenssl();
}

Number numberOf(detail::Octets bytes, const char* tooBig) {
  if (bytes.size() > INT_MAX) throw detail::nativeError<RangeError>("ERR_OUT_OF_RANGE", tooBig);
  return Number(BN_bin2bn(bytes.data(), int(bytes.size()), nullptr));
}

constexpr const char* numberOrBytes =
    "one of type number or string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView";

Number numberOf(const DhNumber& argument, const char* name, const TextEncoding& encoding, const char* tooBig) {
  // As in Node, the last digit of an odd number of hexadecimal digits is ignored here.
  if (argument.kind() == BytesArg::Kind::text)
    return numberOf(detail::octetsOf(Buffer::from(argument.text(), encoding.orUtf8())), tooBig);
  return numberOf(Bytes(argument, name, numberOrBytes).octets(), tooBig);
}

Number smallNumber(int value) {
  Number number(BN_new());
  if (!number || BN_set_word(number.get(), static_cast<BN_ULONG>(value)) != 1) detail::throwOpenssl();
  return number;
}

// Whether JavaScript takes the argument as false.
bool isFalsy(const DhNumber& argument) {
  if (argument.number().given) return argument.number().value == 0 || argument.number().value != argument.number().value;
  if (argument.kind() == BytesArg::Kind::refused) return argument.received() == "undefined" || argument.received() == "null";
  return argument.kind() == BytesArg::Kind::text && argument.text().empty();
}

Number generatorOf(const DhNumber& argument, const TextEncoding& encoding) {
  if (isFalsy(argument)) return smallNumber(2);
  if (argument.number().given) {
    detail::validateInt32(argument.number().value, "generator", INT_MIN);
    if (argument.number().value < 2) refuse(DH_R_BAD_GENERATOR);
    return smallNumber(int(argument.number().value));
  }
  Number generator = numberOf(argument, "generator", encoding, "generator is too big");
  if (!generator || BN_get_word(generator.get()) < 2) refuse(DH_R_BAD_GENERATOR);
  return generator;
}

Dh withNewPrime(double bits, const DhNumber& generator) {
  detail::validateInt32(bits, "sizeOrKey", INT_MIN);
  if (!isFalsy(generator) && !generator.number().given) {
    Bytes checked(generator, "generator", numberOrBytes);
    throw detail::nativeError<TypeError>("ERR_INVALID_ARG_TYPE", "Second argument must be an int32");
  }
  if (bits < 2) refuse(DH_R_MODULUS_TOO_SMALL);
  const Number number = generatorOf(generator, {});
  detail::RandomScope random;
  Dh dh(DH_new());
  if (!dh || DH_generate_parameters_ex(dh.get(), int(bits), int(BN_get_word(number.get())), nullptr) != 1) {
    ERR_clear_error();
    throw detail::nativeError<TypeError>("ERR_INVALID_ARG_VALUE", "Invalid DH parameters");
  }
  return dh;
}

double checked(const DH* dh) {
  detail::RandomScope random;
  int problems = 0;
  if (DH_check(dh, &problems) != 1 && problems == 0) problems = DH_CHECK_P_NOT_PRIME;
  ERR_clear_error();
  return problems;
}

// Returns the bytes of a number that is there.
Buffer bytesOfNumber(const BIGNUM* number, const char* otherwise) {
  // As in Node, 0 stands for a number that is not there.
  if (!number || BN_is_zero(number)) throw detail::nativeError("ERR_CRYPTO_INVALID_STATE", otherwise);
  Buffer bytes = Buffer::allocUnsafeSlow(BN_num_bytes(number));
  BN_bn2bin(number, detail::writable(bytes));
  return bytes;
}

String inEncoding(const Buffer& bytes, const TextEncoding& encoding) { return detail::textOf(detail::octetsOf(bytes), encoding); }

void checkPublicKey(const DH* dh, const BIGNUM* key) {
  int problems = 0;
  const bool done = DH_check_pub_key(dh, key, &problems) == 1;
  ERR_clear_error();
  if (problems & DH_CHECK_PUBKEY_TOO_SMALL) throw detail::nativeError<RangeError>("ERR_CRYPTO_INVALID_KEYLEN", "Supplied key is too small");
  if (problems & DH_CHECK_PUBKEY_TOO_LARGE) throw detail::nativeError<RangeError>("ERR_CRYPTO_INVALID_KEYLEN", "Supplied key is too large");
  if (problems != 0 || !done)
    throw detail::nativeError<RangeError>("ERR_CRYPTO_INVALID_KEYTYPE", "Unspecified validation error");
}

}  // namespace

DiffieHellmanGroupObject::DiffieHellmanGroupObject(detail::DhState* state) : verifyError(checked(state->dh.get())), state_(state) {}

DiffieHellmanGroupObject::~DiffieHellmanGroupObject() { delete state_; }

Buffer DiffieHellmanGroupObject::generateKeys() {
  detail::RandomScope random;
  if (DH_generate_key(state_->dh.get()) != 1) {
    ERR_clear_error();
    throw detail::nativeError("ERR_CRYPTO_OPERATION_FAILED", "Key generation failed");
  }
  return getPublicKey();
}

String DiffieHellmanGroupObject::generateKeys(const TextEncoding& encoding) {
  encoding.required();
  return inEncoding(generateKeys(), encoding);
}

Buffer DiffieHellmanGroupObject::computeSecret(const BytesArg& otherPublicKey, const TextEncoding& inputEncoding) {
  Bytes bytes(otherPublicKey, "key", detail::bytesOrText, inputEncoding);
  const Number key = numberOf(bytes.octets(), "secret is too big");
  DH* dh = state_->dh.get();
  checkPublicKey(dh, key.get());
  detail::RandomScope random;
  Buffer secret = Buffer::allocUnsafeSlow(DH_size(dh));
  const int size = DH_get0_priv_key(dh) ? DH_compute_key_padded(detail::writable(secret), key.get(), dh) : -1;
  ERR_clear_error();
  if (size < 0) throw detail::nativeError("ERR_CRYPTO_OPERATION_FAILED", "Failed to compute shared secret");
  return secret.subarray(0, size);
}

String DiffieHellmanGroupObject::computeSecret(const BytesArg& otherPublicKey, const TextEncoding& inputEncoding,
                                               const TextEncoding& outputEncoding) {
  outputEncoding.required();
  return inEncoding(computeSecret(otherPublicKey, inputEncoding), outputEncoding);
}

Buffer DiffieHellmanGroupObject::getPrime() const { return bytesOfNumber(DH_get0_p(state_->dh.get()), "p is null"); }
Buffer DiffieHellmanGroupObject::getGenerator() const { return bytesOfNumber(DH_get0_g(state_->dh.get()), "g is null"); }
Buffer DiffieHellmanGroupObject::getPublicKey() const {
  return bytesOfNumber(DH_get0_pub_key(state_->dh.get()), "No public key - did you forget to generate one?");
}
Buffer DiffieHellmanGroupObject::getPrivateKey() const {
  return bytesOfNumber(DH_get0_priv_key(state_->dh.get()), "No private key - did you forget to generate one?");
}
String DiffieHellmanGroupObject::getPrime(const TextEncoding& encoding) const { return inEncoding(getPrime(), encoding); }
String DiffieHellmanGroupObject::getGenerator(const TextEncoding& encoding) const { return inEncoding(getGenerator(), encoding); }
String DiffieHellmanGroupObject::getPublicKey(const TextEncoding& encoding) const { return inEncoding(getPublicKey(), encoding); }
String DiffieHellmanGroupObject::getPrivateKey(const TextEncoding& encoding) const { return inEncoding(getPrivateKey(), encoding); }

DiffieHellman DiffieHellmanObject::setPublicKey(const BytesArg& publicKey, const TextEncoding& encoding) {
  Number key = numberOf(Bytes(publicKey, "key", detail::bytesOrText, encoding).octets(), "buf is too big");
  if (!key || DH_set0_key(state_->dh.get(), key.get(), nullptr) != 1) detail::throwOpenssl();
  key.release();
  return DiffieHellman(this);
}

DiffieHellman DiffieHellmanObject::setPrivateKey(const BytesArg& privateKey, const TextEncoding& encoding) {
  Number key = numberOf(Bytes(privateKey, "key", detail::bytesOrText, encoding).octets(), "buf is too big");
  if (!key || DH_set0_key(state_->dh.get(), nullptr, key.get()) != 1) detail::throwOpenssl();
  key.release();
  return DiffieHellman(this);
}

DiffieHellman createDiffieHellman(const DhNumber& prime, const DhNumber& primeEncoding, const DhNumber& generator,
                                  const TextEncoding& generatorEncoding) {
  auto encodingOf = [](const DhNumber& argument) {
    return argument.kind() == BytesArg::Kind::text ? TextEncoding(argument.text()) : TextEncoding();
  };
  const TextEncoding encoding = encodingOf(primeEncoding);
  const bool isGenerator = !isFalsy(primeEncoding) && encoding.kind() != TextEncoding::Kind::known &&
                           encoding.kind() != TextEncoding::Kind::buffer;
  const DhNumber& number = isGenerator ? primeEncoding : generator;
  if (prime.number().given)
    return make<DiffieHellmanObject>(new detail::DhState{withNewPrime(prime.number().value, number)});
  Number p = numberOf(prime, "sizeOrKey", isGenerator ? TextEncoding() : encoding, "prime is too big");
  Number g = generatorOf(number, isGenerator ? encodingOf(generator) : generatorEncoding);
  return make<DiffieHellmanObject>(new detail::DhState{dhOf(std::move(p), std::move(g))});
}

DiffieHellmanGroup createDiffieHellmanGroup(StringArg name) {
  if (name.empty() && name.isNullish()) throw detail::nativeError<TypeError>("ERR_INVALID_ARG_TYPE", "Group name must be a string");
  return make<DiffieHellmanGroupObject>(new detail::DhState{dhOf(detail::groupPrime(name), smallNumber(2))});
}

DiffieHellmanGroup getDiffieHellman(StringArg groupName) { return createDiffieHellmanGroup(groupName); }

}  // namespace nodecpp::crypto

#pragma GCC diagnostic pop
