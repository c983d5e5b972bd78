#include "os/session/snapshot_limits.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "os/posix/system_file.h"

namespace nodecpp::os::record {

namespace {

struct Found {
  int pid = 0;
  int parent = 0;
  bool isReplay = false;
  unsigned long long started = 0;
  std::size_t memory = 0;
  bool traced = false;
};

// Returns the number after `name` in a file with lines of the form "name: number".
std::size_t valueOf(const std::string& text, const char* name) {
  std::size_t at = text.find(name);
  return at == text.npos ? 0 : std::strtoull(text.c_str() + at + std::strlen(name), nullptr, 10);
}

bool sameFile(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

// Returns the kept snapshots and replays of this user and this executable.
std::vector<Found> all() {
  std::vector<Found> found;
  struct stat self{};
  if (::stat("/proc/self/exe", &self) != 0) return found;
  DIR* processes = ::opendir("/proc");
  while (processes) {
    dirent* entry = ::readdir(processes);
    if (!entry) break;
    Found one{.pid = std::atoi(entry->d_name)};
    if (one.pid <= 0) continue;
    std::string folder = "/proc/" + std::to_string(one.pid);
    std::string name = systemFile(folder + "/comm");
    one.isReplay = name == replayProcessName + std::string("\n");
    if (!one.isReplay && name != crashedProcessName + std::string("\n")) continue;
    struct stat status{}, executable{};
    if (::stat(folder.c_str(), &status) != 0 || status.st_uid != ::geteuid()) continue;
    if (::stat((folder + "/exe").c_str(), &executable) != 0 || !sameFile(executable, self)) continue;
    // In /proc/PID/stat our name is in brackets. The state and the parent follow it, and the time of the start is field
    // 22.
    std::string text = systemFile(folder + "/stat");
    std::size_t behind = text.rfind(')');
    if (behind == text.npos) continue;
    std::sscanf(text.c_str() + behind + 1, " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
                &one.parent, &one.started);
    one.memory = valueOf(systemFile(folder + "/smaps_rollup"), "Pss:") << 10;
    one.traced = valueOf(systemFile(folder + "/status"), "TracerPid:") != 0;
    found.push_back(one);
  }
  if (processes) ::closedir(processes);
  return found;
}

}  // namespace

std::size_t enforceSnapshotLimits(const SnapshotLimits& bounds) {
  std::size_t most = bounds.memory;
  if (most == 0) most = std::size_t(::sysconf(_SC_PHYS_PAGES)) / 4 * std::size_t(::sysconf(_SC_PAGESIZE));
  std::vector<Found> found = all(), snapshots;
  for (const Found& one : found)
    if (!one.isReplay) snapshots.push_back(one);
  for (const Found& one : found)
    for (Found& snapshot : snapshots)
      if (one.isReplay && one.parent == snapshot.pid) {
        snapshot.memory += one.memory;
        snapshot.traced = snapshot.traced || one.traced;
      }
  int self = ::getpid();
  // The newest snapshots come first, this process before all others, so that the oldest ones are killed.
  std::ranges::sort(snapshots, [&](const Found& a, const Found& b) {
    if ((a.pid == self) != (b.pid == self)) return a.pid == self;
    return a.started != b.started ? a.started > b.started : a.pid > b.pid;
  });
  std::size_t count = 0, memory = 0, gone = 0;
  for (const Found& one : snapshots) {
    if (one.traced) continue;
    bool stays = one.pid == self || (count < bounds.count && memory + one.memory <= most);
    if (stays) {
      ++count;
      memory += one.memory;
    } else if (::kill(one.pid, SIGTERM) == 0) {
      ++gone;
    }
  }
  return gone;
}

}  // namespace nodecpp::os::record
