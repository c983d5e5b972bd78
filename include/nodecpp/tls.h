// TLS servers and connections. https://nodejs.org/docs/latest-v24.x/api/tls.html
#pragma once

#include <nodecpp/tls/server.h>

namespace nodecpp::tls {

// The options by which a client speaks TLS, F(type, name, default). https::RequestOptions can have them, too. Where
// `rejectUnauthorized` is not given, it is true, or false when the variable NODE_TLS_REJECT_UNAUTHORIZED is "0".
#define NODECPP_TLS_CLIENT_OPTIONS(F)                                                    \
  F(nodecpp::tls::ALPNList, ALPNProtocols, {})                                           \
  F(nodecpp::tls::IdentityFunction, checkServerIdentity, {})                             \
  F(bool, enableTrace, {false}) /* describes the messages of TLS on standard error */    \
  F(double, minDHSize, {1024}) /* bits */                                                \
  F(nodecpp::stream::OptionalNumber, rejectUnauthorized, {})                             \
  F(bool, requestOCSP, {false})                                                          \
  F(nodecpp::String, servername, {}) /* what to ask for (SNI), and what to check */      \
  F(nodecpp::Buffer, session, {}) /* the session to resume, from a `session` event */    \
  F(nodecpp::tls::NotYet, pskCallback, {})                                               \
  F(nodecpp::tls::SecureContext, secureContext, {}) /* in place of its options */

// The options of connect: those of net::connect, of TLS, and of the secure context.
struct ConnectOptions {
  Lookup port{};
  String host{};
  String path{};
  // An existing connection on which TLS is put: a net::Socket, or another Duplex stream of bytes. When it is given,
  // `port`, `host` and `path` are not used.
  stream::Duplex socket{};
  String localAddress{};
  double localPort = 0;
  int family = 0;
  int hints = 0;
  net::LookupFunction lookup{};
  Lookup autoSelectFamily{};
  Lookup autoSelectFamilyAttemptTimeout{};
  double timeout = 0;
  bool allowHalfOpen = false;
  net::BlockList blockList{};
  stream::OptionalNumber highWaterMark{};
  bool keepAlive = false;
  double keepAliveInitialDelay = 0;
  bool noDelay = false;
  net::OnReadOptions onread{};
  AbortSignal signal{};
  NODECPP_TLS_CLIENT_OPTIONS(NODECPP_TLS_FIELD)
  NODECPP_TLS_CONTEXT_OPTIONS(NODECPP_TLS_FIELD)
};

// Returns a new socket that connects and then shakes hands; `listener` is called once on `secureConnect`. Failures are
// `error` events: those of net::connect, OpenSSL's, ERR_TLS_CERT_ALTNAME_INVALID, codes of certificates that are not
// trusted, and ECONNRESET when the peer ends the connection during the handshake. Throws the errors of
// createSecureContext and of net::connect.
TLSSocket connect(ConnectOptions options, Function<void()> listener = nullptr);
TLSSocket connect(const net::ListenTarget& target, ConnectOptions options, Function<void()> listener = nullptr);
TLSSocket connect(const net::ListenTarget& target, Function<void()> listener = nullptr);
TLSSocket connect(const net::ListenTarget& target, StringArg host, ConnectOptions options,
                  Function<void()> listener = nullptr);
TLSSocket connect(const net::ListenTarget& target, StringArg host, Function<void()> listener = nullptr);

// Returns undefined when a server with this certificate is the server `hostname` (RFC 6125), or else the error
// ERR_TLS_CERT_ALTNAME_INVALID with the properties reason and host. Throws ERR_TLS_CERT_ALTNAME_FORMAT.
Error checkServerIdentity(StringArg hostname, const var& certificate);

// Sets `out.ALPNProtocols` to the binary form of `protocols`. Throws ERR_INVALID_ARG_VALUE and ERR_OUT_OF_RANGE for names that
// have no such form.
template <class Out>
void convertALPNProtocols(const ALPNList& protocols, Out& out) {
  out.ALPNProtocols = protocols.binary();
}

// Returns the names of the ciphers that can be used, in lower case and sorted.
Array<String> getCiphers();
// Returns the algorithms by which certificates can be compressed: none, because OpenSSL 3.0 has no such extension.
inline Array<String> getCertificateCompressionAlgorithms() { return {}; }
// Returns trusted certificates in PEM: "default", "system", "extra" (of NODE_EXTRA_CA_CERTS) or "bundled". None are
// bundled here, so "bundled" gives the system's. Throws ERR_INVALID_ARG_VALUE for another type.
Array<String> getCACertificates(StringArg type = "default");
// Sets the certificates that this program trusts by default. Throws OpenSSL's error for texts without a certificate.
void setDefaultCACertificates(const BytesList& certificates);

// The system's trusted certificates, read on first use; in Node these are Mozilla's, which Node contains.
struct RootCertificates {
  // Gives a copy, which the program may change.
  operator Array<String>() const { return slice(); }
  std::ptrdiff_t length() const { return all().length(); }
  // Throws a RangeError behind the end.
  String operator[](std::ptrdiff_t index) const { return all()[index]; }
  auto begin() const { return all().begin(); }
  auto end() const { return all().end(); }
  // Returns a new list of these certificates and of others, JavaScript's [...tls.rootCertificates, ...others].
  Array<String> concat(const Array<String>& others) const { return all().concat(others); }
  Array<String> slice(std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const { return all().slice(from, to); }

 private:
  static Array<String> all();
};
inline constexpr RootCertificates rootCertificates{};

// A default that the program can change: tls::DEFAULT_MIN_VERSION = "TLSv1.3". Each program has defaults of its own.
class Default {
 public:
  enum class Which : unsigned char { ciphers, curve, minVersion, maxVersion };
  constexpr explicit Default(Which which) : which_(which) {}
  Default(const Default&) = delete;
  const Default& operator=(StringArg value) const;
  String toString() const;
  operator String() const { return toString(); }
  Array<String> split(StringArg separator) const { return toString().split(separator); }
  friend bool operator==(const Default& a, StringArg b) { return a.toString() == b; }
  friend String operator+(const Default& a, StringArg b) { return a.toString() + b; }
  friend String operator+(StringArg a, const Default& b) { return a + b.toString(); }
  // util.inspect prints the text.
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.value(toString());
  }

 private:
  Which which_;
};
// How often the client of a server may renegotiate: CLIENT_RENEG_LIMIT times, each less than CLIENT_RENEG_WINDOW seconds after
// the one before. A server's socket emits the error ERR_TLS_SESSION_ATTACK for each further time. A program can assign to
// them.
class Limit {
 public:
  enum class Which : unsigned char { renegotiations, window };
  constexpr explicit Limit(Which which) : which_(which) {}
  Limit(const Limit&) = delete;
  const Limit& operator=(double value) const;
  operator double() const;

 private:
  Which which_;
};
inline constexpr Limit CLIENT_RENEG_LIMIT{Limit::Which::renegotiations};
inline constexpr Limit CLIENT_RENEG_WINDOW{Limit::Which::window};

inline constexpr Default DEFAULT_CIPHERS{Default::Which::ciphers};
inline constexpr Default DEFAULT_ECDH_CURVE{Default::Which::curve};
inline constexpr Default DEFAULT_MIN_VERSION{Default::Which::minVersion};
inline constexpr Default DEFAULT_MAX_VERSION{Default::Which::maxVersion};

}  // namespace nodecpp::tls
