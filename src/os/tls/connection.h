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
  // Makes the pushes that are not caused by an event of the carrier (the connection that carries the ciphertext).
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

  // Whether the peer makes us answer and does not read the answers: no more of its bytes are taken until it has.
  bool isHeld() const { return answered_ > mostAnswers && carried_ > 0; }
  // Gives the engine the received bytes that were kept from earlier calls and then these bytes, and pushes the
  // resulting events and plaintext.
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
  // Sends the ciphertext that the engine has produced. Returns false when the carrier is broken.
  bool flush();
  void sendOn();
  bool encrypt(const Slice* slices, std::size_t count, std::size_t& taken);
  std::size_t recordSize();

  // The most bytes of answers to the peer's own messages (key updates) that wait for the peer.
  static constexpr std::size_t mostAnswers = 16 * 1024;

  struct Send {
    std::vector<Buffer> slices;
    std::size_t next = 0;   // The index of the first slice that is not completely encrypted.
    std::size_t taken = 0;  // How many bytes of the slice `next` are encrypted.
    ErrorCode error = 0;
  };

  TlsStreams& streams_;
  Streams& below_;
  Connection* carrier_;
  std::unique_ptr<FedCarrier> fed_;  // Null over a connection of the port.
  std::unique_ptr<TlsEngine> engine_;
  TlsSink* events_;
  std::string rest_;       // Bytes of the peer that the engine has not received yet.
  std::deque<Send> sends_;
  std::size_t done_ = 0;         // The sends at the front whose bytes the carrier has; their ends are still to be pushed.
  std::size_t carried_ = 0;      // The sends of the carrier that are under way.
  std::size_t answered_ = 0;     // The bytes of answers that were put out while the carrier had sends under way.
  std::size_t sentLately_ = 0;   // The bytes sent since the connection was last idle; they decide the size of records.
  std::uint64_t lastSent_ = 0;   // The time of the last output in nanoseconds.
  ErrorCode broken_ = 0;         // The error with which the carrier refused bytes.
  State state_ = State::handshake;
  bool deciding_ = false;  // onHandshake() is running, in which the caller may close; nothing is sent meanwhile.
  bool reading_ = false;
  bool paused_ = false;       // The carrier does not read, since the program does not.
  bool carrierEnded_ = false;
  bool endPushed_ = false;
  bool truncated_ = true;
  bool shutDown_ = false;     // The engine has produced close_notify. The carrier's side is ended after it was sent.
};

}  // namespace nodecpp::os
