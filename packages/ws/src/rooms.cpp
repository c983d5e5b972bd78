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

double RoomsObject::publish(const String& topic, const WebSocket& sender, const Data& data, const SendOptions& options) {
  const Room room = rooms_.get(topic);
  if (!room) return 0;
  const bool isBinary = options.binary.given ? options.binary.value != 0 : !data.isString();
  const Frame frame = frameOf(Payload(data), {.opcode = isBinary ? Opcode::binary : Opcode::text}, nullptr);
  double count = 0;
  for (const WebSocket member : room->members) {
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
