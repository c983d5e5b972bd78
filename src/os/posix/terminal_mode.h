// The mode of a terminal, and its restoration when the process ends.
#pragma once

#include "os/port/port.h"

namespace nodecpp::os {

// Sets the mode of the terminal at `fd`. Returns UV_ENOTTY when `fd` is no terminal. The first call that leaves the
// normal mode notes it; restoreTerminal() sets it again.
ErrorCode setTerminalMode(int fd, TerminalMode mode);
// Sets the noted mode, if a terminal is in another one. Called when the process ends, also by a signal handler.
void restoreTerminal() noexcept;

}  // namespace nodecpp::os
