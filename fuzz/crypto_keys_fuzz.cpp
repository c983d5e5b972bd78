// Reads keys and certificates from any bytes: PEM, DER, JSON Web Keys, raw keys, with a pass phrase and without. Nothing may
// crash, and each refusal is an Error with a message. What was read is written and read again, and must be the same. The first
// byte says what the rest is.
#include <nodecpp/crypto.h>
#include <nodecpp/json.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace nodecpp;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// Returns what `read` returns, or undefined when it refuses.
template <class Read>
auto orRefused(Read read) -> decltype(read()) {
  try {
    return read();
  } catch (const Error& error) {
    require(!error->message.empty());
    return nullptr;
  }
}

void writeAndRead(const crypto::KeyObject& key) {
  if (!key || key->asymmetricKeyType().isUndefined()) return;
  key->asymmetricKeyDetails();
  const bool isPrivate = key->type() == "private";
  orRefused([&]() -> crypto::KeyObject {
    const String pem = key->export_({.type = isPrivate ? "pkcs8" : "spki", .format = "pem"});
    const crypto::KeyObject again = isPrivate ? crypto::createPrivateKey(pem) : crypto::createPublicKey(pem);
    require(again->equals(key));
    return again;
  });
  orRefused([&]() -> crypto::KeyObject {
    const var jwk = key->export_({.format = "jwk"});
    return isPrivate ? crypto::createPrivateKey({.key = jwk, .format = "jwk"}) : crypto::createPublicKey({.key = jwk, .format = "jwk"});
  });
}

void readKey(const crypto::KeyOptions& options) {
  writeAndRead(orRefused([&] { return crypto::createPrivateKey(options); }));
  writeAndRead(orRefused([&] { return crypto::createPublicKey(options); }));
}

void readCertificate(const Buffer& bytes) {
  const auto certificate = orRefused([&] { return make<crypto::X509Certificate>(bytes); });
  if (!certificate) return;
  for (const String& text : {certificate->subject(), certificate->issuer(), certificate->subjectAltName(), certificate->infoAccess(),
                             certificate->validFrom(), certificate->serialNumber(), certificate->signatureAlgorithmOid()})
    require(text.isUndefined() || text.byteLength() < 1e7);
  certificate->validFromDate();
  certificate->keyUsage();
  certificate->ca();
  certificate->checkIssued(certificate);
  certificate->toLegacyObject();
  orRefused([&]() -> crypto::KeyObject {
    certificate->checkHost("example.org");
    certificate->checkEmail("root@example.org");
    certificate->checkIP("127.0.0.1");
    const crypto::KeyObject key = certificate->publicKey();
    certificate->verify(key);
    return key;
  });
  require(make<crypto::X509Certificate>(certificate->toString())->raw().equals(certificate->raw()));
}

// Decrypting a key may take as long as the key itself says. A program chooses its keys, so this is no fault.
bool takesLong(std::string_view bytes) { return bytes.find("ENCRYPTED") != bytes.npos; }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > 20000) return 0;
  const unsigned what = data[0];
  const Buffer bytes = Buffer::copyOf(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (what % 8) {
    case 0:
      if (!takesLong({bytes.bytes(), bytes.size()})) readKey({.key = bytes});
      break;
    case 1: readKey({.key = bytes, .format = "der", .type = "pkcs8"}); break;
    case 2: readKey({.key = bytes, .format = "der", .type = "spki"}); break;
    case 3: readKey({.key = bytes, .format = "der", .type = "pkcs1"}); break;
    case 4: readKey({.key = bytes, .format = "der", .type = "sec1"}); break;
    case 5: {
      var jwk;
      try {
        jwk = JSON::parse(bytes.toString());
      } catch (const Error&) {
        break;
      }
      if (jwk.isObject()) readKey({.key = jwk, .format = "jwk"});
      break;
    }
    case 6: readCertificate(bytes); break;
    default:
      if (!takesLong({bytes.bytes(), bytes.size()})) readKey({.key = bytes, .passphrase = "secret"});
  }
  return 0;
}
