// The layout of inspect: on one line, in columns, or one property a line.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "util/inspect.h"

namespace nodecpp::detail {

std::size_t Formatter::length(std::string_view text) const {
  return options_.colors ? utf16Length(withoutEscapes(text)) : utf16Length(text);
}

// Puts an array of more than six elements in columns. The number of columns makes the result roughly square, as Node's
// groupArrayElements does.
Formatter::Lines Formatter::grouped(Lines output, const util::Value* array) const {
  constexpr double separator = 2;  // the width of ", "
  constexpr double heightOfWidth = 2.5;
  std::size_t count = output.size();
  if (options_.maxArrayLength.value < double(count)) --count;  // the last element, "... more items", gets its own line
  std::vector<std::size_t> widths(count);
  double total = 0, longest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    widths[i] = displayWidth(output[i]);
    total += double(widths[i]) + separator;
    longest = std::max(longest, double(widths[i]));
  }
  double cell = longest + separator;
  bool threeFit = cell * 3 + indentation_ < options_.breakLength.value;
  bool alike = total / cell > 5 || longest <= 6;
  if (!threeFit || !alike) return output;

  double bias = std::sqrt(cell - total / double(output.size()));
  double biased = std::max(cell - 3 - bias, 1.0);
  double square = std::floor(std::sqrt(heightOfWidth * biased * double(count)) / biased + 0.5);
  double fitting = std::floor((options_.breakLength.value - indentation_) / cell);
  double most = std::min({square, fitting, double(options_.compact.levels) * 4, 15.0});
  if (!(most > 1)) return output;
  std::size_t columns = std::size_t(most);
  NODECPP_ASSERT(columns >= 2 && columns <= 15, columns);

  std::vector<std::size_t> columnWidths(columns);
  for (std::size_t i = 0; i < count; ++i) columnWidths[i % columns] = std::max(columnWidths[i % columns], widths[i]);
  // Numbers are aligned to the right.
  const ValueNode* node = array ? array->node() : nullptr;
  bool toTheRight = true;
  if (node && array->kind() == util::Value::Kind::array) {
    for (std::size_t i = 0; i < output.size() && toTheRight; ++i)
      toTheRight = i < node->items.size() && node->items[i].first.kind() == util::Value::Kind::number;
  }
  Lines lines;
  for (std::size_t begin = 0; begin < count; begin += columns) {
    std::size_t end = std::min(begin + columns, count);
    std::string line;
    for (std::size_t i = begin; i < end; ++i) {
      NODECPP_ASSERT(columnWidths[i - begin] >= widths[i], columnWidths[i - begin], widths[i]);
      std::string padding(columnWidths[i - begin] - widths[i], ' ');
      bool last = i + 1 == end;
      if (toTheRight) line += padding;
      line += output[i];
      if (!last) line += ", ";
      if (!toTheRight && !last) line += padding;
    }
    lines.push_back(std::move(line));
  }
  NODECPP_ASSERT(count <= output.size() && output.size() - count <= 1, count, output.size());
  if (count < output.size()) lines.push_back(output.back());
  return lines;
}

bool Formatter::fitsOneLine(const Lines& output, std::size_t start, std::string_view base) const {
  auto broken = [](std::string_view s) { return s.find('\n') != s.npos; };
  if (std::isinf(options_.breakLength.value))
    return !broken(base) && std::none_of(output.begin(), output.end(), broken);
  double total = double(output.size() + start);
  if (total + double(output.size()) > options_.breakLength.value) return false;
  for (const std::string& each : output) {
    total += double(length(each));
    if (total > options_.breakLength.value) return false;
  }
  return !broken(base);
}

std::string Formatter::joined(Lines output, const std::string& base, const Braces& braces, bool isArray, int depth,
                              const util::Value* array) const {
  auto join = [&](const std::string& separator) {
    std::string out;
    for (std::size_t i = 0; i < output.size(); ++i) out += (i ? separator : std::string()) + output[i];
    return out;
  };
  std::string front = base.empty() ? "" : base + " ";
  std::string indentation(std::size_t(indentation_), ' ');
  if (options_.compact.levels == -1) {
    if (fitsOneLine(output, 0, base))
      return braces.open + (base.empty() ? "" : " " + base) + " " + join(", ") + " " + braces.close;
    // A long opening brace such as "Map(2) {" gets a line of its own, so that the entries are aligned.
    std::string gap =
        base.empty() && braces.open.size() == 1 ? " " : (base.empty() ? "" : " " + base) + "\n" + indentation + "  ";
    return braces.open + gap + join(",\n" + indentation + "  ") + " " + braces.close;
  }
  if (options_.compact.levels >= 1) {
    std::size_t entries = output.size();
    if (isArray && entries > 6) output = grouped(std::move(output), array);
    // The innermost levels are put on one line, unless they have been put in columns.
    if (deepest_ - depth < options_.compact.levels && entries == output.size()) {
      std::size_t start = output.size() + std::size_t(indentation_) + utf16Length(braces.open) + utf16Length(base) + 10;
      if (fitsOneLine(output, start, base)) {
        std::string line = join(", ");
        if (line.find('\n') == line.npos) return front + braces.open + " " + line + " " + braces.close;
      }
    }
  }
  return front + braces.open + "\n" + indentation + "  " + join(",\n" + indentation + "  ") + "\n" + indentation +
         braces.close;
}

}  // namespace nodecpp::detail
