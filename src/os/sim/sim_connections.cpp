// Connections and listeners of a simulated port: the operations of Net, and the pushes to sinks.
#include "os/sim/sim_connections.h"

#include <nodecpp/external_block.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "base/assertion.h"

namespace nodecpp::os {

void SimConnection::queue() {
  if (std::exchange(queued, true)) return;
  port.changed(this);
}

void SimListener::socketChanged() {
  if (std::exchange(queued, true)) return;
  port.changed(this);
}

namespace {

constexpr std::size_t readBytes = 64 * 1024;

}  // namespace

// Pushes what has changed about a connection: the outcome of connecting, then what can be read, then sends that have
// room.
void SimPort::serve(SimConnection* connection) {
  NODECPP_ASSERT(!connection->queued);
  NODECPP_ASSERT(!connection->reading || !connection->over);
  if (!connection->socket) return;
  if (connection->connecting) {
    if (!connection->socket->attempted()) return;
    connection->connecting = false;
    NODECPP_ASSERT(connection->sink && connection->socket->connectError() <= 0, connection->socket->connectError());
    NODECPP_ASSERT(connection->socket->connected() == (connection->socket->connectError() == 0));
    connected(*connection->socket);
    connection->sink->onConnect(connection->socket->connectError());
  }
  if (connection->socket && connection->reading && connection->socket->readable()) read(connection);
  if (connection->socket && !connection->sends.empty() && connection->socket->writable()) sendOn(connection);
}

namespace {

// Overwrites memory that the program or the back end has released, so that a later use of it is seen.
void poison(char* data, std::size_t size) { std::memset(data, 0xdb, size); }

// Memory for a read that belongs to a completing back end. The last reference gives it back.
struct OwnMemory {
  std::unique_ptr<char[]> bytes{new char[readBytes]};
  static void gone(void* keeper) noexcept {
    auto* memory = static_cast<OwnMemory*>(keeper);
    poison(memory->bytes.get(), readBytes);
    delete memory;
  }
};

}  // namespace

// Returns memory for one read, which belongs to `block_`.
char* SimPort::readInto() {
  if (network_.options.completion) {
    detail::Block::drop(block_);
    auto* memory = new OwnMemory;
    block_ = detail::ExternalBlock::make(OwnMemory::gone, memory);
    return memory->bytes.get();
  }
  if (!block_ || block_->refs != 1) {
    detail::Block::drop(block_);
    block_ = detail::Block::make(readBytes);
  }
  return block_->bytes();
}

// One read of a connection, of as many bytes as the option `cut` permits. Tests use `cut` to deliver bytes in every
// possible division.
void SimPort::read(SimConnection* connection) {
  SimSocket* socket = connection->socket;
  NODECPP_ASSERT(connection->sink && connection->reading && !connection->over && socket->readable());
  std::size_t most = readBytes;
  if (std::size_t available = socket->available(); available > 0 && network_.options.cut)
    most = std::clamp<std::size_t>(network_.options.cut(socket->id, socket->bytesRead(), available), 1, readBytes);
  char* to = readInto();
  std::ptrdiff_t got = socket->read(to, most);
  NODECPP_ASSERT(got <= std::ptrdiff_t(most), got, most);
  if (got == UV_EAGAIN) return;
  if (got <= 0) {
    NODECPP_ASSERT(!connection->over);
    connection->reading = false;
    connection->over = true;
    return got == 0 ? connection->sink->onEnd() : connection->sink->onReadError(ErrorCode(got));
  }
  if (std::shared_ptr<SimPassed> passed = socket->takePassed()) receive(connection, *passed);
  if (!connection->socket) return;
  NODECPP_ASSERT(block_ && connection->sink);
  connection->sink->onRead(block_, to, std::size_t(got));
  if (!connection->socket || !connection->reading) return;
  // Other connections are served first. An end is pushed in the turn after the last bytes, as on Linux.
  if (socket->available() > 0 || socket->hangup()) connection->queue();
}

void SimPort::accept(SimListener* listener) {
  while (listener->socket) {
    SimSocket* socket = network_.accept(listener->socket);
    if (!socket) return;
    NODECPP_ASSERT(socket->connected() && !socket->owner && listener->sink);
    connections_.push_back(std::make_unique<SimConnection>(*this, socket));
    SimConnection* connection = connections_.back().get();
    socket->owner = connection;
    listener->sink->onConnection(connection);
  }
}

ErrorCode SimPort::listen(const ListenSpec& spec, ListenerSink* sink, Listener** made) {
  *made = nullptr;
  if (spec.received) {
    SimListener* listener = at(spec.received);
    NODECPP_ASSERT(listener->socket);
    listener->sink = sink;
    listener->socket->listens = true;
    *made = listener;
    if (!sink) return 0;
    listener->socket->owners.push_back(listener);
    if (!listener->socket->waiting.empty()) listener->socketChanged();
    return 0;
  }
  auto listener = std::make_unique<SimListener>(*this, sink);
  if (ErrorCode error = network_.listen(spec, sink ? listener.get() : nullptr, &listener->socket)) return error;
  NODECPP_ASSERT(listener->socket && listener->socket->holders == 1);
  *made = listener.get();
  listeners_.push_back(std::move(listener));
  return 0;
}

Address SimPort::address(Listener* listener) {
  return at(listener)->socket ? at(listener)->socket->address : Address();
}

void SimPort::close(Listener* listener) {
  anySocketClosed_ = true;
  if (at(listener)->socket) network_.close(std::exchange(at(listener)->socket, nullptr), at(listener));
}

ErrorCode SimPort::connect(const ConnectSpec& spec, ConnectionSink* sink, Connection** made) {
  *made = nullptr;
  auto connection = std::make_unique<SimConnection>(*this, nullptr);
  ConnectSpec from = spec;
  if (spec.bound) {
    // The address is free from here on, and the connection takes it.
    from.local = address(spec.bound);
    SimPort::close(spec.bound);
  }
  if (ErrorCode error = network_.connect(from, connection.get(), &connection->socket)) return error;
  NODECPP_ASSERT(connection->socket && !connection->socket->attempted());
  connection->sink = sink;
  connection->connecting = true;
  *made = connection.get();
  connections_.push_back(std::move(connection));
  return 0;
}

// A simulated program has no descriptors but those that its parent has given to it.
ErrorCode SimPort::adopt(int fd, Connection** made) { return openChannel(fd, made); }

ErrorCode SimPort::setTypeOfService(Connection* connection, int value) {
  at(connection)->typeOfService = value;
  return 0;
}
ErrorCode SimPort::typeOfService(Connection* connection, int& value) {
  value = at(connection)->typeOfService;
  return 0;
}

void SimPort::setSink(Connection* connection, ConnectionSink* sink) { at(connection)->sink = sink; }

void SimPort::startReading(Connection* connection) {
  if (at(connection)->over) return;
  at(connection)->reading = true;
  if (at(connection)->socket && at(connection)->socket->readable()) at(connection)->queue();
}

void SimPort::stopReading(Connection* connection) { at(connection)->reading = false; }

WriteResult SimPort::write(Connection* which, const Slice* slices, std::size_t count) {
  SimConnection* connection = at(which);
  if (!connection->socket) return {0, UV_EBADF};
  if (connection->connecting || !connection->sends.empty() || network_.options.completion) return {0, 0};
  return writeNow(connection, slices, count, nullptr);
}

WriteResult SimPort::writeNow(SimConnection* connection, const Slice* slices, std::size_t count,
                              std::shared_ptr<SimPassed> passed) {
  SimSocket* socket = connection->socket;
  NODECPP_ASSERT(socket);
  std::uint64_t before = socket->writes();
  bool apart = passed != nullptr;
  WriteResult result = socket->write(slices, count, apart, std::move(passed));
  NODECPP_ASSERT(result.error <= 0 && (result.sent == 0 || result.error == 0), result.sent, result.error);
  NODECPP_ASSERT(socket->writes() == before || socket->writes() == before + 1, before);
  if (socket->writes() != before) ++writes_;
  return result;
}

std::shared_ptr<SimPassed> SimPort::pass(PassedHandle handle) {
  if (handle.datagrams) return std::make_shared<SimPassed>(network_, SimDatagrams::kernelOf(handle.datagrams));
  if (handle.listener) return network_.pass(at(handle.listener)->socket);
  return handle.connection ? network_.pass(at(handle.connection)->socket) : nullptr;
}

void SimPort::send(Connection* which, std::vector<Buffer>&& slices, PassedHandle handle) {
  SimConnection* connection = at(which);
  if (!connection->socket) return;
  connection->sends.add(std::move(slices), pass(handle));
  if (connection->socket->writable()) connection->queue();
}

std::size_t SimPort::unsent(Connection* which) { return at(which)->sends.bytes(); }

void SimPort::sendOn(SimConnection* connection) {
  NODECPP_ASSERT(connection->socket && !connection->connecting && !connection->sends.empty());
  connection->sends.go(*connection);
  // Sends that a sink has added meanwhile are tried in the next turn. When the socket has no room, it reports when
  // there is.
  if (connection->socket && !connection->sends.empty() && connection->socket->writable()) connection->queue();
}

WriteResult SimConnection::take(const Slice* slices, std::size_t count,
                                const std::shared_ptr<PassedDescriptor>& passed) {
  NODECPP_ASSERT(socket && count > 0, count);
  return port.writeNow(this, slices, count, std::static_pointer_cast<SimPassed>(passed));
}

// A piece of the file at a time, as the system's pages are. A short read ends the call, and the next one finds the end.
WriteResult SimConnection::takeFile(const FilePart& part) {
  NODECPP_ASSERT(socket && part.size > 0);
  std::vector<char> bytes(std::size_t(std::min<std::uint64_t>(part.size, readBytes)));
  Space space{bytes.data(), bytes.size()};
  const std::int64_t got = port.files.read(part.fd, &space, 1, std::int64_t(part.offset));
  if (got < 0) return {0, ErrorCode(got)};
  if (got == 0) return {0, UV_EOF};
  Slice slice{bytes.data(), std::size_t(got)};
  return port.writeNow(this, &slice, 1, nullptr);
}

WriteResult SimPort::writeFile(Connection* which, const FilePart& part) {
  SimConnection* connection = at(which);
  if (!connection->socket) return {0, UV_EBADF};
  if (connection->connecting || !connection->sends.empty() || network_.options.completion) return {0, 0};
  return connection->takeFile(part);
}

void SimPort::sendFile(Connection* which, const FilePart& part) {
  SimConnection* connection = at(which);
  if (!connection->socket) return;
  connection->sends.add(part);
  if (connection->socket->writable()) connection->queue();
}

void SimConnection::taken(Buffer& slice) {
  if (port.network().options.completion && !slice.isShared()) poison(slice.bytes(), slice.size());
  slice = Buffer();
}

ErrorCode SimPort::shutdown(Connection* connection) {
  return at(connection)->socket ? at(connection)->socket->shutdown() : UV_EBADF;
}

void SimPort::close(Connection* connection) {
  anySocketClosed_ = true;
  if (!at(connection)->socket) return;
  // Bytes that the closed connection still holds are sent as far as there is room.
  if (at(connection)->socket->connected()) at(connection)->sends.offerLastSend(*at(connection));
  at(connection)->sends.clear();
  NODECPP_ASSERT(at(connection)->sends.empty());
  std::exchange(at(connection)->socket, nullptr)->close(at(connection));
}

ErrorCode SimPort::reset(Connection* connection) {
  anySocketClosed_ = true;
  at(connection)->sends.clear();
  if (at(connection)->socket) std::exchange(at(connection)->socket, nullptr)->reset(at(connection));
  return 0;
}

Address SimPort::localAddress(Connection* connection) {
  return at(connection)->socket ? at(connection)->socket->local : Address();
}

Address SimPort::remoteAddress(Connection* connection) {
  SimSocket* socket = at(connection)->socket;
  return socket && socket->connected() ? socket->remote : Address();
}

}  // namespace nodecpp::os
