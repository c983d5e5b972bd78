#include <doctest/doctest.h>
#include <nodecpp/console.h>
#include <nodecpp/os.h>

#include <string>
#include <utility>

#include "os/sim/sim_port.h"
#include "support/folder.h"
#include "support/program_run.h"

using namespace nodecpp;

namespace {

std::string textOf(const String& text) { return {text.data(), text.size()}; }

// Runs `program` on the port and returns what it returns.
std::string run(os::Port& port, String (*program)()) {
  std::string told;
  CHECK(tests::runOn(port, [&] { told = textOf(program()); }) == 0);
  return told;
}

// Tells everything that the module says about the computer, and the errors of it.
String story() {
  String out = os::type() + " " + os::release() + " " + os::version() + " " + os::machine() + " " + os::hostname();
  out += "\n" + util::inspect(os::cpus()) + str(os::availableParallelism());
  out += "\n" + str(os::freemem()) + " " + str(os::totalmem()) + " " + util::inspect(os::loadavg()) + " " +
         str(os::uptime());
  out += "\n" + util::inspect(os::networkInterfaces());
  out += "\n" + util::inspect(os::userInfo()) + " " + os::homedir() + " " + os::tmpdir();
  os::setPriority(7);
  out += "\n" + str(os::getPriority());
  try {
    os::setPriority(3);
  } catch (const Error& error) {
    out += "\n" + error->message + " " + str(error->errno_) + " " + error->syscall;
  }
  return out;
}

// A computer with masks of addresses that are not usual, on which everything else fails.
class OddMachine final : public os::Machine {
 public:
  os::SystemNames names() override { return {}; }
  std::vector<os::Processor> processors() override { return {}; }
  int parallelism() override { return 1; }
  os::MachineMemory memory() override { return {}; }
  os::LoadAverages loadAverages() override { return {}; }
  double uptime() override { return 0; }
  os::ErrorCode interfaces(std::vector<os::InterfaceAddress>& all) override {
    for (const char* mask : {"255.255.240.0", "255.0.255.0", "0.0.0.0", "255.255.255.255"})
      all.push_back({.name = "eth0", .address = "10.0.0.1", .netmask = mask, .mac = ""});
    for (const char* mask : {"ffff:fff0::", "ffff:0:ffff::", "::"})
      all.push_back({.name = "eth1", .address = "fd00::1", .netmask = mask, .mac = "", .isIpv6 = true, .scope = 3});
    return 0;
  }
  os::ErrorCode user(os::UserAccount&) override { return UV_ENOENT; }
  os::ErrorCode priority(int, int&) override { return UV_ESRCH; }
  os::ErrorCode setPriority(int, int) override { return UV_EPERM; }
  os::MemoryLimits memoryLimits() override { return {}; }
  void threadTime(double& user, double& system) override { user = system = 0; }
  os::ErrorCode findId(bool, StringArg, std::uint32_t&) override { return UV_ENOENT; }
  os::ErrorCode setCredential(os::Credential, std::uint32_t) override { return UV_EPERM; }
  os::ErrorCode groups(std::vector<std::uint32_t>&) override { return UV_EPERM; }
  os::ErrorCode setGroups(const std::vector<std::uint32_t>&) override { return UV_EPERM; }
  os::ErrorCode initGroups(StringArg, std::uint32_t) override { return UV_EPERM; }
  os::ErrorCode findUser(std::uint32_t, String&) override { return UV_ENOENT; }
};
// Returns the port with another computer.
os::Port with(os::Port& port, os::Machine& machine) {
  return {port.turns,    port.clock,   port.net,         port.files, port.paths, port.names, port.process,
          port.children, port.threads, port.computation, port.trace, port.tls,   machine,    port.datagrams};
}

}  // namespace

TEST_CASE("a simulated program runs on a simulated computer") {
  os::Network network;
  os::SimPort port(network, {.environment = {{"HOME", "/home/sim"}, {"TMP", "/var/tmp/"}}});
  const std::string told = run(port, story);
  CAPTURE(told);
  CHECK(told.find("Linux 6.1.0-sim #1 SMP simulated x86_64 sim\n") == 0);
  CHECK(told.find("uid: 1000") != told.npos);
  CHECK(told.find(" /home/sim /var/tmp\n7\n") != told.npos);
  CHECK(told.find(
            "A system error occurred: uv_os_setpriority returned EACCES (permission denied) -13 uv_os_setpriority") !=
        told.npos);
}

TEST_CASE("what a program learns about the computer is recorded, and is the same in a replay") {
  tests::Folder folder;
  const std::string path = folder.path() + "/log";
  std::string told;
  const auto tell = [&] { told = textOf(story()); };
  {
    os::Network network;
    os::SimPort world(network, {.environment = {{"HOME", "/home/sim"}}});
    tests::record(world, path, tell);
  }
  const std::string recorded = std::exchange(told, "");
  tests::replay(path, tell);
  CHECK(told == recorded);
}

TEST_CASE("the length of a mask is told only where it is one") {
  os::Network network;
  os::SimPort simulated(network, {});
  OddMachine machine;
  os::Port port = with(simulated, machine);
  const std::string told = run(port, [] {
    String out;
    for (const auto& [name, addresses] : os::networkInterfaces())
      for (const auto& each : addresses) out += name + " " + each.cidr + " " + str(each.scopeid) + "\n";
    return out;
  });
  CHECK(told ==
        "eth0 10.0.0.1/20 undefined\neth0 null undefined\neth0 10.0.0.1/0 undefined\neth0 10.0.0.1/32 undefined\n"
        "eth1 fd00::1/28 3\neth1 null 3\neth1 fd00::1/0 3\n");
}

TEST_CASE("a user without an account is an error, and the home directory too") {
  os::Network network;
  os::SimPort simulated(network, {});
  OddMachine machine;
  os::Port port = with(simulated, machine);
  const std::string told = run(port, [] {
    String out;
    for (auto ask : {+[] { os::userInfo(); }, +[] { os::homedir(); }, +[] { os::getPriority(5); },
                     +[] { os::setPriority(5, 1); }}) {
      try {
        ask();
        out += "fine\n";
      } catch (const Error& error) {
        out += error->name + " " + error->code + " " + error->message + "\n";
      }
    }
    return out;
  });
  const std::string front = "SystemError ERR_SYSTEM_ERROR A system error occurred: ";
  CHECK(told == front + "uv_os_get_passwd returned ENOENT (no such file or directory)\n" + front +
                    "uv_os_homedir returned ENOENT (no such file or directory)\n" + front +
                    "uv_os_getpriority returned ESRCH (no such process)\n" + front +
                    "uv_os_setpriority returned EPERM (operation not permitted)\n");
}
