// The lines before, and the completion of a line.
#include <nodecpp/util.h>

#include <algorithm>
#include <cmath>

#include "base/assertion.h"
#include "readline/line_editor.h"
#include "util/quoted_text.h"

namespace nodecpp::readline::detail {

// Adds the line to the history and returns it. A line of several lines is kept in reverse order, as Node keeps it.
String LineEditor::addHistory() {
  const String line = rl_.line;
  if (line.empty() || historySize_ == 0 || line.trim().empty()) return line;
  Array<String> history = rl_.history;
  if (isMultiline_ && historyIndex_ == -1 && history.length() > 0) history.shift();
  const String entry = reversedLines(line, "\n", "\r");
  if (history.length() == 0 || history[0] != entry) {
    if (removesDuplicates_)
      if (const std::ptrdiff_t known = history.indexOf(entry); known >= 0) history.splice(known, 1);
    history.unshift(entry);
    if (double(history.length()) > historySize_) history.pop();
  }
  historyIndex_ = -1;
  const String result = isMultiline_ ? reversedLines(entry, "\r", "\r") : entry;
  rl_.emit(event::history, history);
  return result;
}

void LineEditor::historyNext() {
  const Array<String> history = rl_.history;
  if (historyIndex_ <= -1 || history.length() == 0) return;
  const String search = search_.isNullish() ? String("") : search_;
  std::ptrdiff_t index = std::min(historyIndex_, history.length()) - 1;
  while (index >= 0 && (!history[index].startsWith(search) || rl_.line == history[index])) --index;
  historyIndex_ = index;
  beforeEdit();
  setLine(index < 0 ? search : reversedLines(history[index], "\r", "\n"));
  rl_.cursor = rl_.line.length();
  refreshLine();
}

void LineEditor::historyPrev() {
  const Array<String> history = rl_.history;
  // A listener may have made the list shorter meanwhile.
  if (historyIndex_ >= history.length() || history.length() == 0) return;
  const String search = search_.isNullish() ? String("") : search_;
  std::ptrdiff_t index = historyIndex_ + 1;
  while (index < history.length() && (!history[index].startsWith(search) || rl_.line == history[index])) ++index;
  historyIndex_ = index;
  beforeEdit();
  setLine(index == history.length() ? search : reversedLines(history[index], "\r", "\n"));
  rl_.cursor = rl_.line.length();
  refreshLine();
}

// Moves to the line above or below in a text of several lines, to the same column where it can. Returns false when
// there is none.
bool LineEditor::multilineMove(int direction) {
  if (!isMultiline_) return false;
  const Array<String> lines = rl_.line.split("\n");
  const auto [rows, cols] = cursorPos();
  const bool down = direction == 1;
  if (down ? rows >= double(lines.length() - 1) : rows <= 0) return false;
  // Lines that are wrapped have more rows than there are lines.
  const std::ptrdiff_t row = std::clamp<std::ptrdiff_t>(std::ptrdiff_t(rows), down ? 0 : 1, lines.length() - (down ? 2 : 1));
  const double current = double(lines[row].length());
  const double next = double(lines[row + direction].length());
  const double most = down ? current - cols + 2 + next + 1 : -cols + 1;
  double by = 0;
  if (cols > next + 1) {
    if (previousColumn_ == -1) previousColumn_ = cols;
    by = most;
  } else {
    by = down ? current + 1 : -next - 1;
    if (previousColumn_ != -1) {
      if (previousColumn_ <= next) {
        by += previousColumn_ - cols;
        previousColumn_ = -1;
      } else {
        by = most;
      }
    }
  }
  moveCursor(by);
  return true;
}

void LineEditor::completed(bool again, const Completions& found) {
  if (found.completions.length() == 0) return;
  const String& part = found.completeOn;
  const String prefix = commonPrefix(found.completions.filter([](const String& each) { return !each.empty(); }));
  if (prefix.startsWith(part) && prefix.length() > part.length()) return insertString(prefix.slice(part.length()));
  if (!part.startsWith(prefix)) {
    settleUndo();
    const String before = rl_.line.slice(0, std::max<std::ptrdiff_t>(rl_.cursor - part.length(), 0));
    setLine(before + prefix + rl_.line.slice(rl_.cursor));
    rl_.cursor = rl_.cursor - part.length() + prefix.length();
    keepBounds();
    return refreshLine();
  }
  if (again) listCompletions(found);
}

// Writes the possible completions in columns. An empty one stands for an empty row.
void LineEditor::listCompletions(const Completions& found) {
  beforeEdit();
  const Array<String>& all = found.completions;
  std::vector<std::size_t> widths;
  for (const String& each : all) widths.push_back(nodecpp::detail::displayWidth({each.data(), each.size()}));
  const std::size_t width = std::ranges::max(widths) + 2;
  const double fit = std::floor(rl_.columns() / double(width));
  const double columns = std::isinf(fit) || fit < 1 ? 1 : fit;
  std::string output = "\r\n";
  double inRow = 0;
  std::size_t padding = 0;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const String each = all[i];
    if (each.empty() || inRow == columns) {
      output += "\r\n";
      inRow = 0;
      padding = 0;
    } else {
      output.append(padding, ' ');
    }
    if (each.empty()) {
      output += "\r\n";
      continue;
    }
    output.append(each.data(), each.size());
    padding = width - widths[i];
    ++inRow;
  }
  if (inRow != 0) output += "\r\n\r\n";
  write(String(std::string_view(output)));
  refreshLine();
}

}  // namespace nodecpp::readline::detail
