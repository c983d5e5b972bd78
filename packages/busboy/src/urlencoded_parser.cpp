#include "urlencoded_parser.h"

#include <utility>

#include "parameters.h"

namespace nodecpp::detail {

UrlencodedParser::Found UrlencodedParser::push(std::string_view bytes, std::size_t& at) {
  while (at < bytes.size()) {
    const char c = bytes[at++];
    if (isInEscape()) {
      if (!escaped(c)) return Found::malformed;
    } else if (c == '&') {
      return Found::field;
    } else if (c == '=' && !isInValue_) {
      isInValue_ = true;
    } else if (UrlencodedText& text = isInValue_ ? field_.value : field_.name; text.isCut) {
      ++text.size;
    } else if (c == '%') {
      escape_ = firstDigit;
    } else {
      add(c == '+' ? ' ' : c, c == '+');
    }
  }
  return Found::more;
}

// Takes a digit of an escape sequence. Returns false when it is none.
bool UrlencodedParser::escaped(char c) {
  const int digit = hexDigit(c);
  if (digit < 0) return false;
  if (escape_ == firstDigit) {
    escape_ = digit;
    return true;
  }
  const int byte = std::exchange(escape_, noEscape) * 16 + digit;
  if (byte >= 0x80) (isInValue_ ? field_.value : field_.name).hasHighEscape = true;
  add(char(byte), true);
  return true;
}

// As in busboy, the byte that shows that a text is too long stays in it when it was escaped.
void UrlencodedParser::add(char c, bool wasEscaped) {
  UrlencodedText& text = isInValue_ ? field_.value : field_.name;
  text.isCut = ++text.size > (isInValue_ ? longestValue_ : longestName_);
  if (!text.isCut || wasEscaped) text.bytes += c;
}

UrlencodedField UrlencodedParser::take(bool isLast) {
  UrlencodedField field = std::exchange(field_, UrlencodedField());
  const bool wasInValue = std::exchange(isInValue_, false);
  field.isGiven = field.name.size > 0 || field.value.size > 0 || (isLast && wasInValue);
  return field;
}

}  // namespace nodecpp::detail
