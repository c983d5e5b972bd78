// X509Certificate.
#include <nodecpp/crypto/x509.h>

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <climits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/errors/validate.h"
#include "crypto/asymmetric.h"
#include "crypto/certificates/certificate_object.h"
#include "os/openssl/certificate.h"

namespace nodecpp::crypto {

using X509Pointer = detail::Owned<X509, X509_free>;

namespace detail {

struct CertificateState {
  Owned<X509, X509_free> certificate;
  std::string der{};
  X509Certificate issuer{};
  std::optional<os::TlsCertificate> described{};  // Read when it is first asked for.

  const os::TlsCertificate& contents() {
    if (described) return *described;
    os::TlsCertificate read;
    if (os::TlsFailure failure = os::openssl::describe(der, read)) throw errorOf(failure);
    return described.emplace(std::move(read));
  }
};

}  // namespace detail

namespace {

using detail::CertificateState;
using detail::plainText;

String writtenTo(BIO* bio) {
  char* text = nullptr;
  const long size = BIO_get_mem_data(bio, &text);
  return String::copyOf(text, std::size_t(size > 0 ? size : 0));
}

detail::Bio memory() {
  detail::Bio bio(BIO_new(BIO_s_mem()));
  if (!bio) detail::throwOpenssl();
  return bio;
}

// Node asks for no pass phrase, and OpenSSL would read one from the terminal.
int noPassphrase(char*, int, int, void*) { return 0; }

X509Pointer read(detail::Octets bytes) {
  if (bytes.size() > INT_MAX) throw Error("Failed to read the certificate");
  ERR_clear_error();
  const detail::Bio in(BIO_new_mem_buf(bytes.data(), int(bytes.size())));
  X509Pointer certificate(PEM_read_bio_X509_AUX(in.get(), nullptr, noPassphrase, nullptr));
  if (!certificate) {
    const unsigned char* at = bytes.data();
    certificate.reset(d2i_X509(nullptr, &at, long(bytes.size())));
  }
  // As in Node, the error of reading PEM is the first.
  if (!certificate) detail::throwOpenssl();
  ERR_clear_error();
  return certificate;
}

CertificateState* stateOf(X509Pointer certificate) {
  unsigned char* der = nullptr;
  const int size = i2d_X509(certificate.get(), &der);
  if (size <= 0) detail::throwOpenssl();
  std::string bytes(reinterpret_cast<char*>(der), std::size_t(size));
  OPENSSL_free(der);
  return new CertificateState{std::move(certificate), std::move(bytes)};
}

CertificateState* stateOf(const BytesArg& argument) {
  constexpr const char* expected = "of type string or an instance of Buffer, TypedArray, or DataView";
  if (argument.kind() == BytesArg::Kind::arrayBuffer)
    throw nodecpp::detail::invalidArgType("buffer", expected, "an instance of ArrayBuffer");
  return stateOf(read(detail::Bytes(argument, "buffer", expected).octets()));
}

String namesOf(const X509_NAME* name) {
  const detail::Bio out = memory();
  constexpr unsigned long flags =
      ASN1_STRFLGS_ESC_2253 | ASN1_STRFLGS_ESC_CTRL | ASN1_STRFLGS_UTF8_CONVERT | XN_FLAG_SEP_MULTILINE | XN_FLAG_FN_SN;
  const bool printed = X509_NAME_print_ex(out.get(), name, 0, flags) > 0;
  ERR_clear_error();
  return printed ? writtenTo(out.get()) : String(undefined);
}

Date dateOf(const ASN1_TIME* time) {
  int days = 0, seconds = 0;
  const detail::Owned<ASN1_TIME, ASN1_TIME_free> epoch(ASN1_TIME_set(nullptr, 0));
  if (!epoch || ASN1_TIME_diff(&days, &seconds, epoch.get(), time) != 1) {
    ERR_clear_error();
    return Date(__builtin_nan(""));
  }
  return Date((days * 86400.0 + seconds) * 1000);
}

unsigned flagsOf(const CheckOptions& options) {
  unsigned flags = 0;
  if (options.subject == "always")
    flags |= X509_CHECK_FLAG_ALWAYS_CHECK_SUBJECT;
  else if (options.subject == "never")
    flags |= X509_CHECK_FLAG_NEVER_CHECK_SUBJECT;
  else if (options.subject != "default")
    throw nodecpp::detail::invalidArgValue("options.subject", nodecpp::detail::inspectString(options.subject));
  if (!options.wildcards) flags |= X509_CHECK_FLAG_NO_WILDCARDS;
  if (!options.partialWildcards) flags |= X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS;
  if (options.multiLabelWildcards) flags |= X509_CHECK_FLAG_MULTI_LABEL_WILDCARDS;
  if (options.singleLabelSubdomains) flags |= X509_CHECK_FLAG_SINGLE_LABEL_SUBDOMAINS;
  return flags;
}

// Returns `found` for OpenSSL's answer 1 and undefined for 0.
String answerOf(int answer, const String& found) {
  ERR_clear_error();
  if (answer == 1) return found;
  if (answer == 0) return undefined;
  if (answer == -2) throw detail::nativeError<TypeError>("ERR_INVALID_ARG_VALUE", "Invalid name");
  throw detail::nativeError("ERR_CRYPTO_OPERATION_FAILED", "The name could not be checked");
}

void checkKind(const KeyObject& key, const char* wanted) {
  if (!key) throw nodecpp::detail::invalidArgType("pkey", "an instance of KeyObject", "undefined");
  if (key->type() == wanted) return;
  const char* kind = !key->key() ? "SecretKeyObject {}" : key->isPrivate() ? "PrivateKeyObject {}" : "PublicKeyObject {}";
  throw nodecpp::detail::invalidArgValue("pkey", kind);
}

}  // namespace

X509CertificateObject::X509CertificateObject(const BytesArg& buffer) : X509CertificateObject(stateOf(buffer)) {}

X509CertificateObject::~X509CertificateObject() { delete state_; }

String X509CertificateObject::subject() const { return namesOf(X509_get_subject_name(state_->certificate.get())); }
String X509CertificateObject::issuer() const { return namesOf(X509_get_issuer_name(state_->certificate.get())); }

String X509CertificateObject::subjectAltName() const {
  const os::TlsCertificate& contents = state_->contents();
  return contents.hasAlternativeNames ? plainText(contents.alternativeNames) : String(undefined);
}

String X509CertificateObject::infoAccess() const {
  std::string lines;
  for (const auto& [name, value] : state_->contents().informationAccess) {
    if (!lines.empty()) lines += '\n';
    lines += name + ":" + value;
  }
  return lines.empty() ? String(undefined) : plainText(lines);
}

String X509CertificateObject::validFrom() const { return plainText(state_->contents().validFrom); }
String X509CertificateObject::validTo() const { return plainText(state_->contents().validTo); }
Date X509CertificateObject::validFromDate() const { return dateOf(X509_get0_notBefore(state_->certificate.get())); }
Date X509CertificateObject::validToDate() const { return dateOf(X509_get0_notAfter(state_->certificate.get())); }
String X509CertificateObject::fingerprint() const { return plainText(state_->contents().fingerprint); }
String X509CertificateObject::fingerprint256() const { return plainText(state_->contents().fingerprint256); }
String X509CertificateObject::fingerprint512() const { return plainText(state_->contents().fingerprint512); }

Array<String> X509CertificateObject::keyUsage() const {
  Array<String> usage;
  for (const std::string& each : state_->contents().extendedKeyUsage) usage.push(plainText(each));
  return usage;
}

String X509CertificateObject::serialNumber() const { return plainText(state_->contents().serialNumber); }

String X509CertificateObject::signatureAlgorithm() const {
  const int nid = X509_get_signature_nid(state_->certificate.get());
  return nid == NID_undef ? String(undefined) : String(OBJ_nid2ln(nid));
}

String X509CertificateObject::signatureAlgorithmOid() const {
  const ASN1_OBJECT* object = nullptr;
  X509_ALGOR_get0(&object, nullptr, nullptr, X509_get0_tbs_sigalg(state_->certificate.get()));
  char text[256] = "";
  const int size = OBJ_obj2txt(text, sizeof text, object, 1);
  ERR_clear_error();
  return size > 0 && size < int(sizeof text) ? String(text) : String(undefined);
}

Buffer X509CertificateObject::raw() const { return Buffer::copyOf(state_->der.data(), state_->der.size()); }

KeyObject X509CertificateObject::publicKey() const {
  ERR_clear_error();
  detail::Pkey key(X509_get_pubkey(state_->certificate.get()));
  if (!key) detail::throwOpenssl();
  return detail::keyObjectOf(std::move(key), false);
}

bool X509CertificateObject::ca() const {
  const bool is = X509_check_ca(state_->certificate.get()) == 1;
  ERR_clear_error();
  return is;
}

X509Certificate X509CertificateObject::issuerCertificate() const { return state_->issuer; }

String X509CertificateObject::checkHost(StringArg name, const CheckOptions& options) const {
  detail::validateString(name, "name");
  const unsigned flags = flagsOf(options);
  char* found = nullptr;
  const int answer = X509_check_host(state_->certificate.get(), name.data(), name.size(), flags, &found);
  const String fitting = found ? String(found) : name.toString();
  OPENSSL_free(found);
  // No host has an empty name, for which OpenSSL would take the length of the text at the address.
  return answerOf(name.empty() ? 0 : answer, fitting);
}

String X509CertificateObject::checkEmail(StringArg email, const CheckOptions& options) const {
  detail::validateString(email, "email");
  const unsigned flags = flagsOf(options);
  return answerOf(email.empty() ? 0 : X509_check_email(state_->certificate.get(), email.data(), email.size(), flags), email.toString());
}

String X509CertificateObject::checkIP(StringArg ip, const CheckOptions& options) const {
  detail::validateString(ip, "ip");
  const unsigned flags = flagsOf(options);
  const std::string text(ip.data(), ip.size());
  return answerOf(X509_check_ip_asc(state_->certificate.get(), text.c_str(), flags), ip.toString());
}

bool X509CertificateObject::checkIssued(const X509Certificate& otherCert) const {
  if (!otherCert) throw nodecpp::detail::invalidArgType("otherCert", "an instance of X509Certificate", "undefined");
  const bool issued = X509_check_issued(otherCert->state_->certificate.get(), state_->certificate.get()) == X509_V_OK;
  ERR_clear_error();
  return issued;
}

bool X509CertificateObject::checkPrivateKey(const KeyObject& privateKey) const {
  checkKind(privateKey, "private");
  const bool belongs = X509_check_private_key(state_->certificate.get(), detail::pkeyOf(privateKey)) == 1;
  ERR_clear_error();
  return belongs;
}

bool X509CertificateObject::verify(const KeyObject& publicKey) const {
  checkKind(publicKey, "public");
  detail::RandomScope random;
  const bool signed_ = X509_verify(state_->certificate.get(), detail::pkeyOf(publicKey)) == 1;
  ERR_clear_error();
  return signed_;
}

String X509CertificateObject::toString() const {
  const detail::Bio out = memory();
  if (PEM_write_bio_X509(out.get(), state_->certificate.get()) != 1) detail::throwOpenssl();
  return writtenTo(out.get());
}

var X509CertificateObject::toLegacyObject() const { return detail::legacyObjectOf(state_->contents(), state_->der); }

X509Certificate detail::certificateOfChain(const std::vector<std::string>& chain) {
  X509Certificate issuer;
  for (std::size_t at = chain.size(); at-- > 0;) {
    const Octets bytes{reinterpret_cast<const unsigned char*>(chain[at].data()), chain[at].size()};
    CertificateState* state = stateOf(read(bytes));
    state->issuer = issuer;
    issuer = make<X509CertificateObject>(state);
  }
  return issuer;
}

}  // namespace nodecpp::crypto
