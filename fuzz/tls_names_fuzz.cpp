// Describes any bytes as a certificate, and certificates that have any bytes as their names. Nothing may crash. What a
// certificate says can always be split into its names again, and a host is meant only by a certificate that has the name
// of this host as a whole: a name with a comma, a quote or a zero in it is never taken for another. Sessions that
// programs give back are unwrapped here, too.
#include <openssl/x509v3.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/upward_calls.h"
#include "os/openssl/library.h"
#include "os/tls/engine.h"
#include "tls/handshake.h"

using namespace nodecpp;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = char(c + 32);
  return text;
}

var certificate(const os::TlsCertificate& described) {
  var made = var::object({{"subject", var::object()}});
  if (described.hasAlternativeNames) made["subjectaltname"] = tls::detail::textOf(described.alternativeNames);
  for (const auto& [name, value] : described.subject)
    if (name == "CN") made["subject"]["CN"] = tls::detail::textOf(value);
  return made;
}

os::TlsFailure describe(const std::string& der, os::TlsCertificate& described) {
  return detail::upward().tlsLibrary().describe(der, described);
}

// Returns a certificate in DER with these names. It is not signed, which nobody asks here.
std::string made(const std::vector<std::string>& names, int kind) {
  X509* certificate = X509_new();
  GENERAL_NAMES* all = sk_GENERAL_NAME_new_null();
  for (const std::string& name : names) {
    ASN1_IA5STRING* text = ASN1_IA5STRING_new();
    ASN1_STRING_set(text, name.data(), int(name.size()));
    GENERAL_NAME* one = GENERAL_NAME_new();
    GENERAL_NAME_set0_value(one, kind, text);
    sk_GENERAL_NAME_push(all, one);
  }
  X509_add1_ext_i2d(certificate, NID_subject_alt_name, all, 0, X509V3_ADD_DEFAULT);
  GENERAL_NAMES_free(all);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 0);
  unsigned char* bytes = nullptr;
  int size = i2d_X509(certificate, &bytes);
  std::string der(reinterpret_cast<char*>(bytes), std::size_t(size > 0 ? size : 0));
  OPENSSL_free(bytes);
  X509_free(certificate);
  return der;
}

// A host of two labels cannot be meant by a name with a star, so it must stand in the certificate.
void checkHosts(const std::string& text) {
  std::vector<std::string> names(1);
  for (char c : text) {
    if (c == '\n')
      names.emplace_back();
    else
      names.back() += c;
  }
  for (int kind : {GEN_DNS, GEN_EMAIL, GEN_URI}) {
    os::TlsCertificate described;
    std::string der = made(names, kind);
    if (der.empty() || describe(der, described)) continue;
    require(described.hasAlternativeNames);
    bool has = false;
    for (const std::string& name : names) has = has || lower(name) == "good.example" || lower(name) == "good.example.";
    bool meant = !tls::checkServerIdentity("good.example", certificate(described));
    require(meant == (has && kind == GEN_DNS));
    require(bool(tls::checkServerIdentity("1.2.3.4", certificate(described))));
  }
}

void checkSessions(const std::string& text) {
  Buffer given = tls::detail::bufferOf(text);
  tls::detail::sessionForReuse(given, "good.example", false);
  Buffer wrapped = tls::detail::wrapSession(text, "good.example");
  require(tls::detail::sessionForReuse(wrapped, "good.example", true) == text);
  require(tls::detail::sessionForReuse(wrapped, "evil.example", true).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  os::linkOpenssl();
  std::string text(reinterpret_cast<const char*>(data), size);
  os::TlsCertificate described;
  // No name that OpenSSL can read makes a text that cannot be split again: this would throw.
  if (!describe(text, described)) tls::checkServerIdentity("good.example", certificate(described));
  checkHosts(text);
  checkSessions(text);
  // A program may ask with any text of its own.
  try {
    tls::checkServerIdentity("good.example", var::object({{"subjectaltname", tls::detail::textOf(text)}}));
    tls::checkServerIdentity(tls::detail::textOf(text),
                             var::object({{"subjectaltname", "DNS:*.good.example, IP Address:1.2.3.4"}}));
  } catch (const Error& error) {
    require(error->code == "ERR_TLS_CERT_ALTNAME_FORMAT");
  }
  return 0;
}
