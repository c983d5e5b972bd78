// Machine of LinuxPort. It has no state, because everything is read anew from the system.
#pragma once

#include "os/port/machine_role.h"

namespace nodecpp::os {

class LinuxMachine final : public Machine {
 public:
  SystemNames names() override;
  std::vector<Processor> processors() override;
  int parallelism() override;
  MachineMemory memory() override;
  LoadAverages loadAverages() override;
  double uptime() override;
  ErrorCode interfaces(std::vector<InterfaceAddress>& all) override;
  ErrorCode user(UserAccount& account) override;
  ErrorCode priority(int pid, int& priority) override;
  ErrorCode setPriority(int pid, int priority) override;
};

}  // namespace nodecpp::os
