// The servers and sockets that can be sent with a message, as in Node's handleConversion.
#pragma once

#include "child_process/channel.h"

namespace nodecpp::child_process::detail {

bool canBeSent(const SendHandle& handle);
// Returns Node's name for the handle's type: net.Server, net.Socket or net.Native.
const char* typeOf(const SendHandle& handle);
// Returns the port's handle; empty when the server or socket is closed.
os::PassedHandle passedOf(const SendHandle& handle);
// Detaches a socket from its connection, which stays open.
void letGo(const SendHandle& handle);
// Calls `done` with the Server, Socket or native handle that the program gets for a received handle.
void receivedHandle(const var& type, const Native& native, Function<void(SendHandle)> done);

}  // namespace nodecpp::child_process::detail
