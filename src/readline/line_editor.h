// Edits the line of an interface on a terminal: what each key does, and what is shown.
#pragma once

#include <nodecpp/readline.h>

#include <deque>
#include <vector>

namespace nodecpp::readline::detail {

// Follows the functions of the same names in Node's lib/internal/readline/interface.js, so that the same keys write the
// same bytes. Positions are those of JavaScript's strings, in UTF-16 units.
class LineEditor {
 public:
  LineEditor(InterfaceObject& of, const InterfaceOptions& options);
  LineEditor(const LineEditor&) = delete;

  void ttyWrite(const String& text, const Key& key);
  void refreshLine();
  void clearLine();
  CursorPos cursorPos() const;
  // Shows what was found, or completes the line.
  void completed(bool again, const Completions& found);
  void write(const String& text);

 private:
  // The line before an edit. Most edits append to it, and then only its length is noted, so that text that is pasted is
  // not copied for each of its characters.
  struct Edit {
    String text;
    std::ptrdiff_t cursor = 0;
    std::ptrdiff_t prefix = -1;  // the first so many bytes of the line after the edit are the line before it; or -1
  };

  void ctrlShift(const Key& key);
  bool ctrl(const Key& key);
  void meta(const Key& key);
  void plain(const String& text, const Key& key, bool afterTab, bool& keepsColumn);
  void ttyWriteDumb(const String& text, const Key& key);
  void interrupted();
  void suspend();
  bool enterIsNew(const Key& key);
  void insertLines(const String& text);

  CursorPos displayPos(const String& text) const;
  void setLine(String text);
  bool atEnd() const;
  void insertString(const String& text);
  void append(const String& text);
  void moveCursor(double by);
  void wordLeft();
  void wordRight();
  void deleteLeft();
  void deleteRight();
  void deleteWordLeft();
  void deleteWordRight();
  void deleteLineLeft();
  void deleteLineRight();
  void pushToKillRing(String text);
  void yank();
  void yankPop();
  void beforeEdit();
  void beforeAppend();
  void settleUndo();
  void keepBounds();
  void undo();
  void redo();
  void line();
  String addHistory();
  void historyNext();
  void historyPrev();
  bool multilineMove(int direction);
  void listCompletions(const Completions& found);

  InterfaceObject& rl_;
  double historySize_ = 30;
  bool removesDuplicates_;
  bool dumb_ = false;
  bool isMultiline_ = false;
  bool yanking_ = false;
  bool afterTab_ = false;
  double previousRows_ = 0;
  double returnAt_ = 0;
  double previousColumn_ = -1;
  std::ptrdiff_t historyIndex_ = -1;
  String search_ = undefined;
  std::deque<Edit> undo_, redo_;
  std::size_t undoBytes_ = 0;
  std::deque<String> killRing_;
  std::size_t killRingCursor_ = 0;
  // The line's length in UTF-16 units when it had so many bytes, so that it is not counted for each character.
  mutable std::size_t knownBytes_ = 0;
  mutable std::ptrdiff_t knownUnits_ = 0;
};

// The lengths of the characters beside a position, in UTF-16 units.
std::ptrdiff_t charLengthLeft(const String& text, std::ptrdiff_t at);
std::ptrdiff_t charLengthAt(const String& text, std::ptrdiff_t at);
// How many units the words beside a position have. wordBefore is of the text before it, wordAfter and deletedAfter of
// the text behind it.
std::ptrdiff_t wordBefore(const String& text);
std::ptrdiff_t wordAfter(const String& text);
std::ptrdiff_t deletedAfter(const String& text);
// Returns the lines of a text in reverse order; `from` is what separates them, `to` what separates the result.
String reversedLines(const String& text, const char* from, const char* to);
// Returns what all the texts begin with.
String commonPrefix(const Array<String>& texts);

}  // namespace nodecpp::readline::detail
