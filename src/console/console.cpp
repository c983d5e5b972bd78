#include "base/assertion.h"
#include "console/console_environment.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "util/quoted_text.h"
#include "util/value_node.h"

namespace nodecpp {

namespace detail {

void consoleLine(int fd, StringArg line) {
  NODECPP_ASSERT(fd == 1 || fd == 2, fd);
  if (line.isNullish()) return consoleLine(fd, "" + line.toString());
  std::string out;
  std::string indentation(consoleState().indentation, ' ');
  if (!indentation.empty()) out = indentation;
  for (char c : view(line)) {
    out += c;
    if (c == '\n') out += indentation;
  }
  out += '\n';
  NODECPP_ASSERT(out.size() > line.size() && out.back() == '\n', out.size(), line.size());
  outside().write(fd, out);
}

void consoleFormat(int fd, const util::Value* values, std::size_t count) {
  util::InspectOptions options;
  options.colors = outside().colors(fd);
  consoleLine(fd, formatValues(values, count, &options));
}

void consoleGroup() { consoleState().indentation += 2; }

String consoleTrace(const util::Value* values, std::size_t count) {
  util::InspectOptions options;
  options.colors = outside().colors(2);
  String message = formatValues(values, count, &options);
  // Node prints the stack of an error with the name Trace.
  Error trace(message);
  trace->name = "Trace";
  Error::captureStackTrace(trace);
  return trace->stack.toString();
}

void consoleAssertionFailed(const util::Value* values, std::size_t count) {
  std::vector<util::Value> all(values, values + count);
  if (count > 0 && all[0].kind() == util::Value::Kind::string)
    all[0] = util::Value("Assertion failed: " + all[0].text());
  else
    all.insert(all.begin(), util::Value("Assertion failed"));
  consoleFormat(2, all.data(), all.size());
}

String formatDuration(double ms) {
  double hours = 0, minutes = 0, seconds = 0;
  if (ms >= 1000) {
    if (ms >= 60000) {
      hours = std::floor(ms / 3600000);
      ms = std::fmod(ms, 3600000);
      minutes = std::floor(ms / 60000);
      ms = std::fmod(ms, 60000);
    }
    seconds = ms / 1000;
  }
  if (hours > 0) return fmt::format("{}:{:02}:{:06.3f} (h:mm:ss.mmm)", hours, minutes, seconds);
  if (minutes > 0) return fmt::format("{}:{:06.3f} (m:ss.mmm)", minutes, seconds);
  if (seconds > 0) return fmt::format("{:.3f}s", seconds);
  return str(toNumber(fmt::format("{:.3f}", ms))) + "ms";
}

namespace {

auto findLabel(auto& list, const String& label) {
  return std::find_if(list.begin(), list.end(), [&](const auto& each) { return each.label == label; });
}

// Prints the time of a timer. Returns whether a timer with this label exists.
bool printTime(const char* caller, const String& label, const util::Value* values, std::size_t count) {
  auto& timers = consoleState().timers;
  auto timer = findLabel(timers, label);
  if (timer == timers.end()) {
    outside().warn("No such label '" + label + "' for console." + caller + "()");
    return false;
  }
  const std::uint64_t now = outside().now();
  NODECPP_ASSERT(now >= timer->start, now, timer->start);  // The clock is monotonic.
  double ms = double(now - timer->start) / 1e6;
  std::vector<util::Value> all{"%s: %s", label, formatDuration(ms)};
  all.insert(all.end(), values, values + count);
  consoleFormat(1, all.data(), all.size());
  return true;
}

}  // namespace

void consoleTimeLog(StringArg label, const util::Value* values, std::size_t count) {
  printTime("timeLog", label.toString(), values, count);
}

}  // namespace detail

namespace console {

using detail::consoleState;
using detail::outside;

void dir(const util::Value& value) { dir(value, {.colors = outside().colors(1)}); }
void dir(const util::Value& value, util::InspectOptions options) {
  options.customInspect = false;
  detail::consoleLine(1, util::inspect(value, options));
}

void groupEnd() {
  auto& indentation = consoleState().indentation;
  NODECPP_ASSERT(indentation % 2 == 0, indentation);
  indentation -= std::min<std::size_t>(indentation, 2);
}

void count(const util::Value& value) {
  String label = detail::toJsString(value);
  auto& counters = consoleState().counters;
  auto counter = detail::findLabel(counters, label);
  if (counter == counters.end()) counter = counters.insert(counter, {label, 0});
  log(label + ": " + ++counter->count);
}

void countReset(const util::Value& value) {
  String label = detail::toJsString(value);
  auto& counters = consoleState().counters;
  auto counter = detail::findLabel(counters, label);
  if (counter == counters.end())
    outside().warn("Count for '" + label + "' does not exist");
  else
    counters.erase(counter);
}

void time(const util::Value& value) {
  String label = detail::toJsString(value);
  auto& timers = consoleState().timers;
  if (detail::findLabel(timers, label) != timers.end())
    outside().warn("Label '" + label + "' already exists for console.time()");
  else
    timers.push_back({label, outside().now()});
}

void timeEnd(const util::Value& value) {
  String label = detail::toJsString(value);
  if (!detail::printTime("timeEnd", label, nullptr, 0)) return;
  auto& timers = consoleState().timers;
  timers.erase(detail::findLabel(timers, label));
}

void clear() {
  // Moves the cursor to the first column of the first row and clears everything below it.
  if (outside().isTerminal(1)) outside().write(1, "\x1b[1;1H\x1b[0J");
}

}  // namespace console
}  // namespace nodecpp
