// Simulated children.
#include <cerrno>

#include "os/sim/sim_port.h"

namespace nodecpp::os {

ErrorCode SimPort::spawn(SpawnSpec&, ChildSink*, Child** child, int* pid) {
  *child = nullptr;
  *pid = 0;
  return -ENOENT;
}

void SimPort::close(Child*) {}

void SimPort::run(const RunSpec&, RunResult& result) { result = {.error = -ENOENT}; }

ErrorCode SimPort::openChannel(int, Connection** channel) {
  *channel = nullptr;
  return -EBADF;
}

WriteResult SimPort::writeHandle(Connection*, const Slice&, PassedHandle) { return {0, -EINVAL}; }

}  // namespace nodecpp::os
