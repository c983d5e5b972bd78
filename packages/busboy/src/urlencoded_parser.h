// Reads forms that are application/x-www-form-urlencoded, wherever their bytes are cut, as busboy does: names and
// values that are too long are cut.
#pragma once

#include <string>
#include <string_view>

namespace nodecpp::detail {

struct UrlencodedText {
  std::string bytes;
  double size = 0;             // all its bytes, also those that were cut off
  bool isCut = false;          // it was longer than its limit
  bool hasHighEscape = false;  // a byte beyond ASCII was escaped
};

struct UrlencodedField {
  UrlencodedText name, value;
  bool isGiven = false;  // false for nothing between two ampersands
};

class UrlencodedParser {
 public:
  UrlencodedParser(double longestName, double longestValue) : longestName_(longestName), longestValue_(longestValue) {}

  enum class Found : unsigned char { more, field, malformed };
  // Reads bytes from `at` on, and moves it, up to the end of a field, which take() returns, or of the bytes.
  Found push(std::string_view bytes, std::size_t& at);
  // Returns the field so far, and begins the next one. At the end of a form, an equals sign alone is a field, too.
  UrlencodedField take(bool isLast);
  // Whether an escape sequence is not whole yet.
  bool isInEscape() const noexcept { return escape_ != noEscape; }

 private:
  bool escaped(char c);
  void add(char c, bool wasEscaped);

  static constexpr int noEscape = -2, firstDigit = -1;
  double longestName_, longestValue_;
  UrlencodedField field_;
  bool isInValue_ = false;
  int escape_ = noEscape;  // or the value of the first digit
};

}  // namespace nodecpp::detail
