// Datagrams: sockets that send and receive datagrams over UDP.
//
// The contract, for the author of a back end:
// - `open` makes a socket that is bound and receives from then on. It belongs to the caller until `close`, after which
//   nothing is pushed any more. The port does not own the sink, which must outlive the socket. A push may close any
//   socket. A socket without a sink receives nothing: it is made to be passed to other processes.
// - A socket that was passed over a channel is one socket in several processes: a datagram is pushed in one of them, in
//   whichever is first to take it, and what one of them sets holds for all. It ends when the last of them has closed
//   it.
// - Each datagram is pushed once and whole, with the address of its sender; one that is empty is pushed, too. At most
//   `mostInTurn` datagrams of a socket are pushed in a turn, so that a flood of them cannot starve the rest.
// - `send` tries at once. It takes the whole datagram or nothing. When the system has no room, it returns UV_EAGAIN,
// and the
//   caller gives the bytes to `queue`, which holds them until the system has taken or refused them, and then pushes
//   `onSent`, in a later turn and in order. While datagrams are queued, `send` returns UV_EAGAIN.
// - A datagram that the system has taken may be lost, and datagrams may arrive in another order or twice.
// - `close` drops the datagrams that are queued, without `onSent`.
#pragma once

#include <vector>

#include "os/port/net_role.h"

namespace nodecpp::os {

class DatagramSocket {
 public:
  DatagramSocket(const DatagramSocket&) = delete;

 protected:
  DatagramSocket() = default;
  ~DatagramSocket() = default;
};

class DatagramSink {
 public:
  // The bytes are valid during the call.
  virtual void onDatagram(const char* data, std::size_t size, const Address& from) = 0;
  // Receiving has failed, for example because a datagram of ours was refused. The socket goes on.
  virtual void onReceiveError(ErrorCode error) = 0;
  // The oldest of the queued datagrams has been sent, or could not be sent.
  virtual void onSent(ErrorCode error) = 0;

 protected:
  ~DatagramSink() = default;
};

struct DatagramSpec {
  Address address{};  // IPv4 or IPv6; with port 0 the system chooses a port
  bool reuseAddress = false;
  bool reusePort = false;
  bool ipv6Only = false;
  int fd =
      -1;  // a descriptor that this process has, used in place of an address; it belongs to the socket from then on
  // A socket that has arrived over a channel, used in place of an address. It is used up.
  DatagramSocket* received = nullptr;
};

// What a descriptor is, as libuv tells it (uv_guess_handle).
enum class DescriptorKind : unsigned char { tcp, terminal, udp, file, pipe, unknown };

enum class DatagramOption : unsigned char {
  broadcast,
  ttl,
  multicastTtl,
  multicastLoopback,
  receiveBuffer,
  sendBuffer
};

// A group of multicast, the interface on which it is joined (an address, empty for the system's choice), and the only
// sender whose datagrams are wanted, empty for all.
struct Membership {
  String group, interface, source;
};

class Datagrams {
 public:
  static constexpr int mostInTurn = 32;

  virtual ErrorCode open(const DatagramSpec& spec, DatagramSink* sink, DatagramSocket** made) = 0;
  virtual void close(DatagramSocket* socket) = 0;
  // Sends a datagram to an address; with family none to the address that the socket is connected to. For another
  // address a connected socket returns UV_EISCONN.
  virtual ErrorCode send(DatagramSocket* socket, const Slice* slices, std::size_t count, const Address& to) = 0;
  virtual void queue(DatagramSocket* socket, Buffer datagram, const Address& to) = 0;
  // From then on only datagrams of this address are received. Family none ends that.
  virtual ErrorCode connect(DatagramSocket* socket, const Address& to) = 0;
  virtual ErrorCode localAddress(DatagramSocket* socket, Address& address) = 0;
  virtual ErrorCode remoteAddress(DatagramSocket* socket, Address& address) = 0;
  virtual ErrorCode setOption(DatagramSocket* socket, DatagramOption option, int value) = 0;
  // Sets `value` for the two sizes of buffers, in bytes as the system counts them. The other options cannot be asked
  // for.
  virtual ErrorCode getOption(DatagramSocket* socket, DatagramOption option, int& value) = 0;
  // Sets the interface by which multicast datagrams leave.
  virtual ErrorCode setMulticastInterface(DatagramSocket* socket, const String& address) = 0;
  virtual ErrorCode join(DatagramSocket* socket, const Membership& membership) = 0;
  virtual ErrorCode leave(DatagramSocket* socket, const Membership& membership) = 0;
  // Only a descriptor of the kind `udp` may be given to `open`.
  virtual DescriptorKind kindOf(int fd) = 0;

 protected:
  ~Datagrams() = default;
};

}  // namespace nodecpp::os
