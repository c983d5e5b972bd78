// TlsEngine: the TLS protocol of one connection as a machine without input and output of its own. It is given the
// peer's bytes, and gives plaintext and the bytes to send. TlsStreams (streams.h) connects it with a connection.
// TlsLibrary makes engines and contexts; src/os/openssl/ has the only implementation. A program that does not use TLS
// links no library, so TlsStreams finds it through the table of upward calls (base/upward_calls.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "os/port/tls.h"

namespace nodecpp::os {

// The bytes that an engine has put out. They are in a counted block, so that the bytes that the carrier does not take at once
// are sent later without a copy. A connection that has nothing to send holds no block: what is cleared goes back to the
// place from which the next output of any connection takes it.
class TlsOutput {
 public:
  TlsOutput() = default;
  TlsOutput(const TlsOutput&) = delete;
  ~TlsOutput() { detail::Block::drop(block_); }
  // Sets the place of the block that waits to be used. The place must outlive this object, and frees the block.
  void share(detail::Block** spare) { spare_ = spare; }
  void append(const char* data, std::size_t size);
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  char* data() const { return block_ ? block_->bytes() : nullptr; }
  // Returns the bytes from `skipped` on, which stay as they are when this output is cleared and used again.
  Buffer rest(std::size_t skipped) const;
  void clear();

 private:
  detail::Block** spare_ = nullptr;
  detail::Block* block_ = nullptr;
  std::size_t size_ = 0;
};

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

  // Returns the bytes that are to be sent. The caller clears them.
  virtual TlsOutput& output() = 0;
  // Returns the failure of the last step that failed.
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

// The source of random bytes and of the time for a library, in place of the system. A simulated port sets it, so that a
// simulation can be repeated.
class TlsSources {
 public:
  virtual void random(char* to, std::size_t size) = 0;
  // Returns the time in seconds since 1970.
  virtual std::int64_t wallSeconds() = 0;

 protected:
  ~TlsSources() = default;
};

class TlsLibrary {
 public:
  // Sets the source for all later calls of this library and its engines on this thread. Null means the system.
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
