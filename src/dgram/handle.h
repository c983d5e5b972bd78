// The port's side of a dgram socket.
#pragma once

#include <nodecpp/dgram.h>

#include <deque>

#include "net/socket_handle.h"
#include "os/port/datagrams_role.h"

namespace nodecpp::dgram {

// An open socket of the port. It holds a reference to its owner while it is open.
class DatagramHandle final : public net::detail::OpenHandle, public os::DatagramSink {
 public:
  DatagramHandle(nodecpp::detail::Loop& loop, SocketObject* owner) : OpenHandle(loop), owner_(owner) {}

  // Opens the socket. Returns 0 or an error, after which the handle may only be deleted.
  int open(const os::DatagramSpec& spec);
  // From now on datagrams are emitted, and the socket keeps the loop running. Until then they are dropped.
  void start(bool referenced);
  void setReferenced(bool on);
  // Closes the socket. Callbacks of datagrams that wait get ECANCELED. The handle deletes itself in the loop's close
  // phase.
  void close();

  os::Datagrams& datagrams() const { return loop_.port().datagrams; }
  os::DatagramSocket* socket() const { return socket_; }
  // Tries to send. Without room in the system the datagram waits, and `callback` is called later. Returns 0 when it was
  // sent, UV_EAGAIN when it waits, or another error.
  int send(const Datagram& bytes, const os::Address& to, const SendCallback& callback, const String& address, int port);
  double waitingBytes() const noexcept { return waitingBytes_; }
  std::size_t waitingCount() const noexcept { return waiting_.size(); }

 private:
  struct Waiting {
    std::size_t size;
    SendCallback callback;
    String address;
    int port;
  };
  void onDatagram(const char* data, std::size_t size, const os::Address& from) override;
  void onReceiveError(os::ErrorCode error) override;
  void onSent(os::ErrorCode error) override;
  void end() override;

  Socket owner_;
  os::DatagramSocket* socket_ = nullptr;
  std::deque<Waiting> waiting_;
  double waitingBytes_ = 0;
  bool started_ = false, counted_ = false;
};

// Access to sockets for cluster.
struct SocketInternals {
  // Closes what the socket has of the system. As in Node, the socket itself is not closed and emits nothing.
  static void leave(SocketObject& socket) {
    if (socket.handle_) std::exchange(socket.handle_, nullptr)->close();
  }
};

// Makes Node's error of an operation on a socket: "send EMSGSIZE undefined:80" when there is no address.
Error hostError(int error, StringArg call, const String& address, int port);

}  // namespace nodecpp::dgram
