// Machine of a simulated program: a computer that is always the same, except for the time.
#pragma once

#include "os/port/machine_role.h"
#include "os/sim/sim_network.h"

namespace nodecpp::os {

class SimMachine final : public Machine {
 public:
  // `pid` is the number of the program's process. The network must outlive the machine.
  SimMachine(Network& network, int pid) : network_(network), pid_(pid) {}

  SystemNames names() override { return {"Linux", "6.1.0-sim", "#1 SMP simulated", "x86_64", "sim"}; }
  std::vector<Processor> processors() override;
  int parallelism() override { return 2; }
  MachineMemory memory() override { return {1024.0 * 1024 * 1024, 2048.0 * 1024 * 1024}; }
  LoadAverages loadAverages() override { return {0.5, 0.25, 0.125}; }
  double uptime() override { return seconds(); }
  ErrorCode interfaces(std::vector<InterfaceAddress>& all) override;
  ErrorCode user(UserAccount& account) override;
  ErrorCode priority(int pid, int& priority) override;
  ErrorCode setPriority(int pid, int priority) override;
  MemoryLimits memoryLimits() override { return {0, memory().free}; }
  void threadTime(double& user, double& system) override;
  ErrorCode findId(bool isGroup, StringArg name, std::uint32_t& id) override;
  ErrorCode setCredential(Credential which, std::uint32_t id) override;
  ErrorCode groups(std::vector<std::uint32_t>& ids) override;
  ErrorCode setGroups(const std::vector<std::uint32_t>& ids) override;
  ErrorCode initGroups(StringArg user, std::uint32_t group) override;
  ErrorCode findUser(std::uint32_t id, String& name) override;

 private:
  double seconds() const;

  Network& network_;
  const int pid_;
  int priority_ = 0;
  std::vector<std::uint32_t> groups_;
};

}  // namespace nodecpp::os
