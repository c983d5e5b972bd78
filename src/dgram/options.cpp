// The options of a socket: time to live, multicast, sizes of buffers.
#include <nodecpp/dgram.h>

#include <cmath>

#include "dgram/handle.h"

namespace nodecpp::dgram {

using os::DatagramOption;

namespace {

void check(int error, const char* call) {
  if (error) throw nodecpp::detail::errnoException(error, call);
}

// Sets an option of an open socket; a socket that is not open has no descriptor.
int set(DatagramHandle* handle, DatagramOption option, double value) {
  if (!handle) return UV_EBADF;
  if (!(value >= -2147483648.0 && value <= 2147483647.0)) return UV_EINVAL;
  return handle->datagrams().setOption(handle->socket(), option, int(value));
}

}  // namespace

void SocketObject::setBroadcast(bool on) {
  checkRunning();
  check(set(handle_, DatagramOption::broadcast, on), "setBroadcast");
}
double SocketObject::setTTL(double ttl) {
  checkRunning();
  check(set(handle_, DatagramOption::ttl, ttl), "setTTL");
  return ttl;
}
double SocketObject::setMulticastTTL(double ttl) {
  checkRunning();
  check(set(handle_, DatagramOption::multicastTtl, ttl), "setMulticastTTL");
  return ttl;
}
bool SocketObject::setMulticastLoopback(bool on) {
  checkRunning();
  check(set(handle_, DatagramOption::multicastLoopback, on), "setMulticastLoopback");
  return on;
}

void SocketObject::setMulticastInterface(StringArg interfaceAddress) {
  checkRunning();
  check(handle_ ? handle_->datagrams().setMulticastInterface(handle_->socket(), interfaceAddress.toString()) : UV_EBADF,
        "setMulticastInterface");
}

void SocketObject::changeMembership(const char* name, StringArg group, StringArg interface, StringArg source,
                                    bool joins) {
  // As libuv, which binds a socket that has no address before it changes its groups.
  if (!handle_) {
    const bool reuses = std::exchange(options_.reuseAddr, true);
    const int error = open(isIpv6_ ? "::" : "0.0.0.0", 0);
    options_.reuseAddr = reuses;
    check(error, name);
  }
  const os::Membership membership{group.toString(), interface.toString(), source.toString()};
  check(joins ? handle_->datagrams().join(handle_->socket(), membership)
              : handle_->datagrams().leave(handle_->socket(), membership),
        name);
}

namespace {
void checkGiven(StringArg multicastAddress) {
  if (!multicastAddress.empty()) return;
  throw nodecpp::detail::codedError<TypeError>("ERR_MISSING_ARGS",
                                               "The \"multicastAddress\" argument must be specified");
}
}  // namespace

void SocketObject::addMembership(StringArg multicastAddress, StringArg interfaceAddress) {
  checkRunning();
  checkGiven(multicastAddress);
  changeMembership("addMembership", multicastAddress, interfaceAddress, "", true);
}
void SocketObject::dropMembership(StringArg multicastAddress, StringArg interfaceAddress) {
  checkRunning();
  checkGiven(multicastAddress);
  changeMembership("dropMembership", multicastAddress, interfaceAddress, "", false);
}
void SocketObject::addSourceSpecificMembership(StringArg sourceAddress, StringArg groupAddress,
                                               StringArg interfaceAddress) {
  checkRunning();
  changeMembership("addSourceSpecificMembership", groupAddress, interfaceAddress, sourceAddress, true);
}
void SocketObject::dropSourceSpecificMembership(StringArg sourceAddress, StringArg groupAddress,
                                                StringArg interfaceAddress) {
  checkRunning();
  changeMembership("dropSourceSpecificMembership", groupAddress, interfaceAddress, sourceAddress, false);
}

double SocketObject::bufferSize(double size, bool receives) {
  checkRunning();
  if (!(size >= 0 && size <= 4294967295.0 && size == std::trunc(size)))
    throw nodecpp::detail::codedError<TypeError>("ERR_SOCKET_BAD_BUFFER_SIZE",
                                                 "Buffer size must be a positive integer");
  const DatagramOption option = receives ? DatagramOption::receiveBuffer : DatagramOption::sendBuffer;
  int found = 0;
  int error = UV_EBADF;
  if (handle_)
    error = size > 0 ? set(handle_, option, size) : handle_->datagrams().getOption(handle_->socket(), option, found);
  if (!error) return size > 0 ? size : double(found);
  const char* call = receives ? "uv_recv_buffer_size" : "uv_send_buffer_size";
  Error failure =
      nodecpp::detail::codedError("ERR_SOCKET_BUFFER_SIZE", str("Could not get or set buffer size: ") + call +
                                                                " returned " + nodecpp::detail::errnoName(error) +
                                                                " (" + nodecpp::detail::errnoMessage(error) + ")");
  failure->name = "SystemError";
  failure->stack.setHeader(failure->name + " [" + failure->code + "]: " + failure->message);
  failure->errno_ = error;
  failure->syscall = call;
  throw failure;
}

double SocketObject::getSendQueueSize() const noexcept { return handle_ ? handle_->waitingBytes() : 0; }
double SocketObject::getSendQueueCount() const noexcept { return handle_ ? double(handle_->waitingCount()) : 0; }

Socket SocketObject::changeRef(bool on) {
  isReferenced_ = on;
  if (handle_) handle_->setReferenced(on);
  return Socket(this);
}

}  // namespace nodecpp::dgram
