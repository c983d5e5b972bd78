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
    setPriority
  };
  template <class Perform, class... Answers>
  void ask(Question question, int pid, int priority, Perform&& perform, Answers&... answers);

  RecordedPort& port_;
};

}  // namespace nodecpp::os
