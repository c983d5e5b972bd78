// Machine of LinuxPort: what the system says about the computer.
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netpacket/packet.h>
#include <pwd.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "os/linux/linux_port.h"
#include "os/posix/system_file.h"

namespace nodecpp::os {

namespace {

// Calls f(line) for each line.
template <class F>
void eachLine(std::string_view text, F f) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    f(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// Returns the number of kilobytes in the line "name:   123 kB", as bytes; -1 when there is no such line.
double bytesOf(std::string_view text, std::string_view name) {
  double out = -1;
  eachLine(text, [&](std::string_view line) {
    if (out < 0 && line.starts_with(name))
      out = std::strtod(std::string(line.substr(name.size())).c_str(), nullptr) * 1024;
  });
  return out;
}

String textOf(const char* text) { return text ? String::copyOf(text, std::strlen(text)) : String(); }

// Returns the limit that the control group of the process has, as a number of processors; 0 without a limit.
double groupLimit() {
  std::string limit;
  eachLine(systemFile("/proc/self/cgroup"), [&](std::string_view line) {
    if (!line.starts_with("0::/") || line.find("..") != line.npos) return;
    limit = systemFile("/sys/fs/cgroup" + std::string(line.substr(3)) + "/cpu.max");
  });
  double quota = 0, period = 0;
  return std::sscanf(limit.c_str(), "%lf %lf", &quota, &period) == 2 && period > 0 ? quota / period : 0;
}

String macOf(const ifaddrs* all, const char* name) {
  char text[18] = "00:00:00:00:00:00";
  for (const ifaddrs* each = all; each; each = each->ifa_next) {
    if (!each->ifa_addr || each->ifa_addr->sa_family != AF_PACKET || std::strcmp(each->ifa_name, name) != 0) continue;
    sockaddr_ll link;
    std::memcpy(&link, each->ifa_addr, sizeof link);
    const unsigned char* mac = link.sll_addr;
    std::snprintf(text, sizeof text, "%02x:%02x:%02x:%02x:%02x:%02x", mac[0], mac[1], mac[2], mac[3], mac[4], mac[5]);
    break;
  }
  return textOf(text);
}

String addressText(const sockaddr* address, std::uint32_t* scope) {
  char text[INET6_ADDRSTRLEN] = "";
  if (!address) return {};
  if (address->sa_family == AF_INET) {
    sockaddr_in v4;
    std::memcpy(&v4, address, sizeof v4);
    ::inet_ntop(AF_INET, &v4.sin_addr, text, sizeof text);
  } else {
    sockaddr_in6 v6;
    std::memcpy(&v6, address, sizeof v6);
    ::inet_ntop(AF_INET6, &v6.sin6_addr, text, sizeof text);
    if (scope) *scope = v6.sin6_scope_id;
  }
  return textOf(text);
}

}  // namespace

SystemNames LinuxMachine::names() {
  SystemNames out;
  utsname names{};
  if (::uname(&names) != 0) return out;
  out.type = textOf(names.sysname);
  out.release = textOf(names.release);
  out.version = textOf(names.version);
  out.machine = textOf(names.machine);
  out.host = textOf(names.nodename);
  return out;
}

std::vector<Processor> LinuxMachine::processors() {
  std::vector<Processor> all;
  const double milliseconds = 1000.0 / double(std::max(::sysconf(_SC_CLK_TCK), 1L));
  std::vector<unsigned> numbers;
  eachLine(systemFile("/proc/stat"), [&](std::string_view line) {
    unsigned number = 0;
    // The line "cpu " has the sums.
    if (!line.starts_with("cpu") || line.size() < 4 || line[3] < '0' || line[3] > '9') return;
    unsigned long long user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0;
    if (std::sscanf(std::string(line).c_str(), "cpu%u %llu %llu %llu %llu %llu %llu", &number, &user, &nice, &system,
                    &idle, &waiting, &irq) != 7)
      return;
    numbers.push_back(number);
    all.push_back({.model = "unknown",
                   .user = double(user) * milliseconds,
                   .nice = double(nice) * milliseconds,
                   .system = double(system) * milliseconds,
                   .idle = double(idle) * milliseconds,
                   .irq = double(irq) * milliseconds});
  });
  std::size_t number = SIZE_MAX;
  eachLine(systemFile("/proc/cpuinfo"), [&](std::string_view line) {
    const std::size_t colon = line.find(": ");
    if (colon == line.npos) return;
    const std::string_view value = line.substr(colon + 2);
    if (line.starts_with("processor\t")) {
      const auto found =
          std::find(numbers.begin(), numbers.end(), unsigned(std::strtoul(std::string(value).c_str(), nullptr, 10)));
      number = std::size_t(found - numbers.begin());
    } else if (line.starts_with("model name\t") && number < all.size()) {
      all[number].model = String::copyOf(value.data(), value.size());
    }
  });
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string path = "/sys/devices/system/cpu/cpu" + std::to_string(numbers[i]) + "/cpufreq/scaling_cur_freq";
    all[i].speed = std::floor(std::strtod(systemFile(path).c_str(), nullptr) / 1000);
  }
  return all;
}

int LinuxMachine::parallelism() {
  cpu_set_t set;
  int count = ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : int(::sysconf(_SC_NPROCESSORS_ONLN));
  if (const double limit = groupLimit(); limit > 0) count = std::min(count, int(limit));
  return std::max(count, 1);
}

MachineMemory LinuxMachine::memory() {
  const std::string text = systemFile("/proc/meminfo");
  return {std::max(bytesOf(text, "MemAvailable:"), 0.0), std::max(bytesOf(text, "MemTotal:"), 0.0)};
}

LoadAverages LinuxMachine::loadAverages() {
  LoadAverages out;
  if (std::sscanf(systemFile("/proc/loadavg").c_str(), "%lf %lf %lf", &out.one, &out.five, &out.fifteen) != 3)
    return {};
  return out;
}

double LinuxMachine::uptime() { return std::strtod(systemFile("/proc/uptime").c_str(), nullptr); }

ErrorCode LinuxMachine::interfaces(std::vector<InterfaceAddress>& out) {
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return -errno;
  for (const ifaddrs* each = all; each; each = each->ifa_next) {
    const bool isUp = (each->ifa_flags & IFF_UP) && (each->ifa_flags & IFF_RUNNING);
    if (!isUp || !each->ifa_addr) continue;
    const int family = each->ifa_addr->sa_family;
    if (family != AF_INET && family != AF_INET6) continue;
    InterfaceAddress& one = out.emplace_back();
    one.name = textOf(each->ifa_name);
    one.isIpv6 = family == AF_INET6;
    one.address = addressText(each->ifa_addr, &one.scope);
    one.netmask = addressText(each->ifa_netmask, nullptr);
    one.mac = macOf(all, each->ifa_name);
    one.isInternal = (each->ifa_flags & IFF_LOOPBACK) != 0;
  }
  ::freeifaddrs(all);
  return 0;
}

ErrorCode LinuxMachine::user(UserAccount& account) {
  // The buffer grows until the entry fits. An entry of more than a megabyte is refused.
  for (std::size_t size = 1024; size <= 1 << 20; size *= 2) {
    std::vector<char> room(size);
    passwd entry{};
    passwd* found = nullptr;
    const int error = ::getpwuid_r(::geteuid(), &entry, room.data(), room.size(), &found);
    if (error == ERANGE) continue;
    if (error) return -error;
    if (!found) return UV_ENOENT;
    account = {double(entry.pw_uid), double(entry.pw_gid), textOf(entry.pw_name), textOf(entry.pw_dir),
               textOf(entry.pw_shell)};
    return 0;
  }
  return UV_ENOMEM;
}

ErrorCode LinuxMachine::priority(int pid, int& priority) {
  errno = 0;
  priority = ::getpriority(PRIO_PROCESS, id_t(pid));
  return priority == -1 && errno != 0 ? -errno : 0;
}

ErrorCode LinuxMachine::setPriority(int pid, int priority) {
  return ::setpriority(PRIO_PROCESS, id_t(pid), priority) == 0 ? 0 : -errno;
}

}  // namespace nodecpp::os
