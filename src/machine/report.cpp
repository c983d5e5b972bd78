// process.report: what is known about the running program, as an object or in a file.
#include <nodecpp/date.h>
#include <nodecpp/json.h>
#include <nodecpp/loop_local.h>
#include <nodecpp/process/report.h>

#include <algorithm>
#include <string>

#include "process/process_state.h"

namespace nodecpp::process {

namespace {

using nodecpp::detail::Loop;
using nodecpp::detail::ProcessState;

struct Settings {
  bool compact = false, excludeEnv = false, excludeNetwork = false;
  String directory, filename;
  int written = 0;  // how many reports have been written
};
constinit LoopLocal<Settings> settings;

bool setting(bool Settings::* member, const bool* set) {
  if (set) (*settings).*member = *set;
  return (*settings).*member;
}
String setting(String Settings::* member, const String* set) {
  if (set) (*settings).*member = *set;
  return (*settings).*member;
}

os::Port& port() { return Loop::current().port(); }

var cpus() {
  var out = var::array();
  for (const os::Processor& each : port().machine.processors())
    out.push(var::object({{"model", each.model},
                          {"speed", each.speed},
                          {"user", each.user},
                          {"nice", each.nice},
                          {"sys", each.system},
                          {"idle", each.idle},
                          {"irq", each.irq}}));
  return out;
}

var interfaces() {
  var out = var::array();
  std::vector<os::InterfaceAddress> all;
  if (port().machine.interfaces(all)) return out;
  for (const os::InterfaceAddress& each : all) {
    var one = var::object({{"name", each.name},
                           {"internal", each.isInternal},
                           {"mac", each.mac},
                           {"address", each.address},
                           {"netmask", each.netmask},
                           {"family", each.isIpv6 ? "IPv6" : "IPv4"}});
    if (each.isIpv6) one["scopeid"] = each.scope;
    out.push(one);
  }
  return out;
}

var header(StringArg trigger, const var& filename) {
  const os::SystemNames names = port().machine.names();
  const Date now;
  var commandLine = var::array();
  for (const String& each : argv.values()) commandLine.push(each);
  var out = var::object({{"reportVersion", 5},
                         {"event", "JavaScript API"},
                         {"trigger", trigger.toString()},
                         {"filename", filename},
                         {"dumpEventTime", now.toISOString().slice(0, 19) + "Z"},
                         {"dumpEventTimeStamp", nodecpp::str(now.getTime())},
                         {"processId", int(pid)},
                         {"threadId", 0},
                         {"cwd", cwd()},
                         {"commandLine", commandLine}});
  out["nodejsVersion"] = nodeVersion;
  out["wordSize"] = int(sizeof(void*) * 8);
  out["arch"] = arch;
  out["platform"] = platform;
  out["componentVersions"] =
      var::object({{"nodecpp", versions.nodecpp}, {"node", versions.node}, {"clang", versions.clang}});
  out["release"] = var::object({{"name", release.name}});
  out["osName"] = names.type;
  out["osRelease"] = names.release;
  out["osVersion"] = names.version;
  out["osMachine"] = names.machine;
  out["cpus"] = cpus();
  if (!settings->excludeNetwork) out["networkInterfaces"] = interfaces();
  out["host"] = names.host;
  return out;
}

var stackOf(const Error& error) {
  const String text = error->stack.toString();
  var lines = var::array();
  for (const String& line : text.split("\n"))
    if (line.startsWith("    at ")) lines.push(line.slice(4));
  var properties = var::object();
  for (const auto& [name, value] : error->properties) properties.set(name, value.toString());
  if (error->code) properties.set("code", error->code);
  return var::object({{"message", text.split("\n")[0]}, {"stack", lines}, {"errorProperties", properties}});
}

var resources() {
  const os::ResourceUsage used = port().process.resourceUsage();
  const os::MachineMemory memory = port().machine.memory();
  const os::MemoryLimits limits = port().machine.memoryLimits();
  const double time = std::max(uptime(), 1e-6), user = used.userTime / 1e6, kernel = used.systemTime / 1e6;
  return var::object(
      {{"free_memory", memory.free},
       {"total_memory", memory.total},
       {"rss", memoryUsage.rss()},
       {"constrained_memory", limits.most},
       {"available_memory", limits.available},
       {"userCpuSeconds", user},
       {"kernelCpuSeconds", kernel},
       {"cpuConsumptionPercent", (user + kernel) / time * 100},
       {"userCpuConsumptionPercent", user / time * 100},
       {"kernelCpuConsumptionPercent", kernel / time * 100},
       {"maxRss", used.maxResident * 1024},
       {"pageFaults", var::object({{"IORequired", used.majorFaults}, {"IONotRequired", used.minorFaults}})},
       {"fsActivity", var::object({{"reads", used.fsReads}, {"writes", used.fsWrites}})}});
}

var threadResources() {
  const Cpu used = threadCpuUsage();
  const double time = std::max(uptime(), 1e-6), user = used.user / 1e6, kernel = used.system / 1e6;
  return var::object({{"userCpuSeconds", user},
                      {"kernelCpuSeconds", kernel},
                      {"cpuConsumptionPercent", (user + kernel) / time * 100},
                      {"userCpuConsumptionPercent", user / time * 100},
                      {"kernelCpuConsumptionPercent", kernel / time * 100}});
}

var made(const Error& error, StringArg trigger, const var& filename) {
  Error stack = error;
  if (!stack) stack = nodecpp::detail::codedError<Error>("ERR_SYNTHETIC", "JavaScript Callstack");
  const Memory memory = memoryUsage();
  var out = var::object(
      {{"header", header(trigger, filename)},
       {"javascriptStack", stackOf(stack)},
       {"javascriptHeap", var::object({{"totalMemory", memory.heapTotal}, {"usedMemory", memory.heapUsed}})},
       {"nativeStack", var::array()},
       {"resourceUsage", resources()},
       {"uvthreadResourceUsage", threadResources()},
       {"libuv", var::array()},
       {"workers", var::array()}});
  if (settings->excludeEnv) return out;
  var environment = var::object();
  for (const auto& [name, value] : env.entries()) environment.set(name, value);
  out["environmentVariables"] = environment;
  return out;
}

// Returns "report.DATE.TIME.PROCESS.THREAD.NUMBER.json" in local time.
String newName() {
  const Date now;
  auto digits = [](double number, double count) { return nodecpp::str(number).padStart(count, "0"); };
  return "report." + digits(now.getFullYear(), 4) + digits(now.getMonth() + 1, 2) + digits(now.getDate(), 2) + "." +
         digits(now.getHours(), 2) + digits(now.getMinutes(), 2) + digits(now.getSeconds(), 2) + "." +
         nodecpp::str(int(pid)) + ".0." + digits(++settings->written, 3) + ".json";
}

void writeFile(const String& path, const String& text) {
  constexpr int createToWrite = 02001101;  // O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
  os::Files& files = port().files;
  const int fd = files.open(std::string(path.data(), path.size()), createToWrite, 0666);
  if (fd < 0) throw nodecpp::detail::uvException(fd, "open", path);
  std::size_t at = 0;
  std::int64_t put = 1;
  while (at < text.size() && put > 0) {
    const os::Slice rest{text.data() + at, text.size() - at};
    put = files.write(fd, &rest, 1, -1);
    if (put > 0) at += std::size_t(put);
  }
  files.close(fd);
  if (put < 0) throw nodecpp::detail::uvException(int(put), "write", path);
}

}  // namespace

bool detail::reportCompact(const bool* set) { return setting(&Settings::compact, set); }
bool detail::reportExcludeEnv(const bool* set) { return setting(&Settings::excludeEnv, set); }
bool detail::reportExcludeNetwork(const bool* set) { return setting(&Settings::excludeNetwork, set); }
String detail::reportDirectory(const String* set) { return setting(&Settings::directory, set); }
String detail::reportFilename(const String* set) { return setting(&Settings::filename, set); }

var Report::getReport(const Error& error) const { return made(error, "GetReport", nullptr); }

String Report::writeReport(StringArg given, const Error& error) const {
  String name = given.toString();
  if (!name) name = settings->filename;
  if (!name) name = newName();
  const String folder = settings->directory;
  const String path = folder && !name.startsWith("/") ? folder + (folder.endsWith("/") ? "" : "/") + name : name;
  const var report = made(error, "API", name);
  nodecpp::detail::writeStandard(Loop::current(), 2, "\nWriting Node.cpp report to file: " + name);
  writeFile(path, (settings->compact ? JSON::stringify(report) : JSON::stringify(report, nullptr, 2)) + "\n");
  nodecpp::detail::writeStandard(Loop::current(), 2, "\nNode.cpp report completed\n");
  return name;
}

}  // namespace nodecpp::process
