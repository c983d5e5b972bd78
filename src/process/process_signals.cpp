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

// The port identifies signals by these numbers.
constexpr Signal signals[] = {
#include "process/signals.inc"
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
