// TlsConnection: one connection of a TlsStreams, between an engine and the connection that carries its ciphertext.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "os/tls/fed_carrier.h"
#include "os/tls/streams.h"

namespace nodecpp::os {

class TlsConnection final : public Connection, public ConnectionSink {
 public:
  TlsConnection(TlsStreams& streams, Streams& below, Connection* carrier, std::unique_ptr<TlsEngine> engine,
                ConnectionSink* sink, TlsSink* events);
  ~TlsConnection() = default;

  // Begins the handshake: a client sends its first message.
  void begin(const std::string& received);
  void startReading();
  void stopReading() { reading_ = false; }
  WriteResult write(const Slice* slices, std::size_t count);
  void send(std::vector<Buffer>&& slices);
  std::size_t unsent() const;
  ErrorCode shutdown();
  ErrorCode close(bool reset);
  void answer(const TlsHelloAnswer& answer);
  TlsFailure renegotiate(bool requestCertificate, bool requireCertificate);
  // Makes the pushes that no event of the carrier announces.
  void pushWaiting();
  // Asks for pushWaiting() in the next turn.
  void queue();

  TlsEngine& engine() { return *engine_; }
  Streams& below() { return below_; }
  Connection* carrier() { return carrier_; }
  bool truncated() const { return truncated_; }
  // Makes the connection the owner of its carrier, which the caller of the port operates.
  void own(std::unique_ptr<FedCarrier> fed) { fed_ = std::move(fed); }
  // The carrier that the caller operates. Must not be called for a connection over a connection of the port.
  FedCarrier& fed();

  ConnectionSink* sink;
  bool queued = false;  // The connection is in the list of those with something to push.

 private:
  enum class State : unsigned char { handshake, hello, answered, open, ended, failed, closed };

  void onConnect(ErrorCode) override {}
  void onRead(detail::Block* block, char* data, std::size_t size) override;
  void onEnd() override;
  void onReadError(ErrorCode error) override;
  void onSent(ErrorCode error) override;

  // Gives the engine the bytes that were kept and then these, and pushes what comes of them.
  void take(const char* data, std::size_t size);
  void shakeHands();
  void readPlaintext();
  void pushOwn();
  void pushKeyLog();
  // Pushes what the engine tells of handshakes after the first.
  void pushRenegotiation();
  // Whether plaintext can be encrypted now.
  bool encrypts() const;
  // Pushes the lines of the key log, the traces and the sessions that have come.
  void pushNews();
  void fail(TlsFailure failure);
  void failSends(ErrorCode error);
  // Sends what the engine has put out. Returns false when the carrier is broken.
  bool flush();
  void sendOn();
  bool encrypt(const Slice* slices, std::size_t count, std::size_t& taken);
  std::size_t recordSize();

  struct Send {
    std::vector<Buffer> slices;
    std::size_t next = 0;   // The first slice that is not encrypted whole.
    std::size_t taken = 0;  // How many bytes of it are encrypted.
    ErrorCode error = 0;
  };

  TlsStreams& streams_;
  Streams& below_;
  Connection* carrier_;
  std::unique_ptr<FedCarrier> fed_;  // Null over a connection of the port.
  std::unique_ptr<TlsEngine> engine_;
  TlsSink* events_;
  std::string rest_;       // The peer's bytes that the engine has not been given.
  std::deque<Send> sends_;
  std::size_t done_ = 0;         // The sends at the front whose bytes the carrier has; their ends are still to be pushed.
  std::size_t carried_ = 0;      // The sends of the carrier that are under way.
  std::size_t sentLately_ = 0;   // The bytes since the connection was idle, by which records are sized.
  std::uint64_t lastSent_ = 0;   // In nanoseconds.
  ErrorCode broken_ = 0;         // The error with which the carrier refused bytes.
  State state_ = State::handshake;
  bool deciding_ = false;  // The caller is told of the handshake, and decides whether to go on. Nothing is sent meanwhile.
  bool reading_ = false;
  bool paused_ = false;       // The carrier does not read, since the program does not.
  bool carrierEnded_ = false;
  bool endPushed_ = false;
  bool truncated_ = true;
  bool shutDown_ = false;     // close_notify has been put out; the carrier's side ends after it.
};

}  // namespace nodecpp::os
