// TlsEngine: the TLS protocol of one connection as a machine without input and output of its own. It is given the
// peer's bytes, and gives plaintext and the bytes to send. TlsStreams (streams.h) connects it with a connection.
// TlsLibrary makes engines and contexts; src/os/openssl/ has the one there is. A program that does not use TLS links no
// library, so TlsStreams finds it through the table of upward calls (base/upward_calls.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "os/port/tls.h"

namespace nodecpp::os {

class TlsEngine {
 public:
  virtual ~TlsEngine() = default;

  enum class Step : unsigned char {
    more,    // The engine needs more bytes of the peer.
    hello,   // The engine waits for `answer`.
    done,    // The handshake is complete.
    failed,  // See failure().
  };
  // Sets the bytes of the peer that the engine takes next. They must stay until the engine has taken them; left() tells
  // how many it has not taken.
  virtual void setInput(const char* data, std::size_t size) = 0;
  virtual std::size_t left() const = 0;
  // Goes on with the handshake as far as the input reaches.
  virtual Step handshake() = 0;
  virtual TlsHello hello() = 0;
  virtual void answer(const TlsHelloAnswer& answer) = 0;
  virtual TlsOutcome outcome() = 0;

  enum class Read : unsigned char {
    bytes,
    more,    // The engine needs more bytes of the peer.
    ended,   // The peer has sent close_notify.
    failed,  // See failure().
  };
  // Reads at most `size` bytes of plaintext, and sets `size` to their number.
  virtual Read read(char* to, std::size_t& size) = 0;
  // Encrypts `size` bytes, at most a record's, into output(). Returns false on a failure.
  virtual bool write(const char* data, std::size_t size) = 0;
  // Appends close_notify to output().
  virtual void shutdown() = 0;

  // The bytes to send. The caller takes them away.
  virtual std::vector<char>& output() = 0;
  // What the last failed step has reported.
  virtual TlsFailure failure() = 0;
  // Begins another handshake; a server sets what it asks of the client's certificate. Its first message is put into
  // output().
  virtual TlsFailure renegotiate(bool requestCertificate, bool requireCertificate) = 0;
  // Whether a handshake is under way, during which nothing can be encrypted.
  virtual bool shakesHands() const = 0;
  // The handshakes after the first one that have begun, and whether the last one is complete, since the last call.
  struct Renegotiation {
    unsigned begun = 0;
    bool done = false;
    explicit operator bool() const { return begun > 0 || done; }
  };
  virtual const Renegotiation& renegotiation() const = 0;
  virtual Renegotiation takeRenegotiation() = 0;
  virtual TlsFailure setKeyCert(TlsContext* context) = 0;
  virtual void trace() = 0;
  virtual std::string takeTrace() = 0;
  // Sessions and lines of the key log that have come since the last call.
  struct Session {
    std::string id, contents;
  };
  virtual std::vector<Session> takeSessions() = 0;
  virtual std::vector<std::string> takeKeyLog() = 0;

  virtual std::string session() = 0;
  virtual std::string ticket() = 0;
  virtual std::string finished(bool ofPeer) = 0;
  virtual TlsFailure exportKeyingMaterial(std::size_t length, const std::string& label, const std::string& context,
                                          bool hasContext, std::string& material) = 0;
  virtual bool setMaxSendFragment(std::size_t bytes) = 0;
};

// Where a library takes random bytes and the time from, in place of the system: a simulated port sets it, so that a
// simulation can be repeated.
class TlsSources {
 public:
  virtual void random(char* to, std::size_t size) = 0;

 protected:
  ~TlsSources() = default;
};

class TlsLibrary {
 public:
  // Sets the sources for the calls of this thread that follow, here and of the engines; null is the system.
  virtual void setSources(TlsSources* sources) = 0;
  virtual TlsFailure makeContext(const TlsContextSpec& spec, TlsContext** made) = 0;
  virtual void close(TlsContext* context) = 0;
  virtual std::string ticketKeys(TlsContext* context) = 0;
  virtual void setTicketKeys(TlsContext* context, const std::string& keys) = 0;
  // Returns null and sets `failure` when no engine can be made. `now` is the time in seconds since 1970 at which
  // certificates must be valid.
  virtual std::unique_ptr<TlsEngine> engine(const TlsSpec& spec, std::int64_t now, TlsFailure& failure) = 0;
  virtual TlsFailure describe(const std::string& certificate, TlsCertificate& described) = 0;
  virtual std::vector<std::string> ciphers() = 0;
  virtual std::vector<std::string> systemAuthorities() = 0;

 protected:
  ~TlsLibrary() = default;
};

}  // namespace nodecpp::os
