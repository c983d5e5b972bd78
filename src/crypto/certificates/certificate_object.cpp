// The object of a certificate, as tls and toLegacyObject() give it.
#include "crypto/certificates/certificate_object.h"

namespace nodecpp::crypto {

namespace {

using detail::plainText;

// Makes an object of the names of a subject or an issuer. When one field occurs several times, its value is a list.
var namesObject(const os::TlsCertificate::Names& names) {
  var object = var::create(nullptr);
  for (const auto& [name, value] : names) {
    String key = plainText(name);
    if (!object.has(key)) {
      object[key] = plainText(value);
    } else if (var before = object[key]; before.isArray()) {
      before.push(plainText(value));
    } else {
      object[key] = var::array({before, var(plainText(value))});
    }
  }
  return object;
}

var informationAccess(const os::TlsCertificate::Names& access) {
  if (access.empty()) return undefined;
  var object = var::create(nullptr);
  for (const auto& [name, value] : access) {
    String key = plainText(name);
    if (!object.has(key)) object[key] = var::array();
    // What begins with a quote is a JSON text that the port has written.
    object[key].push(value.starts_with('"') ? JSON::parse(plainText(value)) : var(plainText(value)));
  }
  return object;
}

var textOrUndefined(const std::string& text) { return text.empty() ? var(undefined) : var(plainText(text)); }

}  // namespace

var detail::legacyObjectOf(const os::TlsCertificate& described, const std::string& der) {
  var usage = undefined;
  if (!described.extendedKeyUsage.empty()) {
    usage = var::array();
    for (const std::string& each : described.extendedKeyUsage) usage.push(plainText(each));
  }
  return var::object({
      {"subject", namesObject(described.subject)},
      {"issuer", namesObject(described.issuer)},
      {"subjectaltname", described.hasAlternativeNames ? var(plainText(described.alternativeNames)) : var(undefined)},
      {"infoAccess", informationAccess(described.informationAccess)},
      {"ca", described.isAuthority},
      {"modulus", textOrUndefined(described.modulus)},
      {"exponent", textOrUndefined(described.exponent)},
      {"pubkey", described.publicKey.empty() ? var(undefined) : var(detail::plainBytes(described.publicKey))},
      {"bits", described.bits ? var(double(described.bits)) : var(undefined)},
      {"valid_from", plainText(described.validFrom)},
      {"valid_to", plainText(described.validTo)},
      {"fingerprint", plainText(described.fingerprint)},
      {"fingerprint256", plainText(described.fingerprint256)},
      {"fingerprint512", plainText(described.fingerprint512)},
      {"ext_key_usage", usage},
      {"serialNumber", plainText(described.serialNumber)},
      {"raw", detail::plainBytes(der)},
      {"asn1Curve", textOrUndefined(described.curve)},
      {"nistCurve", textOrUndefined(described.nistCurve)},
  });
}

}  // namespace nodecpp::crypto
