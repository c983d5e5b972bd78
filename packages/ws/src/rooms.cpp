#include "rooms.h"

#include "connection.h"

namespace nodecpp::ws::detail {

Room RoomsObject::room(const String& topic) {
  if (const Room known = rooms_.get(topic)) return known;
  const Room fresh = make<Room>(topic);
  rooms_.set(topic, fresh);
  return fresh;
}

double RoomsObject::size(const String& topic) const {
  const Room room = rooms_.get(topic);
  return room ? double(room->members.size()) : 0;
}

void RoomsObject::leave(const Room& room, const WebSocket& member) {
  room->members.delete_(member);
  if (room->members.size() == 0 && rooms_.get(room->topic) == room) rooms_.delete_(room->topic);
}

namespace {

// Goes ahead of a loop that writes to all members, and lets the memory of those that come soon be fetched: of each member
// another part in each step. Nothing of the program runs inside of the loop, so that no member goes meanwhile.
class Ahead {
 public:
  explicit Ahead(const Set<WebSocket>& members) : next_(members.begin()), end_(members.end()) {
    for (std::size_t i = 1; i < places; ++i) step();
  }
  // Called before each member.
  void step() {
    const WebSocketObject*& come = coming_[at_++ % places];
    come = nullptr;
    if (next_ != end_) {
      come = (*next_).get();
      ++next_;
    }
    if (come) net::detail::fetchMemory<sizeof(WebSocketObject)>(come);
    ConnectionObject::fetch(ago(2));
    net::detail::fetchSocket(ConnectionObject::socketOf(ago(4)));
    net::detail::fetchHandle(ConnectionObject::socketOf(ago(6)));
    net::detail::fetchConnection(ConnectionObject::socketOf(ago(7)));
  }

 private:
  static constexpr std::size_t places = 8;
  // The member that came so many steps ago; null when there was none.
  const WebSocketObject* ago(std::size_t steps) const noexcept { return coming_[(at_ - 1 - steps) % places]; }

  decltype(std::declval<const Set<WebSocket>&>().begin()) next_;
  nodecpp::detail::IterationEnd end_;
  const WebSocketObject* coming_[places] = {};
  std::size_t at_ = 0;
};

}  // namespace

double RoomsObject::publish(const String& topic, const WebSocket& sender, const Data& data, const SendOptions& options) {
  const Room room = rooms_.get(topic);
  if (!room) return 0;
  const bool isBinary = options.binary.given ? options.binary.value != 0 : !data.isString();
  const Frame frame = frameOf(Payload(data), {.opcode = isBinary ? Opcode::binary : Opcode::text}, nullptr);
  double count = 0;
  Ahead ahead(room->members);
  for (const WebSocket member : room->members) {
    ahead.step();
    if (member == sender || member->readyState() != WebSocket::OPEN) continue;
    if (ConnectionObject& connection = ConnectionObject::of(*member); connection.bufferedAmount() <= maxBackpressure_) {
      connection.sendMade(frame);
      ++count;
    } else if (!drops_) {
      member->terminate();
    }
  }
  return count;
}

}  // namespace nodecpp::ws::detail
