// Parts of files that go from the file to a connection.
#include <utility>

#include "base/assertion.h"
#include "net/internals.h"

namespace nodecpp::net::detail {

bool SocketHandle::sendFile(os::FilePart part, stream::Callback callback) {
  os::Net& net = loop_.port().net;
  if (!connection_ || heldBack_ || sends_ > 0 || written_ || streams_ != &net) return false;
  flush();
  // A flush that fails has destroyed the socket. Output that the system has not taken yet precedes the file.
  if (!connection_) return callback(nodecpp::detail::errnoException(UV_ECANCELED, "write")), true;
  const auto size = double(part.size);
  if (sends_ == 0) {
    const os::WriteResult result = net.writeFile(connection_, part);
    NODECPP_ASSERT(result.sent <= part.size && result.error <= 0, result.sent, part.size, result.error);
    if (result.error == UV_ENOTSUP) return false;
    if (result.error) return callback(nodecpp::detail::errnoException(result.error, "write")), true;
    part.offset += result.sent;
    part.size -= result.sent;
  }
  bytesWritten += size;
  owner->touch();
  if (part.size == 0) return callback(nullptr), true;
  net.sendFile(connection_, part);
  ++sends_;
  updateReference();
  written_ = std::move(callback);
  inFlight = size;
  lastQueued = queued();
  return true;
}

}  // namespace nodecpp::net::detail
