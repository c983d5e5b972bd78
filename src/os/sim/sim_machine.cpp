#include "os/sim/sim_machine.h"

namespace nodecpp::os {

double SimMachine::seconds() const { return double(network_.read()) / 1e9; }

// Both processors are idle half of the time.
std::vector<Processor> SimMachine::processors() {
  const double half = seconds() * 500;
  const Processor one{.model = "Simulated processor", .speed = 1000, .user = half, .idle = half};
  return {one, one};
}

ErrorCode SimMachine::interfaces(std::vector<InterfaceAddress>& all) {
  const String noMac = "00:00:00:00:00:00", ones = "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff";
  all.push_back({.name = "lo", .address = "127.0.0.1", .netmask = "255.0.0.0", .mac = noMac, .isInternal = true});
  all.push_back({.name = "lo", .address = "::1", .netmask = ones, .mac = noMac, .isIpv6 = true, .isInternal = true});
  return 0;
}

ErrorCode SimMachine::user(UserAccount& account) {
  if (network_.options.privileged)
    account = {0, 0, "root", "/root", "/bin/sh"};
  else
    account = {1000, 1000, "sim", "/sim", "/bin/sh"};
  return 0;
}

ErrorCode SimMachine::priority(int pid, int& priority) {
  if (pid != 0 && pid != pid_ && !network_.processOf(pid)) return UV_ESRCH;
  priority = pid == 0 || pid == pid_ ? priority_ : 0;
  return 0;
}

// As Linux without privileges: a process can only become less favourable.
ErrorCode SimMachine::setPriority(int pid, int priority) {
  int before = 0;
  if (ErrorCode error = this->priority(pid, before)) return error;
  if (priority < before && !network_.options.privileged) return UV_EACCES;
  if (pid == 0 || pid == pid_) priority_ = priority;
  return 0;
}

void SimMachine::threadTime(double& user, double& system) {
  user = seconds() * 1e6;
  system = 0;
}

ErrorCode SimMachine::findId(bool, StringArg name, std::uint32_t& id) {
  UserAccount account;
  user(account);
  if (name != account.name) return UV_ENOENT;
  id = std::uint32_t(account.uid);
  return 0;
}

ErrorCode SimMachine::findUser(std::uint32_t id, String& name) {
  UserAccount account;
  user(account);
  if (double(id) != account.uid) return UV_ENOENT;
  name = account.name;
  return 0;
}

// A simulated process has one id for everything, which it keeps.
ErrorCode SimMachine::setCredential(Credential, std::uint32_t id) {
  UserAccount account;
  user(account);
  return double(id) == account.uid ? 0 : UV_EPERM;
}

ErrorCode SimMachine::groups(std::vector<std::uint32_t>& ids) {
  ids = groups_;
  return 0;
}
ErrorCode SimMachine::setGroups(const std::vector<std::uint32_t>& ids) {
  if (!network_.options.privileged) return UV_EPERM;
  groups_ = ids;
  return 0;
}
ErrorCode SimMachine::initGroups(StringArg, std::uint32_t group) { return setGroups({group}); }

}  // namespace nodecpp::os
