#include "os/session/recorded_machine.h"

#include <string>

#include "os/session/recorded_objects.h"

namespace nodecpp::os {

NODECPP_RECORD_MEMBERS(SystemNames, x.type, x.release, x.version, x.machine, x.host)
NODECPP_RECORD_MEMBERS(Processor, x.model, x.speed, x.user, x.nice, x.system, x.idle, x.irq)
NODECPP_RECORD_MEMBERS(MachineMemory, x.free, x.total)
NODECPP_RECORD_MEMBERS(LoadAverages, x.one, x.five, x.fifteen)
NODECPP_RECORD_MEMBERS(InterfaceAddress, x.name, x.address, x.netmask, x.mac, x.isIpv6, x.isInternal, x.scope)
NODECPP_RECORD_MEMBERS(UserAccount, x.uid, x.gid, x.name, x.home, x.shell)

using record::Kind;

// Calls perform(machine), which sets the answers, and records them; or takes them from the log.
template <class Perform, class... Answers>
void RecordedMachine::ask(Question question, int pid, int priority, Perform&& perform, Answers&... answers) {
  port_.operateByKey(
      Kind::machine, std::tuple(unsigned(question), pid, priority), [&] { perform(port_.innerMachine()); }, answers...);
}

SystemNames RecordedMachine::names() {
  SystemNames out;
  ask(Question::names, 0, 0, [&](Machine& machine) { out = machine.names(); }, out);
  return out;
}

std::vector<Processor> RecordedMachine::processors() {
  std::vector<Processor> out;
  ask(Question::processors, 0, 0, [&](Machine& machine) { out = machine.processors(); }, out);
  return out;
}

int RecordedMachine::parallelism() {
  int out = 0;
  ask(Question::parallelism, 0, 0, [&](Machine& machine) { out = machine.parallelism(); }, out);
  port_.require(out >= 1, Kind::machine, "no processor");
  return out;
}

MachineMemory RecordedMachine::memory() {
  MachineMemory out;
  ask(Question::memory, 0, 0, [&](Machine& machine) { out = machine.memory(); }, out);
  return out;
}

LoadAverages RecordedMachine::loadAverages() {
  LoadAverages out;
  ask(Question::loadAverages, 0, 0, [&](Machine& machine) { out = machine.loadAverages(); }, out);
  return out;
}

double RecordedMachine::uptime() {
  double out = 0;
  ask(Question::uptime, 0, 0, [&](Machine& machine) { out = machine.uptime(); }, out);
  return out;
}

ErrorCode RecordedMachine::interfaces(std::vector<InterfaceAddress>& all) {
  ErrorCode error = 0;
  ask(Question::interfaces, 0, 0, [&](Machine& machine) { error = machine.interfaces(all); }, error, all);
  port_.require(error <= 0, Kind::machine, "an error above 0");
  return error;
}

ErrorCode RecordedMachine::user(UserAccount& account) {
  ErrorCode error = 0;
  ask(Question::user, 0, 0, [&](Machine& machine) { error = machine.user(account); }, error, account);
  port_.require(error <= 0, Kind::machine, "an error above 0");
  return error;
}

ErrorCode RecordedMachine::priority(int pid, int& priority) {
  ErrorCode error = 0;
  ask(Question::priority, pid, 0, [&](Machine& machine) { error = machine.priority(pid, priority); }, error, priority);
  port_.require(error <= 0, Kind::machine, "an error above 0");
  return error;
}

ErrorCode RecordedMachine::setPriority(int pid, int priority) {
  ErrorCode error = 0;
  ask(
      Question::setPriority, pid, priority, [&](Machine& machine) { error = machine.setPriority(pid, priority); },
      error);
  port_.require(error <= 0, Kind::machine, "an error above 0");
  return error;
}

}  // namespace nodecpp::os
