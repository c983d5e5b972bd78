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
  std::vector<char>& output() override { return output_; }
  TlsFailure failure() override { return std::move(failure_); }
  std::vector<Session> takeSessions() override { return std::exchange(sessions_, {}); }
  std::vector<std::string> takeKeyLog() override { return std::exchange(keyLog_, {}); }
  std::string session() override;
  std::string finished(bool ofPeer) override;
  TlsFailure exportKeyingMaterial(std::size_t length, const std::string& label, const std::string& context,
                                  bool hasContext, std::string& material) override;
  bool setMaxSendFragment(std::size_t bytes) override { return SSL_set_max_send_fragment(ssl_.get(), bytes) == 1; }

  // OpenSSL calls the following functions back, for example to ask for a decision or for the peer's bytes.
  static int onHello(SSL* ssl, int* alert, void*);
  static int onProtocols(SSL* ssl, const unsigned char** out, unsigned char* size, const unsigned char* in, unsigned count, void*);
  static int onOcsp(SSL* ssl, void*);
  static int onSession(SSL* ssl, SSL_SESSION* session);
  static SSL_SESSION* onResume(SSL* ssl, const unsigned char* id, int size, int* copy);
  static void onKeyLog(const SSL* ssl, const char* line);
  static int readInput(BIO* bio, char* to, int size);
  static int writeOutput(BIO* bio, const char* data, int size);
  static long control(BIO* bio, int command, long, void*);

 private:
  enum class Asked : unsigned char { no, waiting, answered };
  static Engine& of(const SSL* ssl) { return *static_cast<Engine*>(SSL_get_app_data(ssl)); }
  void readHello();
  void certificates(TlsOutcome& outcome);
  void agreement(TlsOutcome& outcome);

  std::unique_ptr<SSL, Freeing<SSL_free>> ssl_;
  const char* input_ = nullptr;
  std::size_t left_ = 0;
  std::vector<char> output_;
  std::vector<Session> sessions_;
  std::vector<std::string> keyLog_;
  TlsFailure failure_;
  std::string protocols_;  // The protocols for ALPN, each preceded by its length.
  TlsHello hello_;
  TlsHelloAnswer answer_;
  Asked asked_ = Asked::no;
  bool asksHello_;
  bool isServer_;
  bool logsKeys_;
  bool requestsCertificate_;
};

}  // namespace nodecpp::os::openssl
