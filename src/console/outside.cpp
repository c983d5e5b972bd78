#include "console/outside.h"

#include <nodecpp/process.h>

#include "process/state.h"
#include "util/colors.h"

namespace nodecpp::detail {

const ConsoleOutside runningProgram = {
    .write = [](int fd, StringArg bytes) { writeStandard(Loop::current(), fd, bytes); },
    .now = [] { return Loop::current().port().hrtime(); },
    .colors =
        [](int fd) {
          auto& known = consoleState().colors[fd];
          if (!known) known = shouldColorize(fd);
          return *known;
        },
    .isTerminal = [](int fd) { return Loop::current().port().isTerminal(fd) && process::env["TERM"] != "dumb"; },
    .warn = [](StringArg message) { process::emitWarning(message); },
};
constinit thread_local const ConsoleOutside* consoleOutside = nullptr;

ConsoleState& consoleState() {
  if (!Loop::currentOrNull()) {
    static thread_local Handle<ConsoleState> alone = make<ConsoleState>();
    return *alone;
  }
  auto& attachments = ProcessState::current().attachments;
  for (const Handle<Object>& attachment : attachments)
    if (auto* state = dynamic_cast<ConsoleState*>(attachment.get())) return *state;
  auto state = make<ConsoleState>();
  attachments.push_back(state);
  return *state;
}

}  // namespace nodecpp::detail
