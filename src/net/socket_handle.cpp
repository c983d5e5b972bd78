#include "net/internals.h"

#include <algorithm>
#include <vector>

#include "base/assertion.h"
#include "loop/context.h"

namespace nodecpp::net::detail {

namespace {
constinit thread_local Block* spareBlock = nullptr;
}

void dropSpareBlock() noexcept {
  if (Block* block = std::exchange(spareBlock, nullptr)) Block::drop(block);
}

void SocketHandle::end() {
  NODECPP_ASSERT(owner);
  loop_.cancelFlush(this);
  if (connection_) streams_->close(std::exchange(connection_, nullptr));
  consumer = nullptr;
  if (RawReader* ended = std::exchange(reader, nullptr)) ended->onProgramEnd();
  SocketInternals::forgetHandle(*owner, this);
}

const char* SocketHandle::resourceName() const {
  return !referenced_ || closed_ ? nullptr : isUnix_ ? "PipeWrap" : "TCPSocketWrap";
}
const char* SocketHandle::requestName() const {
  return connecting_ ? "ConnectWrap" : sends_ > 0 ? "WriteWrap" : shuttingDown_ ? "SimpleShutdownWrap" : nullptr;
}

SocketHandle::~SocketHandle() {
  // Only a closed handle may be deleted. An open connection would call a sink that was freed.
  NODECPP_ASSERT(!connection_);
  loop_.cancelFlush(this);
  dropGathered();
  if (counted_) loop_.unref();
}

void SocketHandle::adopt(os::Connection* connection, bool isUnix) {
  NODECPP_ASSERT(connection && !connection_);
  NODECPP_ASSERT(owner && !reading_ && !connecting_ && sends_ == 0, sends_);
  connection_ = connection;
  self_ = Socket(owner);
  context_ = nullptr;  // As in Node: the handle was not made by a call of the program.
  enlist();
  isUnix_ = isUnix;
  streams_->setSink(connection, this);
}

void SocketHandle::moveTo(SocketObject& to) {
  NODECPP_ASSERT(owner && owner != &to && connection_);
  NODECPP_ASSERT(!written_ && !shutDown_ && !connected_);
  reader = consumer = nullptr;
  owner = &to;
  self_ = Socket(&to);
}

int SocketHandle::connect(const os::ConnectSpec& spec, Function<void(int)> done) {
  if (connection_) return connecting_ ? UV_EALREADY : UV_EISCONN;
  os::Connection* connection = nullptr;
  isUnix_ = spec.address.family == os::Address::Family::unix;
  int error = loop_.port().net.connect(spec, this, &connection);
  NODECPP_ASSERT(error <= 0, error);
  NODECPP_ASSERT(error != 0 || connection);
  if (error) return error;
  NODECPP_ASSERT(owner && !reading_ && sends_ == 0 && gatheredBytes_ == 0 && !closed_, sends_, gatheredBytes_);
  connection_ = connection;
  connected_ = nodecpp::detail::inContext(std::move(done));
  connecting_ = heldBack_ = true;
  self_ = Socket(owner);
  enlist();
  updateReference();
  return 0;
}

void SocketHandle::onConnect(os::ErrorCode error) {
  loop_.makeCallback(context_, [&] {
    // The port calls this function once, and not after the connection was closed.
    NODECPP_ASSERT(connecting_ && connection_);
    NODECPP_ASSERT(connected_ && error <= 0, error);
    Socket alive(owner);
    connecting_ = false;
    heldBack_ = false;
    updateReference();
    std::exchange(connected_, nullptr)(error);
  });
}

void SocketHandle::updateReference() {
  // As in libuv, a handle keeps the loop running while it reads and is referenced; a request (connect, write or
  // shutdown) keeps the loop running until it is done.
  bool wanted = connection_ && ((reading_ && referenced_) || connecting_ || sends_ > 0 || shuttingDown_);
  NODECPP_DEBUG_ASSERT(connection_ || (!reading_ && !connecting_ && sends_ == 0), sends_);
  if (wanted == counted_) return;
  counted_ = wanted;
  wanted ? loop_.ref() : loop_.unref();
}

void SocketHandle::setReferenced(bool on) {
  referenced_ = on;
  updateReference();
}

void SocketHandle::startReading() {
  if (!connection_ || reading_) return;
  reading_ = true;
  NODECPP_DEBUG_ASSERT(!closed_);
  if (rest_.empty()) {
    streams_->startReading(connection_);
  } else if (!std::exchange(unreadQueued_, true)) {
    loop_.queuePending({[](void* data) { static_cast<SocketHandle*>(data)->pushUnread(); }, this});
  }
  updateReference();
}

void SocketHandle::stopReading() {
  if (!connection_ || !reading_) return;
  reading_ = false;
  streams_->stopReading(connection_);
  updateReference();
}

void SocketHandle::onRead(Block* block, char* data, std::size_t size) {
  NODECPP_DEBUG_ASSERT(connection_ && reading_ && !connecting_);
  NODECPP_DEBUG_ASSERT(size > 0 && data && rest_.empty(), size);
  NODECPP_DEBUG_ASSERT(holds(block, data, size), size);
  if (pieceSize == 0) [[likely]]
    return give(block, data, size);
  Socket alive(owner);
  while (size > 0 && connection_ && reading_) {
    std::size_t now = std::min(size, pieceSize);
    give(block, data, now);
    data += now;
    size -= now;
  }
  NODECPP_ASSERT(rest_.empty());
  if (size > 0 && connection_) rest_ = Buffer::copyOf(data, size);
}

void SocketHandle::give(Block* block, char* data, std::size_t size) {
  loop_.makeCallback(context_, [&] {
    Socket alive(owner);
    bytesRead += double(size);
    owner->touch();
    if (consumer)
      consumer->onRawRead(block, data, size);
    else
      SocketInternals::received(*owner, block, data, size);
  });
}

void SocketHandle::pushUnread() {
  NODECPP_ASSERT(unreadQueued_);
  NODECPP_ASSERT(!closed_ || !connection_);
  unreadQueued_ = false;
  if (closed_ && !shutdownReportQueued_) return delete this;
  if (!connection_ || !reading_ || rest_.empty()) return;
  Buffer rest = std::exchange(rest_, Buffer());
  std::size_t size = rest.size();
  onRead(nullptr, rest.bytes(), size);
  // The port may read from the system only now, since bytes received later must not come before `rest`.
  if (connection_ && reading_ && rest_.empty()) streams_->startReading(connection_);
}

void SocketHandle::onEnd() {
  loop_.makeCallback(context_, [&] {
    NODECPP_ASSERT(connection_ && !connecting_);
    Socket alive(owner);
    reading_ = false;
    updateReference();
    if (consumer && !SocketInternals::seesEnd(*owner) && consumer->onRawEnd()) return;
    SocketInternals::ended(*owner);
  });
}

void SocketHandle::onReadError(os::ErrorCode error) {
  loop_.makeCallback(context_, [&] {
    NODECPP_ASSERT(connection_ && error < 0, error);
    Socket alive(owner);
    reading_ = false;
    updateReference();
    if (consumer && consumer->onRawEnd()) return;
    alive->destroy(nodecpp::detail::errnoException(error, "read"));
  });
}

// Frees the gathered output, but keeps one block for reuse. Output is gathered during one connection's callback and
// sent right after it, so a single block serves all connections in turn.
void SocketHandle::dropGathered() noexcept {
  NODECPP_DEBUG_ASSERT(gathered_ || gatheredBytes_ == 0, gatheredBytes_);
  if (gathered_ && gathered_->refs == 1 && !spareBlock)
    spareBlock = gathered_;
  else
    Block::drop(gathered_);
  gathered_ = nullptr;
  gatheredBytes_ = 0;
}

bool SocketHandle::writeDirectly(const OutputPiece* pieces, std::size_t count) {
  if (!connection_ || heldBack_ || sends_ > 0) return false;
  NODECPP_DEBUG_ASSERT(!connecting_);
  std::size_t total = 0;
  for (std::size_t i = 0; i < count; ++i) total += pieces[i].size;
  if (gatheredBytes_ + total > gatherBytes) {
    if (total > gatherBytes) return false;
    flush();
    if (!connection_ || sends_ > 0) return false;
  }
  NODECPP_DEBUG_ASSERT(gatheredBytes_ + total <= gatherBytes, gatheredBytes_, total);
  if (!gathered_) gathered_ = spareBlock ? std::exchange(spareBlock, nullptr) : Block::make(gatherBytes);
  NODECPP_DEBUG_ASSERT(gathered_->capacity >= gatherBytes, gathered_->capacity);
  char* to = gathered_->bytes() + gatheredBytes_;
  for (std::size_t i = 0; i < count; ++i) {
    // memcpy must not be given a null pointer, and the pointer of an empty Buffer is null.
    if (pieces[i].size) std::memcpy(to, pieces[i].data, pieces[i].size);
    to += pieces[i].size;
  }
  NODECPP_DEBUG_ASSERT(to == gathered_->bytes() + gatheredBytes_ + total, gatheredBytes_, total);
  gatheredBytes_ += total;
  bytesWritten += double(total);
  if (isFlushQueued() || loop_.flushesQueued() < mostGathering)
    loop_.queueFlush(this);
  else
    flush();
  return true;
}

namespace {

Buffer bytesOf(const stream::Chunk& chunk, const String& encoding) {
  if (chunk.isBuffer()) return chunk.buffer();
  Encoding known = Encoding::utf8;
  if (chunk.isString()) nodecpp::detail::parseEncoding(encoding, known);
  return chunk.toBuffer(known);
}

}  // namespace

void SocketHandle::write(const stream::Chunk& chunk, const String& encoding, stream::Callback callback) {
  if (!connection_) return callback(nodecpp::detail::errnoException(UV_EBADF, "write"));
  Buffer buffer = bytesOf(chunk, encoding);
  const OutputPiece piece{buffer.bytes(), buffer.size()};
  if (writeDirectly(&piece, 1)) return callback();
  std::vector<Buffer> buffers;
  buffers.push_back(std::move(buffer));
  sendNow(std::move(buffers), piece.size, std::move(callback));
}

void SocketHandle::write(const Array<stream::WriteRequest>& chunks, stream::Callback callback) {
  if (!connection_) return callback(nodecpp::detail::errnoException(UV_EBADF, "write"));
  std::vector<Buffer> buffers;
  buffers.reserve(chunks.size());
  std::vector<OutputPiece> pieces;
  pieces.reserve(chunks.size());
  std::size_t total = 0;
  for (const stream::WriteRequest& request : chunks) {
    buffers.push_back(bytesOf(request.chunk, request.encoding));
    total += buffers.back().size();
    pieces.push_back({buffers.back().bytes(), buffers.back().size()});
  }
  NODECPP_DEBUG_ASSERT(buffers.size() == pieces.size());
  if (writeDirectly(pieces.data(), pieces.size())) return callback();
  sendNow(std::move(buffers), total, std::move(callback));
}

void SocketHandle::sendNow(std::vector<Buffer> buffers, std::size_t total, stream::Callback callback) {
  // Flushing the earlier output may have failed, which closes the socket.
  if (!connection_) return callback(nodecpp::detail::errnoException(UV_ECANCELED, "write"));
  bytesWritten += double(total);
  if (int error = send(std::move(buffers))) return callback(nodecpp::detail::errnoException(error, "write"));
  if (sends_ == 0) return callback();
  NODECPP_ASSERT(connection_ && gatheredBytes_ == 0, gatheredBytes_);
  // A part of a file may be under way, whose callback waits for the same end.
  if (written_)
    callback = [first = std::move(written_), then = std::move(callback)](Error error) {
      first(error);
      then(error);
    };
  written_ = nodecpp::detail::inContext(std::move(callback));
  inFlight += double(total);
  lastQueued = queued();
}

int SocketHandle::send(std::vector<Buffer> more) {
  std::erase_if(more, [](const Buffer& buffer) { return buffer.empty(); });
  NODECPP_ASSERT(connection_);
  // Bytes that the port is still sending must be sent before the new ones.
  if (sends_ > 0) {
    sendOn(std::move(more));
    return 0;
  }
  if (gatheredBytes_) more.insert(more.begin(), Buffer::sliceOf(gathered_, gathered_->bytes(), gatheredBytes_));
  dropGathered();
  if (more.empty()) return 0;
  NODECPP_DEBUG_ASSERT(gatheredBytes_ == 0 && sends_ == 0, gatheredBytes_, sends_);
  std::vector<os::Slice> slices;
  slices.reserve(more.size());
  for (const Buffer& buffer : more) slices.push_back({buffer.bytes(), buffer.size()});
  os::WriteResult result = streams_->write(connection_, slices.data(), slices.size());
  NODECPP_ASSERT(result.error <= 0, result.error);
  if (result.error) return result.error;
  std::size_t done = 0;
  for (std::size_t sent = result.sent; done < more.size(); ++done) {
    if (sent < more[done].size()) {
      more[done] = more[done].subarray(std::ptrdiff_t(sent));
      break;
    }
    sent -= more[done].size();
  }
  NODECPP_ASSERT(done <= more.size(), done, more.size());
  more.erase(more.begin(), more.begin() + std::ptrdiff_t(done));
  sendOn(std::move(more));
  return 0;
}

void SocketHandle::sendOn(std::vector<Buffer>&& rest) {
  if (rest.empty()) return;
  NODECPP_ASSERT(connection_ && !shutdownReportQueued_);
  streams_->send(connection_, std::move(rest));
  ++sends_;
  updateReference();
}

void SocketHandle::flush() {
  if (!connection_ || gatheredBytes_ == 0) return dropGathered();
  // The most frequent case has its own path: one block that the system takes completely.
  NODECPP_DEBUG_ASSERT(gathered_ && gatheredBytes_ <= gatherBytes, gatheredBytes_);
  // While a send is under way nothing is gathered, so the order of the bytes is kept.
  NODECPP_DEBUG_ASSERT(sends_ == 0, sends_);
  os::Slice slice{gathered_->bytes(), gatheredBytes_};
  os::WriteResult result = streams_->write(connection_, &slice, 1);
  NODECPP_DEBUG_ASSERT(result.error <= 0 && (result.error || result.sent <= gatheredBytes_), result.error, result.sent,
                       gatheredBytes_);
  if (result.error) {
    dropGathered();
    return writeFailed(result.error);
  }
  if (result.sent < gatheredBytes_)
    sendOn({Buffer::sliceOf(gathered_, gathered_->bytes() + result.sent, gatheredBytes_ - result.sent)});
  dropGathered();
}

void SocketHandle::writeFailed(int error) {
  NODECPP_ASSERT(error < 0 && owner, error);
  // The write was reported as successful when it was gathered, so its failure destroys the socket.
  Socket alive(owner);
  alive->destroy(nodecpp::detail::errnoException(error, "write"));
}

void SocketHandle::onSent(os::ErrorCode error) {
  loop_.makeCallback(context_, [&] {
    Socket alive(owner);
    NODECPP_ASSERT(sends_ > 0 && connection_, sends_);
    NODECPP_ASSERT(error <= 0, error);
    --sends_;
    if (error) {
      // The sends queued behind this one fail with it, so the callback of the last write gets the error now.
      inFlight = 0;
      updateReference();
      if (written_) return std::exchange(written_, nullptr)(nodecpp::detail::errnoException(error, "write"));
      return writeFailed(error);
    }
    if (sends_ == 0) allSent();
  });
}

void SocketHandle::allSent() {
  NODECPP_ASSERT(sends_ == 0 && gatheredBytes_ == 0, sends_, gatheredBytes_);
  updateReference();
  lastQueued = 0;
  inFlight = 0;
  owner->touch();
  if (written_) std::exchange(written_, nullptr)();
  if (shutDown_ && !shutdownReportQueued_ && sends_ == 0) shutdown(std::exchange(shutDown_, nullptr));
}

void SocketHandle::shutdown(stream::Callback callback) {
  callback = nodecpp::detail::inContext(std::move(callback));
  flush();
  // The flush failed and has destroyed the socket.
  if (!connection_) return;
  shuttingDown_ = true;
  updateReference();
  if (sends_ > 0) {
    shutDown_ = std::move(callback);
    return;
  }
  NODECPP_ASSERT(gatheredBytes_ == 0 && !connecting_, gatheredBytes_);
  shutdownError_ = streams_->shutdown(connection_);
  NODECPP_ASSERT(shutdownError_ <= 0, shutdownError_);
  shutDown_ = std::move(callback);
  shutdownReportQueued_ = true;
  // libuv reports the result of a shutdown in the loop's next iteration.
  loop_.queuePending({[](void* data) { static_cast<SocketHandle*>(data)->reportShutdown(); }, this});
}

void SocketHandle::reportShutdown() {
  NODECPP_ASSERT(shutdownReportQueued_);
  Socket alive(owner);
  shutdownReportQueued_ = shuttingDown_ = false;
  updateReference();
  stream::Callback callback = std::exchange(shutDown_, nullptr);
  int error = shutdownError_;
  if (closed_ && !unreadQueued_) delete this;
  // When the socket was destroyed meanwhile, the error is not reported, because the stream has already called its
  // callbacks. -107 is ENOTCONN.
  callback(error && error != -107 ? nodecpp::detail::errnoException(error, "shutdown") : Error());
}

void SocketHandle::close(bool reset, Function<void()> closed) {
  // A socket gives its handle up before it closes the handle, so this function is called once.
  NODECPP_ASSERT(!closed_ && !onClosed_);
  if (connection_) {
    // Output that was gathered before destroy() is sent as far as the system takes it at once, as Node has done before.
    if (!reset) {
      Block* block = std::exchange(gathered_, nullptr);
      std::size_t size = std::exchange(gatheredBytes_, 0);
      if (size) {
        os::Slice slice{block->bytes(), size};
        os::WriteResult result = streams_->write(connection_, &slice, 1);
        NODECPP_ASSERT(result.error || result.sent <= size, result.sent, size);
        // What the system did not take is queued. Closing the connection tries once more to give it to the system.
        if (!result.error && result.sent < size)
          streams_->send(connection_, {Buffer::sliceOf(block, block->bytes() + result.sent, size - result.sent)});
      }
      Block::drop(block);
    }
    os::Connection* connection = std::exchange(connection_, nullptr);
    if (reset)
      streams_->reset(connection);
    else
      streams_->close(connection);
  }
  reader = nullptr;
  reading_ = connecting_ = shuttingDown_ = false;
  sends_ = 0;
  updateReference();
  NODECPP_ASSERT(!connection_ && !counted_);
  if (!shutdownReportQueued_) shutDown_ = nullptr;
  connected_ = nullptr;
  rest_ = Buffer();
  onClosed_ = std::move(closed);
  loop_.queueClosing({[](void* data) { static_cast<SocketHandle*>(data)->finishClose(); }, this});
}

namespace {

// The sink of a connection that is about to be handed to another process. It ignores all events.
class NoSink final : public os::ConnectionSink {
  void onConnect(os::ErrorCode) override {}
  void onRead(Block*, char*, std::size_t) override {}
  void onEnd() override {}
  void onReadError(os::ErrorCode) override {}
  void onSent(os::ErrorCode) override {}
};

}  // namespace

void SocketHandle::letGo(Function<void()> gone) {
  flush();
  // The flush failed and has destroyed the socket.
  if (!connection_) return;
  NODECPP_ASSERT(gatheredBytes_ == 0, gatheredBytes_);
  static NoSink noSink;
  stopReading();
  streams_->setSink(std::exchange(connection_, nullptr), &noSink);
  close(false, std::move(gone));
}

void SocketHandle::finishClose() {
  NODECPP_ASSERT(!closed_ && !connection_);
  NODECPP_ASSERT(!reading_ && !connecting_ && sends_ == 0 && !counted_, sends_);
  Socket alive = std::move(self_);
  closed_ = true;
  stream::Callback written = std::exchange(written_, nullptr);
  bool encrypted = streams_ != &loop_.port().net;
  const char* why = encrypted && !cancelsAsClosed_ ? "Canceled because of SSL destruction" : "";
  int error = cancelsAsClosed_ ? UV_EBADF : UV_ECANCELED;
  Function<void()> closed = std::exchange(onClosed_, nullptr);
  loop_.enterContext(context_);
  if (!shutdownReportQueued_ && !unreadQueued_) delete this;
  if (written) written(nodecpp::detail::errnoException(error, "write", why));
  if (closed) closed();
}

}  // namespace nodecpp::net::detail
