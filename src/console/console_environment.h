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
// Takes the lines of a Console that a program has made for streams of its own.
class ConsoleSink {
 public:
  virtual void write(int fd, StringArg bytes) = 0;
  virtual bool isTerminal(int fd) = 0;
  virtual util::InspectOptions options(int fd) = 0;

 protected:
  ~ConsoleSink() = default;
};

// The state of a console, and what its functions do: of the global console of a program, or of a Console.
struct ConsoleState {
  struct Timer {
    String label;
    std::uint64_t start;
  };
  struct Counter {
    String label;
    double count;
  };
  ConsoleSink* sink = nullptr;  // null for the global console
  std::size_t indentation = 0;
  std::size_t groupIndentation = 2;
  std::vector<Timer> timers{};
  std::vector<Counter> counters{};
  std::optional<bool> colors[3]{};  // for standard output (1) and standard error (2), once determined
  const ConsoleEnvironment* outside = &runningProgram;  // tests replace it

  // How values are printed to a stream.
  util::InspectOptions options(int fd);
  void line(int fd, StringArg line);
  void format(int fd, const util::Value* values, std::size_t count);
  void dir(const util::Value& value, util::InspectOptions options);
  void table(const util::Value& data, const Array<String>* columns);
  void groupEnd();
  void count(const util::Value& label);
  void countReset(const util::Value& label);
  void time(const util::Value& label);
  void timeEnd(const util::Value& label);
  void timeLog(const String& label, const util::Value* values, std::size_t count);
  String trace(const util::Value* values, std::size_t count);
  void assertionFailed(const util::Value* values, std::size_t count);
  void clear();

 private:
  bool printTime(const char* caller, const String& label, const util::Value* values, std::size_t count);
};
ConsoleState& consoleState();

// Formats a duration: "1.234ms", "2.5s", "1:02.003 (m:ss.mmm)".
String formatDuration(double milliseconds);
// Draws the table of console.table as text with box-drawing characters.
String renderTable(const std::vector<String>& head, const std::vector<std::vector<String>>& columns);

}  // namespace nodecpp::detail
