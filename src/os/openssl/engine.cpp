#include "os/openssl/engine.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/x509.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/assertion.h"
#include "os/openssl/context.h"

namespace nodecpp::os::openssl {

namespace {

// The engine reads and writes memory by a BIO (OpenSSL's class for input and output) of its own, so that the peer's
// bytes are read without a copy.
BIO_METHOD* memory() {
  static BIO_METHOD* const method = [] {
    BIO_METHOD* made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "nodecpp");
    BIO_meth_set_read(made, Engine::readInput);
    BIO_meth_set_write(made, Engine::writeOutput);
    BIO_meth_set_ctrl(made, Engine::control);
    BIO_meth_set_create(made, [](BIO* bio) {
      BIO_set_init(bio, 1);
      return 1;
    });
    return made;
  }();
  return method;
}

int acceptAll(int, X509_STORE_CTX*) { return 1; }

std::string derOf(X509* certificate) {
  unsigned char* bytes = nullptr;
  int size = i2d_X509(certificate, &bytes);
  if (size < 0) return {};
  std::string der(reinterpret_cast<char*>(bytes), std::size_t(size));
  OPENSSL_free(bytes);
  return der;
}

// Session tickets are sealed with the context's own keys, as in Node, so that several servers can share them.
int sealTicket(SSL* ssl, unsigned char* name, unsigned char* iv, EVP_CIPHER_CTX* cipher, EVP_MAC_CTX* mac, int encrypts) {
  unsigned char* keys = Context::of(ssl)->ticketKeys;
  if (encrypts) {
    std::memcpy(name, keys, 16);
    if (RAND_bytes(iv, 16) != 1) return -1;
  } else if (std::memcmp(name, keys, 16) != 0) {
    return 0;  // The ticket was sealed with other keys, so the session is not resumed and a full handshake is made.
  }
  OSSL_PARAM parameters[] = {OSSL_PARAM_construct_octet_string("key", keys + 16, 16),
                             OSSL_PARAM_construct_utf8_string("digest", const_cast<char*>("SHA256"), 0),
                             OSSL_PARAM_construct_end()};
  if (EVP_MAC_CTX_set_params(mac, parameters) != 1) return -1;
  if (EVP_CipherInit_ex(cipher, EVP_aes_128_cbc(), nullptr, keys + 32, iv, encrypts) != 1) return -1;
  return 1;
}

}  // namespace

void setCallbacks(SSL_CTX* context) {
  SSL_CTX_set_client_hello_cb(context, Engine::onHello, nullptr);
  SSL_CTX_set_alpn_select_cb(context, Engine::onProtocols, nullptr);
  SSL_CTX_set_tlsext_status_cb(context, Engine::onOcsp);
  SSL_CTX_sess_set_new_cb(context, Engine::onSession);
  SSL_CTX_sess_set_get_cb(context, Engine::onResume);
  SSL_CTX_set_keylog_callback(context, Engine::onKeyLog);
  SSL_CTX_set_tlsext_ticket_key_evp_cb(context, sealTicket);
}

Engine::Engine(const TlsSpec& spec, std::int64_t now)
    : asksHello_(spec.asksHello),
      isServer_(spec.isServer),
      logsKeys_(spec.logsKeys),
      requestsCertificate_(spec.requestCertificate) {
  ERR_clear_error();
  ssl_.reset(SSL_new(static_cast<Context*>(spec.context)->get()));
  BIO* bio = ssl_ ? BIO_new(memory()) : nullptr;
  if (!bio) {
    ssl_.reset();
    return;
  }
  BIO_set_data(bio, this);
  SSL_set_bio(ssl_.get(), bio, bio);
  SSL_set_app_data(ssl_.get(), this);
  X509_VERIFY_PARAM_set_time(SSL_get0_param(ssl_.get()), time_t(now));
  for (const std::string& protocol : spec.protocols) {
    protocols_ += char(protocol.size());
    protocols_ += protocol;
  }
  // Whether a certificate is good is decided after the handshake, by the caller, so that the program gets Node's error.
  int asks = SSL_VERIFY_NONE;
  if (isServer_ && spec.requestCertificate)
    asks = SSL_VERIFY_PEER | (spec.requireCertificate ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0);
  SSL_set_verify(ssl_.get(), asks, acceptAll);
  if (isServer_) {
    SSL_set_accept_state(ssl_.get());
    return;
  }
  SSL_set_connect_state(ssl_.get());
  if (!spec.serverName.empty()) SSL_set_tlsext_host_name(ssl_.get(), spec.serverName.c_str());
  if (!protocols_.empty())
    SSL_set_alpn_protos(ssl_.get(), reinterpret_cast<const unsigned char*>(protocols_.data()), unsigned(protocols_.size()));
  if (spec.requestOcsp) SSL_set_tlsext_status_type(ssl_.get(), TLSEXT_STATUSTYPE_ocsp);
}

bool Engine::offerSession(const std::string& session) {
  auto* bytes = reinterpret_cast<const unsigned char*>(session.data());
  std::unique_ptr<SSL_SESSION, Freeing<SSL_SESSION_free>> read(d2i_SSL_SESSION(nullptr, &bytes, long(session.size())));
  return read && SSL_set_session(ssl_.get(), read.get()) == 1;
}

int Engine::readInput(BIO* bio, char* to, int size) {
  Engine& engine = *static_cast<Engine*>(BIO_get_data(bio));
  BIO_clear_retry_flags(bio);
  if (engine.left_ == 0) {
    BIO_set_retry_read(bio);
    return -1;
  }
  std::size_t taken = std::min(engine.left_, std::size_t(std::max(size, 0)));
  std::memcpy(to, engine.input_, taken);
  engine.input_ += taken;
  engine.left_ -= taken;
  return int(taken);
}

int Engine::writeOutput(BIO* bio, const char* data, int size) {
  Engine& engine = *static_cast<Engine*>(BIO_get_data(bio));
  BIO_clear_retry_flags(bio);
  engine.output_.insert(engine.output_.end(), data, data + size);
  return size;
}

long Engine::control(BIO*, int command, long, void*) { return command == BIO_CTRL_FLUSH ? 1 : 0; }

TlsEngine::Step Engine::handshake() {
  ERR_clear_error();
  int result = SSL_do_handshake(ssl_.get());
  if (result == 1) return Step::done;
  switch (SSL_get_error(ssl_.get(), result)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE: return Step::more;
    case SSL_ERROR_WANT_CLIENT_HELLO_CB: return Step::hello;
    default: failure_ = takeFailure(); return Step::failed;
  }
}

TlsEngine::Read Engine::read(char* to, std::size_t& size) {
  ERR_clear_error();
  std::size_t got = 0;
  int result = SSL_read_ex(ssl_.get(), to, size, &got);
  size = got;
  if (result == 1) return Read::bytes;
  switch (SSL_get_error(ssl_.get(), result)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE: return Read::more;
    case SSL_ERROR_ZERO_RETURN: return Read::ended;
    default: failure_ = takeFailure(); return Read::failed;
  }
}

bool Engine::write(const char* data, std::size_t size) {
  ERR_clear_error();
  std::size_t written = 0;
  if (SSL_write_ex(ssl_.get(), data, size, &written) == 1) {
    NODECPP_ASSERT(written == size, written, size);
    return true;
  }
  failure_ = takeFailure();
  return false;
}

void Engine::shutdown() {
  ERR_clear_error();
  SSL_shutdown(ssl_.get());
  ERR_clear_error();
}

int Engine::onHello(SSL* ssl, int* alert, void*) {
  Engine& engine = of(ssl);
  if (!engine.asksHello_ || engine.asked_ == Asked::answered) {
    if (!engine.answer_.refused) return SSL_CLIENT_HELLO_SUCCESS;
    *alert = engine.answer_.alert ? engine.answer_.alert : SSL_AD_INTERNAL_ERROR;
    return SSL_CLIENT_HELLO_ERROR;
  }
  if (engine.asked_ == Asked::no) engine.readHello();
  engine.asked_ = Asked::waiting;
  return SSL_CLIENT_HELLO_RETRY;
}

// Reads the extensions of a ClientHello on which a program may base its decision. The bytes come from the peer and are
// not trusted, so each length is checked.
void Engine::readHello() {
  const unsigned char* bytes = nullptr;
  std::size_t size = 0;
  if (SSL_client_hello_get0_ext(ssl_.get(), TLSEXT_TYPE_server_name, &bytes, &size) == 1 && size > 5) {
    // The extension server_name has the length of a list in 2 bytes, and then the list's names. A name has its type in
    // 1 byte (0 is a host name), its length in 2 bytes, and its characters.
    std::size_t list = std::size_t(bytes[0]) << 8 | bytes[1], name = std::size_t(bytes[3]) << 8 | bytes[4];
    if (list + 2 == size && bytes[2] == TLSEXT_NAMETYPE_host_name && name + 5 <= size)
      hello_.serverName.assign(reinterpret_cast<const char*>(bytes) + 5, name);
  }
  if (SSL_client_hello_get0_ext(ssl_.get(), TLSEXT_TYPE_application_layer_protocol_negotiation, &bytes, &size) == 1 && size > 2)
    for (std::size_t at = 2; at < size;) {
      std::size_t length = bytes[at++];
      if (length == 0 || length > size - at) break;
      hello_.protocols.emplace_back(reinterpret_cast<const char*>(bytes) + at, length);
      at += length;
    }
  hello_.requestsOcsp = SSL_client_hello_get0_ext(ssl_.get(), TLSEXT_TYPE_status_request, &bytes, &size) == 1;
  size = SSL_client_hello_get0_session_id(ssl_.get(), &bytes);
  hello_.sessionId.assign(reinterpret_cast<const char*>(bytes), size);
}

void Engine::answer(const TlsHelloAnswer& answer) {
  answer_ = answer;
  asked_ = Asked::answered;
  if (!answer.context) return;
  SSL_set_SSL_CTX(ssl_.get(), static_cast<Context*>(answer.context)->get());
  // The trusted certificates of the new context replace the old ones, too.
  X509_STORE* store = SSL_CTX_get_cert_store(static_cast<Context*>(answer.context)->get());
  SSL_set1_verify_cert_store(ssl_.get(), store);
  STACK_OF(X509_NAME)* names = SSL_dup_CA_list(SSL_CTX_get_client_CA_list(static_cast<Context*>(answer.context)->get()));
  SSL_set_client_CA_list(ssl_.get(), names);
}

int Engine::onProtocols(SSL* ssl, const unsigned char** out, unsigned char* size, const unsigned char* in, unsigned count, void*) {
  Engine& engine = of(ssl);
  if (engine.asked_ == Asked::answered) {
    if (engine.answer_.refusesProtocols) return SSL_TLSEXT_ERR_ALERT_FATAL;
    const std::string& chosen = engine.answer_.protocol;
    if (chosen.empty()) return SSL_TLSEXT_ERR_NOACK;
    *out = reinterpret_cast<const unsigned char*>(chosen.data());
    *size = static_cast<unsigned char>(chosen.size());
    return SSL_TLSEXT_ERR_OK;
  }
  if (engine.protocols_.empty()) return SSL_TLSEXT_ERR_NOACK;
  unsigned char* chosen = nullptr;
  int result = SSL_select_next_proto(&chosen, size, reinterpret_cast<const unsigned char*>(engine.protocols_.data()),
                                     unsigned(engine.protocols_.size()), in, count);
  *out = chosen;
  return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

int Engine::onOcsp(SSL* ssl, void*) {
  Engine& engine = of(ssl);
  if (!engine.isServer_) return 1;  // A client reads the server's OCSP answer later, in outcome().
  if (engine.answer_.ocsp.empty()) return SSL_TLSEXT_ERR_NOACK;
  const std::string& ocsp = engine.answer_.ocsp;
  auto* copy = static_cast<unsigned char*>(OPENSSL_memdup(ocsp.data(), ocsp.size()));
  SSL_set_tlsext_status_ocsp_resp(ssl, copy, long(ocsp.size()));  // OpenSSL owns the copy.
  return SSL_TLSEXT_ERR_OK;
}

int Engine::onSession(SSL* ssl, SSL_SESSION* session) {
  Engine& engine = of(ssl);
  int size = i2d_SSL_SESSION(session, nullptr);
  if (size <= 0) return 0;
  Session made{.id = {}, .contents = std::string(std::size_t(size), '\0')};
  auto* to = reinterpret_cast<unsigned char*>(made.contents.data());
  i2d_SSL_SESSION(session, &to);
  unsigned length = 0;
  const unsigned char* id = SSL_SESSION_get_id(session, &length);
  made.id.assign(reinterpret_cast<const char*>(id), length);
  engine.sessions_.push_back(std::move(made));
  return 0;  // The result 0 means that the reference to the session stays OpenSSL's.
}

SSL_SESSION* Engine::onResume(SSL* ssl, const unsigned char*, int, int* copy) {
  *copy = 0;
  const std::string& session = of(ssl).answer_.session;
  if (session.empty()) return nullptr;
  auto* bytes = reinterpret_cast<const unsigned char*>(session.data());
  return d2i_SSL_SESSION(nullptr, &bytes, long(session.size()));
}

void Engine::onKeyLog(const SSL* ssl, const char* line) {
  Engine& engine = of(ssl);
  if (engine.logsKeys_) engine.keyLog_.push_back(std::string(line) + "\n");
}

TlsOutcome Engine::outcome() {
  TlsOutcome outcome;
  outcome.version = SSL_get_version(ssl_.get());
  if (const SSL_CIPHER* cipher = SSL_get_current_cipher(ssl_.get())) {
    outcome.cipher.name = SSL_CIPHER_get_name(cipher);
    if (const char* name = SSL_CIPHER_standard_name(cipher)) outcome.cipher.standardName = name;
    outcome.cipher.version = SSL_CIPHER_get_version(cipher);
  }
  const unsigned char* protocol = nullptr;
  unsigned size = 0;
  SSL_get0_alpn_selected(ssl_.get(), &protocol, &size);
  outcome.protocol.assign(reinterpret_cast<const char*>(protocol), size);
  if (const char* name = SSL_get_servername(ssl_.get(), TLSEXT_NAMETYPE_host_name)) outcome.serverName = name;
  outcome.resumed = SSL_session_reused(ssl_.get()) == 1;
  certificates(outcome);
  agreement(outcome);
  const unsigned char* ocsp = nullptr;
  long length = isServer_ ? 0 : SSL_get_tlsext_status_ocsp_resp(ssl_.get(), &ocsp);
  if (ocsp && length > 0) outcome.ocsp.assign(reinterpret_cast<const char*>(ocsp), std::size_t(length));
  return outcome;
}

void Engine::certificates(TlsOutcome& outcome) {
  X509* leaf = SSL_get0_peer_certificate(ssl_.get());
  if (leaf) {
    // A chain that was verified also contains the certificates that the peer need not send. If the chain could not be
    // verified, only the certificates that the peer has sent are returned.
    STACK_OF(X509)* chain = SSL_get0_verified_chain(ssl_.get());
    if (!chain || sk_X509_num(chain) == 0) chain = SSL_get_peer_cert_chain(ssl_.get());
    outcome.peerCertificates.push_back(derOf(leaf));
    for (int i = 0; i < sk_X509_num(chain); ++i)
      if (X509_cmp(sk_X509_value(chain, i), leaf) != 0) outcome.peerCertificates.push_back(derOf(sk_X509_value(chain, i)));
  }
  if (X509* own = SSL_get_certificate(ssl_.get())) outcome.ownCertificate = derOf(own);
  long verdict = X509_V_OK;
  if (leaf)
    verdict = SSL_get_verify_result(ssl_.get());
  else if (!isServer_ || requestsCertificate_)
    verdict = SSL_version(ssl_.get()) == TLS1_3_VERSION && outcome.resumed ? X509_V_OK : X509_V_ERR_UNSPECIFIED;
  if (verdict == X509_V_OK) return;
  outcome.verifyCode = verifyCode(verdict);
  outcome.verifyReason = X509_verify_cert_error_string(verdict);
}

void Engine::agreement(TlsOutcome& outcome) {
  EVP_PKEY* key = nullptr;
  if (!isServer_ && SSL_get_peer_tmp_key(ssl_.get(), &key) == 1) {
    std::unique_ptr<EVP_PKEY, Freeing<EVP_PKEY_free>> own(key);
    int kind = EVP_PKEY_get_base_id(key);
    outcome.ephemeralBits = EVP_PKEY_get_bits(key);
    outcome.ephemeralType = kind == EVP_PKEY_DH ? "DH" : "ECDH";
    char name[64] = "";
    std::size_t size = 0;
    if (kind == EVP_PKEY_EC)
      EVP_PKEY_get_group_name(key, name, sizeof name, &size);
    if (kind != EVP_PKEY_DH) outcome.ephemeralName = kind == EVP_PKEY_EC ? name : OBJ_nid2sn(kind);
  }
  if (!isServer_) return;
  int count = SSL_get_shared_sigalgs(ssl_.get(), 0, nullptr, nullptr, nullptr, nullptr, nullptr);
  for (int i = 0; i < count; ++i) {
    int sign = 0, hash = 0;
    unsigned char rawSign = 0, rawHash = 0;
    SSL_get_shared_sigalgs(ssl_.get(), i, &sign, &hash, nullptr, &rawSign, &rawHash);
    std::string name;
    switch (sign) {
      case EVP_PKEY_RSA: name = "RSA"; break;
      case EVP_PKEY_RSA_PSS: name = "RSA-PSS"; break;
      case EVP_PKEY_DSA: name = "DSA"; break;
      case EVP_PKEY_EC: name = "ECDSA"; break;
      case NID_ED25519: name = "Ed25519"; break;
      case NID_ED448: name = "Ed448"; break;
      default: name = sign ? OBJ_nid2sn(sign) : "UNDEF"; break;
    }
    name += '+';
    name += hash != NID_undef ? OBJ_nid2sn(hash) : "UNDEF";
    outcome.sharedSignatureAlgorithms.push_back(std::move(name));
  }
}

std::string Engine::session() {
  SSL_SESSION* session = SSL_get_session(ssl_.get());
  int size = session ? i2d_SSL_SESSION(session, nullptr) : 0;
  if (size <= 0) return {};
  std::string contents(std::size_t(size), '\0');
  auto* to = reinterpret_cast<unsigned char*>(contents.data());
  i2d_SSL_SESSION(session, &to);
  return contents;
}

std::string Engine::finished(bool ofPeer) {
  char bytes[EVP_MAX_MD_SIZE];
  auto get = ofPeer ? SSL_get_peer_finished : SSL_get_finished;
  std::size_t size = get(ssl_.get(), bytes, sizeof bytes);
  return std::string(bytes, std::min(size, sizeof bytes));
}

TlsFailure Engine::exportKeyingMaterial(std::size_t length, const std::string& label, const std::string& context,
                                        bool hasContext, std::string& material) {
  ERR_clear_error();
  material.assign(length, '\0');
  int done = SSL_export_keying_material(
      ssl_.get(), reinterpret_cast<unsigned char*>(material.data()), length, label.data(), label.size(),
      reinterpret_cast<const unsigned char*>(context.data()), context.size(), hasContext);
  return done == 1 ? TlsFailure{} : takeFailure("SSL_export_keying_material");
}

}  // namespace nodecpp::os::openssl
