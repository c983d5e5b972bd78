#include <nodecpp/text_encoding.h>
#include <nodecpp/typed_arrays.h>

#include "base/text/encoding.h"
#include "base/text/utf8.h"

namespace nodecpp {

Uint8Array TextEncoderObject::encode(StringArg input) const { return Buffer::from(input); }

EncodeIntoResult TextEncoderObject::encodeInto(StringArg src, const Uint8Array& dest) const {
  const Buffer target = detail::bytesOf(dest);
  EncodeIntoResult result;
  const char* from = src.data();
  const char* const end = from + src.size();
  while (from < end) {
    const utf8::Decoded character = utf8::decodeWtf(from, end);
    const bool isLone = character.code >= 0xd800 && character.code <= 0xdfff;
    char bytes[4];
    const std::size_t size = utf8::put(bytes, isLone ? utf8::replacement : character.code);
    if (size > target.size() - result.written) break;
    std::memcpy(target.bytes() + result.written, bytes, size);
    from += character.size;
    result.written += size;
    result.read += character.code >= 0x10000 ? 2 : 1;
  }
  return result;
}

}  // namespace nodecpp
