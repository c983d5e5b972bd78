#include "os/session/recorded_datagrams.h"

#include <memory>

#include "os/session/recorded_objects.h"

namespace nodecpp::os {

NODECPP_RECORD_MEMBERS(DatagramSpec, x.address, x.reuseAddress, x.reusePort, x.ipv6Only, x.fd)
NODECPP_RECORD_MEMBERS(Membership, x.group, x.interface, x.source)

using record::Kind;

class RecordedDatagramSocket final : public DatagramSocket, public DatagramSink {
 public:
  RecordedDatagramSocket(RecordedPort& p, std::uint64_t number, DatagramSink* s) : port(p), id(number), sink(s) {}
  ~RecordedDatagramSocket() = default;

  void onDatagram(const char* data, std::size_t size, const Address& from) override {
    note(RecordedDatagrams::Event::received, from, std::string_view(data, size));
    sink->onDatagram(data, size, from);
  }
  void onReceiveError(ErrorCode error) override {
    note(RecordedDatagrams::Event::failed, error);
    sink->onReceiveError(error);
  }
  void onSent(ErrorCode error) override {
    note(RecordedDatagrams::Event::sent, error);
    --queued;
    sink->onSent(error);
  }

  RecordedPort& port;
  const std::uint64_t id;
  DatagramSink* sink;  // null for a socket that receives nothing
  DatagramSocket* inner = nullptr;
  std::size_t queued = 0;  // how many datagrams were queued and have no outcome yet

 private:
  template <class... F>
  void note(RecordedDatagrams::Event event, const F&... fields) {
    port.recordEvent(Kind::datagramEvent, id, event, fields...);
  }
};

namespace {
RecordedDatagramSocket* at(DatagramSocket* socket) { return static_cast<RecordedDatagramSocket*>(socket); }
}  // namespace

// An operation whose first result is the error that perform(inner, its) returns; the others are `results`, which it
// sets.
template <class Perform, class... Call, class... Results>
ErrorCode RecordedDatagrams::ask(Operation operation, RecordedDatagramSocket& socket, std::tuple<Call...> call,
                                 Perform&& perform, Results&... results) {
  ErrorCode error = 0;
  port_.operateOn(
      Kind::datagrams, operation, socket.id, call, [&] { error = perform(port_.innerDatagrams(), socket.inner); },
      error, results...);
  port_.require(error <= 0, Kind::datagrams, "an error above 0");
  return error;
}

ErrorCode RecordedDatagrams::open(const DatagramSpec& spec, DatagramSink* sink, DatagramSocket** made) {
  *made = nullptr;
  // A socket that was received over a channel keeps its number; when opening it fails, it is used up.
  const bool isReceived = spec.received != nullptr;
  std::unique_ptr<RecordedDatagramSocket> socket(isReceived ? at(spec.received)
                                                            : new RecordedDatagramSocket(port_, port_.newId(), sink));
  sockets_.erase(socket->id);
  socket->sink = sink;
  if (ErrorCode error = ask(Operation::open, *socket, std::tuple(spec, isReceived, sink != nullptr),
                            [&](Datagrams& inner, DatagramSocket*& its) {
                              DatagramSpec theirs = spec;
                              theirs.received = isReceived ? its : nullptr;
                              return inner.open(theirs, sink ? socket.get() : nullptr, &its);
                            }))
    return error;
  sockets_[socket->id] = socket.get();
  *made = socket.release();
  return 0;
}

DatagramSocket* RecordedDatagrams::receive(DatagramSocket* inner, std::uint64_t id) {
  auto* socket = new RecordedDatagramSocket(port_, id, nullptr);
  socket->inner = inner;
  sockets_[id] = socket;
  return socket;
}
std::uint64_t RecordedDatagrams::numberOf(DatagramSocket* socket) { return at(socket)->id; }
DatagramSocket* RecordedDatagrams::innerOf(DatagramSocket* socket) { return at(socket)->inner; }

void RecordedDatagrams::close(DatagramSocket* which) {
  std::unique_ptr<RecordedDatagramSocket> socket(at(which));
  sockets_.erase(socket->id);
  port_.operateOn(Kind::datagrams, Operation::close, socket->id, std::tuple(),
                  [&] { port_.innerDatagrams().close(socket->inner); });
}

ErrorCode RecordedDatagrams::send(DatagramSocket* socket, const Slice* slices, std::size_t count, const Address& to) {
  return ask(Operation::send, *at(socket), std::tuple(to, port_.digestOf(slices, count)),
             [&](Datagrams& inner, DatagramSocket* its) { return inner.send(its, slices, count, to); });
}

void RecordedDatagrams::queue(DatagramSocket* socket, Buffer datagram, const Address& to) {
  const Slice slice{datagram.bytes(), datagram.size()};
  ++at(socket)->queued;
  port_.operateOn(Kind::datagrams, Operation::queue, at(socket)->id, std::tuple(to, port_.digestOf(&slice, 1)),
                  [&] { port_.innerDatagrams().queue(at(socket)->inner, datagram, to); });
}

ErrorCode RecordedDatagrams::connect(DatagramSocket* socket, const Address& to) {
  return ask(Operation::connect, *at(socket), std::tuple(to),
             [&](Datagrams& inner, DatagramSocket* its) { return inner.connect(its, to); });
}

ErrorCode RecordedDatagrams::localAddress(DatagramSocket* socket, Address& address) {
  return ask(
      Operation::localAddress, *at(socket), std::tuple(),
      [&](Datagrams& inner, DatagramSocket* its) { return inner.localAddress(its, address); }, address);
}

ErrorCode RecordedDatagrams::remoteAddress(DatagramSocket* socket, Address& address) {
  return ask(
      Operation::remoteAddress, *at(socket), std::tuple(),
      [&](Datagrams& inner, DatagramSocket* its) { return inner.remoteAddress(its, address); }, address);
}

ErrorCode RecordedDatagrams::setOption(DatagramSocket* socket, DatagramOption option, int value) {
  return ask(Operation::setOption, *at(socket), std::tuple(option, value),
             [&](Datagrams& inner, DatagramSocket* its) { return inner.setOption(its, option, value); });
}

ErrorCode RecordedDatagrams::getOption(DatagramSocket* socket, DatagramOption option, int& value) {
  return ask(
      Operation::getOption, *at(socket), std::tuple(option),
      [&](Datagrams& inner, DatagramSocket* its) { return inner.getOption(its, option, value); }, value);
}

ErrorCode RecordedDatagrams::setMulticastInterface(DatagramSocket* socket, const String& address) {
  return ask(Operation::setMulticastInterface, *at(socket), std::tuple(address),
             [&](Datagrams& inner, DatagramSocket* its) { return inner.setMulticastInterface(its, address); });
}

ErrorCode RecordedDatagrams::join(DatagramSocket* socket, const Membership& membership) {
  return ask(Operation::join, *at(socket), std::tuple(membership),
             [&](Datagrams& inner, DatagramSocket* its) { return inner.join(its, membership); });
}

ErrorCode RecordedDatagrams::leave(DatagramSocket* socket, const Membership& membership) {
  return ask(Operation::leave, *at(socket), std::tuple(membership),
             [&](Datagrams& inner, DatagramSocket* its) { return inner.leave(its, membership); });
}

DescriptorKind RecordedDatagrams::kindOf(int fd) {
  DescriptorKind kind = DescriptorKind::unknown;
  port_.operateOn(
      Kind::datagrams, Operation::kindOf, 0, std::tuple(fd), [&] { kind = port_.innerDatagrams().kindOf(fd); }, kind);
  port_.require(kind <= DescriptorKind::unknown, Kind::datagrams, "an unknown kind of descriptor");
  return kind;
}

// A log may come from anybody, so what no port would push is malformed.
bool RecordedDatagrams::replay(std::uint64_t id, Event event, std::string_view fields) {
  const auto found = sockets_.find(id);
  if (found == sockets_.end() || !found->second->sink) return false;
  RecordedDatagramSocket* socket = found->second;
  record::Fields in(fields);
  if (event == Event::received) {
    const auto from = in.get<Address>();
    const std::string_view bytes = in.bytes();
    const bool isAddress = from.family == Address::Family::ipv4 || from.family == Address::Family::ipv6;
    if (!in.isValid() || !in.empty() || !isAddress) return false;
    socket->onDatagram(bytes.data(), bytes.size(), from);
    return true;
  }
  const auto error = in.get<ErrorCode>();
  if (!in.isValid() || !in.empty()) return false;
  if (event == Event::failed && error < 0) return socket->onReceiveError(error), true;
  if (event == Event::sent && error <= 0 && socket->queued > 0) return socket->onSent(error), true;
  return false;
}

}  // namespace nodecpp::os
