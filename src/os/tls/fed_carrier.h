// FedCarrier: the connection below a TlsConnection whose ciphertext the caller of the port carries. It keeps what it is given
// and what is to be sent until the turn in which both are pushed.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "os/port/tls.h"

namespace nodecpp::os {

class TlsConnection;

class FedCarrier final : public Connection {
 public:
  explicit FedCarrier(TlsCarrier* to) : to_(to) {}
  ~FedCarrier() = default;
  void setAbove(TlsConnection& above) { above_ = &above; }

  // The calls of the program. Each asks for the next turn.
  void give(std::string_view bytes);
  void giveEnd(ErrorCode error);
  void carried(ErrorCode error);
  std::string takeOutput();
  // Make the pushes of this turn: first those for calls of carried(), later the others.
  void pushResults();
  void push();

  // The operations of the TlsConnection.
  void setSink(ConnectionSink* sink) { sink_ = sink; }
  void setReading(bool on);
  void send(std::vector<Buffer>&& slices);
  std::size_t unsent() const;
  void shutdown();
  void close();

  // The operations on FedCarriers, as a role of a port has them.
  static Streams& streams();

 private:
  void ask();
  void pushGiven();

  TlsCarrier* to_;  // Null when the connection is closed.
  TlsConnection* above_ = nullptr;
  ConnectionSink* sink_ = nullptr;
  std::string given_;
  std::deque<std::string> out_;       // To be pushed.
  std::deque<std::size_t> carrying_;  // The sizes of what was pushed and is not carried yet.
  std::deque<ErrorCode> results_;     // What carried() has said.
  std::size_t unanswered_ = 1;        // The calls without onTaken(); the first one is startOver().
  ErrorCode error_ = 0;               // The error with which the peer's side has ended.
  bool reading_ = false;
  bool readingTold_ = false;
  bool ended_ = false;
  bool endPushed_ = false;
  bool shutDown_ = false;
};

}  // namespace nodecpp::os
