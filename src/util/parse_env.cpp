#include "util/parse_env.h"

#include <nodecpp/util/parse_env.h>

#include <algorithm>

#include "util/quoted_text.h"

namespace nodecpp::detail {

namespace {

std::string_view withoutSpaces(std::string_view s) {
  constexpr std::string_view spaces = " \t\n";
  const std::size_t first = s.find_first_not_of(spaces);
  return first == s.npos ? std::string_view() : s.substr(first, s.find_last_not_of(spaces) - first + 1);
}

class EnvReader {
 public:
  explicit EnvReader(std::string_view content) : rest_(withoutSpaces(content)) {}

  std::map<std::string, std::string> read() {
    while (!rest_.empty()) {
      // As in Node, white space in front of a name is skipped only behind a line that has or lacks a value.
      if (rest_.front() == '\n' || rest_.front() == '#') {
        nextLine();
        continue;
      }
      const std::size_t sign = rest_.find_first_of("=\n");
      if (sign == rest_.npos || rest_[sign] == '\n') {
        nextLine();
        trim();
        continue;
      }
      std::string_view name = withoutSpaces(rest_.substr(0, sign));
      rest_.remove_prefix(sign + 1);
      if (rest_.empty() || rest_.front() == '\n') {
        out_[std::string(name)] = "";
        continue;
      }
      // As in Node, this also skips the line's end after a name that has only spaces behind it.
      trim();
      if (name.empty()) continue;
      if (name.starts_with("export ")) name = withoutSpaces(name.substr(7));
      value(out_[std::string(name)]);
      trim();
    }
    return std::move(out_);
  }

 private:
  void value(std::string& out) {
    out.clear();
    if (rest_.empty()) return;
    const char quote = rest_.front();
    const bool isQuoted = quote == '"' || quote == '\'' || quote == '`';
    const std::size_t close = isQuoted ? rest_.find(quote, 1) : rest_.npos;
    if (close != rest_.npos) {
      out = rest_.substr(1, close - 1);
      if (quote == '"') expandLineEnds(out);
      rest_.remove_prefix(close + 1);
      return nextLine();
    }
    std::string_view line = rest_.substr(0, rest_.find('\n'));
    if (!isQuoted) line = withoutSpaces(line.substr(0, line.find('#')));
    out = line;
    nextLine();
  }
  static void expandLineEnds(std::string& text) {
    std::size_t to = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool isLineEnd = text[i] == '\\' && i + 1 < text.size() && text[i + 1] == 'n';
      text[to++] = isLineEnd ? '\n' : text[i];
      i += isLineEnd;
    }
    text.resize(to);
  }
  void nextLine() {
    const std::size_t end = rest_.find('\n');
    rest_.remove_prefix(end == rest_.npos ? rest_.size() : end + 1);
  }
  // Removes white space on the left. The end of the content has none since the beginning.
  void trim() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n"), rest_.size())); }

  std::string_view rest_;
  std::map<std::string, std::string> out_;
};

}  // namespace

std::map<std::string, std::string> parsedEnv(std::string_view content) {
  std::string lines(content);
  std::erase(lines, '\r');
  return EnvReader(lines).read();
}

}  // namespace nodecpp::detail

namespace nodecpp::util {

var parseEnv(StringArg content) {
  var out = var::object();
  for (const auto& [name, value] : nodecpp::detail::parsedEnv(nodecpp::detail::view(content)))
    out.set(nodecpp::detail::text(name), nodecpp::detail::text(value));
  return out;
}

}  // namespace nodecpp::util
