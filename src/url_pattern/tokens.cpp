#include "url_pattern/tokens.h"

#include <nodecpp/regexp.h>

#include <algorithm>

namespace nodecpp::detail {

std::size_t characterBytes(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return std::min(bytes, text.size() - at);
}

bool isNameCharacter(std::string_view text, std::size_t at, bool isFirst) {
  const char c = text[at];
  const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  if (static_cast<unsigned char>(c) < 0x80) return isLetter || (!isFirst && c >= '0' && c <= '9');
  const std::string_view one = text.substr(at, characterBytes(text, at));
  const char* pattern = isFirst ? R"(^\p{ID_Start}$)" : R"(^[\p{ID_Continue}\u200c\u200d]$)";
  return RegExp(pattern, "u").test(String::copyOf(one.data(), one.size()));
}

namespace {

class Tokenizer {
 public:
  Tokenizer(std::string_view input, bool isStrict) : input_(input), isStrict_(isStrict) {}

  std::vector<PatternToken> read() {
    while (at_ < input_.size()) {
      switch (input_[at_]) {
        case '*': add(TokenKind::asterisk, 1); break;
        case '+':
        case '?': add(TokenKind::modifier, 1); break;
        case '{': add(TokenKind::open, 1); break;
        case '}': add(TokenKind::close, 1); break;
        case '\\': escaped(); break;
        case ':': name(); break;
        case '(': regexp(); break;
        default: add(TokenKind::character, characterBytes(input_, at_));
      }
    }
    tokens_.push_back({TokenKind::end, input_.size(), ""});
    return std::move(tokens_);
  }

 private:
  // Adds a token of `bytes` bytes whose value is a part of them.
  void add(TokenKind kind, std::size_t bytes, std::size_t skipped = 0,
           std::size_t valueBytes = std::string_view::npos) {
    const std::string_view whole = input_.substr(at_, bytes);
    tokens_.push_back({kind, at_, std::string(whole.substr(skipped, valueBytes))});
    at_ += bytes;
  }
  void refuse(std::size_t bytes) {
    if (isStrict_) throw InvalidPattern();
    add(TokenKind::invalid, bytes);
  }
  void escaped() {
    if (at_ + 1 == input_.size()) return refuse(1);
    add(TokenKind::escaped, 1 + characterBytes(input_, at_ + 1), 1);
  }
  void name() {
    std::size_t end = at_ + 1;
    while (end < input_.size() && isNameCharacter(input_, end, end == at_ + 1)) end += characterBytes(input_, end);
    if (end == at_ + 1) return refuse(1);
    add(TokenKind::name, end - at_, 1);
  }
  // A regular expression in parentheses, which must be ASCII and must not have groups that capture.
  void regexp() {
    std::size_t depth = 1, at = at_ + 1;
    bool isWrong = false;
    while (at < input_.size() && !isWrong && depth > 0) {
      const char c = input_[at];
      const bool isLast = at + 1 == input_.size();
      isWrong = static_cast<unsigned char>(c) >= 0x80 || (at == at_ + 1 && c == '?');
      if (isWrong) break;
      ++at;
      if (c == '\\') {
        isWrong = isLast || static_cast<unsigned char>(input_[at]) >= 0x80;
        ++at;
      } else if (c == ')') {
        --depth;
      } else if (c == '(') {
        ++depth;
        isWrong = isLast || input_[at] != '?';
      }
    }
    if (isWrong || depth > 0 || at == at_ + 2) return refuse(1);
    add(TokenKind::regexp, at - at_, 1, at - at_ - 2);
  }

  std::string_view input_;
  bool isStrict_;
  std::size_t at_ = 0;
  std::vector<PatternToken> tokens_;
};

}  // namespace

std::vector<PatternToken> patternTokens(std::string_view input, bool isStrict) {
  return Tokenizer(input, isStrict).read();
}

}  // namespace nodecpp::detail
