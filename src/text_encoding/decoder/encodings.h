// The encodings of the WHATWG's Encoding Standard: their labels and tables. For TextDecoder.
// https://encoding.spec.whatwg.org
#pragma once

#include <nodecpp/string.h>

#include <string>
#include <string_view>

namespace nodecpp::detail {

// Returns the name of the encoding that has this label in any case, with white space around it; empty when there is
// none.
std::string_view encodingOfLabel(StringArg label);

// Returns what the bytes from 0x80 on stand for in an encoding of one byte a character, or null for other encodings.
// U+FFFD is a byte that stands for nothing.
const char16_t* singleByteTable(std::string_view encoding) noexcept;

// Decodes an encoding of several bytes a character, by ICU's converters as Node does.
class LegacyDecoder {
 public:
  // Throws an Error when ICU has no converter for the encoding.
  LegacyDecoder(std::string_view encoding, bool fatal);
  LegacyDecoder(const LegacyDecoder&) = delete;
  ~LegacyDecoder();

  // Appends the text of the bytes to `out`, as UTF-16 in the order of bytes of this machine. At the end of the text
  // `flush` is true. Returns false for malformed bytes when the decoder is fatal, and starts anew then.
  bool decode(const char* data, std::size_t size, bool flush, std::u16string& out);

 private:
  struct State;
  State* state_;
};

}  // namespace nodecpp::detail
