// Splits the text of a pattern into the patterns of the parts of a URL.
#include <utility>

#include "url_pattern/canonicalize.h"
#include "url_pattern/component.h"
#include "url_pattern/pattern_init.h"
#include "url_pattern/tokens.h"

namespace nodecpp::detail {

namespace {

// The state machine of the standard, whose names the functions have.
class StringParser {
 public:
  explicit StringParser(std::string_view input) : input_(input), tokens_(patternTokens(input, false)) {}

  PatternInit parse() {
    for (; at_ < tokens_.size(); at_ += step_) {
      step_ = 1;
      if (tokens_[at_].kind == TokenKind::end) {
        if (!atEnd()) break;
        continue;
      }
      if (tokens_[at_].kind == TokenKind::open) {
        ++groups_;
        continue;
      }
      if (groups_ > 0) {
        if (tokens_[at_].kind != TokenKind::close) continue;
        --groups_;
      }
      next();
    }
    if (result_[UrlPart::hostname] && !result_[UrlPart::port]) result_[UrlPart::port] = "";
    return std::move(result_);
  }

 private:
  // The states of parts have the numbers of UrlPart.
  enum State : int { protocol, username, password, hostname, port, pathname, search, hash, init, authority, done };

  // Handles the end of the text. Returns false when the text has been split.
  bool atEnd() {
    if (state_ == init) {
      rewind();
      if (isSign(at_, "#"))
        change(hash, 1);
      else if (isSearchPrefix())
        change(search, 1);
      else
        change(pathname, 0);
      return true;
    }
    if (state_ == authority) {
      rewindTo(hostname);
      return true;
    }
    change(done, 0);
    return false;
  }

  void next() {
    switch (state_) {
      case init:
        if (isSign(at_, ":")) rewindTo(protocol);
        break;
      case protocol:
        if (isSign(at_, ":")) afterProtocol();
        break;
      case authority:
        if (isSign(at_, "@"))
          rewindTo(username);
        else if (isSign(at_, "/") || isSearchPrefix() || isSign(at_, "#"))
          rewindTo(hostname);
        break;
      case username:
        if (isSign(at_, ":"))
          change(password, 1);
        else if (isSign(at_, "@"))
          change(hostname, 1);
        break;
      case password:
        if (isSign(at_, "@")) change(hostname, 1);
        break;
      case hostname:
        if (isSign(at_, "["))
          ++brackets_;
        else if (isSign(at_, "]"))
          --brackets_;
        else if (isSign(at_, ":") && brackets_ == 0)
          change(port, 1);
        else
          afterHost();
        break;
      case port: afterHost(); break;
      case pathname:
        if (isSearchPrefix())
          change(search, 1);
        else if (isSign(at_, "#"))
          change(hash, 1);
        break;
      case search:
        if (isSign(at_, "#")) change(hash, 1);
        break;
      default: break;
    }
  }
  void afterProtocol() {
    const auto component = PatternComponent::of(text(), canonicalProtocol, {}, false);
    isSpecial_ = false;
    for (const char* scheme : {"ftp", "file", "http", "https", "ws", "wss"})
      isSpecial_ = isSpecial_ || component.matches(scheme);
    if (isSign(at_ + 1, "/") && isSign(at_ + 2, "/"))
      change(authority, 3);
    else
      change(isSpecial_ ? authority : pathname, 1);
  }
  void afterHost() {
    if (isSign(at_, "/"))
      change(pathname, 0);
    else if (isSearchPrefix())
      change(search, 1);
    else if (isSign(at_, "#"))
      change(hash, 1);
  }

  void change(State to, std::size_t skipped) {
    if (state_ <= hash) result_[UrlPart(state_)] = text();
    if (state_ != init && to != done) {
      const bool fromAuthority = state_ == protocol || state_ == authority || state_ == username || state_ == password;
      if (fromAuthority && to >= port && to <= hash) setMissing(UrlPart::hostname, "");
      if ((fromAuthority || state_ == hostname || state_ == port) && (to == search || to == hash))
        setMissing(UrlPart::pathname, isSpecial_ ? "/" : "");
      if (to == hash && state_ != search) setMissing(UrlPart::search, "");
    }
    state_ = to;
    at_ += skipped;
    start_ = at_;
    step_ = 0;
  }
  void setMissing(UrlPart part, const char* value) {
    if (!result_[part]) result_[part] = value;
  }
  void rewind() {
    at_ = start_;
    step_ = 0;
  }
  void rewindTo(State state) {
    rewind();
    state_ = state;
  }

  const PatternToken& token(std::size_t index) const { return tokens_[std::min(index, tokens_.size() - 1)]; }
  bool isSign(std::size_t index, std::string_view sign) const {
    const PatternToken& at = token(index);
    return at.value == sign &&
           (at.kind == TokenKind::character || at.kind == TokenKind::escaped || at.kind == TokenKind::invalid);
  }
  // Whether a `?` begins the search. Behind a group it is a modifier.
  bool isSearchPrefix() const {
    if (isSign(at_, "?")) return true;
    if (token(at_).value != "?") return false;
    if (at_ == 0) return true;
    const TokenKind before = token(at_ - 1).kind;
    return before != TokenKind::name && before != TokenKind::regexp && before != TokenKind::close &&
           before != TokenKind::asterisk;
  }
  std::string text() const {
    const std::size_t from = token(start_).index;
    return std::string(input_.substr(from, token(at_).index - from));
  }

  std::string_view input_;
  std::vector<PatternToken> tokens_;
  PatternInit result_;
  State state_ = init;
  std::size_t at_ = 0, start_ = 0, step_ = 1;
  int groups_ = 0, brackets_ = 0;
  bool isSpecial_ = false;
};

}  // namespace

PatternInit parsedPatternString(std::string_view text) { return StringParser(text).parse(); }

}  // namespace nodecpp::detail
