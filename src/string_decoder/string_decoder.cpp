#include <nodecpp/string_decoder.h>

#include <algorithm>

#include "base/assertion.h"
#include "base/text/encoding.h"

namespace nodecpp::string_decoder {

namespace {

bool isTrail(char byte) { return (byte & 0xc0) == 0x80; }

// Returns the length of a UTF-8 character according to its first byte, or 0 when the byte does not begin a character.
// As in Node nothing else is checked here; malformed bytes become U+FFFD when they are decoded.
int expectedLength(char first) {
  auto byte = static_cast<unsigned char>(first);
  return (byte & 0xe0) == 0xc0 ? 2 : (byte & 0xf0) == 0xe0 ? 3 : (byte & 0xf8) == 0xf0 ? 4 : 0;
}

}  // namespace

// Takes the missing bytes of the held-back character from the front of the new bytes. Returns the character's text when
// it is complete, otherwise an empty text.
String StringDecoderObject::complete(const char*& data, std::size_t& size) {
  NODECPP_DEBUG_ASSERT(missing_ > 0 && held_ > 0, missing_, held_);
  std::size_t found = std::min<std::size_t>(missing_, size);
  if (kind_ == Encoding::utf8) {
    // A byte that is not a continuation byte ends the character early and begins the next character.
    for (std::size_t i = 0; i < found; ++i) {
      if (isTrail(data[i])) continue;
      found = i;
      missing_ = static_cast<unsigned char>(i);
      break;
    }
  }
  NODECPP_ASSERT(held_ + found <= sizeof bytes_, held_, found);
  std::memcpy(bytes_ + held_, data, found);
  held_ += static_cast<unsigned char>(found);
  missing_ -= static_cast<unsigned char>(found);
  data += found;
  size -= found;
  if (missing_ > 0) return {};
  if (kind_ == Encoding::utf16le && (bytes_[held_ - 1] & 0xfc) == 0xd8) {
    // The code unit is a high surrogate, so its low surrogate must come next. Node returns the halves separately, and
    // JavaScript joins them when the program concatenates the strings. Here both halves are returned together, because
    // a String stores UTF-8. A code unit held back before this one was a high surrogate without a low surrogate, and is
    // returned now.
    String before = held_ == 4 ? detail::decode(bytes_, 2, kind_) : String();
    if (held_ == 4) std::memcpy(bytes_, bytes_ + 2, 2);
    held_ = missing_ = 2;
    return size > 0 ? before + complete(data, size) : before;
  }
  NODECPP_DEBUG_ASSERT(missing_ == 0 && held_ <= sizeof bytes_, missing_, held_);
  int held = std::exchange(held_, 0);
  return detail::decode(bytes_, std::size_t(held), kind_);
}

// Removes an incomplete character from the end of `data` and holds it back.
void StringDecoderObject::keepIncomplete(const char* data, std::size_t& size) noexcept {
  NODECPP_DEBUG_ASSERT(missing_ == 0 && held_ == 0, missing_, held_);
  std::size_t held = 0, missing = 0;
  if (kind_ == Encoding::utf8) {
    std::size_t longest = std::min<std::size_t>(size, 4);
    for (std::size_t back = 1; back <= longest; ++back) {
      char byte = data[size - back];
      if ((byte & 0x80) == 0) break;
      if (isTrail(byte)) continue;
      std::size_t length = std::size_t(expectedLength(byte));
      if (length > back) {
        held = back;
        missing = length - back;
      }
      break;
    }
  } else if (kind_ == Encoding::utf16le) {
    if (size % 2 == 1) {
      bool afterHalf = size >= 3 && (data[size - 2] & 0xfc) == 0xd8;
      held = afterHalf ? 3 : 1;
      missing = 1;
    } else if (size > 0 && (data[size - 1] & 0xfc) == 0xd8) {
      held = missing = 2;
    }
  } else {
    held = size % 3;
    missing = held == 0 ? 0 : 3 - held;
  }
  NODECPP_ASSERT(held <= size && held + missing <= sizeof bytes_, held, missing, size);
  NODECPP_DEBUG_ASSERT((held == 0) == (missing == 0), held, missing);
  size -= held;
  if (held) std::memcpy(bytes_, data + size, held);
  held_ = static_cast<unsigned char>(held);
  missing_ = static_cast<unsigned char>(missing);
}

String StringDecoderObject::write(const Buffer& input) {
  const char* data = input.bytes();
  std::size_t size = input.size();
  if (kind_ == Encoding::latin1 || kind_ == Encoding::ascii || kind_ == Encoding::hex)
    return detail::decode(data, size, kind_);
  if (size == 0) return {};
  String front = missing_ > 0 ? complete(data, size) : String();
  if (size == 0) return front;
  keepIncomplete(data, size);
  String rest = detail::decode(data, size, kind_);
  return front.empty() ? rest : front + rest;
}

String StringDecoderObject::end() {
  NODECPP_DEBUG_ASSERT(held_ <= sizeof bytes_, held_);
  int held = std::exchange(held_, 0);
  missing_ = 0;
  // An incomplete UTF-16 code unit (one byte) is dropped.
  if (kind_ == Encoding::utf16le) held &= ~1;
  return detail::decode(bytes_, std::size_t(held), kind_);
}

}  // namespace nodecpp::string_decoder
