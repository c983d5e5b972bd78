// The port's side of a dgram socket.
#pragma once

#include <nodecpp/dgram.h>

#include <deque>
#include <memory>

#include "net/socket_handle.h"
#include "os/port/datagrams_role.h"

namespace nodecpp::dgram {

// An open socket of the port. It holds a reference to its owner while it is open.
class DatagramHandle final : public net::detail::OpenHandle, public os::DatagramSink {
 public:
  DatagramHandle(nodecpp::detail::Loop& loop, SocketObject* owner) : OpenHandle(loop), owner_(owner) {}

  ~DatagramHandle() { dropKept(); }

  // Opens the socket. Returns 0 or an error, after which the handle may only be deleted.
  int open(const os::DatagramSpec& spec);
  // From now on datagrams are emitted, and the socket keeps the loop running. Until then they are dropped.
  void start(bool referenced);
  void setReferenced(bool on);
  // Called when the handle is closed, for the socket of a worker in a cluster.
  void onClosed(Function<void()> closed) { closed_ = std::move(closed); }
  // Closes the socket. Callbacks of datagrams that wait get ECANCELED. The handle deletes itself in the loop's close
  // phase.
  void close();

  os::Datagrams& datagrams() const { return loop_.port().datagrams; }
  os::DatagramSocket* socket() const { return socket_; }
  // Tries to send. Without room in the system the datagram waits, and `callback` is called later. Returns 0 when it was
  // sent, UV_EAGAIN when it waits, or another error.
  int send(const Datagram& bytes, const os::Address& to, const SendCallback& callback, const String& address, int port);
  // A datagram whose address is known, which is sent in the next tick. Without `isGiven` the program gave no address.
  struct Kept {
    Datagram bytes;
    os::Address to;
    SendCallback callback;
    bool isGiven;
    Kept* next = nullptr;
    static void* operator new(std::size_t bytes) { return nodecpp::detail::allocate(bytes); }
    static void operator delete(void* memory, std::size_t bytes) noexcept { nodecpp::detail::release(memory, bytes); }
  };
  // Keeps a datagram for its tick, and gives the oldest one back in the tick. This takes the place of a closure for each
  // datagram.
  void keep(std::unique_ptr<Kept> datagram) {
    Kept* added = datagram.release();
    (lastKept_ ? lastKept_->next : firstKept_) = added;
    lastKept_ = added;
  }
  std::unique_ptr<Kept> takeKept() {
    NODECPP_ASSERT(firstKept_ && lastKept_);
    std::unique_ptr<Kept> taken(firstKept_);
    firstKept_ = taken->next;
    if (!firstKept_) lastKept_ = nullptr;
    return taken;
  }
  // Returns the family of a numeric address, or `none` for another text.
  os::Address::Family familyOf(const String& host) const;
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
  void dropKept() noexcept {
    while (firstKept_) takeKept();
  }
  int queue(const Datagram& bytes, const os::Address& to, const SendCallback& callback, const String& address, int port);
  const char* resourceName() const override { return owner_->isReferenced_ ? "UDPWrap" : nullptr; }

  Socket owner_;
  const os::Address* sender_ = nullptr;  // of the datagram that is being emitted, to which the answer is probably sent
  os::DatagramSocket* socket_ = nullptr;
  Kept* firstKept_ = nullptr;
  Kept* lastKept_ = nullptr;
  std::deque<Waiting> waiting_;
  double waitingBytes_ = 0;
  Function<void()> closed_{};
  bool started_ = false, counted_ = false;
};

// Access to sockets for cluster and for the channels between processes.
struct SocketInternals {
  // Returns the socket's handle, or null when it is not open in the port.
  static DatagramHandle* handleOf(const SocketObject& socket) { return socket.handle_; }
  static bool isClosed(const SocketObject& socket) { return socket.isClosed_; }
  // Gives an unbound socket the port's socket that came over a channel, and emits `listening`, or `error`. `closed` is
  // called when the socket does not use the port's socket any more.
  static void receive(SocketObject& socket, os::DatagramSocket* received, Function<void()> closed = nullptr);
  // Ends the binding of a socket with an error, which is emitted.
  static void fail(SocketObject& socket, const Error& error) { socket.failBinding(error); }
  // Closes what the socket has of the system. As in Node, the socket itself is not closed and emits nothing.
  static void leave(SocketObject& socket) {
    if (socket.handle_) std::exchange(socket.handle_, nullptr)->close();
  }
};

// Makes Node's error of an operation on a socket: "send EMSGSIZE undefined:80" when there is no address.
Error hostError(int error, StringArg call, const String& address, int port);

}  // namespace nodecpp::dgram
