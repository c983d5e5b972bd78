// Encrypts a log while it is written, to a public key of nodecpp-log keygen: the machine that records cannot read it back.
//
// A sealed segment begins with its own magic and the format's version, a key for this segment alone, sealed to the public
// one (crypto_box_seal), and the header of a stream (crypto_secretstream_xchacha20poly1305). Then come frames: the length
// of the ciphertext (4 bytes, little-endian), the ciphertext. What is in them, one behind the other, is the segment as it
// would be in clear. The length is written last: a zero there is the end. A segment that was finished ends with an empty
// frame of the stream's final tag. The head up to the stream's header is vouched for by the first frame.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "os/trace/kinds.h"

namespace nodecpp::os::record {

// What a key file holds in front of the key in base64.
inline constexpr std::string_view publicKeyWords = "nodecpp-log-public-key-1:";

class Seal {
 public:
  // To the key in that file; null, with `error` set, where it cannot be.
  static std::unique_ptr<Seal> to(const std::string& file, std::string& error);
  ~Seal();
  Seal(const Seal&) = delete;

  static constexpr std::size_t vouchedBytes = 8 + 4 + 80;            // magic, version, sealed key
  static constexpr std::size_t headBytes = vouchedBytes + 24;        // and the stream's header
  static constexpr std::size_t frameBytes = 4 + 17;                  // besides the record's own
  static constexpr std::size_t lastBytes = frameBytes;               // what `end` writes

  // Each writes at `to`, and gives where it has ended. Behind a frame there is a zero.
  char* begin(char* to);
  char* frame(char* to, std::string_view bytes) { return put(to, bytes, false); }
  char* end(char* to) { return put(to, {}, true); }

 private:
  struct State;
  Seal();
  char* put(char* to, std::string_view bytes, bool last);
  std::unique_ptr<State> state_;
};

}  // namespace nodecpp::os::record
