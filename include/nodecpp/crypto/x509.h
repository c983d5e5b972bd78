// X509Certificate: a certificate whose contents can be read and compared. Part of nodecpp/crypto.h.
// https://nodejs.org/docs/latest-v24.x/api/crypto.html#class-x509certificate
#pragma once

#include <nodecpp/crypto/key_object.h>
#include <nodecpp/date.h>

namespace nodecpp {
class var;
}  // namespace nodecpp

namespace nodecpp::crypto {

namespace detail {
struct CertificateState;
}  // namespace detail
class X509CertificateObject;
using X509Certificate = Handle<X509CertificateObject>;

struct CheckOptions {
  // Whether the name of the subject is looked at: "default" does so when there are no alternative names of that kind, "always"
  // and "never" say it.
  String subject = "default";
  bool wildcards = true;
  bool partialWildcards = true;
  bool multiLabelWildcards = false;
  bool singleLabelSubdomains = false;
};

// A certificate: make<crypto::X509Certificate>(pem). Its properties are calls, since they are getters in Node.
class X509CertificateObject final : public Object {
 public:
  // Reads a certificate in PEM or DER; of several in PEM the first. Throws ERR_INVALID_ARG_TYPE and OpenSSL's errors.
  explicit X509CertificateObject(const BytesArg& buffer);
  // For the runtime: makes the object of the first certificate of a chain in DER, with the others as its issuers.
  explicit X509CertificateObject(detail::CertificateState* state) noexcept : state_(state) {}
  ~X509CertificateObject() override;

  // Return the names of the subject and the issuer, one to a line: "C=DE\nCN=example.org".
  String subject() const;
  String issuer() const;
  // Return the alternative names, "DNS:example.org, IP Address:127.0.0.1", and the places where more is to be found, one to a
  // line. They are undefined when the certificate has none.
  String subjectAltName() const;
  String infoAccess() const;
  // Return from when to when the certificate is valid: "Nov 26 14:29:29 2026 GMT".
  String validFrom() const;
  String validTo() const;
  Date validFromDate() const;
  Date validToDate() const;
  // Return the digests of the certificate by SHA-1, SHA-256 and SHA-512, as hexadecimal digits with colons.
  String fingerprint() const;
  String fingerprint256() const;
  String fingerprint512() const;
  // Returns the object identifiers of what the key may be used for. It is empty where Node has undefined.
  Array<String> keyUsage() const;
  String serialNumber() const;
  // Return the algorithm of the issuer's signature: "ecdsa-with-SHA256", and its object identifier.
  String signatureAlgorithm() const;
  String signatureAlgorithmOid() const;
  // Returns the certificate in DER.
  Buffer raw() const;
  // Throws OpenSSL's error for a key that it does not know.
  KeyObject publicKey() const;
  // Whether the certificate is one of an authority, which may issue others.
  bool ca() const;
  // Returns the certificate of the issuer. Only a certificate that a TLS socket has given may know it; it is undefined otherwise.
  X509Certificate issuerCertificate() const;

  // Return the name in the certificate that fits, or undefined when the certificate is not one of this host, e-mail address or
  // IP address. Throw ERR_INVALID_ARG_VALUE.
  String checkHost(StringArg name, const CheckOptions& options = {}) const;
  String checkEmail(StringArg email, const CheckOptions& options = {}) const;
  String checkIP(StringArg ip, const CheckOptions& options = {}) const;
  // Returns whether `otherCert` may be the issuer, by names and attributes; verify() says whether it has signed.
  bool checkIssued(const X509Certificate& otherCert) const;
  // Returns whether `privateKey` belongs to the certificate's public key. Throws ERR_INVALID_ARG_TYPE and
  // ERR_INVALID_ARG_VALUE.
  bool checkPrivateKey(const KeyObject& privateKey) const;
  // Returns whether the owner of `publicKey` has signed the certificate. Nothing else of the certificate is checked.
  bool verify(const KeyObject& publicKey) const;
  // Return the certificate in PEM.
  String toString() const;
  String toJSON() const { return toString(); }
  // Returns the certificate as tls gives it (getPeerCertificate). Include <nodecpp/json.h> for it.
  var toLegacyObject() const;

  const char* className() const { return "X509Certificate"; }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("X509Certificate").property("subject", subject()).property("subjectAltName", subjectAltName()).property("issuer", issuer());
    out.property("infoAccess", infoAccess()).property("validFrom", validFrom()).property("validTo", validTo());
    out.property("validFromDate", validFromDate()).property("validToDate", validToDate());
    out.property("fingerprint", fingerprint()).property("fingerprint256", fingerprint256()).property("fingerprint512", fingerprint512());
    if (const Array<String> usage = keyUsage(); usage.length() > 0)
      out.property("keyUsage", usage);
    else
      out.property("keyUsage", Undefined());
    out.property("serialNumber", serialNumber()).property("signatureAlgorithm", signatureAlgorithm());
    out.property("signatureAlgorithmOid", signatureAlgorithmOid());
  }

 private:
  detail::CertificateState* state_ = nullptr;
};

}  // namespace nodecpp::crypto
