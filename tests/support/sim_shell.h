// A shell for simulated children, so that the same script can run on each back end. It knows the commands of the
// conformance cases: `cat`, `echo WORDS [>&N]`, `sleep S`, `pwd`, `kill -N $$`, `exit N`, with `;` between them, and
// variables.
#pragma once

#include <cstdlib>
#include <deque>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "os/sim/sim_process.h"

namespace tests {

class SimShell : public std::enable_shared_from_this<SimShell> {
 public:
  // Starts the shell as an executable of a simulated network, called as `sh -c SCRIPT`.
  static void start(nodecpp::os::SimProcess& process) {
    auto shell = std::make_shared<SimShell>(process);
    std::istringstream script(process.argument(2));
    for (std::string command; std::getline(script, command, ';');) shell->commands_.push_back(command);
    shell->next();
  }
  explicit SimShell(nodecpp::os::SimProcess& process) : process_(process) {}

 private:
  void next() {
    if (!process_.running()) return;
    if (commands_.empty()) return process_.exit(0);
    std::istringstream line(commands_.front());
    commands_.pop_front();
    std::string command;
    std::vector<std::string> words;
    line >> command;
    for (std::string word; line >> word;) words.push_back(expand(word));
    run(command, words);
  }
  void run(const std::string& command, const std::vector<std::string>& words) {
    if (command == "cat") return cat();
    if (command == "exit") return process_.exit(std::atoi(words.at(0).c_str()));
    if (command == "kill") return process_.signal(std::atoi(words.at(0).c_str() + 1)), next();
    if (command == "sleep")
      return process_.after(std::atof(words.at(0).c_str()) * 1000, [self = shared_from_this()] { self->next(); });
    const auto& directory = process_.spec().directory;
    if (command == "pwd") process_.write(1, std::string(directory.data(), directory.size()) + "\n");
    if (command == "echo") echo(words);
    next();
  }
  void echo(std::vector<std::string> words) {
    int to = 1;
    if (!words.empty() && words.back().starts_with(">&")) {
      to = std::atoi(words.back().c_str() + 2);
      words.pop_back();
    }
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    process_.write(to, text + "\n");
  }
  // The process holds its callbacks, so a callback must not hold the shell. `self` holds the shell until the input has
  // ended.
  void cat() {
    process_.onRead = [&process = process_](int, std::string_view bytes) { process.write(1, bytes); };
    process_.onEnd = [self = shared_from_this()](int fd) {
      if (fd != 0) return;
      nodecpp::os::SimProcess& process = self->process_;
      process.after(0, [self] {
        self->process_.onRead = nullptr;
        std::exchange(self->process_.onEnd, nullptr);
        self->next();
      });
    };
    process_.resume();
  }
  std::string expand(const std::string& word) const {
    if (word[0] != '$' || word == "$$") return word;
    if (word == "$0") return process_.argument(3);
    if (word == "$1") return process_.argument(4);
    std::string name = word.substr(1) + "=";
    for (const auto& entry : process_.spec().environment)
      if (std::string_view text(entry.data(), entry.size()); text.starts_with(name))
        return std::string(text.substr(name.size()));
    return "";
  }

  nodecpp::os::SimProcess& process_;
  std::deque<std::string> commands_;
};

}  // namespace tests
