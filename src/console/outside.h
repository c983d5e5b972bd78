// What the console takes from outside: where lines go, the clock, whether colours are wanted, where warnings go. Tests
// put their own in.
#pragma once

#include <nodecpp/console.h>

#include <optional>
#include <vector>

namespace nodecpp::detail {

struct ConsoleOutside {
  void (*write)(int fd, StringArg bytes);
  std::uint64_t (*now)();  // nanoseconds
  bool (*colors)(int fd);
  bool (*isTerminal)(int fd);
  void (*warn)(StringArg message);
};

// The running program's port and process.
extern const ConsoleOutside runningProgram;
// What one program's console keeps.
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
  std::optional<bool> colors[3];  // of standard output and error, once they are known
  const ConsoleOutside* outside = &runningProgram;  // a test puts its own in
};
ConsoleState& consoleState();
inline const ConsoleOutside& outside() { return *consoleState().outside; }

// "1.234ms", "2.5s", "1:02.003 (m:ss.mmm)"
String formatDuration(double milliseconds);
// The box of console.table.
String renderTable(const std::vector<String>& head, const std::vector<std::vector<String>>& columns);

}  // namespace nodecpp::detail
