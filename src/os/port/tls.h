// Tls: encrypted connections, by TLS 1.2 and 1.3. A program gets the outcome of handshakes, certificates, alerts and
// plaintext through this role. So a recording holds the plaintext and no private key, and a replay needs neither a
// cryptographic library nor a key: a program that reads its key from a file gets a mark in a replay (session/key_mask.h).
//
// The contract, for the author of a back end:
//
// Contexts. A context holds certificates, private keys and settings, and belongs to the caller until `close`. A
// connection that was started with a context keeps what it needs of it, so a context may be closed while connections
// that use it are open. The same context serves both sides, client and server.
//
// Starting. `start` puts TLS on a connection of Net, which from then on belongs to the connection that `start` makes:
// its sink gets nothing any more, and the caller must not use it. The connection that was made carries plaintext. Its
// operations are those of `streams()`, with the contract of net_role.h, and these additions:
// - While the handshake is under way, `write` takes nothing, the slices of `send` are kept, and nothing is read. The
//   handshake goes on whether the program reads or not.
// - A peer's close_notify is pushed as `onEnd`. A connection that ends without close_notify is pushed as `onEnd`, too,
//   as in Node; `truncated` of TlsState tells the difference.
// - When the handshake or a later record fails, `onTlsError` is pushed once, an alert is sent, and nothing more is read.
//   Sends under way fail with UV_EPROTO.
// - `shutdown` sends close_notify and then ends our side of the connection.
// - TLS 1.2 and earlier versions can renegotiate: the connection shakes hands again. `onRenegotiation` is pushed when such
//   a handshake begins, before the peer gets an answer to it, and `onHandshake` when it has succeeded. Meanwhile nothing is
//   encrypted: `write` takes nothing, and `send` waits. A handshake that the peer has begun goes on while the program
//   reads.
// - The connection is freed as Net's are, never before the turn is over.
//
// Carriers. `startOver` makes a connection whose ciphertext goes another way than by a connection of the port: the caller
// carries it. The caller gives what has arrived by `give`, and the end by `giveEnd`. What is to be sent is pushed by
// `onCiphertext`; when the caller has sent it, or has failed, it calls `carried`. Each of these three calls is answered by one
// `onTaken`, and so is `startOver`: the caller must call `wait` until then. All pushes are made inside
// `wait`, in a later turn than the call that causes them, so that a recording has them as inputs, and a replay makes the same
// ciphertext without a library. The carrier gets nothing after the connection was closed: a caller that wants to send what is
// still to be sent asks `takeOutput` for it before.
//
// Questions. A server that was started with `asksHello` stops after the ClientHello and pushes `onHello`. It goes on
// when `answerHello` is called, in the same turn or later.
//
// Order. During one turn the pushes of a connection come in this order: key log lines and traces as they are made, the outcome
// of the handshake, sessions, plaintext, the end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "os/port/net_role.h"

namespace nodecpp::os {

// A failure of the cryptographic library, with the parts from which Node makes its Error. Without a message there is no
// failure.
struct TlsFailure {
  std::string message;   // "error:0A00010B:SSL routines:ssl3_get_record:wrong version number"
  std::string code;      // "ERR_SSL_WRONG_VERSION_NUMBER"
  std::string library;   // "SSL routines"
  std::string function;  // empty when the library does not tell it
  std::string reason;    // "wrong version number"
  explicit operator bool() const { return !message.empty(); }
};

enum class TlsVersion : unsigned char { none, tls1, tls1_1, tls1_2, tls1_3 };

// A private key or a PKCS #12 archive, and the pass phrase that opens it.
struct TlsSecret {
  std::string bytes;
  std::string passphrase{};
  bool hasPassphrase = false;
};

// The settings of a context, each as Node's tls.createSecureContext takes it. Texts in PEM may hold several
// certificates.
struct TlsContextSpec {
  std::vector<std::string> certificates{};  // Chains of certificates in PEM, the leaf first.
  std::vector<TlsSecret> keys{};            // Private keys in PEM.
  std::vector<TlsSecret> archives{};        // PKCS #12 archives.
  // The certificates that are trusted, in PEM. Without `hasAuthorities` the system's are.
  std::vector<std::string> authorities{};
  bool hasAuthorities = false;
  std::vector<std::string> extraAuthorities{};  // Added to the system's (NODE_EXTRA_CA_CERTS).
  std::vector<std::string> revocations{};       // Lists of revoked certificates (CRL), in PEM.
  std::string ciphers{};                        // OpenSSL's cipher list; both for TLS 1.2 and for 1.3.
  std::string curves{};                         // "auto", or names separated by colons.
  std::string dhParameters{};                   // Diffie-Hellman parameters in PEM; "auto" for the library's own.
  std::string signatureAlgorithms{};
  TlsVersion least = TlsVersion::tls1_2;
  TlsVersion most = TlsVersion::tls1_3;
  std::uint64_t secureOptions = 0;  // OpenSSL's SSL_OP_ flags, added to the defaults.
  bool preferServerCiphers = true;
  std::string sessionIdContext{};
  std::string ticketKeys{};  // 48 bytes, or empty for keys made at random.
  long sessionTimeout = 0;   // Seconds; 0 is the library's default.
  bool partialChains = false;
};

class TlsContext {
 public:
  TlsContext(const TlsContext&) = delete;

 protected:
  TlsContext() = default;
  ~TlsContext() = default;
};

struct TlsSpec {
  bool isServer = false;
  TlsContext* context = nullptr;
  std::string serverName{};            // The name a client asks for (SNI); empty for none.
  std::vector<std::string> protocols{};  // ALPN, in order of preference; a server without `asksHello` chooses the first.
  std::string session{};               // A client's session to resume, as `onSession` gave it.
  bool requestCertificate = false;     // A server asks the client for its certificate,
  bool requireCertificate = false;     // A server refuses a client without a certificate.
  bool requestOcsp = false;            // A client asks for the server's stapled OCSP answer.
  bool asksHello = false;
  bool logsKeys = false;       // Lines of the NSS key log are pushed.
  bool traces = false;         // A description of each message of the protocol is pushed.
  bool pushesSessions = true;  // Sessions are pushed. A server whose sessions nobody stores need not make them.
  // The first bytes of the peer, when they were read from the connection before TLS was started.
  std::string received{};
};

// The contents of a ClientHello, which is the first message of a client.
struct TlsHello {
  std::string serverName;
  std::vector<std::string> protocols;
  std::string sessionId;
  bool requestsOcsp = false;
};

// The answer to a TlsHello. A refusal fails the handshake with the alert `alert` (0 is internal_error).
struct TlsHelloAnswer {
  TlsContext* context = nullptr;  // Takes the place of the context the connection was started with, unless null.
  std::string protocol{};         // The ALPN protocol that was chosen; empty when none is agreed on.
  bool refusesProtocols = false;  // There is no common protocol: the alert no_application_protocol is sent.
  std::string session{};          // The session for `sessionId`, or empty.
  std::string ocsp{};             // The OCSP answer to staple (DER), or empty.
  bool refused = false;
  int alert = 0;
};

struct TlsCipher {
  std::string name;          // OpenSSL's name
  std::string standardName;  // the IETF's name
  std::string version;       // the least version of TLS with this cipher: "TLSv1.2"
};

struct TlsOutcome {
  std::string version;  // "TLSv1.3"
  TlsCipher cipher{};
  std::string protocol{};    // The protocol agreed on by ALPN; empty for none.
  std::string serverName{};  // The name that the client has asked for (SNI); empty for none.
  bool resumed = false;
  // The verdict on the peer's certificate: its code ("CERT_HAS_EXPIRED") and its text, both empty when the certificate
  // is good or when there is none and none was asked for.
  std::string verifyCode{};
  std::string verifyReason{};
  std::vector<std::string> peerCertificates{};  // In DER: the leaf and the chain above it, as far as it is known.
  std::string ownCertificate{};                 // The certificate of this side, in DER.
  // The key that was agreed on by this handshake alone.
  std::string ephemeralType{};  // "ECDH", "DH" or empty
  std::string ephemeralName{};  // "X25519"
  int ephemeralBits = 0;
  std::vector<std::string> sharedSignatureAlgorithms{};
  std::string ocsp{};  // The stapled OCSP answer in DER, or empty.
};

// A certificate's contents, in the form in which Node's getPeerCertificate and X509Certificate show them.
struct TlsCertificate {
  using Names = std::vector<std::pair<std::string, std::string>>;
  Names subject, issuer;
  std::string alternativeNames;  // "DNS:example.org, IP Address:127.0.0.1"
  bool hasAlternativeNames = false;
  Names informationAccess;
  bool isAuthority = false;
  std::string validFrom, validTo;  // "Jan  1 00:00:00 2026 GMT"
  std::string fingerprint, fingerprint256, fingerprint512;
  std::vector<std::string> extendedKeyUsage;  // Object identifiers.
  std::string serialNumber;
  std::string publicKey;  // DER, SubjectPublicKeyInfo
  int bits = 0;
  std::string modulus, exponent;          // RSA
  std::string curve, nistCurve, ecPoint;  // elliptic curves
};

class TlsSink {
 public:
  virtual void onHello(const TlsHello& hello) = 0;
  // The handshake has succeeded. Whether the peer is trusted is for the caller to decide, by `verifyCode`. When the
  // caller closes the connection in this call, nothing that was sent so far reaches the peer.
  virtual void onHandshake(const TlsOutcome& outcome) = 0;
  virtual void onTlsError(const TlsFailure& failure) = 0;
  // A session that can be resumed later. A client gets it in whole; a server gets its number and its contents.
  virtual void onSession(const std::string& id, const std::string& session) = 0;
  virtual void onKeyLog(const std::string& line) = 0;
  // A handshake begins on a connection that has had one. It is pushed for each beginning that the library counts: a
  // server that asks for a renegotiation begins twice, once with its request and once with the client's answer.
  virtual void onRenegotiation() = 0;
  // A description of messages that were sent and received, for people to read.
  virtual void onTrace(const std::string& text) = 0;

 protected:
  ~TlsSink() = default;
};

// What carries the ciphertext of a connection that `startOver` has made.
class TlsCarrier {
 public:
  // These bytes are to be sent. They are valid during the call.
  virtual void onCiphertext(const char* data, std::size_t size) = 0;
  // Our side is to be ended, after all bytes.
  virtual void onCarrierEnd() = 0;
  // The connection wants bytes, or does not want more bytes for now. It takes bytes that are given nevertheless.
  virtual void onReading(bool wanted) = 0;
  // The oldest call that has no answer yet has had its effect.
  virtual void onTaken() = 0;

 protected:
  ~TlsCarrier() = default;
};

class Tls {
 public:
  virtual TlsFailure makeContext(const TlsContextSpec& spec, TlsContext** made) = 0;
  virtual void close(TlsContext* context) = 0;
  virtual std::string ticketKeys(TlsContext* context) = 0;
  virtual void setTicketKeys(TlsContext* context, const std::string& keys) = 0;
  // Returns the ticket keys for the other processes of a cluster. They are empty where keys must not leave the process: a
  // recording would hold the message in which they go.
  virtual std::string keysToShare(TlsContext* context) = 0;

  // The operations on connections that `start` made.
  virtual Streams& streams() = 0;
  // Puts TLS on `connection`, whose operations so far were those of `below`.
  virtual TlsFailure start(Streams& below, Connection* connection, const TlsSpec& spec, ConnectionSink* sink,
                           TlsSink* events, Connection** made) = 0;
  // Makes a connection whose ciphertext `carrier` carries. The carrier must outlive the connection.
  virtual TlsFailure startOver(const TlsSpec& spec, ConnectionSink* sink, TlsSink* events, TlsCarrier* carrier,
                               Connection** made) = 0;
  // Ciphertext of the peer has arrived.
  virtual void give(Connection* connection, std::string_view bytes) = 0;
  // The peer has ended its side, or the way is broken, if `error` is not 0.
  virtual void giveEnd(Connection* connection, ErrorCode error) = 0;
  // The bytes of the oldest `onCiphertext` without an answer have been sent, or have not, if `error` is not 0.
  virtual void carried(Connection* connection, ErrorCode error) = 0;
  // Returns the ciphertext that has not been pushed yet. It will not be pushed any more.
  virtual std::string takeOutput(Connection* connection) = 0;
  virtual void answerHello(Connection* connection, const TlsHelloAnswer& answer) = 0;
  // Returns the client's session as it is now, or an empty text.
  virtual std::string session(Connection* connection) = 0;
  // Returns the ticket of the client's session, or an empty text.
  virtual std::string ticket(Connection* connection) = 0;
  // Begins another handshake. A server sets at the same time whether it asks the client for its certificate, and whether it
  // refuses a client without one. Fails with TLS 1.3, which has no renegotiation.
  virtual TlsFailure renegotiate(Connection* connection, bool requestCertificate, bool requireCertificate) = 0;
  // Gives a server's connection the key and the certificates of `context`. They count for a handshake that has not gone
  // beyond `onHello`. Fails when the context has none.
  virtual TlsFailure setKeyCert(Connection* connection, TlsContext* context) = 0;
  // From now on `onTrace` is pushed.
  virtual void trace(Connection* connection) = 0;
  // Returns the messages `Finished` of this side or of the peer.
  virtual std::string finished(Connection* connection, bool ofPeer) = 0;
  virtual TlsFailure exportKeyingMaterial(Connection* connection, std::size_t length, const std::string& label,
                                          const std::string& context, bool hasContext, std::string& material) = 0;
  // Sets the largest number of bytes of plaintext in a record, from 512 to 16384. Returns false when it cannot be.
  virtual bool setMaxSendFragment(Connection* connection, std::size_t bytes) = 0;
  virtual bool truncated(Connection* connection) = 0;

  virtual TlsFailure describe(const std::string& certificate, TlsCertificate& described) = 0;
  // Returns the names of ciphers that a context can have.
  virtual std::vector<std::string> ciphers() = 0;
  // Returns the system's trusted certificates, in PEM.
  virtual std::vector<std::string> systemAuthorities() = 0;

 protected:
  ~Tls() = default;
};

}  // namespace nodecpp::os
