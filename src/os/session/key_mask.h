// Puts marks in place of the private keys in bytes that go into a log.
//
// A key in PEM begins at a line "-----BEGIN … PRIVATE KEY-----", with any words of capital letters and digits before
// PRIVATE (and with BLOCK behind KEY, as PGP has it). In its body each letter, digit, '+', '/' and '=' becomes '*'. Line
// ends, quotes and escapes such as \n and \u002b stay, so that a key inside of JSON, of a .env file or of quoted source
// stays well-formed; the headers Proc-Type and DEK-Info stay, too. The body ends at five dashes, or at a character that
// no text of a key has, such as '.', '<' or a zero byte.
//
// A key in DER is known by the first bytes of a file or stream: PKCS #8, plain and encrypted, PKCS #1 and the old form
// of DSA, SEC 1, and an archive of PKCS #12. Those first bytes stay, and all others of the key become '*'.
//
// What becomes of a byte depends on the byte and on those before it, so it does not matter how the bytes are cut into
// pieces. Masked bytes pass through a second time as they are, so a replay, where the program has the marks, computes the
// same checksums as the recorded run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace nodecpp::os::record {

class KeyMask {
 public:
  // Where in a file or stream the bytes begin: a key in DER is looked for at the beginning only.
  enum class From : unsigned char { beginning, middle, insideKey, insideDer };
  explicit KeyMask(From from = From::beginning);

  // Returns the next bytes of the stream as a log may have them: `bytes` itself, or a masked copy in `room`.
  std::string_view of(std::string_view bytes, std::string& room);
  // Whether a key has begun in these bytes or in earlier ones.
  bool seen() const { return seen_; }
  // Whether the stream is a key in DER, or an archive.
  bool isDer() const { return der_; }

 private:
  enum class State : unsigned char { head, der, text, body };
  // What comes in the body: a header or the key, the rest of a header's name, the rest of its value, or the key.
  enum class Word : unsigned char { fresh, name, value, key };

  void enterBody();
  void enterDer(std::uint64_t left);
  void takeHead(char byte);
  void takeText(char byte);
  bool takeBody(char byte);
  bool takeEscape(char byte);
  bool takeWord(char byte);
  void endWord();
  std::size_t skipText(std::string_view bytes, std::size_t at);
  bool labelFits() const;

  static constexpr std::size_t longestHead = 32;
  static constexpr std::size_t longestLabel = 40;

  State state_;
  bool seen_ = false;
  bool der_ = false;
  unsigned char size_ = 0;     // The number of bytes in `held_`.
  unsigned char opening_ = 0;  // How much of "-----BEGIN " has come.
  unsigned char dashes_ = 0;   // The number of dashes that have come in a row, after the label or in the body.
  unsigned char escape_ = 0;   // 1 after a backslash, 2 to 5 in the digits of \u0000.
  Word word_ = Word::fresh;
  unsigned char header_ = 0;    // Which header it is whose name comes.
  unsigned char inHeader_ = 0;  // How much of its name or of its value has come.
  char held_[longestLabel] = {};  // The first bytes of a stream, or the label of a line that begins a PEM text.
  std::uint64_t left_ = 0;        // The number of bytes that a key in DER still has.
};

// Returns a whole text as a log may have it: `text` itself, or a masked copy in `room`.
std::string_view masked(std::string_view text, std::string& room);

}  // namespace nodecpp::os::record
