#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/json.h>
#include <nodecpp/math.h>
#include <nodecpp/number.h>
#include <nodecpp/os.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
using namespace nodecpp;
namespace constants = os::constants;

int main(int argc, char** argv) { return run(argc, argv, [] {
  console::log(constants::signals);
  console::log(constants::errno_);
  console::log(constants::dlopen, constants::UV_UDP_REUSEADDR);
  console::log(constants::priority.PRIORITY_LOW, constants::priority.PRIORITY_HIGHEST, Object::keys(constants::priority).length());
  console::log(constants::signals["SIGTERM"], constants::signals["SIGNONE"], constants::signals.keys().length());
  for (const auto& [name, number] : constants::dlopen.entries()) console::log(name, number);
  console::log(JSON::stringify(os::EOL), os::devNull, os::arch(), os::platform(), os::endianness());

  // The same file is read by both.
  auto read = [](String path) { return fs::readFileSync(path, "utf8").trim(); };
  console::log(os::type(), os::release() == read("/proc/sys/kernel/osrelease"), os::version() == read("/proc/sys/kernel/version"));
  console::log(os::hostname() == read("/proc/sys/kernel/hostname"), os::machine());
  console::log(os::totalmem() == Number::parseInt(read("/proc/meminfo").split(re("\\s+"))[1]) * 1024, os::freemem() < os::totalmem());
  console::log(Math::abs(os::uptime() - Number::parseFloat(read("/proc/uptime"))) < 5, os::loadavg().length());
  console::log(os::cpus().length(), os::cpus()[0].model, Object::keys(os::cpus()[0].times), os::availableParallelism() >= 1);
  console::log(os::userInfo(), os::homedir() == os::userInfo().homedir, os::tmpdir());

  for (const auto& [name, addresses] : os::networkInterfaces()) console::log(name, addresses);
}); }
