// What nodecpp-log can do. Each takes its arguments, without the command's own name, and gives the exit code: 0, 1 for
// a log or file that is not good, 2 for a command that cannot be carried out as it was given.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace nodecpp::logtool {

// Thrown for those of code 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// And of code 1.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The words of a command line: options --name, --name VALUE or --name=VALUE, and the rest in order.
class Arguments {
 public:
  explicit Arguments(std::vector<std::string> words) : words_(std::move(words)) {}

  bool flag(const std::string& name);
  // Whether the option is there; its value then. Throws where it has none.
  bool value(const std::string& name, std::string& to);
  bool number(const std::string& name, std::uint64_t& to);
  // What is left: exactly as many words as `names`, which are said when they are not. No other option is left then.
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

// Standard output. A reader that has gone away ends the program, without a word.
void print(std::string_view text);
void finishPrinting();

}  // namespace nodecpp::logtool
