// The time and memory that a process has used.
#include <nodecpp/process/process_object.h>

#include "loop/active_resources.h"
#include "process/process_state.h"

namespace nodecpp::process {

using nodecpp::detail::Loop;

std::pair<double, double> HighResolutionTime::operator()() const {
  std::uint64_t now = bigint();
  return {double(now / 1'000'000'000), double(now % 1'000'000'000)};
}
std::pair<double, double> HighResolutionTime::operator()(std::pair<double, double> since) const {
  auto [seconds, nanoseconds] = (*this)();
  seconds -= since.first;
  nanoseconds -= since.second;
  if (nanoseconds < 0) {
    seconds -= 1;
    nanoseconds += 1e9;
  }
  return {seconds, nanoseconds};
}
std::uint64_t HighResolutionTime::bigint() const { return Loop::current().port().clock.hrtime(); }

Memory MemoryUsage::operator()() const {
  os::MemoryUsage usage = Loop::current().port().process.memoryUsage();
  return {double(usage.rss), double(usage.heapTotal), double(usage.heapUsed), 0, 0};
}
double MemoryUsage::rss() const { return (*this)().rss; }

namespace {

// Returns the time since `since`, after checking that it is a time.
Cpu passed(Cpu now, Cpu since) {
  auto check = [](double value, const char* name) {
    if (value >= 0 && value <= 9007199254740991.0) return;
    auto error = nodecpp::detail::codedError<RangeError>(
        "ERR_INVALID_ARG_VALUE",
        nodecpp::str("The property '") + name + "' is invalid. Received " + nodecpp::str(value));
    throw error;
  };
  check(since.user, "prevValue.user");
  check(since.system, "prevValue.system");
  return {now.user - since.user, now.system - since.system};
}

}  // namespace

Cpu cpuUsage(Cpu since) {
  Cpu now{};
  Loop::current().port().process.cpuUsage(now.user, now.system);
  return passed(now, since);
}
Cpu threadCpuUsage(Cpu since) {
  Cpu now{};
  Loop::current().port().machine.threadTime(now.user, now.system);
  return passed(now, since);
}

double constrainedMemory() { return Loop::current().port().machine.memoryLimits().most; }
Array<String> getActiveResourcesInfo() {
  Array<String> names;
  for (const char* each : nodecpp::detail::activeResources(Loop::current())) names.push(each);
  return names;
}

double availableMemory() { return Loop::current().port().machine.memoryLimits().available; }

Resources resourceUsage() {
  os::ResourceUsage usage = Loop::current().port().process.resourceUsage();
  return {.userCPUTime = usage.userTime,
          .systemCPUTime = usage.systemTime,
          .maxRSS = usage.maxResident,
          .minorPageFault = usage.minorFaults,
          .majorPageFault = usage.majorFaults,
          .fsRead = usage.fsReads,
          .fsWrite = usage.fsWrites,
          .voluntaryContextSwitches = usage.voluntarySwitches,
          .involuntaryContextSwitches = usage.involuntarySwitches};
}

}  // namespace nodecpp::process
