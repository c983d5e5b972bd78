// The value of Sec-WebSocket-Accept that answers a key. RFC 6455, 4.2.2.
#pragma once

#include <nodecpp/crypto.h>

namespace nodecpp::ws::detail {

inline String acceptOf(StringArg key) {
  return crypto::createHash("sha1")->update(key.toString() + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")->digest("base64");
}

}  // namespace nodecpp::ws::detail
