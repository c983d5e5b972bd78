#include "os/session/key_mask.h"

#include <string.h>

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "base/assertion.h"
#include "base/text/ascii.h"

namespace nodecpp::os::record {

namespace {

constexpr std::string_view opening = "-----BEGIN ";
constexpr std::string_view headers[] = {"Proc-Type:", "DEK-Info:"};
// The longest value of a header that stays. DEK-Info has a cipher's name and sixteen bytes in hexadecimal.
constexpr unsigned char longestValue = 56;
constexpr std::uint64_t withoutEnd = ~std::uint64_t(0);
// A key in DER is not smaller than this.
constexpr std::uint64_t leastDer = 24;

bool isBase64(char c) {
  return ascii::isLetter(c) || ascii::isDigit(c) || c == '+' || c == '/' || c == '=';
}
bool isLabel(char c) { return (c >= 'A' && c <= 'Z') || ascii::isDigit(c) || c == ' '; }
bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
// Whether the text of a key can have `c`: its own characters, and those of JSON, of a comment or of quoted source.
bool isOfKey(char c) {
  return isBase64(c) || isSpace(c) || std::string_view("\\\"',:-*#>|").find(c) != std::string_view::npos;
}

// Reads DER from bytes of which the rest may still be to come.
class Der {
 public:
  explicit Der(std::string_view bytes) : left_(bytes) {}
  // Returns the next byte, or -1 where there is none.
  int next() {
    if (wrong_ || cut_) return -1;
    if (left_.empty()) return cut_ = true, -1;
    int byte = static_cast<unsigned char>(left_[0]);
    left_.remove_prefix(1);
    return byte;
  }
  void want(std::initializer_list<int> bytes) {
    for (int wanted : bytes)
      if (int byte = next(); byte >= 0 && byte != wanted) wrong_ = true;
  }
  std::uint64_t length() {
    int first = next();
    if (first < 0x80) return std::uint64_t(std::max(first, 0));
    if (first == 0x80) return withoutEnd;
    if (first > 0x84) wrong_ = true;
    std::uint64_t length = 0;
    for (int i = first & 0x7f; i > 0; --i) length = length << 8 | std::uint64_t(std::max(next(), 0));
    return length;
  }
  void require(bool fits) {
    if (!cut_ && !fits) wrong_ = true;
  }
  bool wrong() const { return wrong_; }
  bool cut() const { return cut_; }
  std::size_t left() const { return left_.size(); }

 private:
  std::string_view left_;
  bool wrong_ = false, cut_ = false;
};

// Reads what follows the version of a structure: what it is depends on the version and on the type that comes next.
void readVersioned(Der& in) {
  in.want({1});
  int version = in.next(), type = in.next();
  std::uint64_t length = in.length();
  if (version == 3 && type == 0x30) return in.want({6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7});  // PKCS #12
  in.require(version == 0 || version == 1);
  if (type == 0x30) return in.want({6});                              // PKCS #8: the algorithm
  if (type == 2) return in.require(length >= 32);                     // PKCS #1 and DSA: a large number
  in.require(type == 4 && version == 1 && length >= 14 && length <= 72);  // SEC 1: the key of a curve
}

// Reads the beginning of a structure of DER that holds a private key. Returns the length of its contents.
std::uint64_t readKey(Der& in, std::size_t& begin, std::size_t size) {
  in.want({0x30});
  std::uint64_t length = in.length();
  begin = size - in.left();
  in.require(length >= leastDer);
  int type = in.next();
  if (type == 2) {
    readVersioned(in);
    return length;
  }
  in.require(type == 0x30);  // PKCS #8, encrypted: by PKCS #5 or by PKCS #12
  in.length();
  in.want({6});
  in.length();
  in.want({0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1});
  int scheme = in.next();
  if (scheme == 12) return in.want({1}), length;
  in.require(scheme == 5);
  return length;
}

}  // namespace

KeyMask::KeyMask(From from) : state_(from == From::beginning ? State::head : State::text) {
  if (from == From::insideKey) enterBody();
  if (from == From::insideDer) enterDer(withoutEnd);
}

void KeyMask::enterBody() {
  state_ = State::body;
  seen_ = true;
  size_ = dashes_ = escape_ = opening_ = 0;
  word_ = Word::fresh;
}

void KeyMask::enterDer(std::uint64_t left) {
  state_ = State::der;
  seen_ = der_ = true;
  left_ = left;
}

// Takes one of the first bytes of a stream, until they show whether it is a key in DER.
void KeyMask::takeHead(char byte) {
  NODECPP_ASSERT(size_ < longestHead && state_ == State::head, size_);
  held_[size_++] = byte;
  Der in({held_, size_});
  std::size_t begin = 0;
  std::uint64_t length = readKey(in, begin, size_);
  if (!in.wrong() && in.cut() && size_ < longestHead) return;
  std::string head(held_, size_);
  size_ = 0;
  if (in.wrong() || in.cut()) {
    state_ = State::text;
    for (char c : head) takeText(c);
    return;
  }
  NODECPP_ASSERT(length >= leastDer && begin + leastDer > head.size(), length, begin, head.size());
  enterDer(length == withoutEnd ? length : begin + length - head.size());
}

bool KeyMask::labelFits() const {
  std::string_view label(held_, size_);
  return label.ends_with("PRIVATE KEY") || label.ends_with("PRIVATE KEY BLOCK");
}

// Takes a character outside of keys, and looks for the line that begins one.
void KeyMask::takeText(char c) {
  if (opening_ < opening.size()) {
    bool sixDashes = opening_ == 5 && c == '-';
    if (c == opening[opening_])
      ++opening_;
    else if (!sixDashes)
      opening_ = c == '-';
    size_ = dashes_ = 0;
    return;
  }
  if (dashes_ == 0 && isLabel(c) && size_ < longestLabel) return void(held_[size_++] = c);
  if (c != '-' || !labelFits()) return void(opening_ = c == '-');
  if (++dashes_ == 5) enterBody();
}

// Goes over characters outside of keys, up to where the line that begins a key may begin. Returns where it stopped.
std::size_t KeyMask::skipText(std::string_view bytes, std::size_t at) {
  NODECPP_ASSERT(opening_ == 0 && at < bytes.size(), opening_, at);
  std::string_view rest = bytes.substr(at);
  if (const void* found = ::memmem(rest.data(), rest.size(), opening.data(), opening.size())) {
    opening_ = opening.size();
    size_ = dashes_ = 0;
    return at + std::size_t(static_cast<const char*>(found) - rest.data()) + opening.size();
  }
  // The line may begin in the last bytes, and go on in the next piece.
  std::size_t tail = rest.size() - std::min(rest.size(), opening.size() - 1);
  std::size_t dash = rest.find('-', tail);
  if (dash == rest.npos) return bytes.size();
  opening_ = 1;
  return at + dash + 1;
}

// Takes a character behind a backslash. Returns whether it belongs to the escape, which stays as it is.
bool KeyMask::takeEscape(char c) {
  if (escape_ == 1 && c == '\\') return true;  // a text inside of a text has two
  if (escape_ == 1) {
    escape_ = c == 'u' ? 2 : 0;
    if (c == 'n' || c == 'r' || c == 't') endWord();
    return std::string_view("nrtu/\"'").find(c) != std::string_view::npos;
  }
  bool digit = ascii::hexDigit(c) >= 0;
  escape_ = digit && escape_ < 5 ? escape_ + 1 : 0;
  return digit;
}

// Takes a character that is no space. Returns whether it belongs to the key. Headers come before the key. What looks like
// the beginning of a header's name stays until it is known to be none.
bool KeyMask::takeWord(char c) {
  if (word_ == Word::fresh) {
    word_ = Word::name;
    header_ = c == headers[1][0];
    inHeader_ = 0;
  }
  if (word_ == Word::name && c == headers[header_][inHeader_]) {
    if (++inHeader_ < headers[header_].size()) return false;
    word_ = Word::value;
    inHeader_ = 0;
    return false;
  }
  if (word_ == Word::value && inHeader_ < longestValue) {
    ++inHeader_;
    return false;
  }
  word_ = Word::key;
  return isBase64(c);
}

// Called at a space. Another header may follow the value of a header, but not the key.
void KeyMask::endWord() {
  if (word_ == Word::value) word_ = Word::fresh;
  if (word_ == Word::name) word_ = Word::key;
}

// Takes a character of a key's body. Returns whether it belongs to the key.
bool KeyMask::takeBody(char c) {
  if (escape_ > 0 && takeEscape(c)) return false;
  if (!isOfKey(c)) {
    state_ = State::text;
    opening_ = 0;
    return false;
  }
  if (c == '-' && ++dashes_ == 5) {
    // The line that ends the key begins here, or one that begins another key.
    state_ = State::text;
    opening_ = 5;
    return false;
  }
  if (c != '-') dashes_ = 0;
  if (c == '\\') return escape_ = 1, false;
  bool valueBegins = word_ == Word::value && inHeader_ == 0;
  if (!isSpace(c)) return takeWord(c);
  if (!valueBegins || (c != ' ' && c != '\t')) endWord();
  return false;
}

std::string_view KeyMask::of(std::string_view bytes, std::string& room) {
  bool copied = false;
  auto mark = [&](std::size_t at, std::size_t size) {
    if (!std::exchange(copied, true)) room.assign(bytes);
    std::fill_n(room.begin() + std::ptrdiff_t(at), size, '*');
  };
  for (std::size_t at = 0; at < bytes.size();) switch (state_) {
      case State::head: takeHead(bytes[at++]); break;
      case State::text:
        if (opening_ == 0)
          at = skipText(bytes, at);
        else
          takeText(bytes[at++]);
        break;
      case State::body:
        if (takeBody(bytes[at])) mark(at, 1);
        ++at;
        break;
      case State::der: {
        std::size_t size = std::size_t(std::min<std::uint64_t>(left_, bytes.size() - at));
        if (size > 0) mark(at, size);
        at += size;
        if (left_ != withoutEnd) left_ -= size;
        if (left_ == 0) state_ = State::text;
        break;
      }
    }
  NODECPP_ASSERT(!copied || room.size() == bytes.size(), room.size(), bytes.size());
  return copied ? std::string_view(room) : bytes;
}

std::string_view masked(std::string_view text, std::string& room) { return KeyMask(KeyMask::From::middle).of(text, room); }

}  // namespace nodecpp::os::record
