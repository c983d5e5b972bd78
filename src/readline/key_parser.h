// Tells the keys in what a terminal sends. A key is a character, or an escape sequence of a few characters.
#pragma once

#include <nodecpp/readline/keys.h>

#include <string>
#include <string_view>

namespace nodecpp::readline::detail {

// Follows emitKeys of Node's lib/internal/readline/utils.js, whose sequences are those of xterm, gnome, rxvt, putty,
// cygwin and the Linux console. A sequence has at most a few characters, so nothing that a terminal sends is kept
// for long.
class KeyParser {
 public:
  // Takes the next character; an empty one says that nothing follows for now, which ends a lone escape. Returns true
  // when a key is whole, which key() and character() then return.
  bool take(std::string_view character);
  const Key& key() const noexcept { return key_; }
  // The first argument of `keypress`: undefined for an escape sequence.
  String character() const;

 private:
  enum class State : unsigned char {
    start,
    escape,
    secondEscape,
    letterO,
    afterModifierO,
    bracket,
    secondBracket,
    firstDigit,
    secondDigit,
    thirdDigit,
    modifier,
    afterModifier,
  };
  bool afterEscape(std::string_view character);
  bool beginCommand(std::string_view character);
  bool inDigits(std::string_view character, State next);
  bool afterDigits(std::string_view character);
  bool endCommand();
  bool endCode(int modifier);
  bool endPlain(std::string_view character);
  bool end();

  State state_ = State::start;
  bool escaped_ = false;
  int modifierO_ = 0;
  std::size_t command_ = 0;  // where the command begins in sequence_
  std::string sequence_;
  std::string code_;
  Key key_;
};

}  // namespace nodecpp::readline::detail
