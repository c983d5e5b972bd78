#include "readline/key_parser.h"

#include <algorithm>

#include "base/assertion.h"
#include "base/text/utf8.h"

namespace nodecpp::readline::detail {

namespace {

constexpr std::string_view escape = "\x1b";

bool isDigit(char c) noexcept { return c >= '0' && c <= '9'; }
bool isDigit(std::string_view character) noexcept { return character.size() == 1 && isDigit(character[0]); }
bool isLetter(char c) noexcept { return (c | 32) >= 'a' && (c | 32) <= 'z'; }

struct NamedCode {
  std::string_view code;
  std::string_view name;
  char modifier = ' ';  // 's' for shift and 'c' for ctrl, which rxvt says by another code
};

constexpr NamedCode namedCodes[] = {
    // xterm and gnome: ESC [ letter with a modifier, ESC O letter without one
    {"[P", "f1"}, {"[Q", "f2"}, {"[R", "f3"}, {"[S", "f4"}, {"OP", "f1"}, {"OQ", "f2"}, {"OR", "f3"}, {"OS", "f4"},
    // xterm and rxvt: ESC [ number ~
    {"[11~", "f1"}, {"[12~", "f2"}, {"[13~", "f3"}, {"[14~", "f4"}, {"[15~", "f5"}, {"[17~", "f6"}, {"[18~", "f7"},
    {"[19~", "f8"}, {"[20~", "f9"}, {"[21~", "f10"}, {"[23~", "f11"}, {"[24~", "f12"},
    // the borders of text that is pasted
    {"[200~", "paste-start"}, {"[201~", "paste-end"},
    // the Linux console and cygwin
    {"[[A", "f1"}, {"[[B", "f2"}, {"[[C", "f3"}, {"[[D", "f4"}, {"[[E", "f5"},
    // the keys that move the cursor
    {"[A", "up"}, {"[B", "down"}, {"[C", "right"}, {"[D", "left"}, {"[E", "clear"}, {"[F", "end"}, {"[H", "home"},
    {"OA", "up"}, {"OB", "down"}, {"OC", "right"}, {"OD", "left"}, {"OE", "clear"}, {"OF", "end"}, {"OH", "home"},
    {"[1~", "home"}, {"[2~", "insert"}, {"[3~", "delete"}, {"[4~", "end"}, {"[5~", "pageup"}, {"[6~", "pagedown"},
    {"[[5~", "pageup"}, {"[[6~", "pagedown"}, {"[7~", "home"}, {"[8~", "end"},
    // rxvt with a modifier
    {"[a", "up", 's'}, {"[b", "down", 's'}, {"[c", "right", 's'}, {"[d", "left", 's'}, {"[e", "clear", 's'},
    {"[2$", "insert", 's'}, {"[3$", "delete", 's'}, {"[5$", "pageup", 's'}, {"[6$", "pagedown", 's'},
    {"[7$", "home", 's'}, {"[8$", "end", 's'},
    {"Oa", "up", 'c'}, {"Ob", "down", 'c'}, {"Oc", "right", 'c'}, {"Od", "left", 'c'}, {"Oe", "clear", 'c'},
    {"[2^", "insert", 'c'}, {"[3^", "delete", 'c'}, {"[5^", "pageup", 'c'}, {"[6^", "pagedown", 'c'},
    {"[7^", "home", 'c'}, {"[8^", "end", 'c'},
    {"[Z", "tab", 's'},
};

}  // namespace

bool KeyParser::take(std::string_view character) {
  if (state_ == State::start) {
    key_ = Key();
    sequence_.clear();
    code_.clear();
    escaped_ = false;
    modifierO_ = 0;
  }
  // The longest sequence has two escapes, two brackets, three digits, a semicolon, a digit and a letter.
  NODECPP_ASSERT(sequence_.size() < 64, sequence_.size());
  sequence_ += character;
  switch (state_) {
    case State::start:
      if (character != escape) return endPlain(character);
      escaped_ = true;
      state_ = State::escape;
      return false;
    case State::escape:
      if (character != escape) return afterEscape(character);
      state_ = State::secondEscape;
      return false;
    case State::secondEscape: return afterEscape(character);
    case State::letterO:
      if (isDigit(character)) {
        modifierO_ = character[0] - '0' - 1;
        state_ = State::afterModifierO;
        return false;
      }
      [[fallthrough]];
    case State::afterModifierO: code_ += character; return endCode(modifierO_);
    case State::bracket:
      if (character != "[") return beginCommand(character);
      code_ += character;
      state_ = State::secondBracket;
      return false;
    case State::secondBracket: return beginCommand(character);
    case State::firstDigit: return inDigits(character, State::secondDigit);
    case State::secondDigit: return inDigits(character, State::thirdDigit);
    case State::thirdDigit: return afterDigits(character);
    case State::modifier:
      if (!isDigit(character)) return endCommand();
      state_ = State::afterModifier;
      return false;
    case State::afterModifier: return endCommand();
  }
  return false;
}

String KeyParser::character() const { return escaped_ ? String(undefined) : String(std::string_view(sequence_)); }

bool KeyParser::afterEscape(std::string_view character) {
  if (character != "O" && character != "[") return endPlain(character);
  code_ = character;
  state_ = character == "O" ? State::letterO : State::bracket;
  return false;
}

bool KeyParser::beginCommand(std::string_view character) {
  // When nothing follows, the command is what was there before.
  command_ = sequence_.size() - std::max<std::size_t>(character.size(), 1);
  return inDigits(character, State::firstDigit);
}

bool KeyParser::inDigits(std::string_view character, State next) {
  if (!isDigit(character)) return afterDigits(character);
  state_ = next;
  return false;
}

bool KeyParser::afterDigits(std::string_view character) {
  if (character != ";") return endCommand();
  state_ = State::modifier;
  return false;
}

// Finds the code and the modifier in a command: digits, perhaps a semicolon and a digit, and ~, ^ or $; or a letter with
// at most two digits before it, of which the last one is the modifier.
bool KeyParser::endCommand() {
  const std::string_view command = std::string_view(sequence_).substr(command_);
  const std::size_t digits = std::min(command.find_first_not_of("0123456789"), command.size());
  std::string_view rest = command.substr(digits);
  char modifier = '1';
  if (rest.size() == 3 && rest[0] == ';' && isDigit(rest[1])) {
    modifier = rest[1];
    rest.remove_prefix(2);
  }
  const bool hasModifier = command.size() - digits == 3 && rest.size() == 1;
  const char last = rest.size() == 1 ? rest[0] : '\0';
  if (digits == 3 && rest == "~" && !hasModifier) {
    code_ += command;
    return endCode(0);
  }
  if ((digits == 1 || digits == 2) && (last == '~' || last == '^' || last == '$')) {
    code_ += command.substr(0, digits);
    code_ += last;
    return endCode(modifier - '0' - 1);
  }
  if (isLetter(last) && (hasModifier ? digits == 1 : digits <= 1)) {
    if (!hasModifier && digits == 1) modifier = command[0];
    code_ += last;
    return endCode(modifier - '0' - 1);
  }
  code_ += command;
  return endCode(0);
}

bool KeyParser::endCode(int modifier) {
  key_.ctrl = (modifier & 4) != 0;
  key_.meta = (modifier & 10) != 0;
  key_.shift = (modifier & 1) != 0;
  key_.code = String(std::string_view(code_));
  const auto* found = std::ranges::find(namedCodes, std::string_view(code_), &NamedCode::code);
  if (found == std::end(namedCodes)) {
    key_.name = "undefined";
  } else {
    key_.name = found->name;
    if (found->modifier == 's') key_.shift = true;
    if (found->modifier == 'c') key_.ctrl = true;
  }
  return end();
}

bool KeyParser::endPlain(std::string_view character) {
  const char c = character.size() == 1 ? character[0] : '\xff';
  const std::string_view names[] = {"return", "enter", "tab", "backspace", "backspace", "escape", "space"};
  if (const std::size_t at = std::string_view("\r\n\t\b\x7f\x1b ").find(c); at != std::string_view::npos) {
    key_.name = names[at];
    key_.meta = escaped_;
  } else if (!escaped_ && c >= 0 && c <= '\x1a') {
    const char name = char(c + 'a' - 1);
    key_.name = String(std::string_view(&name, 1));
    key_.ctrl = true;
  } else if (isDigit(c) || isLetter(c)) {
    const char lower = isLetter(c) ? char(c | 32) : c;
    key_.name = String(std::string_view(&lower, 1));
    key_.shift = lower != c;
    key_.meta = escaped_;
  } else if (escaped_) {
    if (character.empty()) key_.name = "escape";
    key_.meta = true;
  }
  return end();
}

bool KeyParser::end() {
  state_ = State::start;
  key_.sequence = String(std::string_view(sequence_));
  return !sequence_.empty();
}

}  // namespace nodecpp::readline::detail
