// What each key does.
#include "readline/line_editor.h"

#include <nodecpp/process/process_object.h>

#include <cmath>
#include <limits>

#include "base/assertion.h"
#include "base/text/line_end.h"
#include "loop/loop.h"

namespace nodecpp::readline::detail {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double now() { return nodecpp::detail::Loop::current().port().clock.wallClock(); }

}  // namespace

LineEditor::LineEditor(InterfaceObject& of, const InterfaceOptions& options)
    : rl_(of), removesDuplicates_(options.removeHistoryDuplicates) {
  if (options.historySize.given) {
    if (!(options.historySize.value >= 0))
      throw nodecpp::detail::outOfRange("size", ">= 0", str(options.historySize.value));
    historySize_ = options.historySize.value;
  }
  dumb_ = of.terminal && process::env["TERM"] == "dumb";
}

void LineEditor::ttyWrite(const String& text, const Key& key) {
  const Interface alive(&rl_);
  keepBounds();
  const bool afterTab = std::exchange(afterTab_, key.name == "tab");
  if (dumb_ && rl_.knowsDumbTerminals()) return ttyWriteDumb(text, key);
  if (!key.meta || key.name != "y") yanking_ = false;
  // The first of the keys up and down fixes what the lines of the history have to begin with.
  if ((key.name == "up" || key.name == "down") && !key.ctrl && !key.meta && !key.shift) {
    if (search_.isNullish() && !isMultiline_) search_ = rl_.line.slice(0, rl_.cursor);
  } else if (!search_.isNullish()) {
    search_ = undefined;
    if (rl_.history.length() == historyIndex_) historyIndex_ = -1;
  }
  if (!key.sequence.isNullish() && !key.sequence.empty()) {
    if (key.sequence.data()[0] == '\x1f') return undo();
    if (key.sequence.data()[0] == '\x1e') return redo();
  }
  if (key.name == "escape") return;
  bool keepsColumn = false;
  if (key.ctrl && key.shift)
    ctrlShift(key);
  else if (key.ctrl && !ctrl(key))
    return;
  else if (!key.ctrl && key.meta)
    meta(key);
  else if (!key.ctrl)
    plain(text, key, afterTab, keepsColumn);
  if (!keepsColumn) previousColumn_ = -1;
}

void LineEditor::ctrlShift(const Key& key) {
  if (key.name == "backspace") deleteLineLeft();
  if (key.name == "delete") deleteLineRight();
}

// Returns false when the interface was closed.
bool LineEditor::ctrl(const Key& key) {
  const String& name = key.name;
  if (name == "c") {
    interrupted();
  } else if (name == "h") {
    deleteLeft();
  } else if (name == "d") {
    if (rl_.cursor == 0 && rl_.line.empty()) {
      rl_.close();
      rl_.closedByKey("Aborted with Ctrl+D");
    } else if (!atEnd()) {
      deleteRight();
    }
  } else if (name == "u") {
    deleteLineLeft();
  } else if (name == "k") {
    deleteLineRight();
  } else if (name == "a") {
    moveCursor(-infinity);
  } else if (name == "e") {
    moveCursor(infinity);
  } else if (name == "b") {
    moveCursor(-double(charLengthLeft(rl_.line, rl_.cursor)));
  } else if (name == "f") {
    moveCursor(double(charLengthAt(rl_.line, rl_.cursor)));
  } else if (name == "l") {
    cursorTo(rl_.output, 0, 0);
    clearScreenDown(rl_.output);
    refreshLine();
  } else if (name == "n") {
    historyNext();
  } else if (name == "p") {
    historyPrev();
  } else if (name == "y") {
    yank();
  } else if (name == "z") {
    suspend();
  } else if (name == "w" || name == "backspace") {
    deleteWordLeft();
  } else if (name == "delete") {
    deleteWordRight();
  } else if (name == "left") {
    wordLeft();
  } else if (name == "right") {
    wordRight();
  }
  return !rl_.closed;
}

void LineEditor::interrupted() {
  if (rl_.listenerCount("SIGINT") > 0) {
    rl_.emit("SIGINT");
    return;
  }
  rl_.close();
  rl_.closedByKey("Aborted with Ctrl+C");
}

void LineEditor::suspend() {
  if (rl_.listenerCount("SIGTSTP") > 0) {
    rl_.emit("SIGTSTP");
    return;
  }
  process::once("SIGCONT", [self = Interface(&rl_)] {
    if (self->closed) return;
    // The input is paused, so that a listener of SIGCONT resumes it when it is ready for keys again.
    if (!self->paused_) {
      self->pause();
      self->emit("SIGCONT");
    }
    self->setRawMode(true);
    if (self->editor_) self->editor_->refreshLine();
  });
  rl_.setRawMode(false);
  process::kill(process::pid, "SIGTSTP");
}

void LineEditor::meta(const Key& key) {
  const String& name = key.name;
  if (name == "b")
    wordLeft();
  else if (name == "f")
    wordRight();
  else if (name == "d" || name == "delete")
    deleteWordRight();
  else if (name == "backspace")
    deleteWordLeft();
  else if (name == "y")
    yankPop();
}

// A line feed that follows a carriage return at once belongs to it.
bool LineEditor::enterIsNew(const Key& key) {
  if (returnAt_ != 0 && key.name != "enter") returnAt_ = 0;
  if (key.name == "return") {
    returnAt_ = now();
    return true;
  }
  if (key.name != "enter") return false;
  const bool isNew = returnAt_ == 0 || now() - returnAt_ > rl_.crlfDelay_;
  returnAt_ = 0;
  return isNew;
}

void LineEditor::plain(const String& text, const Key& key, bool afterTab, bool& keepsColumn) {
  const String& name = key.name;
  const bool ends = enterIsNew(key);
  if (name == "return" || name == "enter") {
    if (ends) line();
  } else if (name == "backspace") {
    deleteLeft();
  } else if (name == "delete") {
    deleteRight();
  } else if (name == "left") {
    moveCursor(-double(charLengthLeft(rl_.line, rl_.cursor)));
  } else if (name == "right") {
    moveCursor(double(charLengthAt(rl_.line, rl_.cursor)));
  } else if (name == "home") {
    moveCursor(-infinity);
  } else if (name == "end") {
    moveCursor(infinity);
  } else if (name == "up" || name == "down") {
    keepsColumn = true;
    if (multilineMove(name == "up" ? -1 : 1)) return;
    previousColumn_ = -1;
    name == "up" ? historyPrev() : historyNext();
  } else if (name == "tab" && rl_.completer() && rl_.isCompletionEnabled) {
    rl_.completeLine(afterTab);
  } else if (!text.isNullish() && !text.empty()) {
    insertLines(text);
  }
}

void LineEditor::insertLines(const String& text) {
  const std::string_view all(text.data(), text.size());
  std::size_t at = 0;
  for (auto end = nodecpp::detail::findLineEnd(all, 0); end.at != all.npos; end = nodecpp::detail::findLineEnd(all, at)) {
    insertString(String(all.substr(at, end.at - at)));
    at = end.next;
    line();
  }
  insertString(String(all.substr(at)));
}

// On a terminal that understands no escape sequences.
void LineEditor::ttyWriteDumb(const String& text, const Key& key) {
  if (key.name == "escape") return;
  if (key.ctrl && key.name == "c") return interrupted();
  if (key.ctrl && key.name == "d") return rl_.close();
  const bool ends = enterIsNew(key);
  if (key.name == "return" || key.name == "enter") {
    if (ends) line();
  } else if (!text.isNullish() && !text.empty()) {
    append(text);
    write(text);
  }
}

}  // namespace nodecpp::readline::detail
