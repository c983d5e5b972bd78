// The settings of TLS: certificates, keys, versions and ciphers, and SecureContext, which is made from them. Part of tls.
// https://nodejs.org/docs/latest-v24.x/api/tls.html#tlscreatesecurecontextoptions
#pragma once

#include <nodecpp/net.h>
#include <nodecpp/traits.h>
#include <nodecpp/var.h>

namespace nodecpp::os {
class TlsContext;
}  // namespace nodecpp::os

namespace nodecpp::tls {

class SecureContextObject;
using SecureContext = Handle<SecureContextObject>;

// The bytes of a certificate, a key, a list of revocations and so on: a text in PEM or a Buffer. A default-made value
// is Node's undefined.
class Bytes {
 public:
  Bytes() noexcept = default;
  Bytes(Undefined) noexcept {}
  Bytes(std::nullptr_t) noexcept {}
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  Bytes(const T& text)
      : bytes_(Buffer::from(StringArg(text))), given_(!StringArg(text).isNullish()), emptyText_(given_ && bytes_.size() == 0) {}
  Bytes(const Buffer& bytes) : bytes_(bytes), given_(true) {}
  // A variable that holds the bytes or the text: let<Buffer>, perThread<String>.
  template <class T>
    requires(!nodecpp::detail::StringLike<const T&> && !nodecpp::detail::IsVar<T>) && requires(const T& variable) {
      { variable.value() } -> nodecpp::detail::ConvertsTo<Bytes>;
    }
  Bytes(const T& variable) : Bytes(variable.value()) {}
  // A value of unknown type, with JavaScript's meaning: what JavaScript takes for false is not given.
  template <nodecpp::detail::IsVar T>
  Bytes(const T& value) {
    take(value);
  }
  bool given() const noexcept { return given_; }
  // Whether it is an empty text, which is false in JavaScript; an empty Buffer is true.
  bool isEmptyText() const noexcept { return emptyText_; }
  const Buffer& bytes() const noexcept [[clang::lifetimebound]] { return bytes_; }
  // Returns the bytes. Throws ERR_INVALID_ARG_TYPE with the option's name when a var of another type was given.
  const Buffer& bytesFor(StringArg option) const [[clang::lifetimebound]];

 private:
  void take(const var& value);
  Buffer bytes_;
  String received_;  // Node's words for a value of a wrong type; else empty.
  bool given_ = false;
  bool emptyText_ = false;
};

// A key, and the pass phrase that decrypts it: .key = {{.pem = text, .passphrase = "secret"}}.
struct PemKey {
  Bytes pem{};
  String passphrase{};
};
// A PKCS #12 archive, and the pass phrase that decrypts it: .pfx = {{.buf = bytes, .passphrase = "secret"}}.
struct PfxArchive {
  Bytes buf{};
  String passphrase{};
};

// One value or several, for the options ca, cert, crl, key and pfx.
class BytesList {
 public:
  struct Entry {
    Bytes bytes{};
    String passphrase{};
  };
  BytesList() noexcept = default;
  BytesList(Undefined) noexcept {}
  template <class T>
    requires nodecpp::detail::ConvertsTo<const T&, Bytes>
  BytesList(const T& one) {
    if constexpr (nodecpp::detail::IsVar<T>)
      addAll(one);
    else
      add({one, String()});
  }
  // A list of another type, such as tls::rootCertificates.
  template <class T>
    requires(!nodecpp::detail::ConvertsTo<const T&, Bytes>) && nodecpp::detail::ConvertsTo<const T&, Array<String>>
  BytesList(const T& all) : BytesList(static_cast<Array<String>>(all)) {}
  BytesList(std::initializer_list<Bytes> all) {
    for (const Bytes& each : all) add({each, String()});
  }
  BytesList(std::initializer_list<PemKey> all) {
    for (const PemKey& each : all) add({each.pem, each.passphrase});
  }
  BytesList(std::initializer_list<PfxArchive> all) {
    for (const PfxArchive& each : all) add({each.buf, each.passphrase});
  }
  template <class T>
    requires nodecpp::detail::ConvertsTo<const T&, Bytes>
  BytesList(const Array<T>& all) {
    for (const T& each : all) add({each, String()});
    given_ = true;
  }
  bool given() const noexcept { return given_; }
  // Whether the option has a value that JavaScript takes for true.
  bool isTrue() const noexcept { return given_ && !(entries_.size() == 1 && entries_[0].bytes.isEmptyText()); }
  const nodecpp::detail::List<Entry>& entries() const noexcept [[clang::lifetimebound]] { return entries_; }

 private:
  // A var may be a list, whose elements may be objects {pem, passphrase} or {buf, passphrase}.
  void addAll(const var& values);
  void add(Entry entry) {
    if (!entry.bytes.given()) return;
    given_ = true;
    entries_.push_back(std::move(entry));
  }
  nodecpp::detail::List<Entry> entries_;
  bool given_ = false;
};

// The option ALPNProtocols: a list of names, or the names' binary form, in which each name is preceded by its length.
class ALPNList {
 public:
  ALPNList() noexcept = default;
  ALPNList(Undefined) noexcept {}
  ALPNList(std::initializer_list<String> names) : names_(names) {}
  ALPNList(const Array<String>& names) : names_(names) {}
  // Throws ERR_INVALID_ARG_VALUE when a name is empty or incomplete.
  ALPNList(const Buffer& binary);
  bool empty() const noexcept { return names_.empty(); }
  const Array<String>& names() const noexcept [[clang::lifetimebound]] { return names_; }
  // Returns the binary form. Throws ERR_INVALID_ARG_VALUE for a name that is empty, and ERR_OUT_OF_RANGE for one that is
  // longer than 255 bytes.
  Buffer binary() const;

 private:
  Array<String> names_;
};

// The type of options that Node has and Node.cpp does not have yet. A program that sets such an option does not
// compile, and the compiler's error says why.
class NotYet {
 public:
  constexpr NotYet() noexcept = default;
  template <class T>
    requires(!std::same_as<std::remove_cvref_t<T>, NotYet>)
  NotYet(T&&) NODECPP_DELETED("keys that were shared before (pskCallback, pskIdentityHint) do not exist here yet");
};

// The options that make a secure context, as F(type, name, default). Those that most programs set come first, and the
// others are in the order of the alphabet. Each struct of options that has them lists them in this order.
#define NODECPP_TLS_CONTEXT_OPTIONS(F)                                    \
  F(nodecpp::tls::BytesList, key, {}) /* PEM */                           \
  F(nodecpp::tls::BytesList, cert, {}) /* PEM: the leaf, and its chain */ \
  F(nodecpp::tls::BytesList, ca, {}) /* PEM; the system's by default */   \
  F(nodecpp::tls::BytesList, pfx, {}) /* PKCS #12 */                      \
  F(nodecpp::String, passphrase, {}) /* of `key` and `pfx` */             \
  F(bool, allowPartialTrustChain, {false})                                \
  F(nodecpp::String, ciphers, {}) /* DEFAULT_CIPHERS by default */        \
  F(nodecpp::tls::BytesList, crl, {}) /* PEM */                           \
  F(nodecpp::tls::Bytes, dhparam, {}) /* PEM, or "auto" */                \
  F(nodecpp::String, ecdhCurve, {}) /* DEFAULT_ECDH_CURVE by default */   \
  F(nodecpp::stream::OptionalNumber, honorCipherOrder, {})                \
  F(nodecpp::String, maxVersion, {}) /* "TLSv1.2" or "TLSv1.3" */         \
  F(nodecpp::String, minVersion, {})                                      \
  F(double, secureOptions, {0}) /* OpenSSL's SSL_OP_ numbers */           \
  F(nodecpp::String, secureProtocol, {}) /* "TLSv1_2_method" */           \
  F(nodecpp::String, sessionIdContext, {})                                \
  F(nodecpp::stream::OptionalNumber, sessionTimeout, {}) /* seconds */    \
  F(nodecpp::String, sigalgs, {})                                         \
  F(nodecpp::tls::Bytes, ticketKeys, {}) /* 48 bytes */

#define NODECPP_TLS_FIELD(type, name, ...) type name __VA_ARGS__;
#define NODECPP_TLS_COPY(type, name, ...) to.name = from.name;

struct SecureContextOptions {
  NODECPP_TLS_CONTEXT_OPTIONS(NODECPP_TLS_FIELD)
};

// Returns the part of some options that makes a secure context.
template <class Options>
SecureContextOptions contextOptions(const Options& from) {
  SecureContextOptions to;
  NODECPP_TLS_CONTEXT_OPTIONS(NODECPP_TLS_COPY)
  return to;
}

namespace detail {
struct Contexts;
// Returns what the port needs to start TLS, or null when the program has ended.
os::TlsContext* contextOf(const SecureContextObject& context);
// Return the context's certificate and its issuer's in DER, which are empty when they are not known.
Buffer certificateOf(const SecureContextObject& context);
Buffer issuerOf(const SecureContextObject& context);
}  // namespace detail

// Certificates, keys and settings, ready for use. createSecureContext makes it, and any number of servers and
// connections can use it.
class SecureContextObject final : public Object {
 public:
  explicit SecureContextObject(const SecureContextOptions& options);
  ~SecureContextObject() override;

 private:
  friend struct detail::Contexts;
  friend os::TlsContext* detail::contextOf(const SecureContextObject&);
  friend Buffer detail::certificateOf(const SecureContextObject&);
  friend Buffer detail::issuerOf(const SecureContextObject&);
  os::TlsContext* context_ = nullptr;
  Array<String> certificates_;  // In PEM: its own certificates, their chains, and the trusted certificates.
  SecureContextObject* next_ = nullptr;
  SecureContextObject** link_ = nullptr;
};

// Throws OpenSSL's errors, with the properties code, library and reason, for certificates and keys that cannot be used,
// ERR_TLS_INVALID_PROTOCOL_VERSION, ERR_TLS_PROTOCOL_VERSION_CONFLICT, ERR_INVALID_ARG_VALUE and ERR_OUT_OF_RANGE.
SecureContext createSecureContext(const SecureContextOptions& options = {});

}  // namespace nodecpp::tls
