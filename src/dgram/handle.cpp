#include "dgram/handle.h"

#include <algorithm>

#include "base/assertion.h"
#include "loop/context.h"
#include "net/internals.h"

namespace nodecpp::dgram {

Error hostError(int error, StringArg call, const String& address, int port) {
  Error made = nodecpp::detail::exceptionWithHostPort(
      error, call, address.empty() && port > 0 ? String("undefined") : address, port);
  if (address.empty()) made->address = "";
  return made;
}

int DatagramHandle::open(const os::DatagramSpec& spec) {
  NODECPP_ASSERT(!socket_);
  if (int error = datagrams().open(spec, this, &socket_)) return error;
  enlist();
  return 0;
}

void SocketInternals::receive(SocketObject& socket, os::DatagramSocket* received, Function<void()> closed) {
  NODECPP_ASSERT(received && !socket.isClosed_ && socket.bound_ != SocketObject::Bound::yes);
  // As in Node, what the socket had before it was bound, such as a group that it joined, goes with its handle.
  if (DatagramHandle* before = std::exchange(socket.handle_, nullptr)) before->close();
  Socket alive(&socket);
  if (const int error = socket.openHandle({.received = received})) {
    if (closed) closed();
    return socket.failBinding(nodecpp::detail::errnoException(error, "open"));
  }
  socket.handle_->onClosed(std::move(closed));
  socket.bound();
}

void DatagramHandle::start(bool referenced) {
  started_ = true;
  setReferenced(referenced);
}

void DatagramHandle::setReferenced(bool on) {
  if (!started_ || on == counted_) return;
  counted_ = on;
  on ? loop_.ref() : loop_.unref();
}

void DatagramHandle::close() {
  setReferenced(false);
  started_ = false;
  datagrams().close(std::exchange(socket_, nullptr));
  if (const auto closed = std::exchange(closed_, nullptr)) closed();
  loop_.queueClosing({[](void* data) {
                        auto* handle = static_cast<DatagramHandle*>(data);
                        const auto given = std::exchange(handle->waiting_, {});
                        for (const Waiting& each : given)
                          if (each.callback)
                            handle->loop_.makeCallback(
                                [&] { each.callback(hostError(UV_ECANCELED, "send", each.address, each.port), 0); });
                        delete handle;
                      },
                      this});
}

os::Address::Family DatagramHandle::familyOf(const String& host) const {
  if (sender_ && host == sender_->host) return sender_->family;
  const int found = net::isIP(host);
  return found == 4 ? os::Address::Family::ipv4 : found == 6 ? os::Address::Family::ipv6 : os::Address::Family::none;
}

int DatagramHandle::send(const Datagram& bytes, const os::Address& to, const SendCallback& callback,
                         const String& address, int port) {
  int error = 0;
  if (const std::size_t count = bytes.count(); count == 1) [[likely]] {
    const os::Slice whole{bytes.piece(0).bytes(), bytes.piece(0).size()};
    error = datagrams().send(socket_, &whole, 1, to);
  } else {
    std::vector<os::Slice> pieces;
    pieces.reserve(count);
    for (std::size_t i = 0; i < count; ++i) pieces.push_back({bytes.piece(i).bytes(), bytes.piece(i).size()});
    error = datagrams().send(socket_, pieces.data(), count, to);
  }
  return error == UV_EAGAIN ? queue(bytes, to, callback, address, port) : error;
}

int DatagramHandle::queue(const Datagram& bytes, const os::Address& to, const SendCallback& callback,
                          const String& address, int port) {
  Array<Buffer> list;
  for (std::size_t i = 0; i < bytes.count(); ++i) list.push(bytes.piece(i));
  datagrams().queue(socket_, bytes.count() == 1 ? bytes.piece(0) : Buffer::concat(list), to);
  waiting_.push_back({bytes.size(), nodecpp::detail::inContext(callback), address, port});
  waitingBytes_ += double(bytes.size());
  return UV_EAGAIN;
}

void DatagramHandle::onDatagram(const char* data, std::size_t size, const os::Address& from) {
  if (!started_) return;
  const bool isIpv6 = from.family == os::Address::Family::ipv6;
  const net::BlockList& blocked = owner_->options_.receiveBlockList;
  if (blocked && blocked->check(from.host, isIpv6 ? "ipv6" : "ipv4")) return;
  // The pointer is taken back also when the program exits, since its last listeners may send.
  struct Sender {
    const os::Address*& known;
    ~Sender() { known = nullptr; }
  } sender{sender_ = &from};
  loop_.makeCallback(context_, [&] {
    Socket alive = owner_;
    alive->emit(event::message, Buffer::copyOf(data, size),
                RemoteInfo{from.host, isIpv6 ? String("IPv6") : String("IPv4"), from.port, double(size)});
  });
}

void DatagramHandle::onReceiveError(os::ErrorCode error) {
  NODECPP_ASSERT(error < 0, error);
  if (!started_) return;
  loop_.makeCallback(context_, [&] {
    Socket alive = owner_;
    alive->emit(event::error, nodecpp::detail::errnoException(error, "recvmsg"));
  });
}

void DatagramHandle::onSent(os::ErrorCode error) {
  NODECPP_ASSERT(!waiting_.empty() && error <= 0, waiting_.size(), error);
  const Waiting done = std::move(waiting_.front());
  waiting_.pop_front();
  waitingBytes_ -= double(done.size);
  if (!done.callback) return;
  loop_.makeCallback([&] {
    Socket alive = owner_;
    done.callback(error ? hostError(error, "send", done.address, done.port) : Error(nullptr), error ? 0 : double(done.size));
  });
}

void DatagramHandle::end() {
  if (socket_) datagrams().close(std::exchange(socket_, nullptr));
  dropKept();
  waiting_.clear();
  closed_ = nullptr;
  setReferenced(false);
  started_ = false;
  owner_->handle_ = nullptr;
  owner_->forgetSignal();
  owner_->dropListeners();
}

}  // namespace nodecpp::dgram
