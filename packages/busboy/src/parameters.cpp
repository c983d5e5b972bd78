#include "parameters.h"

#include <nodecpp/buffer.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace nodecpp::detail {

namespace {

bool isAlphanumeric(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
bool isOneOf(char c, const char* set) { return c != '\0' && std::strchr(set, c); }
bool isToken(char c) { return isAlphanumeric(c) || isOneOf(c, "!#$%&'*+-.^_`|~"); }
bool isCharset(char c) { return isAlphanumeric(c) || isOneOf(c, "!#$%&+-^_`{}~"); }
bool isExtendedValue(char c) { return isAlphanumeric(c) || isOneOf(c, "!#$&+-.^_`|~"); }
bool isQuotedText(char c) { return c == '\t' || (static_cast<unsigned char>(c) >= ' ' && c != '\x7f'); }

std::string lowerCased(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = char(c + ('a' - 'A'));
  return out;
}

String decoded(std::string_view bytes, Encoding encoding) {
  return Buffer::copyOf(bytes.data(), bytes.size()).toString(encoding);
}

// Reads the parameters behind the value of a header.
class Reader {
 public:
  Reader(std::string_view text, bool isDisposition, StringArg charset)
      : text_(text), isDisposition_(isDisposition), charset_(charset) {}

  std::string_view token() {
    const std::size_t from = at_;
    while (!ended() && isToken(text_[at_])) ++at_;
    return text_.substr(from, at_ - from);
  }
  bool ended() const { return at_ == text_.size(); }
  bool take(char c) {
    if (ended() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  // Returns false when the parameters are malformed.
  bool parameters(HeaderParameters& out) {
    while (!ended()) {
      skipBlanks();
      if (ended()) break;
      if (!take(';')) return false;
      skipBlanks();
      const std::string name = lowerCased(token());
      if (!take('=') || ended()) return false;
      const bool isExtended = isDisposition_ && name.ends_with('*');
      const std::optional<String> value = isExtended ? extended() : plain();
      if (!value) return false;
      out.parameters.try_emplace(name, *value);
    }
    return true;
  }

 private:
  void skipBlanks() {
    while (!ended() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  std::optional<String> plain() {
    std::optional<std::string> value = take('"') ? quoted() : std::string(token());
    if (!value) return std::nullopt;
    if (text_[at_ - 1] == '=') return std::nullopt;  // there is no value
    return isDisposition_ ? decodeCharset(*value, charset_) : decoded(*value, Encoding::latin1);
  }
  // A backslash escapes a quote and a backslash only, since browsers send the paths of Windows without escapes.
  std::optional<std::string> quoted() {
    std::string value;
    while (!ended()) {
      char c = text_[at_++];
      if (c == '"') return value;
      if (c == '\\') {
        if (!ended() && (text_[at_] == '"' || text_[at_] == '\\')) c = text_[at_++];
      } else if (!isQuotedText(c)) {
        return std::nullopt;
      }
      value += c;
    }
    return std::nullopt;
  }
  // charset'language'value, where bytes are escaped by percent signs
  std::optional<String> extended() {
    const std::size_t from = at_;
    while (!ended() && isCharset(text_[at_])) ++at_;
    const std::string_view charset = text_.substr(from, at_ - from);
    if (!take('\'')) return std::nullopt;
    while (!ended() && text_[at_] != '\'') ++at_;
    if (!take('\'') || ended()) return std::nullopt;
    std::string value;
    while (!ended() && (isExtendedValue(text_[at_]) || text_[at_] == '%')) {
      if (text_[at_] != '%') {
        value += text_[at_++];
        continue;
      }
      const int high = at_ + 2 < text_.size() ? hexDigit(text_[at_ + 1]) : -1;
      const int low = high >= 0 ? hexDigit(text_[at_ + 2]) : -1;
      if (low < 0) return std::nullopt;
      value += char(high << 4 | low);
      at_ += 3;
    }
    return decodeCharset(value, charset);
  }

  std::string_view text_;
  bool isDisposition_;
  StringArg charset_;
  std::size_t at_ = 0;
};

}  // namespace

int hexDigit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::optional<String> decodeCharset(std::string_view bytes, StringArg charset) {
  const std::string name = lowerCased(std::string_view(charset.data(), charset.size()));
  static constexpr std::string_view latin1[] = {"latin1",          "ascii",    "us-ascii",   "iso-8859-1",
                                                "iso8859-1",       "iso88591", "iso_8859-1", "windows-1252",
                                                "iso_8859-1:1987", "cp1252",   "x-cp1252"};
  if (name == "utf-8" || name == "utf8") return decoded(bytes, Encoding::utf8);
  if (std::ranges::find(latin1, name) != std::end(latin1)) return decoded(bytes, Encoding::latin1);
  if (name == "utf16le" || name == "utf-16le" || name == "ucs2" || name == "ucs-2")
    return decoded(bytes, Encoding::utf16le);
  if (name == "base64") return decoded(bytes, Encoding::base64);
  return std::nullopt;  // as busboy, whose decoder of further charsets always fails
}

std::optional<HeaderParameters> parseContentType(std::string_view text) {
  Reader reader(text, false, "latin1");
  HeaderParameters out;
  const std::string_view type = reader.token();
  if (type.empty() || !reader.take('/')) return std::nullopt;
  const std::string_view subtype = reader.token();
  if (subtype.empty()) return std::nullopt;
  out.value = lowerCased(type) + "/" + lowerCased(subtype);
  if (!reader.parameters(out)) return std::nullopt;
  return out;
}

std::optional<HeaderParameters> parseDisposition(std::string_view text, StringArg charset) {
  if (text.empty()) return std::nullopt;
  Reader reader(text, true, charset);
  HeaderParameters out;
  out.value = lowerCased(reader.token());
  if (!reader.parameters(out)) return std::nullopt;
  return out;
}

}  // namespace nodecpp::detail
