// The topics of a server and the connections that have subscribed to them.
#pragma once

#include <nodecpp/map.h>
#include <nodecpp/ws/server.h>

namespace nodecpp::ws::detail {

class RoomObject final : public Object {
 public:
  explicit RoomObject(String name) : topic(std::move(name)) {}
  const String topic;
  Set<WebSocket> members;
  NODECPP_TRACE(members)
};
using Room = Handle<RoomObject>;

class RoomsObject final : public Object {
 public:
  RoomsObject(double maxBackpressure, bool drops) : maxBackpressure_(maxBackpressure), drops_(drops) {}
  Room room(const String& topic);
  double size(const String& topic) const;
  void leave(const Room& room, const WebSocket& member);
  // Sends a message to all members but `sender`, which may be undefined. Returns how many get it.
  double publish(const String& topic, const WebSocket& sender, const Data& data, const SendOptions& options);

 private:
  Map<String, Room> rooms_;
  double maxBackpressure_;
  bool drops_;
  NODECPP_TRACE(rooms_)
};

}  // namespace nodecpp::ws::detail
