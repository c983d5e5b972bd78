#include <nodecpp/os.h>
#include <nodecpp/value.h>

#include <charconv>
#include <vector>

#include "base/errors/validate.h"
#include "loop/loop.h"

namespace nodecpp::os {

namespace {

Machine& current() { return nodecpp::detail::Loop::current().port().machine; }

// Holds the names of an error's `info`, which Node has in a SystemError.
class ErrorInfo : public Object {
 public:
  int number = 0;
  String code, text, call;
  void inspectTo(util::Inspector& out) const {
    out.name("").property("errno", number).property("code", code).property("message", text).property("syscall", call);
  }
};

// Makes Node's SystemError.
Error systemError(ErrorCode number, const char* call) {
  auto info = make<ErrorInfo>();
  info->number = number;
  info->code = nodecpp::detail::errnoName(number);
  info->text = nodecpp::detail::errnoMessage(number);
  info->call = call;
  Error error =
      nodecpp::detail::codedError("ERR_SYSTEM_ERROR", nodecpp::str("A system error occurred: ") + call + " returned " +
                                                          info->code + " (" + info->text + ")");
  error->name = "SystemError";
  error->stack.setHeader(error->name + " [" + error->code + "]: " + error->message);
  error->errno_ = number;
  error->syscall = call;
  error->setObject("info", info);
  return error;
}

// Returns the address with the number of bits in its mask, "127.0.0.1/8", or null when the mask is not a row of ones
// before a row of zeros.
String cidrOf(const String& address, const String& netmask, bool isIpv6) {
  const Array<String> groups = netmask.split(isIpv6 ? ":" : ".");
  const int width = isIpv6 ? 16 : 8;
  int bits = 0;
  bool isOver = false;
  for (const String& group : groups) {
    // An empty group of an IPv6 address is a row of zeros.
    int value = 0;
    std::from_chars(group.data(), group.data() + group.size(), value, isIpv6 ? 16 : 10);
    for (int bit = width - 1; bit >= 0; --bit) {
      const bool isOne = value >> bit & 1;
      if (isOne && isOver) return nullptr;
      if (isOne) ++bits;
      isOver = isOver || !isOne;
    }
  }
  return address + "/" + nodecpp::str(bits);
}

int checkedInt32(double value, const char* name) {
  nodecpp::detail::validateInteger(value, name, -2147483648.0, 2147483647.0);
  return int(value);
}

}  // namespace

String type() { return current().names().type; }
String release() { return current().names().release; }
String version() { return current().names().version; }
String machine() { return current().names().machine; }
String hostname() { return current().names().host; }

Array<CpuInfo> cpus() {
  Array<CpuInfo> out;
  for (const Processor& each : current().processors())
    out.push({each.model, each.speed, {each.user, each.nice, each.system, each.idle, each.irq}});
  return out;
}
int availableParallelism() { return current().parallelism(); }

double freemem() { return current().memory().free; }
double totalmem() { return current().memory().total; }

Array<double> loadavg() {
  const LoadAverages now = current().loadAverages();
  return {now.one, now.five, now.fifteen};
}
double uptime() { return current().uptime(); }

void NetworkInterfaceInfo::inspectTo(util::Inspector& out) const {
  out.property("address", address).property("netmask", netmask).property("family", family).property("mac", mac);
  out.property("internal", internal).property("cidr", cidr);
  if (scopeid.kind() != Lookup::Kind::undefined) out.property("scopeid", scopeid);
}

Map<String, Array<NetworkInterfaceInfo>> networkInterfaces() {
  std::vector<InterfaceAddress> all;
  if (ErrorCode error = current().interfaces(all)) throw systemError(error, "uv_interface_addresses");
  Map<String, Array<NetworkInterfaceInfo>> out;
  for (const InterfaceAddress& each : all) {
    if (!out.has(each.name)) out.set(each.name, {});
    out.get(each.name).push({each.address, each.netmask, each.isIpv6 ? "IPv6" : "IPv4", each.mac, each.isInternal,
                             cidrOf(each.address, each.netmask, each.isIpv6),
                             each.isIpv6 ? Lookup(double(each.scope)) : Lookup()});
  }
  return out;
}

UserInfo userInfo() {
  UserAccount account;
  if (ErrorCode error = current().user(account)) throw systemError(error, "uv_os_get_passwd");
  return {account.uid, account.gid, account.name, account.home, account.shell};
}

void UserInfo::inspectTo(util::Inspector& out) const {
  out.name("[Object: null prototype]").property("uid", uid).property("gid", gid).property("username", username);
  out.property("homedir", homedir).property("shell", shell);
}

String homedir() {
  const Lookup home = process::env["HOME"];
  if (home.kind() != Lookup::Kind::undefined) return home.toString();
  UserAccount account;
  if (ErrorCode error = current().user(account)) throw systemError(error, "uv_os_homedir");
  return account.home;
}

String tmpdir() {
  for (const char* name : {"TMPDIR", "TMP", "TEMP"}) {
    const Lookup found = process::env[name];
    const String path = found.kind() == Lookup::Kind::undefined ? String() : found.toString();
    if (path.empty()) continue;
    return path.size() > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  }
  return "/tmp";
}

int getPriority(double pid) {
  const int process = checkedInt32(pid, "pid");
  int found = 0;
  if (ErrorCode error = current().priority(process, found)) throw systemError(error, "uv_os_getpriority");
  return found;
}

void setPriority(double priority) { setPriority(0, priority); }
void setPriority(double pid, double priority) {
  const int process = checkedInt32(pid, "pid");
  nodecpp::detail::validateInteger(priority, "priority", -20, 19);
  if (ErrorCode error = current().setPriority(process, int(priority))) throw systemError(error, "uv_os_setpriority");
}

}  // namespace nodecpp::os
