// Machine of a RecordedPort. All questions are records of one kind, with the answer as bytes.
#pragma once

#include "os/port/machine_role.h"

namespace nodecpp::os {

class RecordedPort;

class RecordedMachine final : public Machine {
 public:
  explicit RecordedMachine(RecordedPort& port) : port_(port) {}

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
  MemoryLimits memoryLimits() override;
  void threadTime(double& user, double& system) override;
  ErrorCode findId(bool isGroup, StringArg name, std::uint32_t& id) override;
  ErrorCode setCredential(Credential which, std::uint32_t id) override;
  ErrorCode groups(std::vector<std::uint32_t>& ids) override;
  ErrorCode setGroups(const std::vector<std::uint32_t>& ids) override;
  ErrorCode initGroups(StringArg user, std::uint32_t group) override;
  ErrorCode findUser(std::uint32_t id, String& name) override;

 private:
  // The numbers stand in recordings.
  enum class Question : unsigned char {
    names,
    processors,
    parallelism,
    memory,
    loadAverages,
    uptime,
    interfaces,
    user,
    priority,
    setPriority,
    memoryLimits,
    threadTime,
    findId,
    setCredential,
    groups,
    setGroups,
    initGroups,
    findUser
  };
  template <class Perform, class... Answers>
  void ask(Question question, int pid, int priority, Perform&& perform, Answers&... answers);

  RecordedPort& port_;
};

}  // namespace nodecpp::os
