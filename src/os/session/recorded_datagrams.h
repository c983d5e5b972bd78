// Datagrams of a RecordedPort. All operations are records of one kind, and all events of another, with their fields as
// bytes.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "os/port/datagrams_role.h"

namespace nodecpp::os {

class RecordedPort;
class RecordedDatagramSocket;

class RecordedDatagrams final : public Datagrams {
 public:
  // The numbers stand in recordings.
  enum class Event : unsigned char { received, failed, sent };

  explicit RecordedDatagrams(RecordedPort& port) : port_(port) {}

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

  // Returns the program's object for a socket that came over a channel; in a replay `inner` is null.
  DatagramSocket* receive(DatagramSocket* inner, std::uint64_t id);
  // Return the number of a socket of the program, and the inner port's socket, which is null in a replay.
  static std::uint64_t numberOf(DatagramSocket* socket);
  static DatagramSocket* innerOf(DatagramSocket* socket);

  // Pushes an event of a recording. Returns false when its fields are malformed or there is no such socket.
  bool replay(std::uint64_t socket, Event event, std::string_view fields);

 private:
  // The numbers stand in recordings.
  enum class Operation : unsigned char {
    open,
    close,
    send,
    queue,
    connect,
    localAddress,
    remoteAddress,
    setOption,
    getOption,
    setMulticastInterface,
    join,
    leave,
    kindOf
  };
  template <class Perform, class... Call, class... Results>
  ErrorCode ask(Operation operation, RecordedDatagramSocket& socket, std::tuple<Call...> call, Perform&& perform,
                Results&... results);

  RecordedPort& port_;
  std::unordered_map<std::uint64_t, RecordedDatagramSocket*> sockets_;
};

}  // namespace nodecpp::os
