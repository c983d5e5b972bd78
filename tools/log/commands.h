// The commands of nodecpp-log. Each takes its arguments, without the command's own name, and returns the exit code: 0
// for success, 1 for a damaged log or file, 2 for a command that cannot be carried out as it was given.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace nodecpp::logtool {

// Thrown when the command cannot be carried out as it was given. The exit code is then 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// Thrown when a log or file is damaged or cannot be used. The exit code is then 1.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The words of a command line: options of the form --name, --name VALUE or --name=VALUE, and the other words in their
// order.
class Arguments {
 public:
  explicit Arguments(std::vector<std::string> words) : words_(std::move(words)) {}

  bool flag(const std::string& name);
  // Returns whether the option is given, and stores its value in `to`. Throws a UsageError when the option has no
  // value.
  bool value(const std::string& name, std::string& to);
  bool number(const std::string& name, std::uint64_t& to);
  // Returns the words that remain after all options were taken: exactly one for each entry of `names`. Otherwise throws
  // a UsageError that contains the name of the missing word, the word that is too many, or the unknown option.
  std::vector<std::string> rest(const std::vector<std::string>& names);

 private:
  std::vector<std::string> words_;
};

int showCommand(Arguments arguments);
int requestsCommand(Arguments arguments);
int keygenCommand(Arguments arguments);
int exportCommand(Arguments arguments);
int importCommand(Arguments arguments);
int viewCommand(Arguments arguments);

// Writes text to standard output. The process ends silently when the reader of the output has closed it.
void print(std::string_view text);
void finishPrinting();

}  // namespace nodecpp::logtool
