// util.convertProcessSignalToExitCode. https://nodejs.org/docs/latest-v24.x/api/util.html
#pragma once

#include <nodecpp/string.h>

namespace nodecpp::util {

// Returns the exit code that a shell reports for a process that this signal has ended: 143 for "SIGTERM". Throws
// ERR_INVALID_ARG_VALUE for a name that is no signal.
int convertProcessSignalToExitCode(StringArg signal);

}  // namespace nodecpp::util
