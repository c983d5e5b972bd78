#include "dgram/handle.h"

#include <algorithm>

#include "base/assertion.h"
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

int DatagramHandle::send(const nodecpp::detail::List<Buffer>& pieces, const os::Address& to,
                         const SendCallback& callback, const String& address, int port) {
  std::size_t size = 0;
  constexpr std::size_t few = 16;
  os::Slice room[few];
  std::vector<os::Slice> many(pieces.size() > few ? pieces.size() : 0);
  os::Slice* slices = pieces.size() > few ? many.data() : room;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    slices[i] = {pieces[i].bytes(), pieces[i].size()};
    size += pieces[i].size();
  }
  const int error = datagrams().send(socket_, slices, pieces.size(), to);
  if (error != UV_EAGAIN) return error;
  Array<Buffer> list;
  for (const Buffer& each : pieces) list.push(each);
  datagrams().queue(socket_, pieces.size() == 1 ? pieces[0] : Buffer::concat(list), to);
  waiting_.push_back({size, callback, address, port});
  waitingBytes_ += double(size);
  return error;
}

void DatagramHandle::onDatagram(const char* data, std::size_t size, const os::Address& from) {
  if (!started_) return;
  const AddressInfo sender = net::detail::toInfo(from);
  const net::BlockList& blocked = owner_->options_.receiveBlockList;
  if (blocked && blocked->check(sender.address, sender.family == "IPv6" ? "ipv6" : "ipv4")) return;
  loop_.makeCallback([&] {
    Socket alive = owner_;
    alive->emit(event::message, Buffer::copyOf(data, size),
                RemoteInfo{sender.address, sender.family, sender.port, double(size)});
  });
}

void DatagramHandle::onReceiveError(os::ErrorCode error) {
  NODECPP_ASSERT(error < 0, error);
  if (!started_) return;
  loop_.makeCallback([&] {
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
    done.callback(error ? hostError(error, "send", done.address, done.port) : Error(), error ? 0 : double(done.size));
  });
}

void DatagramHandle::end() {
  if (socket_) datagrams().close(std::exchange(socket_, nullptr));
  waiting_.clear();
  setReferenced(false);
  started_ = false;
  owner_->handle_ = nullptr;
  owner_->forgetSignal();
  owner_->dropListeners();
}

}  // namespace nodecpp::dgram
