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

util::InspectOptions ConsoleState::options(int fd) {
  if (sink) return sink->options(fd);
  util::InspectOptions options;
  options.colors = outside->colors(fd);
  return options;
}

void ConsoleState::line(int fd, StringArg line) {
  NODECPP_ASSERT(fd == 1 || fd == 2, fd);
  if (line.isNullish()) return this->line(fd, "" + line.toString());
  std::string out;
  std::string indent(indentation, ' ');
  if (!indent.empty()) out = indent;
  for (char c : view(line)) {
    out += c;
    if (c == '\n') out += indent;
  }
  out += '\n';
  NODECPP_ASSERT(out.size() > line.size() && out.back() == '\n', out.size(), line.size());
  if (sink)
    sink->write(fd, out);
  else
    outside->write(fd, out);
}

void ConsoleState::format(int fd, const util::Value* values, std::size_t count) {
  const util::InspectOptions how = options(fd);
  line(fd, formatValues(values, count, &how));
}

String ConsoleState::trace(const util::Value* values, std::size_t count) {
  const util::InspectOptions how = options(2);
  String message = formatValues(values, count, &how);
  // Node prints the stack of an error with the name Trace.
  Error trace(message);
  trace->name = "Trace";
  Error::captureStackTrace(trace);
  return trace->stack.toString();
}

void ConsoleState::assertionFailed(const util::Value* values, std::size_t count) {
  std::vector<util::Value> all(values, values + count);
  if (count > 0 && all[0].kind() == util::Value::Kind::string)
    all[0] = util::Value("Assertion failed: " + all[0].text());
  else
    all.insert(all.begin(), util::Value("Assertion failed"));
  format(2, all.data(), all.size());
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

}  // namespace

// Prints the time of a timer. Returns whether a timer with this label exists.
bool ConsoleState::printTime(const char* caller, const String& label, const util::Value* values, std::size_t count) {
  auto timer = findLabel(timers, label);
  if (timer == timers.end()) {
    outside->warn("No such label '" + label + "' for console." + caller + "()");
    return false;
  }
  const std::uint64_t now = outside->now();
  NODECPP_ASSERT(now >= timer->start, now, timer->start);  // The clock is monotonic.
  double ms = double(now - timer->start) / 1e6;
  std::vector<util::Value> all{"%s: %s", label, formatDuration(ms)};
  all.insert(all.end(), values, values + count);
  format(1, all.data(), all.size());
  return true;
}

void ConsoleState::timeLog(const String& label, const util::Value* values, std::size_t count) {
  printTime("timeLog", label, values, count);
}

void ConsoleState::dir(const util::Value& value, util::InspectOptions options) {
  options.customInspect = false;
  line(1, util::inspect(value, options));
}

void ConsoleState::groupEnd() {
  NODECPP_ASSERT(groupIndentation == 0 || indentation % groupIndentation == 0, indentation);
  indentation -= std::min(indentation, groupIndentation);
}

void ConsoleState::count(const util::Value& value) {
  String label = toJsString(value);
  auto counter = findLabel(counters, label);
  if (counter == counters.end()) counter = counters.insert(counter, {label, 0});
  line(1, label + ": " + ++counter->count);
}

void ConsoleState::countReset(const util::Value& value) {
  String label = toJsString(value);
  auto counter = findLabel(counters, label);
  if (counter == counters.end())
    outside->warn("Count for '" + label + "' does not exist");
  else
    counters.erase(counter);
}

void ConsoleState::time(const util::Value& value) {
  String label = toJsString(value);
  if (findLabel(timers, label) != timers.end())
    outside->warn("Label '" + label + "' already exists for console.time()");
  else
    timers.push_back({label, outside->now()});
}

void ConsoleState::timeEnd(const util::Value& value) {
  String label = toJsString(value);
  if (!printTime("timeEnd", label, nullptr, 0)) return;
  // What is printed may call the program, which may have ended the timer itself.
  if (auto timer = findLabel(timers, label); timer != timers.end()) timers.erase(timer);
}

void ConsoleState::clear() {
  // Moves the cursor to the first column of the first row and clears everything below it.
  constexpr const char* sequence = "\x1b[1;1H\x1b[0J";
  if (sink) {
    if (sink->isTerminal(1)) sink->write(1, sequence);
  } else if (outside->isTerminal(1)) {
    outside->write(1, sequence);
  }
}

// The functions of the global console.
void consoleLine(int fd, StringArg line) { consoleState().line(fd, line); }
void consoleFormat(int fd, const util::Value* values, std::size_t count) { consoleState().format(fd, values, count); }
void consoleGroup() { consoleState().indentation += consoleState().groupIndentation; }
String consoleTrace(const util::Value* values, std::size_t count) { return consoleState().trace(values, count); }
void consoleAssertionFailed(const util::Value* values, std::size_t count) {
  consoleState().assertionFailed(values, count);
}
void consoleTimeLog(StringArg label, const util::Value* values, std::size_t count) {
  consoleState().timeLog(label.toString(), values, count);
}

}  // namespace detail

namespace console {

using detail::consoleState;

void dir(const util::Value& value) { dir(value, consoleState().options(1)); }
void dir(const util::Value& value, util::InspectOptions options) { consoleState().dir(value, std::move(options)); }
void table(const util::Value& data) { consoleState().table(data, nullptr); }
void table(const util::Value& data, const Array<String>& columns) { consoleState().table(data, &columns); }
void groupEnd() { consoleState().groupEnd(); }
void count(const util::Value& label) { consoleState().count(label); }
void countReset(const util::Value& label) { consoleState().countReset(label); }
void time(const util::Value& label) { consoleState().time(label); }
void timeEnd(const util::Value& label) { consoleState().timeEnd(label); }
void clear() { consoleState().clear(); }

}  // namespace console
}  // namespace nodecpp
