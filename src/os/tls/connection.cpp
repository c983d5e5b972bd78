#include "os/tls/connection.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/assertion.h"

namespace nodecpp::os {

namespace {

constexpr std::size_t largestRecord = 16384;
// The peer can read a TLS record only when the whole record has arrived. So a connection begins with records that fit
// into one packet. When it sends much, it changes to large records, which cost less time for each byte. After a second
// without output it begins with small records again.
constexpr std::size_t smallRecord = 1369;
constexpr std::size_t smallRecordBytes = 64 * 1024;
constexpr std::uint64_t idleNanoseconds = 1'000'000'000;
// The most plaintext that is encrypted at once and leaves in one call, and a block that holds that much in small records,
// of which each is 22 bytes longer than its plaintext. A call and a packet for each large record would cost more than the
// copy of the records into one block (make bench-tls).
constexpr std::size_t atOnce = 64 * 1024;
constexpr std::size_t outputBlock = 68 * 1024;
constexpr int readsInATurn = 8;

}  // namespace

void TlsOutput::append(const char* data, std::size_t size) {
  if (!block_) block_ = spare_ && *spare_ ? std::exchange(*spare_, nullptr) : detail::Block::make(outputBlock);
  NODECPP_ASSERT(block_->refs == 1, block_->refs);
  if (size > block_->capacity - size_) {
    detail::Block* larger = detail::Block::make(std::max(2 * block_->capacity, size_ + size));
    std::memcpy(larger->bytes(), block_->bytes(), size_);
    detail::Block::drop(std::exchange(block_, larger));
  }
  std::memcpy(block_->bytes() + size_, data, size);
  size_ += size;
}

Buffer TlsOutput::rest(std::size_t skipped) const {
  NODECPP_ASSERT(skipped < size_, skipped, size_);
  return Buffer::sliceOf(block_, block_->bytes() + skipped, size_ - skipped);
}

void TlsOutput::clear() {
  size_ = 0;
  if (!block_) return;
  // A block whose bytes are still being sent is freed when they are.
  if (spare_ && !*spare_ && block_->refs == 1 && block_->capacity == outputBlock) {
    *spare_ = std::exchange(block_, nullptr);
  } else {
    detail::Block::drop(std::exchange(block_, nullptr));
  }
}

TlsConnection::TlsConnection(TlsStreams& streams, Streams& below, Connection* carrier, std::unique_ptr<TlsEngine> engine,
                             ConnectionSink* to, TlsSink* events)
    : sink(to),
      streams_(streams),
      below_(below),
      carrier_(carrier),
      engine_(std::move(engine)),
      events_(events) {}

void TlsConnection::begin(const std::string& received) {
  NODECPP_ASSERT(state_ == State::handshake && carrier_);
  rest_ = received;
  below_.setSink(carrier_, this);
  below_.startReading(carrier_);
  // A failure at this point is pushed in the next turn, since pushes are made only inside `wait`.
  queue();
}

void TlsConnection::queue() {
  if (std::exchange(queued, true)) return;
  streams_.waiting_.push_back(this);
}

FedCarrier& TlsConnection::fed() {
  NODECPP_ASSERT(fed_ && state_ != State::closed);
  return *fed_;
}

void TlsConnection::pushWaiting() {
  // A send whose bytes were carried is complete in this turn, so that its end does not come after the peer's answer.
  if (fed_) fed_->pushResults();
  if (state_ != State::closed) pushOwn();
  if (fed_ && state_ != State::closed) fed_->push();
}

void TlsConnection::pushOwn() {
  while (done_ > 0 && state_ != State::closed) {
    NODECPP_ASSERT(done_ <= sends_.size(), done_, sends_.size());
    --done_;
    ErrorCode error = sends_.front().error;
    sends_.pop_front();
    sink->onSent(error);
  }
  if (state_ == State::open && engine_->renegotiation()) pushRenegotiation();
  if (state_ == State::closed) return;
  take(nullptr, 0);
}

void TlsConnection::onRead(detail::Block*, char* data, std::size_t size) {
  streams_.library();
  take(data, size);
}

void TlsConnection::take(const char* data, std::size_t size) {
  if (state_ == State::failed || state_ == State::closed) return;
  std::string kept;
  if (!rest_.empty()) {
    kept = std::exchange(rest_, std::string());
    if (size > 0) kept.append(data, size);
    data = kept.data();
    size = kept.size();
  }
  engine_->setInput(data, size);
  if (state_ == State::handshake || state_ == State::answered) shakeHands();
  if (state_ == State::open) readPlaintext();
  if (state_ == State::closed || state_ == State::failed) return;
  std::size_t left = engine_->left();
  NODECPP_ASSERT(left <= size, left, size);
  if (left > 0) rest_.assign(data + (size - left), left);
  engine_->setInput(nullptr, 0);
  // The peer must not fill our memory while the program does not read. During the handshake the carrier always reads.
  bool wants = state_ == State::handshake || state_ == State::answered || (reading_ && state_ == State::open && !isHeld());
  if (!wants && !paused_ && state_ != State::ended) {
    paused_ = true;
    below_.stopReading(carrier_);
  }
  bool takesEnd = state_ != State::hello && (reading_ || state_ == State::handshake) && !isHeld();
  if (carrierEnded_ && !endPushed_ && rest_.empty() && takesEnd) {
    endPushed_ = true;
    if (state_ == State::open) state_ = State::ended;
    sink->onEnd();
  }
}

void TlsConnection::shakeHands() {
  TlsEngine::Step step = engine_->handshake();
  // The last flight, with this side's own certificate, is sent only when the caller keeps the connection: a client that
  // does not trust the server closes it in onHandshake(), and the server has not learnt anything then.
  if (step != TlsEngine::Step::done) flush();
  // The lines of the key log are pushed even when the handshake has failed, since they help to find out why.
  pushKeyLog();
  if (state_ == State::closed) return;
  switch (step) {
    case TlsEngine::Step::more:
      state_ = State::handshake;
      if (broken_) {
        state_ = State::failed;
        sink->onReadError(broken_);
      }
      return;
    case TlsEngine::Step::hello:
      state_ = State::hello;
      events_->onHello(engine_->hello());
      return;
    case TlsEngine::Step::failed: return fail(engine_->failure());
    case TlsEngine::Step::done: break;
  }
  state_ = State::open;
  deciding_ = true;
  events_->onHandshake(engine_->outcome());
  deciding_ = false;
  if (state_ != State::open) return;
  flush();
  pushNews();
  if (state_ == State::open) sendOn();
}

void TlsConnection::answer(const TlsHelloAnswer& answer) {
  if (state_ != State::hello) return;
  engine_->answer(answer);
  state_ = State::answered;
  if (std::exchange(paused_, false)) below_.startReading(carrier_);
  queue();
}

void TlsConnection::pushKeyLog() {
  for (const std::string& line : engine_->takeKeyLog()) {
    events_->onKeyLog(line);
    if (state_ == State::closed) return;
  }
  if (std::string text = engine_->takeTrace(); !text.empty()) events_->onTrace(text);
}

TlsFailure TlsConnection::renegotiate(bool requestCertificate, bool requireCertificate) {
  NODECPP_ASSERT(state_ != State::closed);
  TlsFailure failure = engine_->renegotiate(requestCertificate, requireCertificate);
  if (failure) return failure;
  flush();
  queue();  // The beginning is pushed in the next turn.
  return failure;
}

void TlsConnection::pushRenegotiation() {
  TlsEngine::Renegotiation came = engine_->takeRenegotiation();
  for (; came.begun > 0; --came.begun) {
    events_->onRenegotiation();
    if (state_ != State::open) return;
  }
  if (!came.done || engine_->shakesHands()) return;
  events_->onHandshake(engine_->outcome());
  if (state_ != State::open || !flush()) return;
  sendOn();
}

bool TlsConnection::encrypts() const {
  return !deciding_ && (state_ == State::open || state_ == State::ended) && !engine_->shakesHands();
}

void TlsConnection::pushNews() {
  pushKeyLog();
  if (state_ == State::closed) return;
  for (const TlsEngine::Session& session : engine_->takeSessions()) {
    events_->onSession(session.id, session.contents);
    if (state_ == State::closed) return;
  }
}

void TlsConnection::readPlaintext() {
  for (int share = readsInATurn; reading_ && state_ == State::open && !isHeld(); --share) {
    if (share == 0) return queue();  // Other connections are served first.
    detail::Block*& block = streams_.block_;
    if (!block || block->refs != 1) {
      detail::Block::drop(block);  // A sink still uses the bytes that were read last.
      block = detail::Block::make(4 * largestRecord);
    }
    // Records are gathered up to the block's size, so that a large message is one push and not many.
    std::size_t filled = 0;
    TlsEngine::Read read = TlsEngine::Read::bytes;
    while (block->capacity - filled >= largestRecord) {
      std::size_t size = block->capacity - filled;
      read = engine_->read(block->bytes() + filled, size);
      if (read == TlsEngine::Read::bytes) filled += size;
      if (read != TlsEngine::Read::bytes || engine_->renegotiation()) break;
    }
    // A session is pushed before the plaintext that follows it, since the program may open the next connection when it
    // has read that plaintext.
    pushNews();
    if (state_ != State::open) return;
    if (filled > 0) {
      // The sink may retain the block and close the connection.
      detail::Block* read = block;
      sink->onRead(read, read->bytes(), filled);
      if (state_ == State::closed) return;
    }
    answered_ += engine_->output().size();
    // Plaintext that came together with a handshake is pushed before it: it is trusted no more than what came earlier.
    if (state_ == State::open && engine_->renegotiation()) pushRenegotiation();
    if (state_ == State::closed) return;
    flush();  // Reading may have produced output, for example the answer to a key update.
    if (carried_ == 0) answered_ = 0;
    switch (read) {
      case TlsEngine::Read::bytes: break;
      case TlsEngine::Read::more: return;
      case TlsEngine::Read::failed: return fail(engine_->failure());
      case TlsEngine::Read::ended:
        truncated_ = false;
        carrierEnded_ = true;
        // The end is pushed in a later turn than the last bytes, so that immediates run in between, as in Node.
        return queue();
    }
  }
}

void TlsConnection::fail(TlsFailure failure) {
  state_ = State::failed;
  reading_ = false;
  flush();
  events_->onTlsError(failure);
  if (state_ == State::closed) return;
  failSends(UV_EPROTO);
}

void TlsConnection::failSends(ErrorCode error) {
  for (std::size_t i = done_; i < sends_.size(); ++i) sends_[i].error = error;
  done_ = sends_.size();
  if (done_ > 0) queue();
}

void TlsConnection::onEnd() {
  carrierEnded_ = true;
  queue();
}

void TlsConnection::onReadError(ErrorCode error) {
  if (state_ == State::closed || state_ == State::failed) return;
  state_ = State::failed;
  failSends(error);
  sink->onReadError(error);
}

void TlsConnection::onSent(ErrorCode error) {
  NODECPP_ASSERT(carried_ > 0, carried_);
  --carried_;
  if (error && !broken_) broken_ = error;
  if (state_ == State::closed) return;
  // The peer has read the answers, or is gone, which reading tells.
  if ((carried_ == 0 || broken_) && std::exchange(answered_, 0) > mostAnswers) {
    if (reading_ && std::exchange(paused_, false)) below_.startReading(carrier_);
    queue();
  }
  if (broken_) return failSends(broken_);
  streams_.library();
  sendOn();
  if (shutDown_ && carried_ == 0 && state_ != State::closed) below_.shutdown(carrier_);
}

void TlsConnection::startReading() {
  reading_ = true;
  if (std::exchange(paused_, false)) below_.startReading(carrier_);
  if (!rest_.empty() || carrierEnded_ || state_ == State::open) queue();
}

bool TlsConnection::flush() {
  TlsOutput& out = engine_->output();
  if (out.empty()) return !broken_;
  if (broken_) {
    out.clear();
    return false;
  }
  std::size_t sent = 0;
  if (carried_ == 0) {
    Slice slice{out.data(), out.size()};
    WriteResult result = below_.write(carrier_, &slice, 1);
    if (result.error) {
      broken_ = result.error;
      out.clear();
      return false;
    }
    sent = result.sent;
  }
  if (sent < out.size()) {
    below_.send(carrier_, {out.rest(sent)});
    ++carried_;
  }
  out.clear();
  return true;
}

std::size_t TlsConnection::recordSize() {
  std::uint64_t now = streams_.clock_.hrtime();
  if (now - lastSent_ > idleNanoseconds) sentLately_ = 0;
  lastSent_ = now;
  return sentLately_ < smallRecordBytes ? smallRecord : largestRecord;
}

// Encrypts the slices, as far as it is done at once, and sets `taken` to the number of bytes. Small slices share a record.
bool TlsConnection::encrypt(const Slice* slices, std::size_t count, std::size_t& taken) {
  std::size_t most = recordSize();
  // A message that is not larger than a few packets goes in one record: it costs one packet's delay at most.
  std::size_t total = 0;
  for (std::size_t i = 0; i < count && total <= largestRecord; ++i) total += slices[i].size;
  if (total <= largestRecord / 4) most = largestRecord;
  taken = 0;
  std::vector<char>& gathered = streams_.gathered_;
  for (std::size_t i = 0, from = 0; i < count && taken < atOnce;) {
    std::size_t size = slices[i].size - from;
    if (size >= most || i + 1 == count) {
      size = std::min(size, most);
      if (size > 0 && !engine_->write(slices[i].data + from, size)) return false;
      taken += size;
      from += size;
    } else {
      gathered.clear();
      for (; i < count && gathered.size() < most; ++i, from = 0) {
        size = std::min(slices[i].size - from, most - gathered.size());
        gathered.insert(gathered.end(), slices[i].data + from, slices[i].data + from + size);
        from += size;
        if (from < slices[i].size) break;
      }
      bool written = engine_->write(gathered.data(), gathered.size());
      taken += gathered.size();
      gathered.clear();
      if (!written) return false;
      continue;
    }
    if (from == slices[i].size) ++i, from = 0;
    if (sentLately_ + taken >= smallRecordBytes) most = largestRecord;
  }
  sentLately_ += taken;
  return true;
}

WriteResult TlsConnection::write(const Slice* slices, std::size_t count) {
  if (broken_) return {0, broken_};
  if (state_ == State::failed) return {0, UV_EPROTO};
  if (!encrypts() || carried_ > 0 || !sends_.empty() || shutDown_) return {0, 0};
  std::size_t taken = 0;
  if (!encrypt(slices, count, taken)) {
    flush();
    return {taken, UV_EPROTO};
  }
  if (!flush()) return {0, broken_};
  return {taken, 0};
}

void TlsConnection::send(std::vector<Buffer>&& slices) {
  sends_.push_back({.slices = std::move(slices)});
  if (broken_ || state_ == State::failed) return failSends(broken_ ? broken_ : UV_EPROTO);
  sendOn();
}

void TlsConnection::sendOn() {
  if (!encrypts()) return;
  while (carried_ == 0 && done_ < sends_.size() && !broken_) {
    Send& send = sends_[done_];
    std::vector<Slice> slices;
    // More than encrypt() takes at once is not looked at: a send may have very many slices.
    for (std::size_t i = send.next, bytes = 0; i < send.slices.size() && bytes < atOnce + largestRecord; ++i) {
      std::size_t skipped = i == send.next ? send.taken : 0;
      slices.push_back({send.slices[i].bytes() + skipped, send.slices[i].size() - skipped});
      bytes += slices.back().size;
    }
    std::size_t taken = 0;
    if (!encrypt(slices.data(), slices.size(), taken)) {
      flush();
      return failSends(UV_EPROTO);
    }
    for (taken += send.taken, send.taken = 0; send.next < send.slices.size(); ++send.next) {
      std::size_t size = send.slices[send.next].size();
      if (taken < size) break;
      taken -= size;
      send.slices[send.next] = Buffer();
    }
    if (send.next < send.slices.size()) send.taken = taken;
    if (!flush()) return failSends(broken_);
    if (send.next == send.slices.size() && carried_ == 0) {
      ++done_;
      queue();
    } else if (send.next == send.slices.size()) {
      return;  // onSent() calls this function again when the carrier has all bytes of this send.
    }
  }
}

std::size_t TlsConnection::unsent() const {
  std::size_t bytes = carried_ > 0 ? below_.unsent(carrier_) : 0;
  for (std::size_t i = done_; i < sends_.size(); ++i) {
    for (std::size_t k = sends_[i].next; k < sends_[i].slices.size(); ++k) bytes += sends_[i].slices[k].size();
    bytes -= sends_[i].taken;
  }
  return bytes;
}

ErrorCode TlsConnection::shutdown() {
  if (state_ == State::failed || state_ == State::closed || shutDown_) return below_.shutdown(carrier_);
  if (state_ == State::open || state_ == State::ended) {
    engine_->shutdown();
    // As in Node, nobody is told when a peer that is gone does not get the close_notify.
    flush();
  }
  shutDown_ = true;
  return carried_ == 0 ? below_.shutdown(carrier_) : 0;
}

ErrorCode TlsConnection::close(bool reset) {
  NODECPP_ASSERT(state_ != State::closed);
  if (!reset && carried_ == 0) sendOn();
  state_ = State::closed;
  reading_ = false;
  Connection* carrier = std::exchange(carrier_, nullptr);
  streams_.closeAfterTurn(this);
  if (reset) return below_.reset(carrier);
  below_.close(carrier);
  return 0;
}

}  // namespace nodecpp::os
