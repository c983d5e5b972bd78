#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/assertion.h"
#include "os/sim/sim_network.h"

namespace nodecpp::os {

SimSocket::SimSocket(Network& network, std::uint64_t number) : id(number), network_(network) {}

SimSocket* SimSocket::peer() const { return network_.find(peer_); }

bool SimSocket::writable() const {
  if (state_ != State::open) return false;
  // A socket with an error or a closed peer counts as writable, because the next write reports the error or the end.
  if (error_ || resetReceived_ || endRequested_) return true;
  // As with edge-triggered epoll, the socket is writable until a write is not taken completely. After that, the kernel
  // calls a socket writable again when a third of its buffer is free, and a unix socket when three quarters are.
  if (!full_) return true;
  std::size_t limit = network_.options.sendBuffer;
  return isUnix ? underWay_ * 4 <= limit : toSendBytes_ * 3 <= limit * 2;
}

WriteResult SimSocket::write(const Slice* slices, std::size_t count, bool apart, std::shared_ptr<SimPassed> passed) {
  if (state_ == State::connecting) return {0, 0};
  if (error_) return {0, std::exchange(error_, 0)};
  if (resetReceived_ || endRequested_ || state_ == State::failed) return {0, UV_EPIPE};
  if (isUnix && (!peer() || peer()->closed_)) return {0, UV_EPIPE};
  std::size_t total = 0;
  for (std::size_t i = 0; i < count; ++i) total += slices[i].size;
  if (total == 0) return {0, 0};
  ++writes_;
  std::size_t most = total;
  if (network_.strikes(Fault::shortWrites)) {
    most = network_.chance(Fault::shortWrites).below(total);
    // The fault shortWrites takes only a part of the bytes, as if the send buffer had been full for a moment. The event
    // posted here tells the socket a little later that it can write again.
    network_.post(network_.drawLatency(), [&network = network_, own = id] {
      if (SimSocket* socket = network.find(own)) socket->changed();
    });
  }
  std::string bytes;
  bytes.reserve(total);
  for (std::size_t i = 0; i < count; ++i) bytes.append(slices[i].data, slices[i].size);
  std::size_t sent = 0;
  // A TCP socket has room for a send buffer of bytes that have not left; a unix socket for that many bytes that the
  // peer has not read. Transmitting may make room, so the loop goes on until none is left.
  while (sent < most) {
    std::size_t used = isUnix ? underWay_ : toSendBytes_;
    std::size_t limit = network_.options.sendBuffer;
    std::size_t now = std::min(most - sent, limit > used ? limit - used : 0);
    if (now == 0) break;
    NODECPP_ASSERT(now <= most - sent && used + now <= limit, now, sent, used, limit);
    toSend_.push_back({sent == 0 && now == total ? std::move(bytes) : bytes.substr(sent, now), 0,
                       apart && sent + now == total, sent + now == total, std::exchange(passed, nullptr)});
    toSendBytes_ += now;
    sent += now;
    transmit();
  }
  if (sent < total) full_ = true;
  NODECPP_ASSERT(sent <= most && most <= total, sent, most, total);
  return {sent, 0};
}

// Sends bytes as far as the peer's receive buffer has room for them, and then the end. Each piece arrives in an event
// of its own.
void SimSocket::transmit() {
  std::uint64_t from = id, to = peer_;
  Network& network = network_;
  if (broken_) return;
  while (!toSend_.empty()) {
    std::size_t window = isUnix ? SIZE_MAX : network.options.receiveBuffer;
    if (underWay_ >= window) return;
    std::size_t size = std::min(toSend_.front().size(), window - underWay_);
    NODECPP_ASSERT(size > 0 && size <= toSendBytes_, size, toSendBytes_);
    Piece piece;
    if (size == toSend_.front().size()) {
      piece = std::move(toSend_.front());
      toSend_.pop_front();
    } else {
      piece.bytes = toSend_.front().bytes.substr(toSend_.front().begin, size);
      piece.passed = std::move(toSend_.front().passed);
      piece.last = false;
      toSend_.front().begin += size;
    }
    toSendBytes_ -= size;
    underWay_ += size;
    if (!isUnix && network.strikes(Fault::resets)) return breaks();
    network.post(drawDelay(), [&network, from, to, piece = std::move(piece)]() mutable {
      if (SimSocket* socket = network.find(to))
        socket->arrive(std::move(piece));
      else if (SimSocket* sender = network.find(from))
        sender->resetArrives();
    });
  }
  if (endRequested_ && !endSent_) {
    endSent_ = true;
    network.post(drawDelay(), [&network, to, both = isUnix && closed_] {
      if (SimSocket* socket = network.find(to)) socket->receiveEnd(both);
    });
  }
  if (finished()) network.forget(id);
}

std::uint64_t SimSocket::drawDelay() {
  if (!network_.faulty()) return 0;
  lastArrival_ = std::max(lastArrival_, network_.now() + network_.drawLatency());
  NODECPP_ASSERT(lastArrival_ >= network_.now(), lastArrival_);
  return lastArrival_ - network_.now();
}

// Simulates a router between the two ends that has forgotten the connection and resets both ends.
void SimSocket::breaks() {
  broken_ = true;
  for (std::uint64_t end : {peer_, id}) {
    network_.post(drawDelay(), [&network = network_, end] {
      if (SimSocket* socket = network.find(end)) socket->resetArrives();
    });
  }
}

bool SimSocket::finished() const { return closed_ && toSend_.empty() && endSent_; }

void SimSocket::arrive(Piece piece) {
  NODECPP_ASSERT(piece.size() > 0);
  if (closed_) {
    // The socket is closed, so nobody will read the bytes. The sender gets a reset.
    if (SimSocket* sender = peer())
      network_.post(drawDelay(), [&network = network_, to = sender->id] {
        if (SimSocket* socket = network.find(to)) socket->resetArrives();
      });
    return network_.forget(id);
  }
  receivedBytes_ += piece.size();
  received_.push_back(std::move(piece));
  changed();
}

void SimSocket::receiveEnd(bool both) {
  endReceived_ = true;
  if (both) endRequested_ = endSent_ = true;
  changed();
}

void SimSocket::resetArrives() {
  if (resetReceived_) return;
  resetReceived_ = true;
  toSend_.clear();
  toSendBytes_ = 0;
  // Bytes that were received before the reset can still be read. An end that has seen the peer's end gets EPIPE, the
  // other gets ECONNRESET.
  error_ = endReceived_ && !isUnix ? UV_EPIPE : UV_ECONNRESET;
  if (closed_) return network_.forget(id);
  changed();
}

// Called when the peer has read bytes, so that there is room for more.
void SimSocket::windowOpened() {
  transmit();
  if (full_ && writable()) {
    full_ = false;
    changed();
  }
}

// Reads several pieces at once, but ends before a piece that carries a handle and after a piece that must be read
// apart.
std::ptrdiff_t SimSocket::read(char* to, std::size_t size) {
  std::size_t got = 0;
  while (got < size && !received_.empty()) {
    Piece& piece = received_.front();
    if (piece.passed) {
      if (got > 0) break;
      passed_ = std::move(piece.passed);
    }
    std::size_t now = std::min(size - got, piece.size());
    piece.bytes.copy(to + got, now, piece.begin);
    piece.begin += now;
    got += now;
    pieceEnded_ = piece.size() == 0 && piece.last;
    if (piece.size() > 0) break;
    bool apart = piece.apart;
    received_.pop_front();
    if (apart) break;
  }
  if (got > 0) {
    NODECPP_ASSERT(receivedBytes_ >= got && got <= size, receivedBytes_, got, size);
    receivedBytes_ -= got;
    bytesRead_ += got;
    if (SimSocket* sender = peer()) {
      sender->underWay_ -= got;
      sender->windowOpened();
    }
    return std::ptrdiff_t(got);
  }
  // All bytes are read. As on Linux, a reset that follows the peer's end is reported by a unix socket before the end,
  // and by TCP only to a later write.
  NODECPP_ASSERT(got == 0 && receivedBytes_ == 0 && error_ <= 0, receivedBytes_, error_);
  if (isUnix && error_) return std::exchange(error_, 0);
  if (endReceived_) return 0;
  if (error_) return std::exchange(error_, 0);
  if (resetReceived_) return 0;
  return UV_EAGAIN;
}

ErrorCode SimSocket::shutdown() {
  if (state_ != State::open || resetReceived_) return UV_ENOTCONN;
  endRequested_ = true;
  transmit();
  return 0;
}

void SimSocket::close(SocketOwner* by) {
  if (closed_) return;
  NODECPP_ASSERT(holders_ > 0, holders_);
  if (owner == by) owner = nullptr;
  removeWatcher(by);
  if (--holders_ > 0) return;
  holders_ = 1;
  if (receivedBytes_ > 0 || state_ != State::open || resetReceived_) {
    // Bytes that nobody has read are lost, and their sender gets a reset.
    return reset();
  }
  closed_ = true;
  owner = nullptr;
  endRequested_ = true;
  if (endSent_ && isUnix) endSent_ = false;  // A unix socket ends the other direction now, too.
  transmit();
}

void SimSocket::hold(SocketOwner* by) {
  NODECPP_ASSERT(holders_ > 0 && !closed_ && by, holders_);
  ++holders_;
  others_.push_back(by);
}

// Works on a copy of the list, since a holder may release the socket when it is notified.
void SimSocket::notifyOthers() {
  for (SocketOwner* other : std::vector(others_))
    if (std::ranges::find(others_, other) != others_.end()) other->socketChanged();
}

void SimSocket::reset(SocketOwner* by) { holders_ > 1 ? close(by) : reset(); }

// As on Linux, a unix socket without unread bytes has no reset: the peer sees an end.
void SimSocket::reset() {
  if (closed_) return;
  closed_ = true;
  owner = nullptr;
  if (peer_ && !resetReceived_) {
    if (isUnix && receivedBytes_ == 0) {
      endRequested_ = true;
      endSent_ = false;
      return transmit();
    }
    network_.post(drawDelay(), [&network = network_, to = peer_] {
      if (SimSocket* socket = network.find(to)) socket->resetArrives();
    });
  }
  network_.forget(id);
}

}  // namespace nodecpp::os
