#include "util/error_lines.h"

#include <algorithm>

namespace nodecpp::detail {

namespace {

using Lines = std::vector<std::string>;

struct Run {
  std::size_t at = 0, count = 0;
};

// Returns the first run of at least four lines that both stacks contain.
Run commonRun(const Lines& lines, const Lines& cause) {
  for (std::size_t i = 0; i + 3 < lines.size(); ++i) {
    const auto found = std::find(cause.begin(), cause.end(), lines[i]);
    const std::size_t rest = std::size_t(cause.end() - found);
    if (rest <= 3) continue;
    const std::size_t most = std::min(lines.size() - i, rest);
    std::size_t count = 1;
    while (count < most && lines[i + count] == found[std::ptrdiff_t(count)]) ++count;
    if (count > 3) return {i, count};
  }
  return {};
}

}  // namespace

Lines linesOf(std::string_view text) {
  Lines out;
  for (std::size_t next = 0; (next = text.find('\n')) != text.npos; text.remove_prefix(next + 1))
    out.emplace_back(text.substr(0, next));
  out.emplace_back(text);
  return out;
}

Lines withoutCommonLines(Lines lines, std::string_view cause) {
  const std::size_t from = cause.find("\n    at");
  if (from == cause.npos) return lines;
  const Run common = commonRun(lines, linesOf(cause.substr(from + 1)));
  if (common.count == 0) return lines;
  const std::size_t skipped = common.count - 2;
  const auto first = lines.begin() + std::ptrdiff_t(common.at + 1);
  *first = "    ... " + std::to_string(skipped) + " lines matching cause stack trace ...";
  lines.erase(first + 1, first + std::ptrdiff_t(skipped));
  return lines;
}

}  // namespace nodecpp::detail
