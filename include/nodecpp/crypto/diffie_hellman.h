// DiffieHellman: secrets that two sides agree on by powers of a number, modulo a prime. Part of nodecpp/crypto.h.
// https://nodejs.org/docs/latest-v24.x/api/crypto.html#class-diffiehellman
#pragma once

#include <nodecpp/crypto/key_object.h>

namespace nodecpp::crypto {

namespace detail {
struct DhState;
}  // namespace detail
class DiffieHellmanGroupObject;
class DiffieHellmanObject;
using DiffieHellmanGroup = Handle<DiffieHellmanGroupObject>;
using DiffieHellman = Handle<DiffieHellmanObject>;

// A number or bytes as a parameter: a prime, the number of bits of one, or a generator. It is a view of its argument.
class DhNumber : public BytesArg {
 public:
  DhNumber() : BytesArg(Undefined()) {}
  template <class T>
    requires std::constructible_from<BytesArg, const T&> && (!nodecpp::detail::Arithmetic<T>)
  DhNumber(const T& bytes [[clang::lifetimebound]]) : BytesArg(bytes) {}
  template <class T>
    requires nodecpp::detail::Arithmetic<T>
  DhNumber(T value) : BytesArg(Undefined()), number_(value) {}

  const stream::OptionalNumber& number() const noexcept [[clang::lifetimebound]] { return number_; }

 private:
  stream::OptionalNumber number_;
};

// One side of an agreement with a prime and a generator that both sides know. Numbers are Buffers, or texts in the encoding
// that is given.
class DiffieHellmanGroupObject : public Object {
 public:
  // For the runtime: takes over a state.
  explicit DiffieHellmanGroupObject(detail::DhState* state);
  ~DiffieHellmanGroupObject() override;

  // What is wrong with the prime and the generator: bits of constants::DH_…, or 0.
  const double verifyError;

  // Makes the private key, if there is none yet, and the public one, which it returns. Throws ERR_CRYPTO_OPERATION_FAILED for
  // a prime that is too small.
  Buffer generateKeys();
  String generateKeys(const TextEncoding& encoding);
  // Returns the secret that this side has with the side of this public key, in as many bytes as the prime has. Throws
  // ERR_CRYPTO_INVALID_KEYLEN for a number that is too small or too large, ERR_CRYPTO_INVALID_KEYTYPE, and
  // ERR_CRYPTO_OPERATION_FAILED when there is no private key.
  Buffer computeSecret(const BytesArg& otherPublicKey, const TextEncoding& inputEncoding = {});
  String computeSecret(const BytesArg& otherPublicKey, const TextEncoding& inputEncoding, const TextEncoding& outputEncoding);
  // Return the numbers. Throw ERR_CRYPTO_INVALID_STATE for a key that is not there yet.
  Buffer getPrime() const;
  String getPrime(const TextEncoding& encoding) const;
  Buffer getGenerator() const;
  String getGenerator(const TextEncoding& encoding) const;
  Buffer getPublicKey() const;
  String getPublicKey(const TextEncoding& encoding) const;
  Buffer getPrivateKey() const;
  String getPrivateKey(const TextEncoding& encoding) const;

  const char* className() const { return "DiffieHellmanGroup"; }
  template <class I>
  void inspectTo(I& out) const {
    out.property("verifyError", verifyError);
  }

 protected:
  detail::DhState* state_;
};

// A side whose prime and keys the program can choose.
class DiffieHellmanObject final : public DiffieHellmanGroupObject {
 public:
  using DiffieHellmanGroupObject::DiffieHellmanGroupObject;

  // Set the keys. Return this object.
  DiffieHellman setPublicKey(const BytesArg& publicKey, const TextEncoding& encoding = {});
  DiffieHellman setPrivateKey(const BytesArg& privateKey, const TextEncoding& encoding = {});

  const char* className() const { return "DiffieHellman"; }
};

// Returns a new object, as Node's createDiffieHellman(prime, primeEncoding, generator, generatorEncoding) or
// createDiffieHellman(primeLength, generator). `prime` is bytes, a text in the encoding, or the number of bits of a prime that
// is generated, which may take minutes. A second argument that names no encoding is the generator, and the third one is its
// encoding. The generator is 2 by default. Throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE "Invalid DH parameters",
// ERR_OSSL_DH_BAD_GENERATOR for one below 2, and ERR_OSSL_DH_MODULUS_TOO_SMALL.
DiffieHellman createDiffieHellman(const DhNumber& prime, const DhNumber& primeEncoding = {}, const DhNumber& generator = {},
                                  const TextEncoding& generatorEncoding = {});
// Return an object with a group of RFC 2409 and RFC 3526: "modp1", "modp2", "modp5", "modp14" to "modp18". Throw
// ERR_CRYPTO_UNKNOWN_DH_GROUP.
DiffieHellmanGroup createDiffieHellmanGroup(StringArg name);
DiffieHellmanGroup getDiffieHellman(StringArg groupName);

}  // namespace nodecpp::crypto
