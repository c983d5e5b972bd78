#include <nodecpp/util.h>
#include <nodecpp/util/exit_code.h>

#include <algorithm>

#include "process/process_state.h"

namespace nodecpp::detail {

namespace {

struct Signal {
  const char* name;
  int number;
};

// Linux's numbers (asm-generic), in the order of Node's os.constants.signals. The port identifies signals by these numbers.
constexpr Signal signals[] = {
    {"SIGHUP", 1},     {"SIGINT", 2},   {"SIGQUIT", 3},  {"SIGILL", 4},     {"SIGTRAP", 5},  {"SIGABRT", 6},
    {"SIGIOT", 6},     {"SIGBUS", 7},   {"SIGFPE", 8},   {"SIGKILL", 9},    {"SIGUSR1", 10}, {"SIGSEGV", 11},
    {"SIGUSR2", 12},   {"SIGPIPE", 13}, {"SIGALRM", 14}, {"SIGTERM", 15},   {"SIGCHLD", 17}, {"SIGSTKFLT", 16},
    {"SIGCONT", 18},   {"SIGSTOP", 19}, {"SIGTSTP", 20}, {"SIGTTIN", 21},   {"SIGTTOU", 22}, {"SIGURG", 23},
    {"SIGXCPU", 24},   {"SIGXFSZ", 25}, {"SIGVTALRM", 26}, {"SIGPROF", 27}, {"SIGWINCH", 28}, {"SIGIO", 29},
    {"SIGPOLL", 29},   {"SIGPWR", 30},  {"SIGSYS", 31},
};

}  // namespace

int signalNumber(StringArg name) {
  auto at = std::ranges::find_if(signals, [&](const Signal& signal) { return StringArg(signal.name) == name; });
  return at == std::end(signals) ? 0 : at->number;
}

String signalName(int number) {
  auto at = std::ranges::find(signals, number, &Signal::number);
  return at == std::end(signals) ? String() : String(at->name);
}

}  // namespace nodecpp::detail

namespace nodecpp::util {

int convertProcessSignalToExitCode(StringArg signal) {
  if (const int number = nodecpp::detail::signalNumber(signal)) return 128 + number;
  String names;
  for (const auto& each : nodecpp::detail::signals) names += String(names ? ", " : "") + inspect(each.name);
  throw nodecpp::detail::invalidArgValue("signalCode", inspect(signal.toString()), "must be one of: " + names);
}

}  // namespace nodecpp::util
