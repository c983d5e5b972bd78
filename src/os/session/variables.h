// Which variables of the environment stand in a log, and what a port that keeps one is told of them.
#pragma once

#include <nodecpp/string.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nodecpp::os {

using Variables = std::vector<std::pair<String, String>>;

// Implemented by a port that keeps a log, or replays one. A program's environment is full of secrets that it never looks
// at: the log has the names, the values of some harmless variables, and the value of another from when it is first read.
class EnvironmentLog {
 public:
  // The environment of a program on a thread of its own, as whoever starts it gives it. A replay puts the recorded one in
  // its place.
  virtual void inherited(Variables& all) = 0;
  // The program reads the value of a variable that is there. A replay puts the recorded value in its place.
  virtual void variableRead(StringArg name, String& value) = 0;

 protected:
  ~EnvironmentLog() = default;
};

namespace record {

// What stands in a log in place of a value that must not.
inline constexpr std::string_view redacted = "[redacted]";

class VariableRules {
 public:
  // Everything: for a log that never leaves the process's memory.
  bool all = false;
  std::vector<std::string> shown{};     // besides those of the list: --nodecpp-record-env
  std::vector<std::string> redacted{};  // never, although the program reads them: --nodecpp-record-redact

  // The value stands in the log from the start.
  bool shows(std::string_view name) const;
  bool redacts(std::string_view name) const;
};

// A list "A,B,C" in its parts.
std::vector<std::string> namesOf(std::string_view list);

}  // namespace record
}  // namespace nodecpp::os
