// Runs the decoders of Buffer and StringDecoder on any bytes: they must not crash, and what can be decoded and encoded
// again must give the same bytes. The first byte chooses where StringDecoder's input is cut.
#include <nodecpp/buffer.h>
#include <nodecpp/string_decoder.h>

#include <cstdio>
#include <cstdlib>

using namespace nodecpp;

namespace {

constexpr Encoding encodings[] = {Encoding::utf8, Encoding::utf16le, Encoding::latin1,   Encoding::ascii,
                                  Encoding::hex,  Encoding::base64,  Encoding::base64url};

void require(bool holds, const char* what, Encoding encoding) {
  if (holds) return;
  std::fprintf(stderr, "%s does not hold for %s\n", what, detail::encodingName(encoding));
  std::abort();
}

// toString must return valid UTF-8 for each encoding. Encoding that text again must give the same bytes, where the
// encoding can represent all bytes.
void decodeAndBack(const Buffer& bytes, Encoding encoding) {
  String text = bytes.toString(encoding);
  require(buffer::isUtf8(Buffer::from(text)), "toString gives UTF-8", encoding);
  Buffer back = Buffer::from(text, encoding);
  bool exact = encoding != Encoding::utf8 && encoding != Encoding::utf16le && encoding != Encoding::ascii;
  if (exact) require(back == bytes, "from(toString) == bytes", encoding);
  require(back.toString(encoding) == text, "toString is stable", encoding);
  if (encoding == Encoding::utf8) require(buffer::isUtf8(bytes) == (back == bytes), "isUtf8", encoding);
}

// Encodes the bytes as if they were text: the sizes must agree, and write must not write beyond its buffer.
void encodeIntoRoom(const Buffer& bytes, Encoding encoding, std::size_t room) {
  String text = bytes.toString();
  Buffer all = Buffer::from(text, encoding);
  require(all.size() <= Buffer::byteLength(text, encoding), "byteLength is an upper bound", encoding);
  Buffer part = Buffer::alloc(double(room));
  std::size_t written = part.write(text, encoding);
  require(written <= room && written <= all.size(), "write stays in its room", encoding);
  require(part.subarray(0, std::ptrdiff_t(written)) == all.subarray(0, std::ptrdiff_t(written)), "write is a prefix",
          encoding);
}

// Decoding in pieces must give the same text as decoding at once. (hex and base64 are not tested, because they pad or
// skip at the end of each piece.)
void decodeInPieces(const Buffer& bytes, Encoding encoding, std::size_t piece) {
  auto decoder = make<string_decoder::StringDecoder>(encoding);
  String text;
  for (std::size_t at = 0; at < bytes.size(); at += piece)
    text += decoder->write(bytes.subarray(std::ptrdiff_t(at), std::ptrdiff_t(at + piece)));
  text += decoder->end();
  require(text == bytes.toString(encoding), "pieces give the whole", encoding);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size == 0) return 0;
  std::size_t choice = data[0];
  Buffer bytes = Buffer::copyOf(reinterpret_cast<const char*>(data + 1), size - 1);
  for (Encoding encoding : encodings) {
    decodeAndBack(bytes, encoding);
    encodeIntoRoom(bytes, encoding, choice % 40);
    decodeInPieces(bytes, encoding, 1 + choice % 7);
  }
  for (int pair = 0; pair < 16; ++pair) {
    try {
      buffer::transcode(bytes, encodings[pair / 4], encodings[pair % 4]);
    } catch (const Error&) {
    }
  }
  Buffer needle = bytes.subarray(0, std::ptrdiff_t(choice % 5));
  std::ptrdiff_t first = bytes.indexOf(needle), last = bytes.lastIndexOf(needle);
  require(first == 0 && last >= first, "a prefix is found", Encoding::utf8);
  String text = bytes.toString(Encoding::latin1);
  require(buffer::atob(buffer::btoa(text)) == text, "atob(btoa)", Encoding::base64);
  try {
    buffer::atob(bytes.toString());
  } catch (const Error&) {
  }
  return 0;
}
