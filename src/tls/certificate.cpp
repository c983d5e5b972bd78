// Makes Node's objects of certificates, and checks whether a certificate is valid for a host name.
// https://nodejs.org/docs/latest-v24.x/api/tls.html#certificate-object
#include <nodecpp/json.h>
#include <nodecpp/url.h>

#include <algorithm>
#include <string_view>

#include "base/text/ascii.h"
#include "crypto/certificates/certificate_object.h"
#include "tls/context.h"

namespace nodecpp::tls {

namespace {

using detail::bytesOf;
using detail::textOf;

var objectOf(const std::string& der) {
  os::TlsCertificate described;
  if (os::TlsFailure failure = detail::Loop::current().port().tls.describe(der, described)) throw detail::errorOf(failure);
  return crypto::detail::legacyObjectOf(described, der);
}

bool isSelfIssued(const std::string& der) {
  os::TlsCertificate described;
  if (detail::Loop::current().port().tls.describe(der, described)) return false;
  return described.subject == described.issuer;
}

// Returns the labels of a host name in the form in which they are compared: without the dot at the end, in lower case.
std::vector<std::string> partsOf(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  std::vector<std::string> parts(1);
  for (char c : host) {
    if (c == '.')
      parts.emplace_back();
    else
      parts.back() += ascii::toLower(c);
  }
  return parts;
}

// Returns whether a name in a certificate matches the host. The first label of the name may contain one `*` (RFC 6125,
// 6.4.3).
bool matches(const std::vector<std::string>& host, const std::string& name) {
  if (name.empty()) return false;
  std::vector<std::string> pattern = partsOf(name);
  if (host.size() != pattern.size()) return false;
  for (const std::string& part : pattern) {
    if (part.empty()) return false;
    // A name that is not in ASCII cannot be compared safely.
    for (unsigned char c : part)
      if (c < 0x21 || c > 0x7f) return false;
  }
  for (std::size_t i = 1; i < host.size(); ++i)
    if (host[i] != pattern[i]) return false;
  const std::string &first = pattern[0], &own = host[0];
  std::size_t star = first.find('*');
  if (star == std::string::npos || first.find("xn--") != std::string::npos) return own == first;
  if (first.find('*', star + 1) != std::string::npos || pattern.size() <= 2) return false;
  std::string_view before = std::string_view(first).substr(0, star), after = std::string_view(first).substr(star + 1);
  return before.size() + after.size() <= own.size() && own.starts_with(before) && own.ends_with(after);
}

// Splits a text of alternative names at commas with a space behind them. When there is a quote in the text, a name in
// quotes is a JSON text, commas in it belong to it, and any character may stand behind a comma between names.
std::vector<std::string> splitNames(const std::string& names) {
  std::vector<std::string> split(1);
  bool quotes = names.find('"') != std::string::npos;
  for (std::size_t at = 0; at < names.size();) {
    if (names[at] == ',' && (quotes || names.compare(at, 2, ", ") == 0)) {
      split.emplace_back();
      at += 2;
    } else if (names[at] != '"') {
      split.back() += names[at++];
    } else {
      std::size_t end = at + 1;
      while (end < names.size() && names[end] != '"') end += names[end] == '\\' ? 2 : 1;
      try {
        if (end >= names.size()) throw Error("no end");
        split.back() += bytesOf(String(JSON::parse(textOf(names.substr(at, end + 1 - at)))));
      } catch (const Error&) {
        throw detail::codedError<SyntaxError>("ERR_TLS_CERT_ALTNAME_FORMAT", "Invalid subject alternative name string");
      }
      at = end + 1;
    }
  }
  return split;
}

// Returns an address in its one usual notation, or an empty text.
String canonicalAddress(StringArg text) {
  if (!net::isIP(text)) return {};
  auto parsed = net::SocketAddress::parse(net::isIPv6(text) ? "[" + text.toString() + "]" : text.toString());
  return parsed ? String(parsed->address()) : String();
}

std::string withoutDot(const String& host) {
  std::string text = bytesOf(host);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace

var detail::certificateObject(const std::vector<std::string>& chain, bool detailed) {
  if (chain.empty()) return var::object();
  var leaf = objectOf(chain[0]);
  if (!detailed) return leaf;
  var at = leaf;
  for (std::size_t i = 1; i < chain.size(); ++i) {
    var next = objectOf(chain[i]);
    at["issuerCertificate"] = next;
    at = next;
  }
  // As in Node, the certificate at the end of the chain is its own issuer.
  if (isSelfIssued(chain.back())) at["issuerCertificate"] = at;
  return leaf;
}

Error checkServerIdentity(StringArg hostname, const var& certificate) {
  // A getter of the certificate and a toString in it are functions of the program, which may assign to both arguments.
  const String asked = hostname.toString();
  const var held(certificate);
  std::string host = withoutDot(asked);
  var subject = held["subject"], names = held["subjectaltname"];
  std::vector<std::string> domains;
  Array<String> addresses;
  if (names)
    for (const std::string& name : splitNames(bytesOf(String(names)))) {
      if (name.starts_with("DNS:")) domains.push_back(name.substr(4));
      if (name.starts_with("IP Address:")) addresses.push(canonicalAddress(textOf(name.substr(11))));
    }
  var common = subject ? var(subject["CN"]) : var(undefined);
  String reason = "Cert does not contain a DNS name", shown = textOf(host);
  bool valid = false;
  if (net::isIP(shown)) {
    valid = addresses.includes(canonicalAddress(shown));
    reason = "IP: " + shown + " is not in the cert's list: " + addresses.join(", ");
  } else if (!domains.empty() || common) {
    std::vector<std::string> parts = partsOf(withoutDot(url::domainToASCII(asked)));
    auto fits = [&](const std::string& name) { return matches(parts, name); };
    if (!domains.empty()) {
      valid = std::ranges::any_of(domains, fits);
      reason = "Host: " + shown + ". is not in the cert's altnames: " + String(names);
    } else {
      // The common name counts only when there are no alternative names of hosts.
      if (common.isArray()) {
        for (var name : common) valid = valid || fits(bytesOf(String(name)));
      } else {
        valid = fits(bytesOf(String(common)));
      }
      reason = "Host: " + shown + ". is not cert's CN: " + String(common);
    }
  }
  if (valid) return nullptr;
  Error error = detail::codedError<Error>("ERR_TLS_CERT_ALTNAME_INVALID",
                                          "Hostname/IP does not match certificate's altnames: " + reason);
  error->set("reason", reason);
  error->set("host", shown);
  return error;
}

}  // namespace nodecpp::tls
