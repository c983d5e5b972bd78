// Secure contexts (the certificates, keys and settings for TLS connections), and the defaults that a program can set
// for them.
#include "tls/context.h"

#include <nodecpp/util.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/assertion.h"
#include "os/openssl/library.h"

namespace nodecpp::tls {

using detail::bytesOf;
using detail::codedError;
using detail::errorOf;
using detail::Loop;
using detail::textOf;

namespace {

constexpr const char* standardCiphers =
    "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE-RSA-AES128-GCM-SHA256:"
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES256-GCM-SHA384:"
    "DHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-SHA256:DHE-RSA-AES128-SHA256:ECDHE-RSA-AES256-SHA384:"
    "DHE-RSA-AES256-SHA384:ECDHE-RSA-AES256-SHA256:DHE-RSA-AES256-SHA256:HIGH:!aNULL:!eNULL:!EXPORT:!DES:!RC4:!MD5:"
    "!PSK:!SRP:!CAMELLIA";

// The defaults that a program has set for all its contexts, and the context that is shared by all clients without
// options of their own.
struct Defaults {
  String values[4] = {standardCiphers, "auto", "TLSv1.2", "TLSv1.3"};
  bool hasAuthorities = false;
  Array<String> authorities;
  SecureContext client;
  bool warned = false;
  Array<String> roots;  // What tls::rootCertificates gives.
  bool knowsExtra = false;
  std::vector<std::string> extra;  // The certificates of NODE_EXTRA_CA_CERTS, which are read once, as in Node.
};
constinit nodecpp::detail::LoopLocal<Defaults> defaults;

os::TlsVersion versionOf(const String& name, const char* which) {
  if (name == "TLSv1") return os::TlsVersion::tls1;
  if (name == "TLSv1.1") return os::TlsVersion::tls1_1;
  if (name == "TLSv1.2") return os::TlsVersion::tls1_2;
  if (name == "TLSv1.3") return os::TlsVersion::tls1_3;
  throw codedError<TypeError>("ERR_TLS_INVALID_PROTOCOL_VERSION",
                              nodecpp::detail::inspectString(name).replace("'", "\"").replace("'", "\"") +
                                  " is not a valid " + which + " TLS protocol version");
}

// Sets the versions by the names that OpenSSL's functions had before there were minVersion and maxVersion.
void setMethod(const String& method, os::TlsContextSpec& spec) {
  String name = method.replace("_server_method", "_method").replace("_client_method", "_method");
  spec.least = os::TlsVersion::tls1;
  spec.most = os::TlsVersion::tls1_3;
  if (name == "TLS_method" || name == "SSLv23_method") return;
  if (name == "TLSv1_method")
    spec.most = spec.least;
  else if (name == "TLSv1_1_method")
    spec.least = spec.most = os::TlsVersion::tls1_1;
  else if (name == "TLSv1_2_method")
    spec.least = spec.most = os::TlsVersion::tls1_2;
  else if (name == "SSLv2_method" || name == "SSLv3_method")
    throw codedError<TypeError>("ERR_TLS_INVALID_PROTOCOL_METHOD", name.slice(0, 5) + " methods disabled");
  else
    throw codedError<TypeError>("ERR_TLS_INVALID_PROTOCOL_METHOD", "Unknown method: " + method);
}

void setVersions(const SecureContextOptions& options, os::TlsContextSpec& spec) {
  if (!options.secureProtocol.empty()) {
    const String& conflicting = options.minVersion.empty() ? options.maxVersion : options.minVersion;
    if (!conflicting.empty())
      throw codedError<TypeError>("ERR_TLS_PROTOCOL_VERSION_CONFLICT", "TLS protocol version \"" + conflicting +
                                                                           "\" conflicts with secureProtocol \"" +
                                                                           options.secureProtocol + "\"");
    return setMethod(options.secureProtocol, spec);
  }
  spec.least = versionOf(options.minVersion.empty() ? DEFAULT_MIN_VERSION.toString() : options.minVersion, "minimum");
  spec.most = versionOf(options.maxVersion.empty() ? DEFAULT_MAX_VERSION.toString() : options.maxVersion, "maximum");
}

void setCiphers(const SecureContextOptions& options, os::TlsContextSpec& spec) {
  String ciphers = options.ciphers.empty() ? DEFAULT_CIPHERS.toString() : options.ciphers;
  spec.ciphers = bytesOf(ciphers);
  if (spec.ciphers.find_first_not_of(':') == std::string::npos)
    throw nodecpp::detail::invalidArgValue("options.ciphers", util::inspect(ciphers.split(":")));
  spec.curves = bytesOf(options.ecdhCurve.empty() ? DEFAULT_ECDH_CURVE.toString() : options.ecdhCurve);
  spec.signatureAlgorithms = bytesOf(options.sigalgs);
  if (options.dhparam.given()) spec.dhParameters = bytesOf(options.dhparam.bytesFor("options.dhparam"));
}

// The certificates of the file that NODE_EXTRA_CA_CERTS names. As in Node, a file that cannot be read is ignored.
const std::vector<std::string>& extraAuthorities() {
  Defaults& known = *defaults;
  String path = process::env["NODE_EXTRA_CA_CERTS"];
  if (path.empty() || std::exchange(known.knowsExtra, true)) return known.extra;
  try {
    known.extra = {bytesOf(fs::readFileSync(path))};
  } catch (const Error& error) {
    process::emitWarning("Ignoring extra certs from `" + path + "`, load failed: " + error->message);
  }
  return known.extra;
}

void setAuthorities(const SecureContextOptions& options, os::TlsContextSpec& spec) {
  const Defaults* set = defaults.find();
  spec.hasAuthorities = options.ca.isTrue() || (set && set->hasAuthorities);
  if (options.ca.isTrue()) {
    for (const auto& each : options.ca.entries()) spec.authorities.push_back(bytesOf(each.bytes.bytesFor("options.ca")));
  } else if (spec.hasAuthorities) {
    for (const String& each : set->authorities) spec.authorities.push_back(bytesOf(each));
  } else {
    spec.extraAuthorities = extraAuthorities();
  }
  for (const auto& each : options.crl.entries()) spec.revocations.push_back(bytesOf(each.bytes.bytesFor("options.crl")));
  spec.partialChains = options.allowPartialTrustChain;
}

os::TlsSecret secretOf(const BytesList::Entry& entry, const String& passphrase, StringArg option) {
  const String& used = entry.passphrase.empty() ? passphrase : entry.passphrase;
  return {.bytes = bytesOf(entry.bytes.bytesFor(option)), .passphrase = bytesOf(used), .hasPassphrase = !used.empty()};
}

void setSessions(const SecureContextOptions& options, os::TlsContextSpec& spec) {
  spec.sessionIdContext = bytesOf(options.sessionIdContext);
  if (options.ticketKeys.given()) {
    spec.ticketKeys = bytesOf(options.ticketKeys.bytes());
    if (spec.ticketKeys.size() != 48)
      throw nodecpp::detail::invalidArgValue("options.ticketKeys", str(double(spec.ticketKeys.size())),
                                             "must be exactly 48 bytes");
  }
  if (!options.sessionTimeout.given) return;
  double seconds = options.sessionTimeout.value;
  bool whole = seconds == std::trunc(seconds);
  if (!whole || !(seconds >= 0 && seconds <= 2147483647))
    throw nodecpp::detail::outOfRange("options.sessionTimeout", whole ? ">= 0 && <= 2147483647" : "an integer",
                                      nodecpp::detail::rangeNumber(seconds));
  spec.sessionTimeout = long(seconds);
}

os::TlsContextSpec specOf(const SecureContextOptions& options) {
  os::TlsContextSpec spec;
  setVersions(options, spec);
  setCiphers(options, spec);
  setAuthorities(options, spec);
  if (options.cert.isTrue())
    for (const auto& each : options.cert.entries()) spec.certificates.push_back(bytesOf(each.bytes.bytesFor("options.cert")));
  if (options.key.isTrue())
    for (const auto& each : options.key.entries()) spec.keys.push_back(secretOf(each, options.passphrase, "options.key"));
  for (const auto& each : options.pfx.entries()) spec.archives.push_back(secretOf(each, options.passphrase, "options.pfx"));
  setSessions(options, spec);
  spec.secureOptions = std::uint64_t(options.secureOptions);
  spec.preferServerCiphers = options.honorCipherOrder.given && options.honorCipherOrder.value != 0;
  return spec;
}

bool setsNothing(const SecureContextOptions& options) {
  return !options.key.given() && !options.cert.given() && !options.ca.given() && !options.pfx.given() &&
         options.passphrase.empty() && !options.allowPartialTrustChain && options.ciphers.empty() &&
         !options.crl.given() && !options.dhparam.given() && options.ecdhCurve.empty() &&
         !options.honorCipherOrder.given && options.maxVersion.empty() && options.minVersion.empty() &&
         options.secureOptions == 0 && options.secureProtocol.empty() && options.sessionIdContext.empty() &&
         !options.sessionTimeout.given && options.sigalgs.empty() && !options.ticketKeys.given();
}

// Decodes a certificate in PEM, and returns its bytes (DER).
std::string derOf(const String& pem) {
  std::string text = bytesOf(pem), encoded;
  std::size_t from = text.find('\n'), to = text.rfind("-----END");
  if (from == std::string::npos || to == std::string::npos || to < from) return {};
  return bytesOf(Buffer::from(textOf(text.substr(from, to - from)), Encoding::base64));
}

// Splits a text in PEM into its certificates.
void appendCertificates(const String& pem, Array<String>& to) {
  static constexpr const char* begin = "-----BEGIN CERTIFICATE-----";
  static constexpr const char* end = "-----END CERTIFICATE-----";
  std::string text = bytesOf(pem);
  for (std::size_t from = text.find(begin); from != std::string::npos; from = text.find(begin, from + 1)) {
    std::size_t to_ = text.find(end, from);
    if (to_ == std::string::npos) return;
    to.push(textOf(text.substr(from, to_ - from) + end + "\n"));
  }
}

}  // namespace

namespace detail {

// The open contexts of one program. They are closed when the program ends, because the port that closes them exists
// only until then.
struct Contexts {
  explicit Contexts(Loop& loop) : port(loop.port()) {}
  ~Contexts() {
    for (SecureContextObject* at = first; at;) {
      SecureContextObject* next = at->next_;
      port.tls.close(std::exchange(at->context_, nullptr));
      at->next_ = nullptr;
      at->link_ = nullptr;
      at = next;
    }
  }
  void add(SecureContextObject& context) {
    context.next_ = first;
    if (first) first->link_ = &context.next_;
    context.link_ = &first;
    first = &context;
  }
  static void remove(SecureContextObject& context) {
    *context.link_ = context.next_;
    if (context.next_) context.next_->link_ = context.link_;
  }
  os::Port& port;
  SecureContextObject* first = nullptr;
};
static constinit nodecpp::detail::LoopLocal<Contexts> contexts;

os::TlsContext* contextOf(const SecureContextObject& context) { return context.context_; }

Buffer certificateOf(const SecureContextObject& context) {
  return context.certificates_.empty() ? Buffer() : bufferOf(derOf(context.certificates_[0]));
}

Buffer issuerOf(const SecureContextObject& context) {
  os::Tls& tls = Loop::current().port().tls;
  os::TlsCertificate own;
  if (context.certificates_.empty() || tls.describe(derOf(context.certificates_[0]), own)) return {};
  for (const String& pem : context.certificates_) {
    os::TlsCertificate other;
    std::string der = derOf(pem);
    if (!tls.describe(der, other) && other.subject == own.issuer) return bufferOf(der);
  }
  return {};
}

Error errorWithCode(StringArg message, StringArg code) {
  Error error(message);
  error->code = code.toString();
  return error;
}

Error errorOf(const os::TlsFailure& failure) {
  Error error(textOf(failure.message));
  if (!failure.library.empty()) error->set("library", textOf(failure.library));
  if (!failure.function.empty()) error->set("function", textOf(failure.function));
  if (!failure.reason.empty()) error->set("reason", textOf(failure.reason));
  error->code = textOf(failure.code);
  return error;
}

SecureContext clientContext(const SecureContextOptions& options) {
  if (!setsNothing(options)) return createSecureContext(options);
  if (!defaults->client) defaults->client = createSecureContext(options);
  return defaults->client;
}

void forgetClientContext() { defaults->client = SecureContext(); }

bool allowsUnauthorized() {
  if (process::env["NODE_TLS_REJECT_UNAUTHORIZED"] != "0") return false;
  if (!std::exchange(defaults->warned, true))
    process::emitWarning(
        "Setting the NODE_TLS_REJECT_UNAUTHORIZED environment variable to '0' makes TLS connections and HTTPS requests "
        "insecure by disabling certificate verification.");
  return true;
}

}  // namespace detail

SecureContextObject::SecureContextObject(const SecureContextOptions& options) {
  // A program that uses TLS links the library by this call.
  os::linkOpenssl();
  os::TlsContextSpec spec = specOf(options);
  Loop& loop = Loop::current();
  os::TlsFailure failure = loop.port().tls.makeContext(spec, &context_);
  if (failure.code == "ERR_INVALID_ARG_VALUE") throw codedError<TypeError>(textOf(failure.code), textOf(failure.message));
  if (failure) throw errorOf(failure);
  NODECPP_ASSERT(context_);
  for (const BytesList* list : {&options.cert, &options.ca})
    for (const auto& each : list->entries()) appendCertificates(each.bytes.bytes().toString(), certificates_);
  detail::contexts.of(loop).add(*this);
}

SecureContextObject::~SecureContextObject() {
  if (!context_) return;
  // The program is still running here, because at its end Contexts closes all contexts and sets `context_` to null.
  detail::Contexts::remove(*this);
  detail::contexts->port.tls.close(context_);
}

SecureContext createSecureContext(const SecureContextOptions& options) { return make<SecureContext>(options); }

const Default& Default::operator=(StringArg value) const {
  defaults->values[std::size_t(which_)] = value.toString();
  detail::forgetClientContext();
  return *this;
}

String Default::toString() const {
  const Defaults* set = defaults.find();
  return set ? set->values[std::size_t(which_)] : Defaults().values[std::size_t(which_)];
}

Array<String> getCiphers() {
  os::linkOpenssl();
  Array<String> names;
  for (const std::string& name : Loop::current().port().tls.ciphers()) {
    String lower = textOf(name).toLowerCase();
    if (!names.includes(lower)) names.push(lower);
  }
  names.sort();
  return names;
}

Array<String> getCACertificates(StringArg type) {
  os::linkOpenssl();
  Array<String> found;
  const Defaults* set = defaults.find();
  bool byDefault = type == "default";
  if (byDefault && set && set->hasAuthorities) return set->authorities.slice();
  if (!byDefault && type != "system" && type != "bundled" && type != "extra")
    throw nodecpp::detail::invalidArgValue("type", nodecpp::detail::inspectString(type));
  if (type != "extra")
    for (const std::string& pem : Loop::current().port().tls.systemAuthorities()) found.push(textOf(pem));
  if (byDefault || type == "extra")
    for (const std::string& file : extraAuthorities()) appendCertificates(textOf(file), found);
  return found;
}

Array<String> RootCertificates::all() {
  Array<String>& roots = defaults->roots;
  if (roots.empty()) roots = getCACertificates("bundled");
  return roots;
}

void setDefaultCACertificates(const BytesList& certificates) {
  os::linkOpenssl();
  Array<String> all;
  for (const auto& each : certificates.entries()) appendCertificates(each.bytes.bytes().toString(), all);
  if (all.empty() && !certificates.entries().empty())
    throw codedError<Error>("ERR_CRYPTO_OPERATION_FAILED", "No valid certificates found in the provided array");
  for (const String& each : all) {
    os::TlsCertificate described;
    os::TlsFailure failure = Loop::current().port().tls.describe(derOf(each), described);
    if (failure) throw errorOf(failure);
  }
  defaults->authorities = all;
  defaults->hasAuthorities = true;
  detail::forgetClientContext();
}

}  // namespace nodecpp::tls
