// Tests of Machine's contract: what a program can learn about the computer.
#include "os/port/machine_role.h"

#include <string_view>
#include <vector>

#include "support/tested_ports.h"

TEST_CASE_TEMPLATE("the computer has names, processors and memory", Under, BACK_ENDS) {
  Under under;
  Machine& machine = under.port.machine;
  const SystemNames names = machine.names();
  for (const String& name : {names.type, names.release, names.version, names.machine, names.host}) CHECK(name != "");
  CHECK(machine.parallelism() >= 1);
  const std::vector<Processor> processors = machine.processors();
  REQUIRE(!processors.empty());
  for (const Processor& each : processors) {
    CHECK(each.model != "");
    CHECK(each.speed >= 0);
    for (double time : {each.user, each.nice, each.system, each.idle, each.irq}) CHECK(time >= 0);
  }
  const MachineMemory memory = machine.memory();
  CHECK(memory.free > 0);
  CHECK(memory.total > memory.free);
  CHECK(machine.loadAverages().one >= 0);
  CHECK(machine.uptime() >= 0);
}

TEST_CASE_TEMPLATE("the loop-back interface has its address", Under, BACK_ENDS) {
  Under under;
  std::vector<InterfaceAddress> all;
  REQUIRE(under.port.machine.interfaces(all) == 0);
  bool has = false;
  for (const InterfaceAddress& each : all) {
    CHECK(each.name != "");
    CHECK(each.mac.length() == 17);
    if (each.address != "127.0.0.1") continue;
    has = true;
    CHECK(each.netmask == "255.0.0.0");
    CHECK(each.isInternal);
    CHECK_FALSE(each.isIpv6);
  }
  CHECK(has);
}

TEST_CASE_TEMPLATE("the user has the account of the process's ids", Under, BACK_ENDS) {
  Under under;
  UserAccount account;
  REQUIRE(under.port.machine.user(account) == 0);
  CHECK(account.uid == under.port.process.effectiveUserId());
  CHECK(account.name != "");
  CHECK(account.home.startsWith("/"));
}

TEST_CASE_TEMPLATE("a process has a priority, which can become less favourable", Under, BACK_ENDS) {
  Under under;
  Machine& machine = under.port.machine;
  int before = -100, after = -100;
  REQUIRE(machine.priority(0, before) == 0);
  CHECK(before >= -20);
  CHECK(before <= 19);
  CHECK(machine.setPriority(0, before) == 0);
  CHECK(machine.priority(under.port.process.pid(), after) == 0);
  CHECK(after == before);
  CHECK(machine.priority(0x7ffffff0, after) == UV_ESRCH);
  CHECK(machine.setPriority(0x7ffffff0, 5) == UV_ESRCH);
}

TEST_CASE_TEMPLATE("the process has limits, groups and a thread's time", Under, BACK_ENDS) {
  Under under;
  Machine& machine = under.port.machine;
  const MemoryLimits limits = machine.memoryLimits();
  CHECK(limits.most >= 0);
  CHECK(limits.available > 0);
  double user = -1, system = -1;
  machine.threadTime(user, system);
  CHECK(user >= 0);
  CHECK(system >= 0);
  std::vector<std::uint32_t> groups;
  CHECK(machine.groups(groups) == 0);
  std::uint32_t id = 7;
  CHECK(machine.findId(false, "surely no user of this name", id) == UV_ENOENT);
  CHECK(machine.findId(true, "surely no group of this name", id) == UV_ENOENT);
  UserAccount account;
  REQUIRE(machine.user(account) == 0);
  CHECK(machine.findId(false, account.name, id) == 0);
  CHECK(id == account.uid);
  String name;
  CHECK(machine.findUser(id, name) == 0);
  CHECK(name == account.name);
  CHECK(machine.findUser(4000000123, name) == UV_ENOENT);
  CHECK(machine.setCredential(Credential::effectiveUser, id) == 0);
}
