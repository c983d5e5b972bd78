// The servers and sockets, of streams and for datagrams, that can be sent with a message, as in Node's
// handleConversion.
#pragma once

#include "child_process/channel.h"

namespace nodecpp::child_process::detail {

bool canBeSent(const SendHandle& handle);
// Returns the message that carries a handle: Node's, with the name of the handle's type, such as net.Server.
var envelope(const SendHandle& handle, const var& message);
// Returns the port's handle; empty when the server or socket is closed.
os::PassedHandle passedOf(const SendHandle& handle);
// Detaches a socket from its connection, which stays open.
void letGo(const SendHandle& handle);
// Calls `done` with the Server, Socket or native handle that the program gets for a handle that came in this envelope.
void receivedHandle(const var& envelope, const Native& native, Function<void(SendHandle)> done);

}  // namespace nodecpp::child_process::detail
