// Datagrams of a simulated program: sockets on the simulated network, which loses, repeats and reorders datagrams as
// its faults say.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "os/port/datagrams_role.h"

namespace nodecpp::os {

class Network;
class SimPort;
class SimDatagramSocket;
struct SimUdpSocket;

class SimDatagrams final : public Datagrams {
 public:
  SimDatagrams(SimPort& port, Network& network);
  ~SimDatagrams();

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
  // A simulated program has no descriptors of sockets.
  DescriptorKind kindOf(int) override { return DescriptorKind::unknown; }

  // Makes the program's socket for one of the kernel's that came over a channel. It receives nothing before it is
  // opened.
  DatagramSocket* receive(std::shared_ptr<SimUdpSocket> kernel);
  static std::shared_ptr<SimUdpSocket> kernelOf(DatagramSocket* socket);
  // Pushes what a socket has to tell. Called by the port in a turn.
  void serve(SimDatagramSocket* socket);
  // Closes all sockets, as a kernel does when the program ends.
  void end();

 private:
  ErrorCode transmit(const std::shared_ptr<SimUdpSocket>& by, std::string bytes, const Address& to);
  void sendQueued(SimDatagramSocket& socket);
  void freeClosed();

  SimPort& port_;
  Network& network_;
  std::vector<std::unique_ptr<SimDatagramSocket>> sockets_;
};

}  // namespace nodecpp::os
