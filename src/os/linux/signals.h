// Signals: the handler notes the number and wakes the port, which pushes it in a turn.
#pragma once

#include "os/port.h"

namespace nodecpp::os {

// Catches `number` from now on; `wakeFd` is an eventfd written to when it comes.
ErrorCode catchSignal(int number, int wakeFd);
ErrorCode releaseSignal(int number);
// The next caught signal in the order they came, 0 when there is none.
int takeSignal();

}  // namespace nodecpp::os
