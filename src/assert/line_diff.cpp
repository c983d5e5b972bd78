#include "assert/line_diff.h"

#include <algorithm>
#include <cstdint>

#include "base/assertion.h"

namespace nodecpp::detail {

namespace {

using Lines = std::vector<std::string>;
using Step = DiffStep::Kind;

bool sameLine(std::string_view a, std::string_view b, bool exceptCommas) {
  if (a == b) return true;
  if (!exceptCommas) return false;
  const bool aIsLonger = a.size() == b.size() + 1 && a.back() == ',';
  const bool bIsLonger = b.size() == a.size() + 1 && b.back() == ',';
  return (aIsLonger && a.starts_with(b)) || (bIsLonger && b.starts_with(a));
}

// The greedy search for the shortest way through the grid of the lines of both texts. A diagonal k has the points with
// x - y = k, where x counts lines of `actual` and y lines of `expected`.
class Search {
 public:
  Search(const Lines& actual, const Lines& expected, bool exceptCommas)
      : actual_(actual), expected_(expected), exceptCommas_(exceptCommas) {}

  std::vector<DiffStep> steps() {
    const auto most = std::int64_t(actual_.size() + expected_.size());
    for (std::int64_t level = 0; level <= std::min(most, deepest); ++level)
      if (reachesEnd(level)) return wayBack(level);
    std::vector<DiffStep> all;
    for (const std::string& line : actual_) all.push_back({Step::onlyActual, line});
    for (const std::string& line : expected_) all.push_back({Step::onlyExpected, line});
    return all;
  }

 private:
  // The search remembers how far it came on each diagonal at each level, so the memory grows with the square of this.
  static constexpr std::int64_t deepest = 8000;

  // Returns how far the search came on a diagonal with `level` differences. A diagonal that was not searched has 0, as
  // in Node's array.
  std::int64_t reached(std::int64_t level, std::int64_t diagonal) const {
    if (level < 0 || diagonal < -level || diagonal > level) return 0;
    return levels_[std::size_t(level)][std::size_t((diagonal + level) / 2)];
  }
  // Whether the way to this diagonal comes from the one above it, which adds a line of `expected`.
  bool comesFromAbove(std::int64_t level, std::int64_t diagonal) const {
    return diagonal == -level ||
           (diagonal != level && reached(level - 1, diagonal - 1) < reached(level - 1, diagonal + 1));
  }

  bool reachesEnd(std::int64_t level) {
    levels_.emplace_back(std::size_t(level + 1));
    const auto width = std::int64_t(actual_.size()), height = std::int64_t(expected_.size());
    for (std::int64_t diagonal = -level; diagonal <= level; diagonal += 2) {
      std::int64_t x =
          comesFromAbove(level, diagonal) ? reached(level - 1, diagonal + 1) : reached(level - 1, diagonal - 1) + 1;
      if (level == 0) x = 0;
      std::int64_t y = x - diagonal;
      while (x < width && y < height && sameLine(actual_[std::size_t(x)], expected_[std::size_t(y)], exceptCommas_))
        ++x, ++y;
      levels_.back()[std::size_t((diagonal + level) / 2)] = std::uint32_t(x);
      if (x >= width && y >= height) return true;
    }
    return false;
  }

  std::vector<DiffStep> wayBack(std::int64_t level) const {
    std::vector<DiffStep> out;
    auto x = std::int64_t(actual_.size()), y = std::int64_t(expected_.size());
    for (; level >= 0; --level) {
      const std::int64_t diagonal = x - y;
      const std::int64_t before = comesFromAbove(level, diagonal) ? diagonal + 1 : diagonal - 1;
      const std::int64_t fromX = level == 0 ? 0 : reached(level - 1, before);
      const std::int64_t fromY = level == 0 ? 0 : fromX - before;
      while (x > fromX && y > fromY) {
        const std::string& line = actual_[std::size_t(x - 1)];
        out.push_back({Step::both, exceptCommas_ && !line.ends_with(',') ? expected_[std::size_t(y - 1)] : line});
        --x, --y;
      }
      if (level == 0) break;
      if (x > fromX)
        out.push_back({Step::onlyActual, actual_[std::size_t(--x)]});
      else
        out.push_back({Step::onlyExpected, expected_[std::size_t(--y)]});
    }
    NODECPP_ASSERT(x == 0 && y == 0, std::size_t(x), std::size_t(y));
    std::reverse(out.begin(), out.end());
    return out;
  }

  const Lines& actual_;
  const Lines& expected_;
  const bool exceptCommas_;
  std::vector<std::vector<std::uint32_t>> levels_;  // for each level, its diagonals from -level to level by twos
};

}  // namespace

DiffColors diffColors(bool areOn) {
  if (!areOn) return {};
  return {"\x1b[34m", "\x1b[32m", "\x1b[31m", "\x1b[90m", "\x1b[39m", true};
}

std::vector<DiffStep> difference(const Lines& actual, const Lines& expected, bool exceptCommas) {
  return Search(actual, expected, exceptCommas).steps();
}

std::string printed(const std::vector<DiffStep>& steps, bool isPartial, const DiffColors& colors, bool& wasCut) {
  constexpr std::size_t shown = 5;
  const std::string white = colors.white;
  std::string out;
  std::size_t same = 0;  // how many lines before this step are in both texts, in a row
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto& [kind, line] = steps[i];
    if (same && kind != Step::both) {
      // A gap of one or two lines is printed, because the line that says so would be as long.
      if (same >= shown + 3) {
        out += colors.blue + ("..." + white) + "\n";
        wasCut = true;
      }
      for (std::size_t back = same == shown + 2 ? 2 : same > shown ? 1 : 0; back > 0; --back)
        out += white + "  " + std::string(steps[i - back].line) + "\n";
      same = 0;
    }
    switch (kind) {
      case Step::onlyActual:
        if (isPartial)
          out += std::string(colors.gray) + (colors.areOn ? "  " : "+ ") + std::string(line) + white + "\n";
        else
          out += colors.green + ("+" + white) + " " + std::string(line) + "\n";
        break;
      case Step::onlyExpected: out += colors.red + ("-" + white) + " " + std::string(line) + "\n"; break;
      case Step::both:
        if (same++ < shown) out += white + "  " + std::string(line) + "\n";
        break;
    }
  }
  return out;
}

}  // namespace nodecpp::detail
