// The engine of a TLS connection: an SSL object that reads and writes memory.
#pragma once

#include <openssl/ssl.h>

#include <memory>
#include <string>
#include <vector>

#include "os/openssl/failure.h"
#include "os/tls/engine.h"

namespace nodecpp::os::openssl {

class Engine final : public TlsEngine {
 public:
  Engine(const TlsSpec& spec, std::int64_t now);
  ~Engine() override = default;
  // Returns whether OpenSSL could make the SSL object. If not, OpenSSL's list of errors has the reason.
  bool made() const { return ssl_ != nullptr; }
  // Offers the server the session that the client wants to resume. Returns false when `session` is not a valid session.
  bool offerSession(const std::string& session);

  void setInput(const char* data, std::size_t size) override {
    input_ = data;
    left_ = size;
  }
  std::size_t left() const override { return left_; }
  Step handshake() override;
  TlsHello hello() override { return hello_; }
  void answer(const TlsHelloAnswer& answer) override;
  TlsOutcome outcome() override;
  Read read(char* to, std::size_t& size) override;
  bool write(const char* data, std::size_t size) override;
  void shutdown() override;
  TlsOutput& output() override { return output_; }
  TlsFailure failure() override { return std::move(failure_); }
  TlsFailure renegotiate(bool requestCertificate, bool requireCertificate) override;
  bool shakesHands() const override { return SSL_in_init(ssl_.get()) != 0; }
  const Renegotiation& renegotiation() const override { return renegotiation_; }
  Renegotiation takeRenegotiation() override { return std::exchange(renegotiation_, {}); }
  TlsFailure setKeyCert(TlsContext* context) override;
  void trace() override;
  std::string takeTrace() override;
  std::vector<Session> takeSessions() override { return std::exchange(sessions_, {}); }
  std::vector<std::string> takeKeyLog() override { return std::exchange(keyLog_, {}); }
  std::string session() override;
  std::string ticket() override;
  std::string finished(bool ofPeer) override;
  TlsFailure exportKeyingMaterial(std::size_t length, const std::string& label, const std::string& context,
                                  bool hasContext, std::string& material) override;
  bool setMaxSendFragment(std::size_t bytes) override { return SSL_set_max_send_fragment(ssl_.get(), bytes) == 1; }

  // OpenSSL calls the following functions back, for example to ask for a decision or for the peer's bytes.
  static int onHello(SSL* ssl, int* alert, void*);
  static int onProtocols(SSL* ssl, const unsigned char** out, unsigned char* size, const unsigned char* in, unsigned count, void*);
  static int onOcsp(SSL* ssl, void*);
  static int onSession(SSL* ssl, SSL_SESSION* session);
  static int onTicketMade(SSL* ssl, void*);
  static SSL_TICKET_RETURN onTicket(SSL* ssl, SSL_SESSION* session, const unsigned char*, std::size_t, SSL_TICKET_STATUS status,
                                    void*);
  static SSL_SESSION* onResume(SSL* ssl, const unsigned char* id, int size, int* copy);
  static void onKeyLog(const SSL* ssl, const char* line);
  static void onState(const SSL* ssl, int where, int result);
  static int readInput(BIO* bio, char* to, int size);
  static int writeOutput(BIO* bio, const char* data, int size);
  static long control(BIO* bio, int command, long, void*);

 private:
  enum class Asked : unsigned char { no, waiting, answered };
  static Engine& of(const SSL* ssl) { return *static_cast<Engine*>(SSL_get_app_data(ssl)); }
  void readHello();
  void setVerifying(bool request, bool require);
  bool useKeyCert();
  void logKeysOf(SSL_CTX* context);
  // Notes when a session that may be resumed was made, and prepares it for OpenSSL, which judges its age.
  void present(SSL_SESSION* session);
  // Gives the connection's session the time at which it was made, when a handshake is complete.
  void settleSession();
  void certificates(TlsOutcome& outcome);
  void agreement(TlsOutcome& outcome);

  std::unique_ptr<SSL, Freeing<SSL_free>> ssl_;
  std::unique_ptr<SSL_SESSION, Freeing<SSL_SESSION_free>> offered_;  // The session that a client wants to resume.
  long made_ = 0;                                                   // When the session to resume was made.
  const char* input_ = nullptr;
  std::size_t left_ = 0;
  TlsOutput output_;
  std::vector<Session> sessions_;
  std::vector<std::string> keyLog_;
  TlsFailure failure_;
  std::string protocols_;  // The protocols for ALPN, each preceded by its length.
  TlsHello hello_;
  TlsHelloAnswer answer_;
  Asked asked_ = Asked::no;
  // What setKeyCert() has chosen; null for the connection's context.
  std::unique_ptr<SSL_CTX, Freeing<SSL_CTX_free>> keyCert_;
  std::unique_ptr<BIO, Freeing<BIO_free_all>> trace_;
  Renegotiation renegotiation_;
  bool agreed_ = false;  // The first handshake is complete.
  bool asksHello_;
  bool isServer_;
  bool logsKeys_;
  bool pushesSessions_;
  bool requestsCertificate_;
};

}  // namespace nodecpp::os::openssl
