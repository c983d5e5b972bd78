// How a RecordedPort records and replays connections and listeners.
#include <memory>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/session/recorded_objects.h"

namespace nodecpp::os {

using record::Kind;

// Makes the program's object for a connection of the inner port; in a replay `inner` is null.
RecordedConnection* RecordedPort::accept(Connection* inner, std::uint64_t id) {
  NODECPP_ASSERT(id > 0 && id <= lastId_ && (replaying() || inner), id, lastId_);
  auto* connection = new RecordedConnection(*this, id);
  enter(connection);
  connection->inner = inner;
  if (inner_) connection->through = &inner_->net;
  if (inner) inner_->net.setSink(inner, connection);
  return connection;
}

// Makes the port find the connection by its number until it is closed.
void RecordedPort::enter(RecordedConnection* connection) {
  NODECPP_ASSERT(!connections_.contains(connection->id), connection->id);
  connections_[connection->id] = connection;
}

ErrorCode RecordedPort::listen(const ListenSpec& spec, ListenerSink* sink, Listener** made) {
  *made = nullptr;
  // A listener that was received over a channel keeps its number; if listening fails, it is used up.
  std::unique_ptr<RecordedListener> listener(spec.received ? at(spec.received)
                                                           : new RecordedListener(*this, ++lastId_, sink));
  std::uint64_t received = spec.received ? listener->id : 0, id = listener->id;
  listener->sink = sink;
  ErrorCode error = 0;
  unsigned flags = unsigned(spec.ipv6Only) | unsigned(spec.reusePort) << 1 | unsigned(spec.readableAll) << 2 |
                   unsigned(spec.writableAll) << 3 | unsigned(spec.noDelay) << 4 | unsigned(sink == nullptr) << 5 |
                   unsigned(spec.bindOnly) << 6;
  operate(
      Kind::listen, std::tuple(spec.address, spec.backlog, flags, std::string_view(spec.protocol), spec.fd, received),
      [&] {
        ListenSpec theirs = spec;
        if (received) theirs.received = listener->inner;
        error = inner_->net.listen(theirs, sink ? listener.get() : nullptr, &listener->inner);
      },
      error, id);
  require(id == listener->id, Kind::listen, "the number of another listener");
  if (error) {
    listeners_.erase(listener->id);
    return error;
  }
  NODECPP_ASSERT(replaying() || listener->inner, listener->id);
  listeners_[listener->id] = listener.get();
  *made = listener.release();
  return 0;
}

Address RecordedPort::address(Listener* listener) {
  Address found;
  operate(
      Kind::listenerAddress, std::tuple(at(listener)->id), [&] { found = inner_->net.address(at(listener)->inner); },
      found);
  return found;
}

void RecordedPort::close(Listener* which) {
  std::unique_ptr<RecordedListener> listener(at(which));
  operate(Kind::closeListener, std::tuple(listener->id), [&] { inner_->net.close(listener->inner); });
  std::size_t known = listeners_.erase(listener->id);
  NODECPP_ASSERT(known == 1, listener->id);
}

ErrorCode RecordedPort::connect(const ConnectSpec& spec, ConnectionSink* sink, Connection** made) {
  *made = nullptr;
  auto connection = std::make_unique<RecordedConnection>(*this, ++lastId_);
  connection->sink = sink;
  if (inner_) connection->through = &inner_->net;
  connection->connecting = true;
  std::uint64_t id = connection->id;
  ErrorCode error = 0;
  // A bound listener is used up, whatever becomes of the connection.
  std::unique_ptr<RecordedListener> bound(at(spec.bound));
  if (bound) listeners_.erase(bound->id);
  operate(
      Kind::connect, std::tuple(spec.address, spec.local, bound ? bound->id : 0),
      [&] {
        ConnectSpec theirs = spec;
        theirs.bound = bound ? bound->inner : nullptr;
        error = inner_->net.connect(theirs, connection.get(), &connection->inner);
      },
      error, id);
  require(id == connection->id, Kind::connect, "the number of another connection");
  if (error) return error;
  NODECPP_ASSERT(replaying() || connection->inner, connection->id);
  enter(connection.get());
  *made = connection.release();
  return 0;
}

int RecordedPort::descriptorOf(Listener* listener) {
  int fd = -1;
  operateOn(
      Kind::netOperation, NetOperation::descriptorOf, at(listener)->id, std::tuple(),
      [&] { fd = inner_->net.descriptorOf(at(listener)->inner); }, fd);
  return fd;
}

ErrorCode RecordedPort::adopt(int fd, Connection** made) {
  *made = nullptr;
  std::uint64_t number = ++lastId_;
  ErrorCode error = 0;
  Connection* theirs = nullptr;
  operateOn(
      Kind::netOperation, NetOperation::adopt, number, std::tuple(fd), [&] { error = inner_->net.adopt(fd, &theirs); },
      error);
  if (error) return error;
  *made = accept(theirs, number);
  return 0;
}

ErrorCode RecordedPort::setTypeOfService(Connection* connection, int value) {
  ErrorCode error = 0;
  operateOn(
      Kind::netOperation, NetOperation::setTypeOfService, at(connection)->id, std::tuple(value),
      [&] { error = inner_->net.setTypeOfService(at(connection)->inner, value); }, error);
  return error;
}

ErrorCode RecordedPort::typeOfService(Connection* connection, int& value) {
  ErrorCode error = 0;
  operateOn(
      Kind::netOperation, NetOperation::typeOfService, at(connection)->id, std::tuple(),
      [&] { error = inner_->net.typeOfService(at(connection)->inner, value); }, error, value);
  return error;
}

void RecordedPort::setSink(Connection* connection, ConnectionSink* sink) { at(connection)->sink = sink; }

void RecordedPort::startReading(Connection* connection) {
  operate(Kind::startReading, std::tuple(at(connection)->id),
          [&] { at(connection)->through->startReading(at(connection)->inner); });
}

void RecordedPort::stopReading(Connection* connection) {
  operate(Kind::stopReading, std::tuple(at(connection)->id),
          [&] { at(connection)->through->stopReading(at(connection)->inner); });
}

// Returns the digest of what the program offers to a connection.
record::Digest RecordedPort::digestFor(RecordedConnection& to, const Slice* slices, std::size_t count) {
  if (!keySeen_) [[likely]]
    return record::digestOf(slices, count);
  if (!to.written) to.written = std::make_unique<record::WriteMask>(record::KeyMask::From::middle);
  return to.written->digestOf(slices, count);
}

// Called after `digestFor`: the connection has taken `size` of all the bytes.
void RecordedPort::accepted(RecordedConnection& by, const Slice* slices, std::size_t count, std::uint64_t size,
                            std::uint64_t all) {
  if (by.written) by.written->accepted(slices, count, size, all);
}

WriteResult RecordedPort::write(Connection* connection, const Slice* slices, std::size_t count) {
  record::Digest digest = digestFor(*at(connection), slices, count);
  std::uint64_t unsent = 0;
  ErrorCode error = 0;
  operate(
      Kind::write, std::tuple(at(connection)->id, digest),
      [&] {
        WriteResult result = at(connection)->through->write(at(connection)->inner, slices, count);
        NODECPP_ASSERT(result.sent <= digest.size && result.error <= 0, result.sent, digest.size, result.error);
        unsent = digest.size - result.sent;
        error = result.error;
      },
      unsent, error);
  require(unsent <= digest.size, Kind::write, "more bytes unsent than there were");
  accepted(*at(connection), slices, count, digest.size - unsent, digest.size);
  if (replaying() && replayer_->outputFile() >= 0) replayer_->output(at(connection)->id, slices, count);
  return {std::size_t(digest.size - unsent), error};
}

void RecordedPort::send(Connection* connection, std::vector<Buffer>&& slices, PassedHandle handle) {
  std::vector<Slice> bytes;
  for (const Buffer& slice : slices) bytes.push_back({slice.bytes(), slice.size()});
  record::Digest digest = digestFor(*at(connection), bytes.data(), bytes.size());
  accepted(*at(connection), bytes.data(), bytes.size(), digest.size, digest.size);
  operate(Kind::send, std::tuple(at(connection)->id, digest, kindOf(handle), numberOf(handle)),
          [&] { at(connection)->through->send(at(connection)->inner, std::move(slices), innerOf(handle)); });
  if (replaying() && replayer_->outputFile() >= 0) replayer_->output(at(connection)->id, bytes.data(), bytes.size());
}

// The bytes of a file that the program does not see are not recorded. A replay has no file: it repeats how many bytes
// went.
WriteResult RecordedPort::writeFile(Connection* connection, const FilePart& part) {
  std::uint64_t sent = 0;
  ErrorCode error = 0;
  operate(
      Kind::sendFile, std::tuple(at(connection)->id, part.fd, part.offset, part.size, 0),
      [&] {
        WriteResult result = inner_->net.writeFile(at(connection)->inner, part);
        NODECPP_ASSERT(result.sent <= part.size && result.error <= 0, result.sent, part.size, result.error);
        sent = result.sent;
        error = result.error;
      },
      sent, error);
  require(sent <= part.size, Kind::sendFile, "more bytes sent than there were");
  return {std::size_t(sent), error};
}

void RecordedPort::sendFile(Connection* connection, const FilePart& part) {
  std::uint64_t sent = 0;
  ErrorCode error = 0;
  operate(
      Kind::sendFile, std::tuple(at(connection)->id, part.fd, part.offset, part.size, 1),
      [&] { inner_->net.sendFile(at(connection)->inner, part); }, sent, error);
}

std::size_t RecordedPort::unsent(Connection* connection) {
  std::size_t bytes = 0;
  operate(
      Kind::unsent, std::tuple(at(connection)->id),
      [&] { bytes = at(connection)->through->unsent(at(connection)->inner); }, bytes);
  return bytes;
}

ErrorCode RecordedPort::shutdown(Connection* connection) {
  ErrorCode error = 0;
  operate(
      Kind::shutdown, std::tuple(at(connection)->id),
      [&] { error = at(connection)->through->shutdown(at(connection)->inner); }, error);
  return error;
}

void RecordedPort::close(Connection* which) {
  std::unique_ptr<RecordedConnection> connection(at(which));
  operate(Kind::close, std::tuple(connection->id), [&] { connection->through->close(connection->inner); });
  std::size_t known = connections_.erase(connection->id);
  NODECPP_ASSERT(known == 1, connection->id);
}

ErrorCode RecordedPort::reset(Connection* which) {
  std::unique_ptr<RecordedConnection> connection(at(which));
  ErrorCode error = 0;
  operate(
      Kind::reset, std::tuple(connection->id), [&] { error = connection->through->reset(connection->inner); }, error);
  std::size_t known = connections_.erase(connection->id);
  NODECPP_ASSERT(known == 1, connection->id);
  return error;
}

ErrorCode RecordedPort::setNoDelay(Connection* connection, bool on) {
  ErrorCode error = 0;
  operate(
      Kind::setNoDelay, std::tuple(at(connection)->id, on),
      [&] { error = at(connection)->through->setNoDelay(at(connection)->inner, on); }, error);
  return error;
}

ErrorCode RecordedPort::setKeepAlive(Connection* connection, bool on, int seconds) {
  ErrorCode error = 0;
  operate(
      Kind::setKeepAlive, std::tuple(at(connection)->id, on, seconds),
      [&] { error = at(connection)->through->setKeepAlive(at(connection)->inner, on, seconds); }, error);
  return error;
}

Address RecordedPort::localAddress(Connection* connection) {
  Address found;
  operate(
      Kind::localAddress, std::tuple(at(connection)->id),
      [&] { found = at(connection)->through->localAddress(at(connection)->inner); }, found);
  return found;
}

Address RecordedPort::remoteAddress(Connection* connection) {
  Address found;
  operate(
      Kind::remoteAddress, std::tuple(at(connection)->id),
      [&] { found = at(connection)->through->remoteAddress(at(connection)->inner); }, found);
  return found;
}

}  // namespace nodecpp::os
