// What goes over a channel with a message, as Node's handleConversion.
#pragma once

#include "child_process/channel.h"

namespace nodecpp::child_process::detail {

bool canBeSent(const SendHandle& handle);
// Node's name: net.Server, net.Socket, net.Native.
const char* typeOf(const SendHandle& handle);
// Nothing of one that is closed.
os::PassedHandle passedOf(const SendHandle& handle);
// A socket forgets its connection, which stays open.
void letGo(const SendHandle& handle);
// Calls `done` with what the program is given for what has come.
void receivedHandle(const var& type, const Native& native, Function<void(SendHandle)> done);

}  // namespace nodecpp::child_process::detail
