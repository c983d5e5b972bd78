// Which variables of the environment a log contains, and how a port that keeps a log learns of them.
#pragma once

#include <nodecpp/string.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nodecpp::os {

using Variables = std::vector<std::pair<String, String>>;

// Implemented by a port that keeps or replays a log. A program's environment is full of secrets that the program never
// reads. The log has the names of all variables, the values of some harmless ones, and the value of any other variable
// from the moment when it is first read.
class EnvironmentLog {
 public:
  // Passes the environment that a program on a thread of its own has been given. A replay replaces it by the recorded
  // one.
  virtual void inherited(Variables& all) = 0;
  // The program reads the value of an existing variable. A replay replaces the value by the recorded one.
  virtual void variableRead(StringArg name, String& value) = 0;

 protected:
  ~EnvironmentLog() = default;
};

namespace record {

// The text in a log in place of a value that must not be recorded.
inline constexpr std::string_view redacted = "[redacted]";

class VariableRules {
 public:
  // Whether the values of all variables are recorded: for a log that never leaves the process's memory.
  bool all = false;
  // Whether private keys are recorded as they are: --nodecpp-record-private-keys.
  bool keys = false;
  std::vector<std::string> shown{};     // Names of variables recorded besides the harmless ones: --nodecpp-record-env.
  std::vector<std::string> redacted{};  // Names of variables never recorded, even when read: --nodecpp-record-redact.

  // Whether the value of the variable `name` is recorded from the start.
  bool shows(std::string_view name) const;
  bool redacts(std::string_view name) const;
};

// Splits a list "A,B,C" into its names.
std::vector<std::string> namesOf(std::string_view list);

}  // namespace record
}  // namespace nodecpp::os
