// What is done to a line, and how it is shown.
#include <nodecpp/util.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assertion.h"
#include "base/text/utf8.h"
#include "readline/line_editor.h"
#include "util/quoted_text.h"

namespace nodecpp::readline::detail {

namespace {

// What stands before each further line of a text of several lines.
constexpr const char* continuation = "| ";
constexpr std::ptrdiff_t continuationWidth = 2;
// As in Node.
constexpr std::size_t mostEdits = 2048;
constexpr std::size_t mostKilled = 32;
// Node keeps whole lines for undo, too; here the oldest go when they are more than this together.
constexpr std::size_t mostEditBytes = 16 << 20;

std::size_t widthOf(std::uint32_t code, const char* at, std::size_t size) {
  if (code < 0x7f) return code >= 32 ? 1 : 0;
  return nodecpp::detail::displayWidth({at, size});
}

}  // namespace

void LineEditor::write(const String& text) {
  if (rl_.output) rl_.output->write(text);
}

void LineEditor::setLine(String text) {
  rl_.line = std::move(text);
  isMultiline_ = rl_.line.includes("\n");
}

// Returns whether the cursor is at the end of the line. The units are not counted again for each character that is
// appended.
bool LineEditor::atEnd() const {
  if (rl_.line.size() != knownBytes_) {
    knownBytes_ = rl_.line.size();
    knownUnits_ = rl_.line.length();
  }
  return rl_.cursor >= knownUnits_;
}

// A program may have set a cursor that is outside of the line.
void LineEditor::keepBounds() {
  if (rl_.cursor < 0) rl_.cursor = 0;
  if (rl_.cursor > 0 && atEnd()) rl_.cursor = knownUnits_;
}

// Returns where the text ends on the screen.
CursorPos LineEditor::displayPos(const String& given) const {
  double offset = 0, rows = 0;
  const double columns = rl_.columns(), tabSize = rl_.tabSize;
  const bool hasEscapes = given.includes("\x1b") || given.includes("\u009b");
  const String text = hasEscapes ? util::stripVTControlCharacters(given) : given;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    const auto one = utf8::decode(at, end);
    if (one.code == '\n') {
      const double full = std::ceil(offset / columns);
      rows += full != 0 ? full : 1;
      offset = isMultiline_ ? continuationWidth : 0;
    } else if (one.code == '\t') {
      offset += tabSize - std::fmod(offset, tabSize);
    } else {
      const std::size_t width = widthOf(one.code, at, one.size);
      if (width == 2 && std::fmod(offset + 1, columns) == 0) ++offset;
      offset += double(width);
    }
    at += one.size;
  }
  const double cols = std::fmod(offset, columns);
  return {rows + (offset - cols) / columns, cols};
}

CursorPos LineEditor::cursorPos() const { return displayPos(rl_.prompt_ + rl_.line.slice(0, rl_.cursor)); }

void LineEditor::refreshLine() {
  const String all = rl_.prompt_ + rl_.line;
  const CursorPos end = displayPos(all);
  const CursorPos cursor = cursorPos();
  if (previousRows_ > 0) readline::moveCursor(rl_.output, 0, -int(previousRows_));
  cursorTo(rl_.output, 0);
  clearScreenDown(rl_.output);
  if (isMultiline_) {
    const Array<String> lines = rl_.line.split("\n");
    write(rl_.prompt_ + lines[0]);
    for (std::ptrdiff_t i = 1; i < lines.length(); ++i) write(str("\n") + continuation + lines[i]);
  } else {
    write(all);
  }
  // The terminal begins a new row only with its first character.
  if (end.cols == 0) write(" ");
  cursorTo(rl_.output, int(cursor.cols));
  if (end.rows > cursor.rows) readline::moveCursor(rl_.output, 0, -int(end.rows - cursor.rows));
  previousRows_ = cursor.rows;
}

void LineEditor::moveCursor(double by) {
  if (by == 0) return;
  const CursorPos before = cursorPos();
  const std::ptrdiff_t length = rl_.line.length();
  rl_.cursor = std::ptrdiff_t(std::clamp(double(rl_.cursor) + by, 0.0, double(length)));
  const CursorPos after = cursorPos();
  if (before.rows == after.rows)
    readline::moveCursor(rl_.output, int(after.cols - before.cols), 0);
  else
    refreshLine();
}

void LineEditor::append(const String& text) {
  const std::ptrdiff_t units = text.length();
  const bool counted = rl_.line.size() == knownBytes_;
  rl_.line += text;
  rl_.cursor += units;
  if (!counted) return;
  knownBytes_ = rl_.line.size();
  knownUnits_ += units;
}

void LineEditor::insertString(const String& text) {
  const bool appends = atEnd();
  appends ? beforeAppend() : beforeEdit();
  if (!appends) {
    String changed = rl_.line.slice(0, rl_.cursor) + text + rl_.line.slice(rl_.cursor);
    // While text is pasted, Node does not look for line ends in it.
    rl_.isCompletionEnabled ? setLine(std::move(changed)) : void(rl_.line = std::move(changed));
    rl_.cursor += text.length();
    return rl_.isCompletionEnabled ? refreshLine() : write(text);
  }
  if (!rl_.isCompletionEnabled) {
    append(text);
    return write(text);
  }
  const CursorPos before = cursorPos();
  append(text);
  if (before.rows < cursorPos().rows)
    refreshLine();
  else
    write(text);
}

void LineEditor::wordLeft() {
  if (rl_.cursor > 0) moveCursor(-double(wordBefore(rl_.line.slice(0, rl_.cursor))));
}

void LineEditor::wordRight() {
  if (!atEnd()) moveCursor(double(wordAfter(rl_.line.slice(rl_.cursor))));
}

void LineEditor::deleteLeft() {
  if (rl_.cursor == 0 || rl_.line.empty()) return;
  beforeEdit();
  const std::ptrdiff_t units = charLengthLeft(rl_.line, rl_.cursor);
  rl_.line = rl_.line.slice(0, rl_.cursor - units) + rl_.line.slice(rl_.cursor);
  rl_.cursor -= units;
  refreshLine();
}

void LineEditor::deleteRight() {
  if (atEnd()) return;
  beforeEdit();
  rl_.line = rl_.line.slice(0, rl_.cursor) + rl_.line.slice(rl_.cursor + charLengthAt(rl_.line, rl_.cursor));
  refreshLine();
}

void LineEditor::deleteWordLeft() {
  if (rl_.cursor == 0) return;
  beforeEdit();
  const String before = rl_.line.slice(0, rl_.cursor);
  const std::ptrdiff_t at = rl_.cursor - wordBefore(before);
  rl_.line = before.slice(0, at) + rl_.line.slice(rl_.cursor);
  rl_.cursor = at;
  refreshLine();
}

void LineEditor::deleteWordRight() {
  if (atEnd()) return;
  beforeEdit();
  const String after = rl_.line.slice(rl_.cursor);
  rl_.line = rl_.line.slice(0, rl_.cursor) + after.slice(deletedAfter(after));
  refreshLine();
}

void LineEditor::deleteLineLeft() {
  beforeEdit();
  const String deleted = rl_.line.slice(0, rl_.cursor);
  setLine(rl_.line.slice(rl_.cursor));
  rl_.cursor = 0;
  pushToKillRing(deleted);
  refreshLine();
}

void LineEditor::deleteLineRight() {
  beforeEdit();
  const String deleted = rl_.line.slice(rl_.cursor);
  setLine(rl_.line.slice(0, rl_.cursor));
  pushToKillRing(deleted);
  refreshLine();
}

void LineEditor::pushToKillRing(String text) {
  if (text.empty() || (!killRing_.empty() && text == killRing_.front())) return;
  killRing_.push_front(std::move(text));
  killRingCursor_ = 0;
  if (killRing_.size() > mostKilled) killRing_.pop_back();
}

void LineEditor::yank() {
  if (killRing_.empty()) return;
  yanking_ = true;
  insertString(killRing_[killRingCursor_]);
}

void LineEditor::yankPop() {
  if (!yanking_ || killRing_.size() < 2) return;
  settleUndo();
  const std::ptrdiff_t last = killRing_[killRingCursor_].length();
  killRingCursor_ = (killRingCursor_ + 1) % killRing_.size();
  const String next = killRing_[killRingCursor_];
  const String head = rl_.line.slice(0, std::max<std::ptrdiff_t>(rl_.cursor - last, 0));
  setLine(head + next + rl_.line.slice(rl_.cursor));
  rl_.cursor = head.length() + next.length();
  refreshLine();
}

void LineEditor::beforeEdit() {
  undoBytes_ += rl_.line.size();
  undo_.push_back({rl_.line, rl_.cursor, -1});
  while (undo_.size() > mostEdits || (undoBytes_ > mostEditBytes && undo_.size() > 1)) {
    undoBytes_ -= undo_.front().text.size();
    undo_.pop_front();
  }
}

void LineEditor::beforeAppend() {
  undo_.push_back({"", rl_.cursor, std::ptrdiff_t(rl_.line.size())});
  if (undo_.size() <= mostEdits) return;
  undoBytes_ -= undo_.front().text.size();
  undo_.pop_front();
}

// Gives the last edit its own text, before the line changes in a way that cannot be undone alone.
void LineEditor::settleUndo() {
  if (undo_.empty() || undo_.back().prefix < 0) return;
  Edit& last = undo_.back();
  const std::size_t size = std::size_t(last.prefix);
  const bool fits = size <= rl_.line.size() &&
                    (size == rl_.line.size() || (static_cast<unsigned char>(rl_.line.data()[size]) & 0xc0) != 0x80);
  last.text = fits ? String::copyOf(rl_.line.data(), size) : rl_.line;  // unless the program has changed the line
  last.prefix = -1;
  undoBytes_ += last.text.size();
}

void LineEditor::undo() {
  if (undo_.empty()) return;
  settleUndo();
  redo_.push_back({rl_.line, rl_.cursor, -1});
  if (redo_.size() > mostEdits) redo_.pop_front();
  const Edit entry = undo_.back();
  undo_.pop_back();
  undoBytes_ -= entry.text.size();
  setLine(entry.text);
  rl_.cursor = entry.cursor;
  refreshLine();
}

void LineEditor::redo() {
  if (redo_.empty()) return;
  beforeEdit();
  const Edit entry = redo_.back();
  redo_.pop_back();
  setLine(entry.text);
  rl_.cursor = entry.cursor;
  refreshLine();
}

void LineEditor::clearLine() {
  moveCursor(std::numeric_limits<double>::infinity());
  write("\r\n");
  setLine("");
  rl_.cursor = 0;
  previousRows_ = 0;
}

void LineEditor::line() {
  const String text = addHistory();
  undo_.clear();
  redo_.clear();
  undoBytes_ = 0;
  clearLine();
  rl_.emitLine(text);
}

}  // namespace nodecpp::readline::detail
