#include "os/tls/fed_carrier.h"

#include <utility>

#include "base/assertion.h"
#include "os/tls/connection.h"

namespace nodecpp::os {

namespace {

FedCarrier* fedAt(Connection* connection) { return static_cast<FedCarrier*>(connection); }

class FedStreams final : public Streams {
 public:
  void setSink(Connection* connection, ConnectionSink* sink) override { fedAt(connection)->setSink(sink); }
  void startReading(Connection* connection) override { fedAt(connection)->setReading(true); }
  void stopReading(Connection* connection) override { fedAt(connection)->setReading(false); }
  // Like a back end that completes operations, it takes nothing at once.
  WriteResult write(Connection*, const Slice*, std::size_t) override { return {0, 0}; }
  void send(Connection* connection, std::vector<Buffer>&& slices, PassedHandle) override {
    fedAt(connection)->send(std::move(slices));
  }
  std::size_t unsent(Connection* connection) override { return fedAt(connection)->unsent(); }
  ErrorCode shutdown(Connection* connection) override {
    fedAt(connection)->shutdown();
    return 0;
  }
  void close(Connection* connection) override { fedAt(connection)->close(); }
  ErrorCode reset(Connection* connection) override {
    fedAt(connection)->close();
    return 0;
  }
  ErrorCode setNoDelay(Connection*, bool) override { return 0; }
  ErrorCode setKeepAlive(Connection*, bool, int) override { return 0; }
  Address localAddress(Connection*) override { return {}; }
  Address remoteAddress(Connection*) override { return {}; }
};

}  // namespace

Streams& FedCarrier::streams() {
  static constinit FedStreams all;
  return all;
}

void FedCarrier::ask() {
  NODECPP_ASSERT(above_);
  above_->queue();
}

void FedCarrier::give(std::string_view bytes) {
  NODECPP_ASSERT(to_ && !ended_);
  given_ += bytes;
  ++unanswered_;
  ask();
}

void FedCarrier::giveEnd(ErrorCode error) {
  NODECPP_ASSERT(to_ && error <= 0, error);
  if (!std::exchange(ended_, true)) error_ = error;
  ++unanswered_;
  ask();
}

void FedCarrier::carried(ErrorCode error) {
  NODECPP_ASSERT(results_.size() < carrying_.size(), results_.size(), carrying_.size());
  results_.push_back(error);
  ++unanswered_;
  ask();
}

std::string FedCarrier::takeOutput() {
  std::string all;
  for (const std::string& bytes : std::exchange(out_, {})) all += bytes;
  return all;
}

void FedCarrier::setReading(bool on) {
  reading_ = on;
  ask();
}

void FedCarrier::send(std::vector<Buffer>&& slices) {
  std::string bytes;
  for (const Buffer& slice : slices) bytes.append(slice.bytes(), slice.size());
  out_.push_back(std::move(bytes));
  ask();
}

std::size_t FedCarrier::unsent() const {
  std::size_t bytes = 0;
  for (const std::string& waiting : out_) bytes += waiting.size();
  for (std::size_t size : carrying_) bytes += size;
  return bytes;
}

void FedCarrier::shutdown() {
  shutDown_ = true;
  ask();
}

void FedCarrier::close() {
  NODECPP_ASSERT(to_);
  to_ = nullptr;
  sink_ = nullptr;
}

// Any push may close the connection, after which `to_` is null.
void FedCarrier::pushResults() {
  while (to_ && !results_.empty()) {
    ErrorCode error = results_.front();
    results_.pop_front();
    carrying_.pop_front();
    sink_->onSent(error);
  }
}

void FedCarrier::push() {
  if (to_) pushGiven();
  while (to_ && !out_.empty()) {
    std::string bytes = std::move(out_.front());
    out_.pop_front();
    carrying_.push_back(bytes.size());
    to_->onCiphertext(bytes.data(), bytes.size());
  }
  if (to_ && reading_ != readingTold_) to_->onReading(readingTold_ = reading_);
  if (to_ && out_.empty() && std::exchange(shutDown_, false)) to_->onCarrierEnd();
  // What the connection still has to push is part of the effect.
  while (to_ && !above_->queued && unanswered_ > 0) {
    --unanswered_;
    to_->onTaken();
  }
  if (to_ && unanswered_ > 0) ask();
}

void FedCarrier::pushGiven() {
  if (reading_ && !given_.empty()) {
    std::string bytes = std::exchange(given_, std::string());
    sink_->onRead(nullptr, bytes.data(), bytes.size());
  }
  if (!to_ || !reading_ || !given_.empty() || !ended_ || std::exchange(endPushed_, true)) return;
  if (error_)
    sink_->onReadError(error_);
  else
    sink_->onEnd();
}

}  // namespace nodecpp::os
