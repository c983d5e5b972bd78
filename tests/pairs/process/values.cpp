#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <cmath>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto message = [](const Error& error) { return error->name + " " + error->code + " " + error->message; };
  auto orUndefined = [](const String& text) { return text.empty() ? Lookup() : Lookup(text); };
  auto attempt = [=](auto f) {
    try {
      console::log(f());
    } catch (const Error& error) {
      console::log(message(error), error->errno_ ? Lookup(error->errno_) : Lookup(), orUndefined(error->syscall), orUndefined(error->path), orUndefined(error->dest));
    }
  };
  console::log(process::platform, process::arch, process::pid > 0, process::ppid > 0);
  console::log(process::uptime() > 0, process::uptime() < 9);
  auto [seconds, nanoseconds] = process::hrtime();
  console::log(seconds > 0, nanoseconds >= 0 && nanoseconds < 1e9);
  auto passed = process::hrtime({seconds, nanoseconds});
  console::log(passed.first, passed.second >= 0);
  console::log(process::hrtime.bigint() <= process::hrtime.bigint());
  auto memory = process::memoryUsage();
  console::log(memory.rss > memory.heapUsed, memory.heapTotal >= memory.heapUsed, process::memoryUsage.rss() > 1e6);
  auto cpu = process::cpuUsage();
  console::log(cpu.user + cpu.system > 0, cpu.system >= 0, process::cpuUsage(cpu).user < cpu.user + 1e6);
  attempt([] { return process::cpuUsage({.user = -1, .system = 0}).user; });
  attempt([] { return process::cpuUsage({.user = 0, .system = INFINITY}).user; });
  auto usage = process::resourceUsage();
  console::log(usage.userCPUTime + usage.systemCPUTime > 0, usage.maxRSS > 1000, usage.minorPageFault > 0, usage.ipcSent, usage.swappedOut);
  process::chdir("/tmp");
  console::log(process::cwd());
  process::chdir("/");
  attempt([] { process::chdir("/surely/not/there"); return 0; });
  attempt([] { process::chdir("/etc/hostname"); return 0; });
  console::log(process::cwd());
  attempt([] { return process::kill(process::pid, 0); });
  attempt([] { return process::kill(999999, 0); });
  attempt([] { return process::kill(process::pid, "SIGNONE"); });
  attempt([] { return process::kill(process::pid, 999); });
  console::log(process::umask(022) >= 0, process::umask());
  console::log(process::umask(077), process::umask());
  console::log(process::getuid() == process::geteuid(), process::getgid() == process::getegid());
  process::title = "a title";
  console::log(process::title);
  attempt([] { process::on("SIGKILL", [] {}); return "not reached"; });
  console::log(process::listenerCount("SIGKILL"));
}); }
