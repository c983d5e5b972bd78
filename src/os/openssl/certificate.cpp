// The contents of a certificate in the form of Node's legacy certificate object.
// https://nodejs.org/docs/latest-v24.x/api/tls.html#certificate-object
#include "os/openssl/certificate.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <memory>

#include "os/openssl/failure.h"

namespace nodecpp::os::openssl {

namespace {

using Bio = std::unique_ptr<BIO, Freeing<BIO_free>>;
using Number = std::unique_ptr<BIGNUM, Freeing<BN_free>>;

std::string textOf(BIO* bio) {
  char* text = nullptr;
  long size = BIO_get_mem_data(bio, &text);
  return std::string(text, std::size_t(size > 0 ? size : 0));
}

std::string utf8Of(const ASN1_STRING* value) {
  unsigned char* text = nullptr;
  int size = ASN1_STRING_to_UTF8(&text, value);
  if (size < 0) return {};
  std::string utf8(reinterpret_cast<char*>(text), std::size_t(size));
  OPENSSL_free(text);
  return utf8;
}

std::string nameOf(const ASN1_OBJECT* object, bool numeric = false) {
  if (int nid = OBJ_obj2nid(object); nid != NID_undef && !numeric) return OBJ_nid2sn(nid);
  char text[256];
  OBJ_obj2txt(text, sizeof text, object, 1);
  return text;
}

TlsCertificate::Names namesOf(const X509_NAME* name) {
  TlsCertificate::Names names;
  for (int i = 0; i < X509_NAME_entry_count(name); ++i) {
    X509_NAME_ENTRY* entry = X509_NAME_get_entry(name, i);
    names.emplace_back(nameOf(X509_NAME_ENTRY_get_object(entry)), utf8Of(X509_NAME_ENTRY_get_data(entry)));
  }
  return names;
}

// Appends a name with the word of its kind in front, if any. A name that could be taken for several names, or that has
// characters which do not show, is written as a JSON text, as Node writes it. `utf8` says that the name is not ASCII alone.
void appendSafely(std::string& to, std::string_view name, std::string_view prefix = {}, bool utf8 = false) {
  auto shows = [=](unsigned char c) { return c >= ' ' && c != 0x7f && (c < 0x7f || utf8); };
  bool plain = true;
  for (unsigned char c : name) plain = plain && shows(c) && c != '"' && c != '\\' && c != ',' && c != '\'';
  if (!plain) to += '"';
  to += prefix;
  if (!prefix.empty()) to += ':';
  if (plain) {
    to += name;
    return;
  }
  for (unsigned char c : name) {
    char escaped[8];
    if (c == '"' || c == '\\')
      to += '\\', to += char(c);
    else if (shows(c) && c != ',')
      to += char(c);
    else
      to.append(escaped, std::size_t(std::snprintf(escaped, sizeof escaped, "\\u%04x", unsigned(c))));
  }
  to += '"';
}

std::string addressOf(const ASN1_OCTET_STRING* address) {
  const unsigned char* bytes = ASN1_STRING_get0_data(address);
  int size = ASN1_STRING_length(address);
  char text[64];
  if (size == 4) {
    std::snprintf(text, sizeof text, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
    return text;
  }
  if (size != 16) {
    std::snprintf(text, sizeof text, "<invalid length=%d>", size);
    return text;
  }
  std::string written;
  for (int i = 0; i < 16; i += 2) {
    std::snprintf(text, sizeof text, i ? ":%X" : "%X", unsigned(bytes[i]) << 8 | bytes[i + 1]);
    written += text;
  }
  return written;
}

std::string_view viewOf(const ASN1_STRING* value) {
  return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(value)), std::size_t(ASN1_STRING_length(value))};
}

// Appends a name of a kind that other standards define. Node knows these five, each with one type of text.
void appendOtherName(std::string& to, const OTHERNAME* name) {
  struct {
    int nid;
    const char* word;
    int type;
  } known[] = {
      {NID_id_on_SmtpUTF8Mailbox, "SmtpUTF8Mailbox", V_ASN1_UTF8STRING}, {NID_XmppAddr, "XmppAddr", V_ASN1_UTF8STRING},
      {NID_SRVName, "SRVName", V_ASN1_IA5STRING},  {NID_ms_upn, "UPN", V_ASN1_UTF8STRING},
      {NID_NAIRealm, "NAIRealm", V_ASN1_UTF8STRING},
  };
  int nid = OBJ_obj2nid(name->type_id);
  for (const auto& one : known)
    if (one.nid == nid && one.type == name->value->type)
      return appendSafely(to, viewOf(name->value->value.asn1_string), one.word, one.type == V_ASN1_UTF8STRING);
  to += "<unsupported>";
}

// Returns the kind of a name, as Node calls it, and appends what the name is.
const char* appendName(std::string& to, const GENERAL_NAME* name) {
  switch (name->type) {
    case GEN_DNS: return appendSafely(to, viewOf(name->d.dNSName)), "DNS";
    case GEN_EMAIL: return appendSafely(to, viewOf(name->d.rfc822Name)), "email";
    case GEN_URI: return appendSafely(to, viewOf(name->d.uniformResourceIdentifier)), "URI";
    case GEN_IPADD: return to += addressOf(name->d.iPAddress), "IP Address";
    case GEN_RID: return to += nameOf(name->d.registeredID, true), "Registered ID";
    case GEN_DIRNAME: {
      Bio bio(BIO_new(BIO_s_mem()));
      X509_NAME_print_ex(bio.get(), name->d.directoryName, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB & ~ASN1_STRFLGS_ESC_CTRL);
      return appendSafely(to, textOf(bio.get()), {}, true), "DirName";
    }
    case GEN_OTHERNAME: return appendOtherName(to, name->d.otherName), "othername";
    case GEN_X400: return to += "<unsupported>", "X400Name";
    default: return to += "<unsupported>", "EdiPartyName";
  }
}

std::string fingerprintOf(X509* certificate, const EVP_MD* digest) {
  unsigned char bytes[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  if (X509_digest(certificate, digest, bytes, &size) != 1) return {};
  std::string text;
  for (unsigned i = 0; i < size; ++i) {
    char pair[4];
    std::snprintf(pair, sizeof pair, i ? ":%02X" : "%02X", bytes[i]);
    text += pair;
  }
  return text;
}

std::string timeOf(const ASN1_TIME* time) {
  Bio bio(BIO_new(BIO_s_mem()));
  ASN1_TIME_print(bio.get(), time);
  return textOf(bio.get());
}

std::string hexOf(const BIGNUM* number) {
  char* hex = number ? BN_bn2hex(number) : nullptr;
  if (!hex) return {};
  std::string text = hex;
  OPENSSL_free(hex);
  return text;
}

Number numberOf(const EVP_PKEY* key, const char* name) {
  BIGNUM* number = nullptr;
  EVP_PKEY_get_bn_param(key, name, &number);
  return Number(number);
}

void describeKey(X509* certificate, TlsCertificate& described) {
  EVP_PKEY* key = X509_get0_pubkey(certificate);
  if (!key) return;
  if (EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA) {
    described.bits = EVP_PKEY_get_bits(key);
    described.modulus = hexOf(numberOf(key, OSSL_PKEY_PARAM_RSA_N).get());
    unsigned long long exponent = BN_get_word(numberOf(key, OSSL_PKEY_PARAM_RSA_E).get());
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx", exponent);
    described.exponent = text;
    unsigned char* der = nullptr;
    int size = i2d_PUBKEY(key, &der);
    if (size > 0) described.publicKey.assign(reinterpret_cast<char*>(der), std::size_t(size));
    OPENSSL_free(der);
  } else if (EVP_PKEY_get_base_id(key) == EVP_PKEY_EC) {
    described.bits = EVP_PKEY_get_bits(key);
    char group[64] = "";
    std::size_t size = 0;
    EVP_PKEY_get_group_name(key, group, sizeof group, &size);
    described.curve = group;
    if (const char* nist = EC_curve_nid2nist(OBJ_sn2nid(group))) described.nistCurve = nist;
    unsigned char* point = nullptr;
    std::size_t length = EVP_PKEY_get1_encoded_public_key(key, &point);
    described.ecPoint.assign(reinterpret_cast<char*>(point), length);
    described.publicKey = described.ecPoint;
    OPENSSL_free(point);
  }
}

void describeExtensions(X509* certificate, TlsCertificate& described) {
  auto freeNames = [](GENERAL_NAMES* names) { GENERAL_NAMES_free(names); };
  if (auto* names = static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr))) {
    std::unique_ptr<GENERAL_NAMES, decltype(freeNames)> own(names, freeNames);
    described.hasAlternativeNames = true;
    for (int i = 0; i < sk_GENERAL_NAME_num(names); ++i) {
      if (i) described.alternativeNames += ", ";
      std::string name;
      const char* kind = appendName(name, sk_GENERAL_NAME_value(names, i));
      described.alternativeNames += kind + (":" + name);
    }
  }
  if (auto* access = static_cast<AUTHORITY_INFO_ACCESS*>(X509_get_ext_d2i(certificate, NID_info_access, nullptr, nullptr))) {
    for (int i = 0; i < sk_ACCESS_DESCRIPTION_num(access); ++i) {
      ACCESS_DESCRIPTION* one = sk_ACCESS_DESCRIPTION_value(access, i);
      std::string location;
      const char* kind = appendName(location, one->location);
      char method[256];
      OBJ_obj2txt(method, sizeof method, one->method, 0);
      described.informationAccess.emplace_back(method + std::string(" - ") + kind, location);
    }
    AUTHORITY_INFO_ACCESS_free(access);
  }
  if (auto* usage = static_cast<EXTENDED_KEY_USAGE*>(X509_get_ext_d2i(certificate, NID_ext_key_usage, nullptr, nullptr))) {
    for (int i = 0; i < sk_ASN1_OBJECT_num(usage); ++i)
      described.extendedKeyUsage.push_back(nameOf(sk_ASN1_OBJECT_value(usage, i), true));
    EXTENDED_KEY_USAGE_free(usage);
  }
}

}  // namespace

TlsFailure describe(const std::string& der, TlsCertificate& described) {
  ERR_clear_error();
  auto* bytes = reinterpret_cast<const unsigned char*>(der.data());
  std::unique_ptr<X509, Freeing<X509_free>> certificate(d2i_X509(nullptr, &bytes, long(der.size())));
  if (!certificate) return takeFailure();
  X509* read = certificate.get();
  described.subject = namesOf(X509_get_subject_name(read));
  described.issuer = namesOf(X509_get_issuer_name(read));
  described.isAuthority = X509_check_ca(read) == 1;
  described.validFrom = timeOf(X509_get0_notBefore(read));
  described.validTo = timeOf(X509_get0_notAfter(read));
  described.fingerprint = fingerprintOf(read, EVP_sha1());
  described.fingerprint256 = fingerprintOf(read, EVP_sha256());
  described.fingerprint512 = fingerprintOf(read, EVP_sha512());
  described.serialNumber = hexOf(Number(ASN1_INTEGER_to_BN(X509_get0_serialNumber(read), nullptr)).get());
  describeKey(read, described);
  describeExtensions(read, described);
  ERR_clear_error();
  return {};
}

}  // namespace nodecpp::os::openssl
