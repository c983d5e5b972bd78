// Starts a process in the manner of vfork: the new process shares the parent's memory, and the calling thread stands
// still until the child has executed its program or failed to. So the cost does not grow with the parent's size, and
// the child can report its error by writing it to memory. Everything that the child needs is prepared before, because
// the child may only make system calls: it runs on a small stack, and other threads of the parent may hold any lock.
#include "os/linux/launch.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"

// glibc's clone() under its internal name. ThreadSanitizer replaces clone() by a version that assumes that the child
// has a copy of the memory.
extern "C" int __clone(int (*function)(void*), void* stack, int flags, void* argument, ...);

namespace nodecpp::os {

namespace {

struct Prepared {
  std::vector<const char*> paths;  // The paths at which the program may be, tried in turn.
  std::vector<char*> argv;         // The program's arguments from [1] on; [0] is kept free for a shell.
  std::vector<char*> envp;
  std::vector<int> descriptors;
  const char* directory = nullptr;
  int uid = -1, gid = -1;
  bool detached = false;
  int error = 0;  // The error number (errno) with which the child failed; the child writes it.
};

// Makes system calls directly. glibc's own functions for these calls would notify all threads, or record the change in
// memory that the parent shares.
template <class... A>
[[clang::no_sanitize("address", "thread", "undefined")]] long call(long number, A... arguments) {
  return ::syscall(number, arguments...);
}

[[clang::no_sanitize("address", "thread", "undefined")]] int arrange(Prepared& to) {
  // First moves away each descriptor that the copies made below would overwrite.
  int count = int(to.descriptors.size());
  for (int i = 0; i < count; ++i) {
    int& fd = to.descriptors[std::size_t(i)];
    if (fd < 0 || fd >= i) continue;
    long moved = call(SYS_fcntl, fd, F_DUPFD_CLOEXEC, count);
    if (moved < 0) return errno;
    fd = int(moved);
  }
  for (int i = 0; i < count; ++i) {
    int fd = to.descriptors[std::size_t(i)];
    if (fd < 0) continue;
    if (fd == i ? call(SYS_fcntl, fd, F_SETFD, 0) < 0 : call(SYS_dup3, fd, i, 0) < 0) return errno;
    // Programs expect standard streams that block, but sockets of the runtime are non-blocking, so the flag is cleared.
    long flags = i <= 2 ? call(SYS_fcntl, i, F_GETFL) : 0;
    if (flags & O_NONBLOCK) call(SYS_fcntl, i, F_SETFL, flags & ~long(O_NONBLOCK));
  }
  // Descriptors that were opened without O_CLOEXEC get the flag here, so that the child's program does not inherit
  // them. Kernels without close_range leave them open.
  call(SYS_close_range, unsigned(std::max(count, 3)), UINT_MAX, CLOSE_RANGE_CLOEXEC);
  return 0;
}

[[clang::no_sanitize("address", "thread", "undefined")]] int execute(Prepared& to) {
  int error = ENOENT;
  for (const char* path : to.paths) {
    call(SYS_execve, path, to.argv.data() + 1, to.envp.data());
    if (errno == ENOEXEC) {
      // The file has no header of an executable. As execvp does, it is tried as a shell script.
      to.argv[0] = const_cast<char*>("/bin/sh");
      to.argv[1] = const_cast<char*>(path);
      call(SYS_execve, "/bin/sh", to.argv.data(), to.envp.data());
    }
    if (errno == EACCES)
      error = EACCES;
    else if (errno != ENOENT && errno != ENOTDIR)
      return errno;
  }
  return error;
}

[[clang::no_sanitize("address", "thread", "undefined")]] int childMain(void* data) {
  Prepared& to = *static_cast<Prepared*>(data);
  struct {
    void* handler = nullptr;
    unsigned long flags = 0;
    void* restorer = nullptr;
    std::uint64_t mask = 0;
  } byDefault;
  for (int number = 1; number <= 64; ++number)
    call(SYS_rt_sigaction, number, &byDefault, nullptr, sizeof byDefault.mask);
  auto prepare = [&]() -> int {
    if (to.detached) call(SYS_setsid);
    if (int error = arrange(to)) return error;
    if (to.directory && call(SYS_chdir, to.directory) != 0) return errno;
    // Without the right to change groups setgroups fails, and then setgid or setuid fails and reports the error.
    if (to.uid >= 0 || to.gid >= 0) call(SYS_setgroups, 0, nullptr);
    if (to.gid >= 0 && call(SYS_setgid, to.gid) != 0) return errno;
    if (to.uid >= 0 && call(SYS_setuid, to.uid) != 0) return errno;
    std::uint64_t none = 0;
    call(SYS_rt_sigprocmask, SIG_SETMASK, &none, nullptr, sizeof none);
    return execute(to);
  };
  to.error = prepare();
  call(SYS_exit_group, 127);
  __builtin_unreachable();
}

constexpr std::size_t stackBytes = 64 * 1024;

std::string_view pathOf(const std::vector<String>& environment) {
  constexpr std::string_view name = "PATH=";
  for (const String& entry : environment) {
    std::string_view text(entry.data(), entry.size());
    if (text.starts_with(name)) return text.substr(name.size());
  }
  return "/bin:/usr/bin";
}

std::vector<std::string> candidates(const std::string& file, std::string_view path) {
  if (file.find('/') != file.npos) return {file};
  std::vector<std::string> all;
  for (std::size_t at = 0; at <= path.size();) {
    std::size_t end = std::min(path.find(':', at), path.size());
    std::string folder(path.substr(at, end - at));
    all.push_back(folder.empty() ? file : folder + "/" + file);
    at = end + 1;
  }
  NODECPP_ASSERT(!all.empty());
  return all;
}

std::string plain(const String& text) { return {text.data(), text.size()}; }

}  // namespace

Launched launch(const SpawnSpec& spec, const std::vector<int>& descriptors) {
  if (spec.file.empty()) return {.error = -ENOENT};
  std::vector<std::string> paths = candidates(plain(spec.file), pathOf(spec.environment));
  std::vector<std::string> arguments{""}, environment;
  for (const String& text : spec.arguments) arguments.push_back(plain(text));
  for (const String& text : spec.environment) environment.push_back(plain(text));
  std::string directory = plain(spec.directory);
  Prepared to{.paths = {},
              .argv = {},
              .envp = {},
              .descriptors = descriptors,
              .directory = directory.empty() ? nullptr : directory.c_str(),
              .uid = spec.uid,
              .gid = spec.gid,
              .detached = spec.detached};
  for (const std::string& path : paths) to.paths.push_back(path.c_str());
  for (std::string& text : arguments) to.argv.push_back(text.data());
  for (std::string& text : environment) to.envp.push_back(text.data());
  to.argv.push_back(nullptr);
  if (to.argv.size() < 3) to.argv.push_back(nullptr);  // execute() writes to argv[1], so the array must have it.
  to.envp.push_back(nullptr);

  NODECPP_ASSERT(to.argv.size() >= 3 && !to.argv.back() && !to.envp.back(), to.argv.size());
  NODECPP_ASSERT(!to.paths.empty());
  void* stack = ::mmap(nullptr, stackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return {.error = -ENOMEM};
  // All signals are blocked during the start, because no signal handler of the parent may run in the child.
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  Launched launched;
  launched.pid = ::__clone(childMain, static_cast<char*>(stack) + stackBytes,
                           CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &to, &launched.pidFd);
  int error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::munmap(stack, stackBytes);
  if (launched.pid < 0) return {.error = -error};
  NODECPP_ASSERT(launched.pid != 0);
  if (to.error) {
    int code = 0, signal = 0;
    NODECPP_ASSERT(launched.pidFd >= 0, launched.pidFd);
    reap(launched.pidFd, true, code, signal);
    ::close(launched.pidFd);
    return {.error = -to.error, .executed = false};
  }
  return launched;
}

bool reap(int pidFd, bool wait, int& code, int& signal) {
  siginfo_t info{};
  int result = 0;
  NODECPP_ASSERT(pidFd >= 0, pidFd);
  do result = ::waitid(P_PIDFD, id_t(pidFd), &info, WEXITED | (wait ? 0 : WNOHANG));
  while (result != 0 && errno == EINTR);
  code = signal = 0;
  // When another part of the program has waited for all children (waitpid(-1)), the manner of the end is unknown.
  if (result != 0) return true;
  if (info.si_pid == 0) return false;
  (info.si_code == CLD_EXITED ? code : signal) = info.si_status;
  return true;
}

}  // namespace nodecpp::os
