// Machine of LinuxPort: what the system says about the computer, what the process may use of it, and in whose name it
// acts.
#include <arpa/inet.h>
#include <grp.h>
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

constexpr double noLimit = 18446744073709551615.0;

// Returns the number in a file of a control group; 0 without one, and noLimit for "max".
double groupNumber(const std::string& path) {
  const std::string text = systemFile(path);
  return text.starts_with("max") ? noLimit : std::strtod(text.c_str(), nullptr);
}

// Returns the path of the control group in a line such as "4:memory:/path", without the slash at its end.
std::string groupPath(std::string_view groups, std::string_view mark) {
  const std::size_t at = groups.find(mark);
  if (at == groups.npos) return "";
  std::string_view path = groups.substr(at + mark.size() - 1);
  path = path.substr(0, path.find('\n'));
  if (path.ends_with('/')) path.remove_suffix(1);
  return path.find("..") == path.npos ? std::string(path) : "";
}

// The limit of the control group, and how much of it is used, as libuv reads them.
struct GroupMemory {
  double limit, used;
};
GroupMemory groupMemory() {
  const std::string groups = systemFile("/proc/self/cgroup");
  if (groups.starts_with("0::/")) {
    const std::string folder = "/sys/fs/cgroup" + groupPath(groups, "0::/") + "/memory.";
    return {std::min(groupNumber(folder + "max"), groupNumber(folder + "high")), groupNumber(folder + "current")};
  }
  for (const std::string& path : {groupPath(groups, ":memory:/"), std::string()}) {
    const std::string folder = "/sys/fs/cgroup/memory" + path + "/memory.";
    double limit = groupNumber(folder + "limit_in_bytes"), soft = groupNumber(folder + "soft_limit_in_bytes");
    if (limit == 0 || soft == 0) continue;
    // Without a limit the files have the largest multiple of a page.
    limit = std::min(limit, soft);
    return {limit >= 9223372036854771712.0 ? noLimit : limit, groupNumber(folder + "usage_in_bytes")};
  }
  return {0, 0};
}

// Calls a function that needs room for an entry, with more room until the entry fits, and at most a megabyte.
template <class Entry, class Find>
ErrorCode findEntry(Entry& entry, std::vector<char>& room, Find find) {
  for (room.resize(1024); room.size() <= 1 << 20; room.resize(room.size() * 2)) {
    Entry* found = nullptr;
    const int error = find(&entry, room.data(), room.size(), &found);
    if (error == ERANGE) continue;
    return error ? -error : found ? 0 : UV_ENOENT;
  }
  return UV_ENOMEM;
}

std::string zeroTerminated(StringArg text) { return std::string(text.data(), text.size()); }
ErrorCode resultOf(int result) { return result == 0 ? 0 : -errno; }

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

ErrorCode LinuxMachine::priority(int pid, int& priority) {
  errno = 0;
  priority = ::getpriority(PRIO_PROCESS, id_t(pid));
  return priority == -1 && errno != 0 ? -errno : 0;
}

ErrorCode LinuxMachine::setPriority(int pid, int priority) {
  return ::setpriority(PRIO_PROCESS, id_t(pid), priority) == 0 ? 0 : -errno;
}

MemoryLimits LinuxMachine::memoryLimits() {
  const GroupMemory group = groupMemory();
  const MachineMemory all = memory();
  if (group.limit == 0 || group.limit > all.total) return {group.limit, all.free};
  return {group.limit, std::max(group.limit - group.used, 0.0)};
}

void LinuxMachine::threadTime(double& user, double& system) {
  rusage usage{};
  ::getrusage(RUSAGE_THREAD, &usage);
  user = double(usage.ru_utime.tv_sec) * 1e6 + double(usage.ru_utime.tv_usec);
  system = double(usage.ru_stime.tv_sec) * 1e6 + double(usage.ru_stime.tv_usec);
}

ErrorCode LinuxMachine::user(UserAccount& account) {
  std::vector<char> room;
  passwd entry{};
  const ErrorCode error = findEntry(entry, room, [&](auto... place) { return ::getpwuid_r(::geteuid(), place...); });
  if (!error)
    account = {double(entry.pw_uid), double(entry.pw_gid), textOf(entry.pw_name), textOf(entry.pw_dir),
               textOf(entry.pw_shell)};
  return error;
}

ErrorCode LinuxMachine::findId(bool isGroup, StringArg name, std::uint32_t& id) {
  const std::string wanted = zeroTerminated(name);
  std::vector<char> room;
  if (isGroup) {
    group entry{};
    const ErrorCode error =
        findEntry(entry, room, [&](auto... place) { return ::getgrnam_r(wanted.c_str(), place...); });
    if (!error) id = entry.gr_gid;
    return error;
  }
  passwd entry{};
  const ErrorCode error = findEntry(entry, room, [&](auto... place) { return ::getpwnam_r(wanted.c_str(), place...); });
  if (!error) id = entry.pw_uid;
  return error;
}

ErrorCode LinuxMachine::findUser(std::uint32_t id, String& name) {
  std::vector<char> room;
  passwd entry{};
  const ErrorCode error = findEntry(entry, room, [&](auto... place) { return ::getpwuid_r(id, place...); });
  if (!error) name = String(entry.pw_name);
  return error;
}

ErrorCode LinuxMachine::setCredential(Credential which, std::uint32_t id) {
  switch (which) {
    case Credential::user: return resultOf(::setuid(id));
    case Credential::effectiveUser: return resultOf(::seteuid(id));
    case Credential::group: return resultOf(::setgid(id));
    case Credential::effectiveGroup: return resultOf(::setegid(id));
  }
  return UV_EINVAL;
}

ErrorCode LinuxMachine::groups(std::vector<std::uint32_t>& ids) {
  const int count = ::getgroups(0, nullptr);
  if (count < 0) return -errno;
  ids.resize(std::size_t(count));
  const int got = ::getgroups(count, ids.data());
  if (got < 0) return -errno;
  ids.resize(std::size_t(got));
  return 0;
}

ErrorCode LinuxMachine::setGroups(const std::vector<std::uint32_t>& ids) {
  return resultOf(::setgroups(ids.size(), ids.data()));
}

ErrorCode LinuxMachine::initGroups(StringArg user, std::uint32_t group) {
  return resultOf(::initgroups(zeroTerminated(user).c_str(), group));
}

}  // namespace nodecpp::os
