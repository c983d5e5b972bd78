#include <nodecpp/error.h>
#include <nodecpp/text_encoding.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/assertion.h"
#include "base/text/encoding.h"
#include "base/text/utf8.h"
#include "text_encoding/decoder/encodings.h"

namespace nodecpp {

namespace {

constexpr std::string_view utf8Mark = "\xef\xbb\xbf";

// Returns how many bytes at the end begin a character that further bytes could complete.
std::size_t incompleteUtf8(const Buffer& input) {
  const char* const end = input.bytes() + input.size();
  for (std::size_t back = std::min<std::size_t>(input.size(), 3); back > 0; --back) {
    const utf8::Decoded last = utf8::decode(end - back, end);
    if (last.truncated && last.size == back) return back;
  }
  return 0;
}

// Returns how many bytes at the end of UTF-16 are half a unit, a high surrogate, or both.
std::size_t incompleteUtf16(const Buffer& input, bool bigEndian) {
  const std::size_t odd = input.size() % 2;
  if (input.size() < odd + 2) return odd;
  const char high = input.bytes()[input.size() - odd - (bigEndian ? 2 : 1)];
  return (high & 0xfc) == 0xd8 ? odd + 2 : odd;
}

bool isAscii(const Buffer& input) { return detail::asciiPrefix(input.bytes(), input.size()) == input.size(); }

}  // namespace

TextDecoderObject::TextDecoderObject(StringArg encoding, const TextDecoderOptions& options) : options_(options) {
  const std::string_view name = detail::encodingOfLabel(encoding);
  if (name.empty() || name == "replacement")
    throw detail::codedError<RangeError>(
        "ERR_ENCODING_NOT_SUPPORTED",
        "The \"" + (name.empty() ? encoding.toString() : str(name)) + "\" encoding is not supported");
  encoding_ = str(name);
  table_ = detail::singleByteTable(name);
  kind_ = name == "utf-8"      ? Kind::utf8
          : name == "utf-16le" ? Kind::utf16le
          : name == "utf-16be" ? Kind::utf16be
          : table_             ? Kind::singleByte
                               : Kind::legacy;
  if (kind_ == Kind::legacy) legacy_ = new detail::LegacyDecoder(name, options.fatal);
}

TextDecoderObject::~TextDecoderObject() { delete legacy_; }

String TextDecoderObject::decode(const Buffer& input, const TextDecodeOptions& options) {
  switch (kind_) {
    case Kind::utf8: return decodeUtf8(input, options.stream);
    case Kind::utf16le:
    case Kind::utf16be: return decodeUtf16(input, options.stream);
    case Kind::singleByte: return decodeSingleByte(input);
    case Kind::legacy: return decodeLegacy(input, options.stream);
  }
  NODECPP_ASSERT(false);
}

String TextDecoderObject::decode(const ArrayBuffer& input, const TextDecodeOptions& options) {
  return decode(input.detached() ? Buffer() : Buffer::from(input), options);
}

void TextDecoderObject::throwInvalid() const {
  throw detail::codedError<TypeError>("ERR_ENCODING_INVALID_ENCODED_DATA",
                                      "The encoded data was not valid for encoding " + encoding_);
}

Buffer TextDecoderObject::withPending(const Buffer& input) {
  if (pending_.empty()) return input;
  return Buffer::concat({std::exchange(pending_, Buffer()), input});
}

String TextDecoderObject::decodeUtf8(Buffer input, bool stream) {
  const bool keepsMark = options_.ignoreBOM || bomSeen_;
  if (!stream) bomSeen_ = false;
  if (stream && input.empty()) return {};
  input = withPending(input);
  if (stream) {
    const std::size_t rest = incompleteUtf8(input);
    pending_ = Buffer::from(input.subarray(std::ptrdiff_t(input.size() - rest)));
    input = input.subarray(0, std::ptrdiff_t(input.size() - rest));
    if (input.empty()) return {};
  }
  if (options_.fatal && detail::utf8Prefix(input.bytes(), input.size()) != input.size()) {
    pending_ = Buffer();
    throwInvalid();
  }
  if (stream) bomSeen_ = true;
  const bool marked = !keepsMark && std::string_view(input.bytes(), input.size()).starts_with(utf8Mark);
  return input.toString(Encoding::utf8, marked ? std::ptrdiff_t(utf8Mark.size()) : 0);
}

String TextDecoderObject::decodeUtf16(Buffer input, bool stream) {
  const bool bigEndian = kind_ == Kind::utf16be;
  input = withPending(input);
  const std::size_t rest = incompleteUtf16(input, bigEndian);
  Buffer whole = input.subarray(0, std::ptrdiff_t(input.size() - rest));
  if (stream) pending_ = Buffer::from(input.subarray(std::ptrdiff_t(whole.size())));
  if (bigEndian) {
    whole = Buffer::from(whole);
    whole.swap16();
  }
  const String text = whole.toString(Encoding::utf16le);
  const bool isMalformed = detail::hasSurrogate(text) || (!stream && rest > 0);
  if (isMalformed && options_.fatal) {
    pending_ = Buffer();
    bomSeen_ = false;
    throwInvalid();
  }
  String out = isMalformed ? detail::wellFormed(text) : text;
  if (!options_.ignoreBOM && !bomSeen_ && out.startsWith("\ufeff")) out = out.slice(1);
  bomSeen_ = stream && (bomSeen_ || !whole.empty());
  return !stream && rest > 0 ? out + "\ufffd" : out;
}

String TextDecoderObject::decodeSingleByte(const Buffer& input) const {
  if (isAscii(input)) return input.toString(Encoding::latin1);
  std::string out;
  out.reserve(input.size() * 2);
  for (std::size_t i = 0; i < input.size(); ++i) {
    const auto byte = static_cast<unsigned char>(input.bytes()[i]);
    const char32_t code = byte < 0x80 ? byte : table_[byte - 0x80];
    if (code == utf8::replacement && options_.fatal) throwInvalid();
    utf8::append(out, code);
  }
  return String(out);
}

String TextDecoderObject::decodeLegacy(const Buffer& input, bool stream) {
  std::u16string units;
  if (!legacy_->decode(input.bytes(), input.size(), !stream, units)) throwInvalid();
  return detail::decode(reinterpret_cast<const char*>(units.data()), units.size() * 2, Encoding::utf16le);
}

}  // namespace nodecpp
