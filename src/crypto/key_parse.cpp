// Keys of pairs that are written in PEM or DER.
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <climits>
#include <cstring>
#include <string_view>
#include <utility>

#include "crypto/asymmetric.h"

namespace nodecpp::crypto {

using nodecpp::detail::codedError;
using nodecpp::detail::inspectString;
using nodecpp::detail::invalidArgValue;

void KeySource::take(const BytesArg& bytes) {
  // An option that is undefined, as a variable of the environment may be, is not given.
  if (bytes.kind() == BytesArg::Kind::refused && bytes.received() == "undefined") return;
  bytes_ = detail::Bytes(bytes, "key", detail::keyOrText).toBuffer();
  given_ = true;
}

void KeySource::addProperty(const char* name, const String& value) {
  // No value of a JSON Web Key has a line end, which separates the properties here.
  if (!value.includes("\n")) jwk_ = jwk_ + "\n" + name + "=" + value;
}

namespace detail {

Pkey shared(EVP_PKEY* key) {
  EVP_PKEY_up_ref(key);
  return Pkey(key);
}

KeyObject keyObjectOf(Pkey key, bool isPrivate) { return make<KeyObjectObject>(new AsymmetricKey{std::move(key)}, isPrivate); }

bool isRsa(const EVP_PKEY* key) {
  const int id = EVP_PKEY_get_base_id(key);
  return id == EVP_PKEY_RSA || id == EVP_PKEY_RSA_PSS;
}

namespace {

// OpenSSL asks for a pass phrase by this function, which would otherwise read the terminal.
int givePassphrase(char* to, int room, int, void* options) {
  const auto& passphrase = static_cast<const KeyOptions*>(options)->passphrase;
  if (!passphrase.given() || passphrase.bytes().size() > std::size_t(room)) return -1;
  if (!passphrase.bytes().empty()) std::memcpy(to, passphrase.bytes().bytes(), passphrase.bytes().size());
  return int(passphrase.bytes().size());
}

Bio readerOf(const Buffer& bytes) {
  if (bytes.size() > INT_MAX) throw Error("Failed to read asymmetric key");
  return Bio(BIO_new_mem_buf(bytes.bytes(), int(bytes.size())));
}

Pkey readPrivate(const KeyOptions& options, const String& type, bool isPem) {
  RandomScope random;
  const Bio in = readerOf(options.key.bytes());
  void* asked = const_cast<KeyOptions*>(&options);
  if (isPem) return Pkey(PEM_read_bio_PrivateKey(in.get(), nullptr, givePassphrase, asked));
  const auto* at = octetsOf(options.key.bytes()).data();
  const long size = long(options.key.bytes().size());
  if (type == "pkcs1") return Pkey(d2i_PrivateKey(EVP_PKEY_RSA, nullptr, &at, size));
  if (type == "sec1") return Pkey(d2i_PrivateKey(EVP_PKEY_EC, nullptr, &at, size));
  if (options.passphrase.given()) {
    Pkey decrypted(d2i_PKCS8PrivateKey_bio(in.get(), nullptr, givePassphrase, asked));
    if (decrypted) return decrypted;
    ERR_clear_error();
  }
  Owned<PKCS8_PRIV_KEY_INFO, PKCS8_PRIV_KEY_INFO_free> info(d2i_PKCS8_PRIV_KEY_INFO(nullptr, &at, size));
  return Pkey(info ? EVP_PKCS82PKEY(info.get()) : nullptr);
}

// Reads the part of a text in PEM that has this title by `parse`.
template <class Parse>
Pkey readPart(const Buffer& pem, const char* title, Parse parse) {
  const Bio in = readerOf(pem);
  unsigned char* der = nullptr;
  long size = 0;
  if (PEM_bytes_read_bio(&der, &size, nullptr, title, in.get(), nullptr, nullptr) != 1) return nullptr;
  const unsigned char* at = der;
  Pkey key = parse(&at, size);
  OPENSSL_clear_free(der, std::size_t(size));
  return key;
}

Pkey publicOfCertificate(const unsigned char** at, long size) {
  Owned<X509, X509_free> certificate(d2i_X509(nullptr, at, size));
  return certificate ? Pkey(X509_get_pubkey(certificate.get())) : nullptr;
}

Pkey readPublic(const KeyOptions& options, const String& type, bool isPem) {
  const Buffer& bytes = options.key.bytes();
  auto spki = [](const unsigned char** at, long size) { return Pkey(d2i_PUBKEY(nullptr, at, size)); };
  auto pkcs1 = [](const unsigned char** at, long size) { return Pkey(d2i_PublicKey(EVP_PKEY_RSA, nullptr, at, size)); };
  if (!isPem) {
    const auto* at = octetsOf(bytes).data();
    if (type == "spki") return spki(&at, long(bytes.size()));
    if (type == "pkcs1") {
      if (Pkey key = pkcs1(&at, long(bytes.size()))) return key;
      ERR_clear_error();
    }
    return readPrivate(options, type, false);
  }
  Pkey key = readPart(bytes, "PUBLIC KEY", spki);
  if (!key) key = readPart(bytes, "RSA PUBLIC KEY", pkcs1);
  if (!key) key = readPart(bytes, "CERTIFICATE", publicOfCertificate);
  if (key) return key;
  ERR_clear_error();
  return readPrivate(options, type, true);
}

// Checks how the key is said to be encoded. Returns whether it is in PEM.
bool checkEncoding(const KeyOptions& options, bool isPublic) {
  auto refuse = [](const char* name, const String& value) {
    throw invalidArgValue(name, value.empty() ? String("undefined") : inspectString(value));
  };
  const bool isPem = options.format.empty() || options.format == "pem";
  if (!isPem && options.format != "der") refuse("key.format", options.format);
  const String& type = options.type;
  const bool isKnown = type == "pkcs1" || type == "pkcs8" || type == "sec1" || (isPublic && type == "spki");
  if (!isKnown && !(isPem && type.empty())) refuse("key.type", type);
  return isPem;
}

[[noreturn]] void throwWrongKind(const String& found, const char* expected) {
  throw codedError<TypeError>("ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE",
                              "Invalid key object type " + found + ", expected " + expected + ".");
}

// A recording has no private keys. In a replay the program reads a mark in place of the key (src/os/session/key_mask.h), and
// what it computes with the key cannot be repeated.
void refuseMark(const Buffer& bytes) {
  constexpr std::string_view mark = "****************";
  if (std::string_view(bytes.bytes(), bytes.size()).find(mark) == std::string_view::npos) return;
  ERR_clear_error();
  throw codedError("ERR_NODECPP_KEY_NOT_RECORDED",
                   "This private key is a mark in its place: recordings have no private keys, so what the program computes with it "
                   "cannot be replayed");
}

KeyObject readJwk(const KeyOptions& options, bool isPrivate) {
  if (options.key.jwk().empty())
    throw codedError<TypeError>("ERR_INVALID_ARG_TYPE",
                                "The \"key.key\" property must be of type object. Received type string (" +
                                    inspectString(options.key.bytes().toString()) + ")");
  return keyOfJwk(options.key.jwk(), isPrivate);
}

void checkGiven(const KeyOptions& options) {
  if (!options.key.given()) throw nodecpp::detail::invalidArgType("key", keyOrText, "undefined");
}

}  // namespace

KeyObject privateKeyOf(const KeyOptions& options) {
  checkGiven(options);
  if (const KeyObject& object = options.key.object()) {
    if (object->type() != "private") throwWrongKind(object->type(), "private");
    return object;
  }
  if (options.format == "jwk") return readJwk(options, true);
  const bool isPem = checkEncoding(options, false);
  ERR_clear_error();
  // A short key in DER can be read although its end is a mark, as another key.
  if (!isPem) refuseMark(options.key.bytes());
  Pkey key = readPrivate(options, options.type, isPem);
  if (!key) refuseMark(options.key.bytes());
  if (!key) throwOpenssl("Failed to read private key");
  ERR_clear_error();
  return keyObjectOf(std::move(key), true);
}

KeyObject publicKeyOf(const KeyOptions& options) {
  checkGiven(options);
  if (const KeyObject& object = options.key.object()) {
    if (object->type() == "secret") throwWrongKind(object->type(), "private or public");
    return object;
  }
  if (options.format == "jwk") return readJwk(options, false);
  const bool isPem = checkEncoding(options, true);
  ERR_clear_error();
  if (!isPem) refuseMark(options.key.bytes());
  Pkey key = readPublic(options, options.type, isPem);
  if (!key) refuseMark(options.key.bytes());
  if (!key) throwOpenssl("Failed to read asymmetric key");
  ERR_clear_error();
  return keyObjectOf(std::move(key), false);
}

}  // namespace detail

KeyObject createPrivateKey(const KeySource& key) { return createPrivateKey(KeyOptions{.key = key}); }
KeyObject createPrivateKey(const KeyOptions& key) {
  constexpr const char* expected = "of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, or URL";
  if (!key.key.given()) throw nodecpp::detail::invalidArgType("key", expected, "undefined");
  if (const KeyObject& object = key.key.object()) {
    const char* kind = !object->key() ? "SecretKeyObject" : object->isPrivate() ? "PrivateKeyObject" : "PublicKeyObject";
    throw nodecpp::detail::invalidArgType("key", expected, str("an instance of ") + kind);
  }
  return detail::privateKeyOf(key);
}
KeyObject createPublicKey(const KeySource& key) { return createPublicKey(KeyOptions{.key = key}); }

KeyObject createPublicKey(const KeyOptions& key) {
  if (const KeyObject& object = key.key.object()) {
    if (object->type() != "private")
      throw codedError<TypeError>("ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE",
                                  "Invalid key object type " + object->type() + ", expected private.");
    return detail::keyObjectOf(detail::shared(detail::pkeyOf(object)), false);
  }
  return detail::publicKeyOf(key);
}

}  // namespace nodecpp::crypto
