#include "console/console_environment.h"

#include <nodecpp/process.h>

#include "base/assertion.h"
#include "process/process_state.h"
#include "util/colors.h"

namespace nodecpp::detail {

const ConsoleEnvironment runningProgram = {
    .write = [](int fd, StringArg bytes) { writeStandard(Loop::current(), fd, bytes); },
    .now = [] { return Loop::current().port().clock.hrtime(); },
    .colors =
        [](int fd) {
          NODECPP_ASSERT(fd == 1 || fd == 2, fd);
          auto& known = consoleState().colors[fd];
          if (!known) known = shouldColorize(fd);
          return *known;
        },
    .isTerminal =
        [](int fd) { return Loop::current().port().process.isTerminal(fd) && process::env["TERM"] != "dumb"; },
    .warn = [](StringArg message) { process::emitWarning(message); },
};

ConsoleState& consoleState() {
  static constinit LoopLocal<ConsoleState> ofProgram;
  return *ofProgram;
}

}  // namespace nodecpp::detail
