// TLSSocket: an encrypted connection. Part of tls.
// https://nodejs.org/docs/latest-v24.x/api/tls.html#class-tlstlssocket
#pragma once

#include <nodecpp/tls/options.h>
#include <nodecpp/traits.h>

namespace nodecpp::crypto {
class X509CertificateObject;
using X509Certificate = Handle<X509CertificateObject>;
}  // namespace nodecpp::crypto

namespace nodecpp::tls {

class TLSSocketObject;
using TLSSocket = Handle<TLSSocketObject>;

// Called once by an SNICallback: answer(err) ends the connection, answer(nullptr, context) chooses the context, and
// answer(nullptr) keeps the server's own.
class SNIAnswer {
 public:
  using Function = nodecpp::Function<void(Error, SecureContext)>;
  explicit SNIAnswer(Function answer) : answer_(std::move(answer)) {}
  void operator()(Error error = nullptr, SecureContext context = {}) const {
    answer_(std::move(error), std::move(context));
  }

 private:
  Function answer_;
};
using SNIFunction = Function<void(String servername, SNIAnswer answer)>;

// The argument of an ALPNCallback: the protocols that the client offers, and the server name that it asks for.
struct ALPNCallbackArgument {
  String servername{};  // empty when the client names none
  Array<String> protocols{};
  TLSSocket socket{};  // the connection, which is the function's `this` in Node
};
// Returns one of the client's protocols, or undefined to refuse the connection.
using ALPNFunction = Function<Lookup(ALPNCallbackArgument offered)>;

// Returns an error when a server with this certificate is not the server `hostname`, and undefined when it is. A function
// that returns nothing, or `undefined`, finds every server to be the right one, as in JavaScript.
class IdentityFunction : public Function<Error(String hostname, var certificate)> {
  using Base = Function<Error(String, var)>;
  template <class F>
  using Result = decltype(nodecpp::detail::callWithFewer(std::declval<F&>(), String(), var()));

 public:
  constexpr IdentityFunction() noexcept = default;
  constexpr IdentityFunction(std::nullptr_t) noexcept {}
  constexpr IdentityFunction(Undefined) noexcept {}
  template <class F>
    requires(!nodecpp::detail::DerivedFrom<std::remove_cvref_t<F>, IdentityFunction>) && nodecpp::detail::TakesSomeOf<F, String, var>
  IdentityFunction(F&& f) : Base(made(std::forward<F>(f))) {}

 private:
  template <class F>
  static Base made(F&& f) {
    using Own = std::decay_t<F>;
    if constexpr (std::is_void_v<Result<Own>> || std::is_same_v<Result<Own>, Undefined>)
      return [own = Own(std::forward<F>(f))](String hostname, var certificate) mutable {
        nodecpp::detail::callWithFewer(own, std::move(hostname), std::move(certificate));
        return Error();
      };
    else
      return Base(std::forward<F>(f));
  }
};

// The options of `make<TLSSocket>(socket, options)`, F(type, name, default).
#define NODECPP_TLS_SOCKET_OPTIONS(F)                                                 \
  F(bool, enableTrace, {false}) /* describes the messages of TLS on standard error */ \
  F(bool, isServer, {false})                                                          \
  F(nodecpp::Handle<nodecpp::net::ServerObject>, server, {})                          \
  F(bool, requestCert, {false}) /* a server asks the client for its certificate */    \
  F(bool, rejectUnauthorized, {false})                                                \
  F(nodecpp::tls::ALPNList, ALPNProtocols, {})                                        \
  F(nodecpp::tls::ALPNFunction, ALPNCallback, {})                                     \
  F(nodecpp::tls::SNIFunction, SNICallback, {})                                       \
  F(nodecpp::Buffer, session, {}) /* what a client resumes; a `session` event's */    \
  F(bool, requestOCSP, {false})                                                       \
  F(nodecpp::String, servername, {}) /* what a client asks for (SNI) */               \
  F(double, handshakeTimeout, {0}) /* milliseconds; 0 is no limit */                  \
  F(bool, pauseOnConnect, {false})                                                    \
  F(nodecpp::stream::OptionalNumber, highWaterMark, {})                               \
  F(nodecpp::tls::NotYet, pskCallback, {})                                            \
  F(nodecpp::tls::SecureContext, secureContext, {}) /* in place of what follows */

struct TLSSocketOptions {
  NODECPP_TLS_SOCKET_OPTIONS(NODECPP_TLS_FIELD)
  NODECPP_TLS_CONTEXT_OPTIONS(NODECPP_TLS_FIELD)
};

struct CipherNameAndProtocol {
  String name{};          // OpenSSL's name; empty when no cipher was agreed on
  String standardName{};  // the IETF's name
  String version{};       // the least version of TLS with this cipher
  explicit operator bool() const { return !name.empty(); }
};
NODECPP_FIELDS_WHEN_USED(CipherNameAndProtocol, name, standardName, version)

// The temporary key that was agreed on for this connection alone (Node's getEphemeralKeyInfo).
struct EphemeralKeyInfo {
  String type{};  // "DH" or "ECDH"; empty on the server's side and when there is none
  String name{};
  int size = 0;
  template <class I>
  void inspectTo(I& out) const {
    if (type) out.property("type", type);
    if (name) out.property("name", name);
    if (size) out.property("size", size);
  }
};

// What renegotiate() asks of the client's certificate from now on; what is not given stays.
struct RenegotiateOptions {
  stream::OptionalNumber rejectUnauthorized{};
  stream::OptionalNumber requestCert{};
};

struct ConnectOptions;

class SecureServing;
namespace detail {
class Handshake;
class DuplexCarrier;
}  // namespace detail

// A connection that TLS encrypts. It is a net::Socket: what is written is plaintext, and so is what is read.
class TLSSocketObject : public net::SocketObject {
 public:
  using Options = TLSSocketOptions;
  // Puts TLS on a stream of bytes, which is destroyed together with this socket. A net::Socket must be connected, or
  // connect; it may be a TLSSocket, and from then on it gives no data. Any other Duplex stream does not keep the event loop
  // running. Without a stream, use tls::connect.
  explicit TLSSocketObject(const stream::Duplex& stream, const TLSSocketOptions& options = {});
  ~TLSSocketObject() override;

  using SocketObject::eventArgs;
  static Args<> eventArgs(event::secureConnect_t);
  static Args<> eventArgs(event::secure_t);
  // A line of the NSS key log, with which the connection's recording can be decrypted.
  static Args<Buffer> eventArgs(event::keylog_t);
  static Args<Buffer> eventArgs(event::OCSPResponse_t);
  // A session that a later connection can resume.
  static Args<Buffer> eventArgs(event::session_t);

  // Always true; a net::Socket has no such member.
  static constexpr bool encrypted = true;
  // Whether the peer's certificate is trusted.
  bool authorized = false;
  // The reason why the peer's certificate is not trusted: a code such as "CERT_HAS_EXPIRED". Empty where Node has null.
  String authorizationError;
  // The protocol that was agreed on by ALPN; empty where Node has false or null.
  String alpnProtocol;
  // The name that the client asked for; empty where Node has false or null.
  String servername;
  // Whether the handshake is still under way, or the peer's certificate is not yet checked.
  bool secureConnecting = true;

  // Returns the peer's certificate as Node's object: ["subject"]["CN"], ["subjectaltname"], ["valid_to"],
  // ["fingerprint256"], ["raw"] and so on. With `detailed`, ["issuerCertificate"] leads up the chain. Returns an empty
  // object when there is no certificate, and null after the end.
  var getPeerCertificate(bool detailed = false) const;
  var getCertificate() const;
  // Return the same as an object of crypto, whose issuerCertificate() leads up the chain; undefined when there is no
  // certificate. Include <nodecpp/crypto.h> for them.
  crypto::X509Certificate getPeerX509Certificate() const;
  crypto::X509Certificate getX509Certificate() const;
  CipherNameAndProtocol getCipher() const;
  EphemeralKeyInfo getEphemeralKeyInfo() const;
  // Returns "TLSv1.3" or the like; empty before the handshake and after the end.
  String getProtocol() const;
  // Returns the messages `Finished` of this side and of the peer; empty before they were sent.
  Buffer getFinished() const;
  Buffer getPeerFinished() const;
  Array<String> getSharedSigalgs() const;
  // Returns the session as it is now; empty when there is none. With TLS 1.3 use the `session` event.
  Buffer getSession() const;
  bool isSessionReused() const;
  // Returns keying material for another protocol (RFC 5705). Throws ERR_TLS_INVALID_STATE before the handshake's end.
  Buffer exportKeyingMaterial(double length, StringArg label, const Bytes& context = {}) const;
  // Sets the largest size of a record's plaintext, 512 to 16384 bytes. Returns whether it was set.
  bool setMaxSendFragment(double size = 16384);
  // Set what a client sends in its handshake: the server name that it asks for, and the session that it wants to
  // resume. They have an effect only before the handshake begins. setServername throws ERR_TLS_SNI_FROM_SERVER on the
  // server's side.
  void setServername(StringArg name);
  void setSession(const Bytes& session);
  // Returns the ticket of a client's session; empty when there is none.
  Buffer getTLSTicket() const;
  // Shakes hands again, which only connections of TLS 1.2 can. Calls `callback` without an error when that has succeeded; when
  // it cannot begin, calls it with OpenSSL's error in the next tick and returns false.
  bool renegotiate(const RenegotiateOptions& options, Function<void(Error)> callback = nullptr);
  // Makes a server's socket emit the error ERR_TLS_RENEGOTIATION_DISABLED when its client renegotiates.
  void disableRenegotiation();
  // Gives a server's socket another key and certificate. This has an effect until the handshake has chosen them: in an
  // ALPNCallback. Throws an error when the context has none.
  void setKeyCert(const SecureContext& context);
  void setKeyCert(const SecureContextOptions& options);
  // Writes descriptions of the messages of TLS to standard error from now on.
  void enableTrace();

  const char* className() const override { return "TLSSocket"; }

 protected:
  void _destroy(Error error, stream::Callback callback) override;
  void closeEmitted() override;
  bool seesEnd() const override;
  void programEnds() override;

 private:
  friend class detail::Handshake;
  friend class detail::DuplexCarrier;
  friend class SecureServing;
  friend TLSSocket connect(ConnectOptions, Function<void()>);
  // Makes the socket of tls::connect, or of a server.
  TLSSocketObject(net::SocketOptions options, const TLSSocketOptions& tlsOptions);
  // Makes the two sockets end together.
  void pairWith(const net::Socket& parent);
  // Puts TLS on `below` in the next tick.
  void takeOver(const stream::Duplex& below);
  // Returns the object of the handshake while the encrypted connection is open, and null before and after that.
  detail::Handshake* secured() const;

  detail::Handshake* handshake_ = nullptr;
  // The socket on which TLS was put, and the watcher that notices its end. Both are kept until one of the two sockets
  // is destroyed.
  net::Socket parent_;
  Handle<net::detail::SocketWatcher> watcher_;
  Handle<detail::DuplexCarrier> carrier_;  // Over a stream that is no net::Socket, until the end.
};

}  // namespace nodecpp::tls

namespace nodecpp {
// JavaScript's new tls.TLSSocket(socket, options): make<tls::TLSSocket>(socket, {.isServer = true}).
template <class T>
  requires std::same_as<T, tls::TLSSocket>
T make(const stream::Duplex& stream, tls::TLSSocketOptions options) {
  detail::Making making;
  return T(new (making) tls::TLSSocketObject(stream, options));
}
}  // namespace nodecpp
