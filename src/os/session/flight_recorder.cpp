#include "os/session/flight_recorder.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/assertion.h"
#include "os/replay/replayer.h"

namespace nodecpp::os::record {

namespace {

using replay::show;

constexpr std::size_t least = 256 << 10;
constexpr std::size_t page = 4096;
// How long a snapshot stays after a crash for a debugger, in seconds.
constexpr int keptSeconds = 3600;

double milliseconds() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return double(t.tv_sec) * 1e3 + double(t.tv_nsec) / 1e6;
}

// Returns the size of the memory that process `pid` shares with no other process.
std::size_t ownMemory(int pid) {
  char path[64], line[256];
  std::snprintf(path, sizeof path, "/proc/%d/smaps_rollup", pid);
  std::size_t kilobytes = 0;
  std::FILE* file = std::fopen(path, "re");
  if (!file) return 0;
  while (std::fgets(line, sizeof line, file)) {
    std::size_t found = 0;
    if (std::sscanf(line, "Private_Clean: %zu", &found) == 1 || std::sscanf(line, "Private_Dirty: %zu", &found) == 1)
      kilobytes += found;
  }
  std::fclose(file);
  return kilobytes << 10;
}

// The memory that the process shares with its snapshots, in a global variable because a signal handler must reach it.
RingLog::Shared* stopping = nullptr;

void onStop(int number) {
  stopping->stopped = true;
  ::signal(number, SIG_DFL);
  ::raise(number);
}

// Hides the ends of our snapshots from the program: blocks SIGCHLD, and removes the one that our snapshot has raised.
class ChildSignalHeld {
 public:
  ChildSignalHeld() {
    sigemptyset(&set_);
    sigaddset(&set_, SIGCHLD);
    sigset_t pending;
    ::pthread_sigmask(SIG_BLOCK, &set_, &before_);
    ::sigpending(&pending);
    theirs_ = sigismember(&pending, SIGCHLD) == 1;
  }
  ~ChildSignalHeld() {
    timespec now{};
    if (!theirs_) ::sigtimedwait(&set_, nullptr, &now);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  ChildSignalHeld(const ChildSignalHeld&) = delete;

 private:
  sigset_t set_{}, before_{};
  bool theirs_ = false;
};

// Replaces standard output and error by /dev/null, because other processes wait for the end of these streams.
void leaveStreams() {
  int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  for (int stream : {1, 2})
    if (nothing < 0 || ::dup2(nothing, stream) < 0) ::close(stream);
  if (nothing > 2) ::close(nothing);
}

// Directs later messages to the standard error of process `pid`, which asked for a replay, if that process still
// exists.
void answerRequest(int pid) {
  int theirs = ::open(("/proc/" + std::to_string(pid) + "/fd/2").c_str(), O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC);
  if (theirs < 0) {
    // A socket cannot be opened by a path. Under a supervisor or Node.js standard error is a socket, so it is taken
    // from the process as a debugger would take it.
    int process = int(::syscall(SYS_pidfd_open, pid, 0));
    if (process >= 0) {
      theirs = int(::syscall(SYS_pidfd_getfd, process, 2, 0));
      ::close(process);
    }
  }
  if (theirs < 0) return;
  ::dup2(theirs, 2);
  ::close(theirs);
}

}  // namespace

std::unique_ptr<RingLog> RingLog::create(std::size_t size) {
  std::unique_ptr<RingLog> ring(new RingLog);
  ring->half_ = (std::max(size, least) / 2 + page - 1) & ~(page - 1);
  ring->mapped_ = 2 * ring->half_ + (sizeof(Shared) + page - 1) / page * page;
  NODECPP_ASSERT(ring->half_ % page == 0 && ring->half_ >= least / 2, ring->half_);
  NODECPP_ASSERT(ring->mapped_ > 2 * ring->half_, ring->half_, ring->mapped_);
  void* memory =
      ::mmap(nullptr, ring->mapped_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  ::madvise(memory, ring->mapped_, MADV_DONTDUMP);
  ring->memory_ = static_cast<char*>(memory);
  ring->shared_ = ::new (ring->memory_ + 2 * ring->half_) Shared{};
  ring->begin();
  return ring;
}

RingLog::~RingLog() {
  if (memory_) ::munmap(memory_, mapped_);
}

std::uint32_t RingLog::begin() {
  if (begin_ && !broken_) full_ += std::uint64_t(at_ - begin_);
  ++number_;
  NODECPP_ASSERT(memory_ && shared_ && shared_->current == number_ - 1, number_);
  begin_ = at_ = memory_ + (number_ % 2) * half_;
  end_ = begin_ + half_;
  wanted_ = begin_ + half_ / 4 * 3;
  NODECPP_ASSERT(end_ <= memory_ + 2 * half_ && wanted_ < end_, number_);
  shared_->gap = broken_ = false;
  beginSegment("main", number_);
  shared_->current = number_;
  return number_;
}

void RingLog::more(std::size_t size) {
  NODECPP_ASSERT(size > std::size_t(end_ - at_), size);
  // The turn has more records than the ring has room for. A replay cannot go through this turn; the next snapshot
  // begins after it.
  shared_->gap = broken_ = true;
  std::size_t most = std::max<std::size_t>(size, page);
  dropped_ = std::make_unique<char[]>(most);
  begin_ = at_ = dropped_.get();
  end_ = begin_ + most;
}

std::vector<std::string_view> RingLog::since(std::uint32_t number) const {
  std::vector<std::string_view> halves;
  for (std::uint32_t at = number; at <= shared_->current && at < number + 2; ++at)
    halves.emplace_back(memory_ + (at % 2) * half_, half_);
  return halves;
}

// Reports why no snapshot could be made. An error is reported only once, since a snapshot is tried again with each half
// of the ring.
bool Flight::failed(int error) {
  NODECPP_ASSERT(error > 0, error);
  if (std::exchange(reported_, error) != error)
    show(2, std::string("(nodecpp) no snapshot for the flight recorder: ") + std::strerror(error) + "\n");
  return false;
}

bool Flight::snapshot() {
  double began = milliseconds();
  ChildSignalHeld held;
  // The half of the ring that is about to be overwritten belongs to the older snapshot. From here on a crash is
  // replayed by the newer snapshot.
  if (newer_.pid) ring_.shared().oldest = half_;
  dismiss(older_);
  // The records have a gap, and the newer snapshot could replay only up to the gap, so it is killed.
  if (ring_.broken()) dismiss(newer_);
  older_ = newer_;
  newer_ = {};
  half_ = ring_.begin();
  NODECPP_ASSERT(half_ > 0 && !newer_.pid, half_);
  ring_.shared().oldest = older_.pid ? half_ - 1 : half_;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return failed(errno);
  int program = ::getpid();
  int pid = ::fork();
  if (pid == 0) {
    ::close(ends[1]);
    return wait(ends[0], program, ring_.turn);
  }
  ::close(ends[0]);
  if (pid < 0) {
    int error = errno;
    ::close(ends[1]);
    return failed(error);
  }
  reported_ = 0;
  newer_ = {pid, ends[1]};
  RingLog::Shared& shared = ring_.shared();
  double pause = milliseconds() - began;
  shared.pauses[shared.snapshots++ % std::size(shared.pauses)] = float(pause);
  shared.paused += pause;
  return false;
}

void Flight::dismiss(Snapshot& snapshot) {
  if (!snapshot.pid) return;
  NODECPP_ASSERT(snapshot.pid > 0 && snapshot.pipe >= 0, snapshot.pid, snapshot.pipe);
  std::size_t& held = ring_.shared().heldBytes;
  held = std::max(held, ownMemory(snapshot.pid));
  ::kill(snapshot.pid, SIGKILL);
  while (::waitpid(snapshot.pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  ::close(snapshot.pipe);
  snapshot = {};
}

void Flight::end() {
  ChildSignalHeld held;
  dismiss(older_);
  dismiss(newer_);
}

void Flight::handleStopRequests() {
  stopping = &ring_.shared();
  for (int number : {SIGTERM, SIGINT, SIGHUP}) {
    struct sigaction before{};
    if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler == SIG_DFL) ::signal(number, onStop);
  }
}

std::string Flight::report() const {
  const RingLog::Shared& shared = ring_.shared();
  std::vector<float> sorted(shared.pauses,
                            shared.pauses + std::min<std::size_t>(shared.snapshots, std::size(shared.pauses)));
  std::ranges::sort(sorted);
  auto at = [&](double part) {
    return sorted.empty() ? 0.0 : double(sorted[std::size_t(part * double(sorted.size() - 1))]);
  };
  char text[240];
  std::snprintf(
      text, sizeof text,
      "flight: %u snapshots, the process stood still for %.2f ms (p50), %.2f ms (p99), %.1f ms in all; a snapshot "
      "held %.1f MiB for itself, the ring %.1f MiB\n",
      shared.snapshots, at(0.5), at(0.99), shared.paused, double(shared.heldBytes) / (1 << 20),
      double(ring_.since(half_)[0].size() * 2) / (1 << 20));
  return text;
}

// The life of a snapshot from here on: waits for the end of the process, and replays if the process has crashed.
bool Flight::wait(int pipe, int program, std::uint64_t turn) {
  // Closes descriptors whose closing other processes wait for: connections, listening sockets, the pipe of the other
  // snapshot.
  ::close(0);
  if (pipe > 3) ::close_range(3, unsigned(pipe) - 1, 0);
  ::close_range(unsigned(pipe) + 1, ~0u, 0);
  // Signals sent to a whole group of processes (a terminal's Ctrl-C) are meant for the program, which may handle them.
  // The snapshot ignores them.
  for (int number : {SIGINT, SIGHUP, SIGTERM}) ::signal(number, SIG_IGN);
  ::prctl(PR_SET_NAME, "nodecpp-snapshot");
  char byte = 0;
  while (::read(pipe, &byte, 1) < 0 && errno == EINTR) {
  }
  ::close(pipe);
  // Of two snapshots only the older one, which reaches back further, replays the crash.
  if (ring_.shared().oldest != half_) ::_exit(0);
  if (ring_.shared().stopped) {
    show(2, report());
    ::_exit(0);
  }
  return runCrashReplay(program, turn);
}

// The life of a snapshot after the crash. Starts a replay in a copy of itself, and waits until the time is over or
// SIGTERM comes; SIGUSR1 starts the replay again. Returns true only in the copy.
bool Flight::runCrashReplay(int program, std::uint64_t turn) {
  ::prctl(PR_SET_NAME, crashedProcessName);
  sigset_t asked;
  sigemptyset(&asked);
  sigaddset(&asked, SIGUSR1);
  sigaddset(&asked, SIGCHLD);
  sigaddset(&asked, SIGTERM);
  ::sigprocmask(SIG_BLOCK, &asked, nullptr);
  ::signal(SIGCHLD, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
  std::string self = std::to_string(::getpid());
  show(2, "flight: process " + std::to_string(program) + " has died; what it did since turn " + std::to_string(turn) +
              " is replayed\n");
  double until = milliseconds() + keptSeconds * 1e3;
  int flown = 0;
  auto launch = [&] {
    flown = ::fork();
    // The replay gets a process group of its own. When the process that started the program leaves our group, the
    // kernel continues all stopped processes of the group.
    if (flown == 0) {
      ::setpgid(0, 0);
      ::prctl(PR_SET_NAME, replayProcessName);
    }
    return flown == 0;
  };
  if (launch()) return true;
  while (milliseconds() < until) {
    timespec longest{.tv_sec = keptSeconds, .tv_nsec = 0};
    siginfo_t from{};
    int came = ::sigtimedwait(&asked, &from, &longest);
    if (came == SIGTERM) break;
    if (came == SIGUSR1) {
      if (flown > 0) ::kill(flown, SIGKILL), ::waitpid(flown, nullptr, 0);
      answerRequest(from.si_pid);
      if (launch()) return true;
      continue;
    }
    int status = 0;
    if (flown <= 0 || ::waitpid(flown, &status, WNOHANG | WUNTRACED) != flown) continue;
    if (!WIFSTOPPED(status)) flown = 0;
    // With --nodecpp-flight-core the replay has crashed and left its core file, so the snapshot is not needed any more.
    if (atCrash_ == AtCrash::core && flown == 0)
      ::_exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
    std::size_t gone = enforceSnapshotLimits(bounds_);
    show(2, "flight: kill -USR1 " + self + " replays it again, kill " + self + " lets it go" +
                (gone ? "; of earlier crashes " + std::to_string(gone) + " were let go" : std::string()) + "\n");
    leaveStreams();
  }
  if (flown > 0) ::kill(flown, SIGKILL);
  ::_exit(0);
}

}  // namespace nodecpp::os::record
