// tty: terminals. https://nodejs.org/docs/latest-v24.x/api/tty.html
//
// The streams of terminals are process::stdin, stdout and stderr (nodecpp/process.h).
#pragma once

#include <nodecpp/process/stdio.h>

namespace nodecpp::tty {

using ReadStream = process::Input;
using WriteStream = process::Output;
// The argument of getColorDepth and hasColors: {{"TERM", "xterm-256color"}}.
using Environment = process::TerminalEnvironment;

// Returns whether the descriptor is a terminal. Any other number than a descriptor is none.
bool isatty(double fd);

}  // namespace nodecpp::tty
