#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "commands.h"

namespace nodecpp::logtool {

bool Arguments::flag(const std::string& name) {
  auto found = std::ranges::find(words_, name);
  if (found == words_.end()) return false;
  words_.erase(found);
  return true;
}

bool Arguments::value(const std::string& name, std::string& to) {
  for (auto word = words_.begin(); word != words_.end(); ++word) {
    if (word->starts_with(name + "=")) {
      to = word->substr(name.size() + 1);
      words_.erase(word);
      if (to.empty()) throw UsageError(name + " needs a value");
      return true;
    }
    if (*word != name) continue;
    if (word + 1 == words_.end()) throw UsageError(name + " needs a value");
    to = word[1];
    words_.erase(word, word + 2);
    return true;
  }
  return false;
}

bool Arguments::number(const std::string& name, std::uint64_t& to) {
  std::string text;
  if (!value(name, text)) return false;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), to);
  if (error != std::errc() || end != text.data() + text.size()) throw UsageError(name + " needs a number, not " + text);
  return true;
}

std::vector<std::string> Arguments::rest(const std::vector<std::string>& names) {
  for (const std::string& word : words_)
    if (word.size() > 1 && word[0] == '-') throw UsageError("there is no option " + word + " here");
  if (words_.size() > names.size()) throw UsageError("'" + words_[names.size()] + "' is one argument too many");
  if (words_.size() < names.size()) throw UsageError(names[words_.size()] + " is missing");
  return words_;
}

namespace {
std::string held;

void put(std::string_view text) {
  while (!text.empty()) {
    ssize_t done = ::write(STDOUT_FILENO, text.data(), text.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0 && errno == EPIPE) ::_exit(0);
    if (done < 0) throw Failure(std::string("cannot write to standard output: ") + std::strerror(errno));
    text.remove_prefix(std::size_t(done));
  }
}
}  // namespace

void print(std::string_view text) {
  held += text;
  if (held.size() < (64 << 10)) return;
  finishPrinting();
}

void finishPrinting() {
  put(held);
  held.clear();
}

}  // namespace nodecpp::logtool
