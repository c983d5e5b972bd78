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
#include "os/openssl/sources.h"

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

// Clears the errors that earlier calls of this thread have left, as each call must that is followed by SSL_get_error. There
// are none most of the time, and then ERR_clear_error costs as much as a small part of a request.
void clearErrors() {
  if (ERR_peek_error() != 0) ERR_clear_error();
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
  // EVP_aes_128_cbc() would be looked up among the providers for each ticket.
  static EVP_CIPHER* const aes = EVP_CIPHER_fetch(nullptr, "AES-128-CBC", nullptr);
  if (EVP_CipherInit_ex(cipher, aes, nullptr, keys + 32, iv, encrypts) != 1) return -1;
  return 1;
}

// Returns how many seconds a client may use a session: as long as the server has said, which for a session of TLS 1.2
// without a ticket is nothing.
long ticketLifetime(SSL_SESSION* session) {
  unsigned long hint = SSL_SESSION_get_ticket_lifetime_hint(session);
  return hint > 0 ? long(hint) : long(SSL_SESSION_get_timeout(session));
}

}  // namespace

void setCallbacks(SSL_CTX* context) {
  SSL_CTX_set_client_hello_cb(context, Engine::onHello, nullptr);
  SSL_CTX_set_alpn_select_cb(context, Engine::onProtocols, nullptr);
  SSL_CTX_set_tlsext_status_cb(context, Engine::onOcsp);
  SSL_CTX_sess_set_new_cb(context, Engine::onSession);
  SSL_CTX_sess_set_get_cb(context, Engine::onResume);
  SSL_CTX_set_tlsext_ticket_key_evp_cb(context, sealTicket);
  SSL_CTX_set_session_ticket_cb(context, Engine::onTicketMade, Engine::onTicket, nullptr);
}

Engine::Engine(const TlsSpec& spec, std::int64_t now)
    : asksHello_(spec.asksHello),
      isServer_(spec.isServer),
      logsKeys_(spec.logsKeys),
      pushesSessions_(spec.pushesSessions),
      requestsCertificate_(spec.requestCertificate) {
  clearErrors();
  ssl_.reset(SSL_new(static_cast<Context*>(spec.context)->get()));
  BIO* bio = ssl_ ? BIO_new(memory()) : nullptr;
  if (!bio) {
    ssl_.reset();
    return;
  }
  BIO_set_data(bio, this);
  SSL_set_bio(ssl_.get(), bio, bio);
  SSL_set_app_data(ssl_.get(), this);
  logKeysOf(SSL_get_SSL_CTX(ssl_.get()));
  X509_VERIFY_PARAM_set_time(SSL_get0_param(ssl_.get()), time_t(now));
  for (const std::string& protocol : spec.protocols) {
    protocols_ += char(protocol.size());
    protocols_ += protocol;
  }
  SSL_set_info_callback(ssl_.get(), onState);
  if (spec.traces) trace();
  setVerifying(spec.requestCertificate, spec.requireCertificate);
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

// Whether a certificate is good is decided after the handshake, by the caller, so that the program gets Node's error.
void Engine::setVerifying(bool request, bool require) {
  int asks = SSL_VERIFY_NONE;
  if (isServer_ && request) asks = SSL_VERIFY_PEER | (require ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0);
  SSL_set_verify(ssl_.get(), asks, acceptAll);
}

// With a callback, OpenSSL writes all secrets of a handshake as text, which costs a twelfth of the handshake. So a context gets
// it with the first connection whose program wants the lines.
void Engine::logKeysOf(SSL_CTX* context) {
  if (logsKeys_ && !SSL_CTX_get_keylog_callback(context)) SSL_CTX_set_keylog_callback(context, onKeyLog);
}

bool Engine::offerSession(const std::string& session) {
  auto* bytes = reinterpret_cast<const unsigned char*>(session.data());
  offered_.reset(d2i_SSL_SESSION(nullptr, &bytes, long(session.size())));
  if (!offered_ || SSL_set_session(ssl_.get(), offered_.get()) != 1) {
    offered_.reset();
    return false;
  }
  made_ = long(SSL_SESSION_get_time(offered_.get()));
  return true;
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
  engine.output_.append(data, std::size_t(size));
  return size;
}

long Engine::control(BIO*, int command, long, void*) { return command == BIO_CTRL_FLUSH ? 1 : 0; }

TlsEngine::Step Engine::handshake() {
  clearErrors();
  // Each ClientHello of TLS 1.3 has the session's age, so it is set again before each step.
  if (offered_) presentSession(offered_.get(), made_, ticketLifetime(offered_.get()));
  int result = SSL_do_handshake(ssl_.get());
  if (result == 1) {
    agreed_ = true;
    renegotiation_ = {};
    if (offered_) restoreSession(offered_.get(), made_);
    offered_.reset();
    settleSession();
    return Step::done;
  }
  switch (SSL_get_error(ssl_.get(), result)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE: return Step::more;
    case SSL_ERROR_WANT_CLIENT_HELLO_CB: return Step::hello;
    default: failure_ = takeConnectionFailure(); return Step::failed;
  }
}

void Engine::settleSession() {
  SSL_SESSION* session = SSL_get_session(ssl_.get());
  if (SSL_session_reused(ssl_.get()))
    restoreSession(session, made_);
  else
    stampSession(session);
  made_ = long(SSL_SESSION_get_time(session));  // A renegotiation may resume this session.
}

TlsEngine::Read Engine::read(char* to, std::size_t& size) {
  // Without input OpenSSL would find out that it needs some, at the cost of a third of a small record.
  if (left_ == 0 && !SSL_has_pending(ssl_.get()) && SSL_get_shutdown(ssl_.get()) == 0) {
    size = 0;
    return Read::more;
  }
  clearErrors();
  std::size_t got = 0;
  int result = SSL_read_ex(ssl_.get(), to, size, &got);
  size = got;
  if (result == 1) return Read::bytes;
  switch (SSL_get_error(ssl_.get(), result)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE: return Read::more;
    case SSL_ERROR_ZERO_RETURN: return Read::ended;
    default: failure_ = takeConnectionFailure(); return Read::failed;
  }
}

bool Engine::write(const char* data, std::size_t size) {
  clearErrors();
  std::size_t written = 0;
  if (SSL_write_ex(ssl_.get(), data, size, &written) == 1) {
    NODECPP_ASSERT(written == size, written, size);
    return true;
  }
  failure_ = takeConnectionFailure();
  return false;
}

void Engine::shutdown() {
  clearErrors();
  SSL_shutdown(ssl_.get());
  clearErrors();
}

// OpenSSL tells of each handshake here, and of messages of TLS 1.3 that come after the handshake, which are none.
void Engine::onState(const SSL* ssl, int where, int) {
  Engine& engine = of(ssl);
  if (!engine.agreed_ || SSL_version(ssl) >= TLS1_3_VERSION) return;
  if (where & SSL_CB_HANDSHAKE_START) ++engine.renegotiation_.begun;
  // A server that has only asked for a renegotiation is told of the end of that request, too.
  if (!(where & SSL_CB_HANDSHAKE_DONE) || SSL_renegotiate_pending(const_cast<SSL*>(ssl))) return;
  engine.settleSession();
  engine.renegotiation_.done = true;
}

TlsFailure Engine::renegotiate(bool requestCertificate, bool requireCertificate) {
  clearErrors();
  setVerifying(requestCertificate, requireCertificate);
  requestsCertificate_ = requestCertificate;
  if (shakesHands() || SSL_renegotiate_pending(ssl_.get())) return {};
  if (SSL_renegotiate(ssl_.get()) != 1) return takeFailure();
  int result = SSL_do_handshake(ssl_.get());
  if (result == 1 || SSL_get_error(ssl_.get(), result) == SSL_ERROR_WANT_READ) return {};
  return takeFailure();
}

bool Engine::useKeyCert() {
  SSL_CTX* context = keyCert_.get();
  X509* certificate = SSL_CTX_get0_certificate(context);
  EVP_PKEY* key = SSL_CTX_get0_privatekey(context);
  STACK_OF(X509)* chain = nullptr;
  SSL_CTX_get0_chain_certs(context, &chain);
  return certificate && key && SSL_use_certificate(ssl_.get(), certificate) == 1 &&
         SSL_use_PrivateKey(ssl_.get(), key) == 1 && (!chain || SSL_set1_chain(ssl_.get(), chain) == 1);
}

TlsFailure Engine::setKeyCert(TlsContext* context) {
  clearErrors();
  if (!isServer_) return {};
  SSL_CTX* chosen = static_cast<Context*>(context)->get();
  SSL_CTX_up_ref(chosen);
  keyCert_.reset(chosen);
  if (useKeyCert()) return {};
  keyCert_.reset();
  return takeFailure("SetKeyCert");
}

void Engine::trace() {
  if (trace_) return;
  trace_.reset(BIO_new(BIO_s_mem()));
  SSL_set_msg_callback(ssl_.get(), SSL_trace);
  SSL_set_msg_callback_arg(ssl_.get(), trace_.get());
}

std::string Engine::takeTrace() {
  char* text = nullptr;
  long size = trace_ ? BIO_get_mem_data(trace_.get(), &text) : 0;
  std::string taken(text, std::size_t(std::max(size, 0L)));
  if (trace_) (void)BIO_reset(trace_.get());
  return taken;
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
  logKeysOf(static_cast<Context*>(answer.context)->get());
  // The trusted certificates of the new context replace the old ones, too.
  X509_STORE* store = SSL_CTX_get_cert_store(static_cast<Context*>(answer.context)->get());
  SSL_set1_verify_cert_store(ssl_.get(), store);
  STACK_OF(X509_NAME)* names = SSL_dup_CA_list(SSL_CTX_get_client_CA_list(static_cast<Context*>(answer.context)->get()));
  SSL_set_client_CA_list(ssl_.get(), names);
  // The context has brought its own key and certificate.
  if (keyCert_) useKeyCert();
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

// Called before a ticket is made of the connection's session. The tickets of TLS 1.3 begin a new time, and one of TLS 1.2
// only with a new session.
int Engine::onTicketMade(SSL* ssl, void*) {
  if (SSL_version(ssl) == TLS1_3_VERSION || !SSL_session_reused(ssl)) stampSession(SSL_get_session(ssl));
  return 1;
}

// Called with the session in a client's ticket, before its age is judged. The answers are what OpenSSL does by itself.
SSL_TICKET_RETURN Engine::onTicket(SSL* ssl, SSL_SESSION* session, const unsigned char*, std::size_t, SSL_TICKET_STATUS status,
                                   void*) {
  if (status != SSL_TICKET_SUCCESS && status != SSL_TICKET_SUCCESS_RENEW) return SSL_TICKET_RETURN_IGNORE_RENEW;
  of(ssl).present(session);
  return status == SSL_TICKET_SUCCESS ? SSL_TICKET_RETURN_USE : SSL_TICKET_RETURN_USE_RENEW;
}

void Engine::present(SSL_SESSION* session) {
  made_ = long(SSL_SESSION_get_time(session));
  presentSession(session, made_, long(SSL_SESSION_get_timeout(session)));
}

int Engine::onSession(SSL* ssl, SSL_SESSION* session) {
  Engine& engine = of(ssl);
  stampSession(session);
  if (!engine.pushesSessions_) return 0;
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
  SSL_SESSION* read = d2i_SSL_SESSION(nullptr, &bytes, long(session.size()));
  if (read) of(ssl).present(read);
  return read;
}

void Engine::onKeyLog(const SSL* ssl, const char* line) {
  Engine& engine = of(ssl);
  if (engine.logsKeys_) engine.keyLog_.push_back(std::string(line) + "\n");
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

std::string Engine::ticket() {
  SSL_SESSION* session = SSL_get_session(ssl_.get());
  const unsigned char* bytes = nullptr;
  std::size_t size = 0;
  if (session) SSL_SESSION_get0_ticket(session, &bytes, &size);
  return std::string(reinterpret_cast<const char*>(bytes), size);
}

std::string Engine::finished(bool ofPeer) {
  char bytes[EVP_MAX_MD_SIZE];
  auto get = ofPeer ? SSL_get_peer_finished : SSL_get_finished;
  std::size_t size = get(ssl_.get(), bytes, sizeof bytes);
  return std::string(bytes, std::min(size, sizeof bytes));
}

TlsFailure Engine::exportKeyingMaterial(std::size_t length, const std::string& label, const std::string& context,
                                        bool hasContext, std::string& material) {
  clearErrors();
  material.assign(length, '\0');
  int done = SSL_export_keying_material(
      ssl_.get(), reinterpret_cast<unsigned char*>(material.data()), length, label.data(), label.size(),
      reinterpret_cast<const unsigned char*>(context.data()), context.size(), hasContext);
  return done == 1 ? TlsFailure{} : takeFailure("SSL_export_keying_material");
}

}  // namespace nodecpp::os::openssl
