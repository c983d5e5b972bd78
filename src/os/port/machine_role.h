// Machine: what a program can learn about the computer that it runs on: names, processors, memory, load, network
// interfaces, users, and what the process may use of it: memory, and in whose name it acts.
//
// The contract, for the author of a back end:
// - Every call answers at once and with what is so now. A number that the system does not tell is 0, and a text is
// empty.
// - Texts are as the system has them, and may be no valid UTF-8.
// - Priorities are those of Unix: -20 is the most favourable one, 19 the least. The process 0 is the calling one.
#pragma once

#include <vector>

#include "os/port/port_types.h"

namespace nodecpp::os {

// The names that uname gives, and the name of the host.
struct SystemNames {
  String type, release, version, machine, host;
};

// A logical processor. `speed` is in MHz, the times are milliseconds since the computer was started.
struct Processor {
  String model;
  double speed = 0, user = 0, nice = 0, system = 0, idle = 0, irq = 0;
};

struct MachineMemory {
  double free = 0, total = 0;  // bytes
};

// How many processes were ready to run in the last minute, five and fifteen minutes.
struct LoadAverages {
  double one = 0, five = 0, fifteen = 0;
};

// An address of a network interface that is up. An interface with several addresses occurs several times.
struct InterfaceAddress {
  String name;
  String address, netmask;
  String mac;  // "00:00:00:00:00:00" where there is none
  bool isIpv6 = false;
  bool isInternal = false;  // a loop-back interface
  std::uint32_t scope = 0;  // the number of the interface to which an IPv6 address is local, else 0
};

// How much memory the process may have, and how much more it may take, in bytes. `most` is 0 when that is not known, and
// 2^64 or close to it when there is no limit.
struct MemoryLimits {
  double most = 0, available = 0;
};

// The ids in whose name a process acts.
enum class Credential : unsigned char { user, effectiveUser, group, effectiveGroup };

struct UserAccount {
  double uid = 0, gid = 0;
  String name, home, shell;
};

class Machine {
 public:
  virtual SystemNames names() = 0;
  virtual std::vector<Processor> processors() = 0;
  // Returns how many threads of this process can run at once, at least 1.
  virtual int parallelism() = 0;
  virtual MachineMemory memory() = 0;
  virtual LoadAverages loadAverages() = 0;
  // Returns the seconds since the computer was started.
  virtual double uptime() = 0;
  virtual ErrorCode interfaces(std::vector<InterfaceAddress>& all) = 0;
  // Sets the account of the user in whose name the process acts. Returns UV_ENOENT when there is no such account.
  virtual ErrorCode user(UserAccount& account) = 0;
  virtual ErrorCode priority(int pid, int& priority) = 0;
  virtual ErrorCode setPriority(int pid, int priority) = 0;
  virtual MemoryLimits memoryLimits() = 0;
  // Sets the processor time that the calling thread has used, in microseconds of user and system time.
  virtual void threadTime(double& user, double& system) = 0;

  // Sets the id of the user of this name, or of the group. Returns UV_ENOENT when there is none.
  virtual ErrorCode findId(bool isGroup, StringArg name, std::uint32_t& id) = 0;
  // Changes an id of the process, for all its threads.
  virtual ErrorCode setCredential(Credential which, std::uint32_t id) = 0;
  // The further groups that the process belongs to.
  virtual ErrorCode groups(std::vector<std::uint32_t>& ids) = 0;
  virtual ErrorCode setGroups(const std::vector<std::uint32_t>& ids) = 0;
  // Sets the groups to those of the user, who need not exist, and `group`.
  virtual ErrorCode initGroups(StringArg user, std::uint32_t group) = 0;
  // Sets the name of the user with this id. Returns UV_ENOENT when there is none.
  virtual ErrorCode findUser(std::uint32_t id, String& name) = 0;

 protected:
  ~Machine() = default;
};

}  // namespace nodecpp::os
