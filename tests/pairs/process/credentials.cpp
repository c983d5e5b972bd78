#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/os.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto attempt = [](auto f) {
    try {
      if constexpr (std::is_void_v<decltype(f())>) {
        f();
        console::log(undefined);
      } else {
        console::log(f());
      }
    } catch (const Error& error) {
      console::log(error->name, error->code, error->message, error->errno_ ? Lookup(error->errno_) : Lookup(), error->syscall.empty() ? Lookup() : Lookup(error->syscall));
    }
  };
  console::log(process::getgroups().includes(process::getegid()));
  attempt([] { process::setuid("surely no user"); });
  attempt([] { process::seteuid("surely no user"); });
  attempt([] { process::setgid("surely no group"); });
  attempt([] { process::setegid("surely no group"); });
  attempt([] { process::setuid(-1); });
  attempt([] { process::setgid(1.5); });
  attempt([] { process::setegid(4294967296.0); });
  attempt([] { process::setgroups({0, "surely no group"}); });
  attempt([] { process::setgroups({0, -1}); });
  attempt([] { process::initgroups(0, "surely no group"); });
  attempt([] { process::initgroups(4000000123, 0); });
  attempt([] { process::initgroups(-1, 0); });
  attempt([] { process::setuid(process::getuid()); });
  attempt([] { process::setgid(process::getgid()); });
  if (process::getuid() == 0) {
    attempt([] { process::setgroups({0, 1, 2}); });
    attempt([] { return process::getgroups().join(); });
    attempt([] { process::seteuid("nobody"); });
    console::log(process::geteuid() > 0);
    attempt([] { process::setgroups({0}); });
    attempt([] { process::initgroups("nobody", 0); });
    attempt([] { process::setegid(5); });
    attempt([] { process::seteuid(0); });
    console::log(process::geteuid());
  }
  console::log(process::availableMemory() > 1e6, process::constrainedMemory() >= 0);
  auto before = process::threadCpuUsage();
  double sum = 0;
  for (int i = 0; i < 3000000; i++) sum += i % 7;
  auto used = process::threadCpuUsage(before);
  console::log(used.user >= 0 && used.system >= 0, sum);
  attempt([] { return process::threadCpuUsage({.user = -1, .system = 0}).user; });
  auto folder = fs::mkdtempSync(os::tmpdir() + "/env-");
  process::chdir(folder);
  attempt([] { process::loadEnvFile("nothing.env"); });
  attempt([] { process::loadEnvFile(); });
  attempt([] { process::loadEnvFile("."); });
  fs::writeFileSync(".env", "NAME=value\nHOME=elsewhere\nQUOTED=\"two\nlines\"\n");
  process::env["HOME"] = "here";
  process::loadEnvFile();
  console::log(undefined, process::env["NAME"], process::env["HOME"], process::env["QUOTED"], process::env["NONE"]);
  fs::writeFileSync("other", "NAME=other\nOTHER=1");
  process::loadEnvFile("other");
  console::log(process::env["NAME"], process::env["OTHER"]);
  process::chdir("/");
  fs::rmSync(folder, {.recursive = true});
  process::ref(setTimeout([] { console::log("later"); }, 5));
  process::unref(setTimeout([] { console::log("never"); }, 1000));
  process::ref(0);
  console::log(process::features.inspector == false, process::features.tls, process::features.ipv6);
}); }
