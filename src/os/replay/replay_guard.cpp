#include "os/replay/replay_guard.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "base/assertion.h"
#include "base/errors/call_stack.h"
#include "base/memory/slab.h"
#include "base/upward_calls.h"
#include "os/replay/replayer.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define NODECPP_SANITIZED 1
#endif
#endif
#ifndef NODECPP_SANITIZED
#define NODECPP_SANITIZED 0
#endif

namespace nodecpp::os::replay {

namespace {

Replayer* guarded = nullptr;
AfterCrash after = AfterCrash::happens;
int statusFile = -1;  // The descriptor of /proc/self/status, opened while files could be opened.
// The addresses of the pages in which the kernel publishes its clocks.
std::uintptr_t clockPages = 0, clockPagesEnd = 0;

// Functions that a signal handler may call: they allocate no memory.
void say(const char* text) { [[maybe_unused]] ssize_t put = ::write(2, text, std::strlen(text)); }
void say(std::uint64_t number) {
  char digits[24];
  char* at = digits + sizeof digits;
  *--at = 0;
  do *--at = char('0' + number % 10);
  while (number /= 10);
  say(at);
}
void printPosition() {
  say(" in turn ");
  say(guarded->turn());
  say(", after ");
  say(guarded->operations());
  say(" operations that were identical\n");
}

bool readsClock(const void* instruction) {
  static constexpr unsigned char rdtsc[] = {0x0f, 0x31}, rdtscp[] = {0x0f, 0x01, 0xf9};
  return std::memcmp(instruction, rdtsc, sizeof rdtsc) == 0 || std::memcmp(instruction, rdtscp, sizeof rdtscp) == 0;
}

// Reports a crash of the replayed program with its turn. A trap that the guard itself has set (a clock, a system call)
// ends the replay as different.
void onCrash(int number, siginfo_t* info, [[maybe_unused]] void* context) {
#if defined(__x86_64__)
  auto at = reinterpret_cast<const void*>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
  // The crash comes either from reading the processor's clock, for which the kernel gives no address (PR_SET_TSC), or
  // from a clock page that was taken away.
  auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (number == SIGSEGV &&
      (info->si_code == SI_KERNEL ? readsClock(at) : address >= clockPages && address < clockPagesEnd)) {
    say("replay: different: the clock was read beside the port");
    printPosition();
    ::_exit(different);
  }
#endif
  if (number == SIGSYS) {
    if (info->si_syscall == SYS_mmap) {
      say("replay: different: a thread was started beside the port");
    } else {
      say("replay: different: system call ");
      say(std::uint64_t(info->si_syscall));
      say(" was made beside the port");
    }
    printPosition();
    ::_exit(different);
  }
  say("replay: SIG");
  say(::sigabbrev_np(number));
  printPosition();
  if (after == AfterCrash::stops && !traced()) {
    say("replay: stopped there: gdb -p ");
    say(std::uint64_t(::getpid()));
    say("\n");
    leaveStreams();
    ::raise(SIGSTOP);
  }
  // SA_RESETHAND has removed this handler. The instruction that crashed runs again and raises the signal with its
  // default action, so that a core file shows the program and not the handler.
}

void catchCrashes() {
  static char stack[64 << 10];
  stack_t alternate{};
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof stack;
  ::sigaltstack(&alternate, nullptr);
  struct sigaction action{};
  action.sa_sigaction = onCrash;
  action.sa_flags = int(SA_SIGINFO | SA_RESETHAND | SA_ONSTACK);
  for (int number : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS}) ::sigaction(number, &action, nullptr);
}

std::minstd_rand saltRandom;
constexpr std::size_t saltStep = 16, saltLargest = 1024;

// Frees blocks of each size in random order, so that later allocations get them in an order of this run only.
void saltMemory() {
  constexpr std::size_t each = 32;
  static auto* kept = new std::vector<void*>;  // The blocks that are kept; leak detectors find them here.
  std::random_device source;
  saltRandom.seed(source());
  detail::shuffleAllocations(source());
  for (std::size_t size = saltStep; size <= saltLargest; size += saltStep) {
    std::vector<void*> blocks;
    for (std::size_t i = 0; i < 2 * each; ++i) blocks.push_back(std::malloc(size));
    // Every other block is kept for ever, because free neighbours would be merged into one block.
    std::vector<void*> freed;
    for (std::size_t i = 0; i < blocks.size(); ++i) (i % 2 == 0 ? freed : *kept).push_back(blocks[i]);
    std::shuffle(freed.begin(), freed.end(), saltRandom);
    for (void* block : freed) std::free(block);
  }
}

#if defined(__x86_64__) && !NODECPP_SANITIZED

constexpr sock_filter statement(int code, unsigned value) { return {static_cast<unsigned short>(code), 0, 0, value}; }
constexpr sock_filter jumpIf(int code, unsigned value, int yes, int no) {
  return {static_cast<unsigned short>(BPF_JMP | code | BPF_K), static_cast<unsigned char>(yes),
          static_cast<unsigned char>(no), value};
}

void filterCalls() {
  NODECPP_ASSERT(guarded);
  // The file with the program's debug information is opened now, before the filter: reading an error's stack from it is
  // no input of the program.
  if (detail::upward().symbolsOf)
    detail::upward().symbolsOf(reinterpret_cast<const void*>(&printPosition), nullptr, [](void*, const detail::CallSymbol&) {});
  // The permitted system calls serve memory, signals and the end of the process. None of them gives the program
  // information.
  static constexpr unsigned allowed[] = {
      SYS_munmap, SYS_mprotect,        SYS_mremap,         SYS_madvise,      SYS_brk,
      SYS_futex,  SYS_rt_sigaction,    SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack,
      SYS_exit,   SYS_exit_group,      SYS_tgkill,         SYS_gettid,       SYS_getpid,
      SYS_close,  SYS_restart_syscall, SYS_sched_yield,    SYS_prctl};
  // These system calls are permitted only if their first argument is a standard stream or the one file that is open.
  static constexpr unsigned ofStandard[] = {SYS_write, SYS_writev, SYS_newfstatat, SYS_fstat, SYS_lseek, SYS_ioctl};
  std::vector<sock_filter> filter{
      statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      jumpIf(BPF_JEQ, AUDIT_ARCH_X86_64, 1, 0),
      statement(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
  };
  // A thread that the program starts without the port is caught when its stack is mapped. At the start of the thread
  // itself signals are blocked, so no message could be written.
  filter.push_back(jumpIf(BPF_JEQ, SYS_mmap, 0, 4));
  filter.push_back(statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[3])));
  filter.push_back(jumpIf(BPF_JSET, MAP_STACK, 0, 1));
  filter.push_back(statement(BPF_RET | BPF_K, SECCOMP_RET_TRAP));
  filter.push_back(statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  for (unsigned call : allowed) {
    filter.push_back(jumpIf(BPF_JEQ, call, 0, 1));
    filter.push_back(statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  }
  auto withFirst = [&](unsigned call, int comparison, unsigned value) {
    filter.push_back(jumpIf(BPF_JEQ, call, 0, 4));
    filter.push_back(statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[0])));
    filter.push_back(jumpIf(comparison, value, comparison == BPF_JGT ? 1 : 0, comparison == BPF_JGT ? 0 : 1));
    filter.push_back(statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    filter.push_back(statement(BPF_RET | BPF_K, SECCOMP_RET_TRAP));
  };
  for (unsigned call : ofStandard) withFirst(call, BPF_JGT, 2);
  withFirst(SYS_pread64, BPF_JEQ, unsigned(statusFile));
  if (guarded->outputFile() >= 0) withFirst(SYS_pwrite64, BPF_JEQ, unsigned(guarded->outputFile()));
  filter.push_back(statement(BPF_RET | BPF_K, SECCOMP_RET_TRAP));
  sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    Replayer::refuse(std::string("the kernel takes no filter of system calls: ") + std::strerror(errno));
}

// The coarse clocks, among them time(), are read only from the kernel's pages, without a system call. So these pages
// are taken away.
void takeClockPages() {
  std::FILE* maps = std::fopen("/proc/self/maps", "re");
  if (!maps) return;
  char line[512];
  while (std::fgets(line, sizeof line, maps)) {
    unsigned long begin = 0, end = 0;
    if (!std::strstr(line, "[vvar") || std::sscanf(line, "%lx-%lx", &begin, &end) != 2) continue;
    void* page = reinterpret_cast<void*>(begin);
    if (::mmap(page, end - begin, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != page) continue;
    if (!clockPages) clockPages = begin;
    clockPagesEnd = end;
  }
  std::fclose(maps);
}

void trapClock() {
  takeClockPages();
  if (::prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0) != 0)
    show(2,
         "replay: the kernel does not trap readings of the processor's clock: one beside the port would not be seen\n");
}

#else

// Sanitizers make system calls of their own, and other processors have no list of permitted calls, so there is no
// filter.
void filterCalls() {}
void trapClock() {}

#endif

}  // namespace

void installGuardInCopy(Replayer& replayer, AfterCrash afterCrash) {
  NODECPP_ASSERT(!guarded);
  guarded = &replayer;
  after = afterCrash;
  statusFile = ::open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  ::tzset();  // The file of the time zone is read now, before files cannot be opened any more.
  // Any process may debug this one, not only its parent.
  ::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
  catchCrashes();
  trapClock();
  filterCalls();
}

void shuffleTurnAllocations() {
  void* blocks[7];  // malloc keeps seven freed blocks of a size at hand.
  std::size_t size = (1 + saltRandom() % (saltLargest / saltStep)) * saltStep;
  for (void*& block : blocks) block = std::malloc(size);
  std::shuffle(std::begin(blocks), std::end(blocks), saltRandom);
  for (void* block : blocks) std::free(block);
}

void leaveStreams() {
  if (after != AfterCrash::stops) return;
  ::close(1);
  ::close(2);
}

bool traced() {
  char text[4096];
  ssize_t size = statusFile < 0 ? 0 : ::pread(statusFile, text, sizeof text - 1, 0);
  text[size > 0 ? size : 0] = 0;
  const char* line = std::strstr(text, "TracerPid:");
  return line && std::atoi(line + 10) != 0;
}

void installGuard(Replayer& replayer) {
  saltMemory();
  installGuardInCopy(replayer, AfterCrash::happens);
}

}  // namespace nodecpp::os::replay
