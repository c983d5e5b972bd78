// The environment that the console uses: where lines are written, the clock, whether colours are wanted, and where
// warnings go. Tests replace it.
#pragma once

#include <nodecpp/console.h>

#include <optional>
#include <vector>

namespace nodecpp::detail {

struct ConsoleEnvironment {
  void (*write)(int fd, StringArg bytes);
  std::uint64_t (*now)();  // a monotonic clock, in nanoseconds
  bool (*colors)(int fd);
  bool (*isTerminal)(int fd);
  void (*warn)(StringArg message);
};

// Connects the console with the port and the process module of the running program.
extern const ConsoleEnvironment runningProgram;
// The state of the console of one program.
struct ConsoleState {
  struct Timer {
    String label;
    std::uint64_t start;
  };
  struct Counter {
    String label;
    double count;
  };
  std::size_t indentation = 0;
  std::vector<Timer> timers;
  std::vector<Counter> counters;
  std::optional<bool> colors[3];  // for standard output (1) and standard error (2), once determined
  const ConsoleEnvironment* outside = &runningProgram;  // tests replace it
};
ConsoleState& consoleState();
inline const ConsoleEnvironment& outside() { return *consoleState().outside; }

// Formats a duration: "1.234ms", "2.5s", "1:02.003 (m:ss.mmm)".
String formatDuration(double milliseconds);
// Draws the table of console.table as text with box-drawing characters.
String renderTable(const std::vector<String>& head, const std::vector<std::vector<String>>& columns);

}  // namespace nodecpp::detail
