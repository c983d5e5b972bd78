#include "os/session/recorded_machine.h"

#include <string>
#include <string_view>

#include "os/session/recorded_objects.h"

namespace nodecpp::os {

NODECPP_RECORD_MEMBERS(SystemNames, x.type, x.release, x.version, x.machine, x.host)
NODECPP_RECORD_MEMBERS(Processor, x.model, x.speed, x.user, x.nice, x.system, x.idle, x.irq)
NODECPP_RECORD_MEMBERS(MachineMemory, x.free, x.total)
NODECPP_RECORD_MEMBERS(MemoryLimits, x.most, x.available)
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

MemoryLimits RecordedMachine::memoryLimits() {
  MemoryLimits out;
  ask(Question::memoryLimits, 0, 0, [&](Machine& machine) { out = machine.memoryLimits(); }, out);
  return out;
}

void RecordedMachine::threadTime(double& user, double& system) {
  ask(Question::threadTime, 0, 0, [&](Machine& machine) { machine.threadTime(user, system); }, user, system);
}

namespace {
// A number for a text or a list that a program passes: the log has no more than two numbers for a question.
int sumOf(std::string_view text) {
  std::uint32_t sum = 2166136261;
  for (char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 16777619;
  return int(sum >> 1);
}
int sumOf(const std::vector<std::uint32_t>& ids) {
  return sumOf({reinterpret_cast<const char*>(ids.data()), ids.size() * sizeof(std::uint32_t)});
}
int sumOf(StringArg text) { return sumOf(std::string_view(text.data(), text.size())); }
}  // namespace

ErrorCode RecordedMachine::findId(bool isGroup, StringArg name, std::uint32_t& id) {
  ErrorCode error = 0;
  double found = 0;
  auto perform = [&](Machine& machine) {
    error = machine.findId(isGroup, name, id);
    found = id;
  };
  ask(Question::findId, isGroup, sumOf(name), perform, error, found);
  port_.require(error <= 0 && found >= 0 && found <= 4294967295.0, Kind::machine, "no id");
  id = std::uint32_t(found);
  return error;
}

ErrorCode RecordedMachine::findUser(std::uint32_t id, String& name) {
  ErrorCode error = 0;
  ask(Question::findUser, 0, int(id), [&](Machine& machine) { error = machine.findUser(id, name); }, error, name);
  port_.require(error <= 0, Kind::machine, "an error above 0");
  return error;
}

ErrorCode RecordedMachine::setCredential(Credential which, std::uint32_t id) {
  ErrorCode error = 0;
  ask(
      Question::setCredential, int(which), int(id), [&](Machine& machine) { error = machine.setCredential(which, id); },
      error);
  port_.require(error <= 0, Kind::machine, "an error above 0");
  return error;
}

ErrorCode RecordedMachine::groups(std::vector<std::uint32_t>& ids) {
  ErrorCode error = 0;
  std::vector<double> found;
  auto perform = [&](Machine& machine) {
    error = machine.groups(ids);
    found.assign(ids.begin(), ids.end());
  };
  ask(Question::groups, 0, 0, perform, error, found);
  port_.require(error <= 0, Kind::machine, "an error above 0");
  ids.clear();
  for (double id : found) {
    port_.require(id >= 0 && id <= 4294967295.0, Kind::machine, "no id");
    ids.push_back(std::uint32_t(std::int64_t(id)));
  }
  return error;
}

ErrorCode RecordedMachine::setGroups(const std::vector<std::uint32_t>& ids) {
  ErrorCode error = 0;
  ask(
      Question::setGroups, int(ids.size()), sumOf(ids), [&](Machine& machine) { error = machine.setGroups(ids); },
      error);
  port_.require(error <= 0, Kind::machine, "an error above 0");
  return error;
}

ErrorCode RecordedMachine::initGroups(StringArg user, std::uint32_t group) {
  ErrorCode error = 0;
  ask(
      Question::initGroups, int(group), sumOf(user), [&](Machine& machine) { error = machine.initGroups(user, group); },
      error);
  port_.require(error <= 0, Kind::machine, "an error above 0");
  return error;
}

}  // namespace nodecpp::os
