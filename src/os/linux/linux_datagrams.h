// Datagrams of LinuxPort: nonblocking sockets in the port's epoll set.
#pragma once

#include <memory>

#include "os/port/datagrams_role.h"

namespace nodecpp::os {

class LinuxPort;
class LinuxDatagramSocket;
struct Watched;

class LinuxDatagrams final : public Datagrams {
 public:
  explicit LinuxDatagrams(LinuxPort& port) : port_(port) {}

  ErrorCode open(const DatagramSpec& spec, DatagramSink* sink, DatagramSocket** made) override;
  void close(DatagramSocket* socket) override;
  ErrorCode send(DatagramSocket* socket, const Slice* slices, std::size_t count, const Address& to) override;
  void queue(DatagramSocket* socket, Buffer datagram, const Address& to) override;
  ErrorCode connect(DatagramSocket* socket, const Address& to) override;
  ErrorCode localAddress(DatagramSocket* socket, Address& address) override;
  ErrorCode remoteAddress(DatagramSocket* socket, Address& address) override;
  ErrorCode setOption(DatagramSocket* socket, DatagramOption option, int value) override;
  ErrorCode getOption(DatagramSocket* socket, DatagramOption option, int& value) override;
  ErrorCode setMulticastInterface(DatagramSocket* socket, const String& address) override;
  ErrorCode join(DatagramSocket* socket, const Membership& membership) override;
  ErrorCode leave(DatagramSocket* socket, const Membership& membership) override;
  DescriptorKind kindOf(int fd) override;

  // Makes a socket of a descriptor that came over a channel. The socket is not watched before it is opened. Returns
  // null for a descriptor that is no socket of UDP any more.
  DatagramSocket* wrap(int fd);
  static int descriptorOf(DatagramSocket* socket);
  // An event of epoll for one of the sockets.
  void event(Watched* watched, std::uint32_t events);

 private:
  ErrorCode openReceived(LinuxDatagramSocket* socket, DatagramSink* sink, DatagramSocket** made);
  void receive(LinuxDatagramSocket* socket);
  void sendOn(LinuxDatagramSocket* socket);

  LinuxPort& port_;
  std::unique_ptr<char[]> room_;  // memory for the datagram that is read; made with the first
};

}  // namespace nodecpp::os
