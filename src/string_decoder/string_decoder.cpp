#include <nodecpp/string_decoder.h>

#include <algorithm>

#include "base/encoding.h"

namespace nodecpp::string_decoder {

namespace {

bool isTrail(char byte) { return (byte & 0xc0) == 0x80; }

// How long a character of UTF-8 is by its first byte, 0 when this byte begins none. Node looks no closer: what turns
// out malformed becomes U+FFFD when it is decoded.
int expectedLength(char first) {
  auto byte = static_cast<unsigned char>(first);
  return (byte & 0xe0) == 0xc0 ? 2 : (byte & 0xf0) == 0xe0 ? 3 : (byte & 0xf8) == 0xf0 ? 4 : 0;
}

}  // namespace

// Takes from the front of the new bytes what the held-back character lacks; its text when it is whole now.
String StringDecoderObject::complete(const char*& data, std::size_t& size) {
  std::size_t found = std::min<std::size_t>(missing_, size);
  if (kind_ == Encoding::utf8) {
    // A byte that continues nothing ends the character early and begins the next one.
    for (std::size_t i = 0; i < found; ++i) {
      if (isTrail(data[i])) continue;
      found = i;
      missing_ = static_cast<unsigned char>(i);
      break;
    }
  }
  std::memcpy(bytes_ + held_, data, found);
  held_ += static_cast<unsigned char>(found);
  missing_ -= static_cast<unsigned char>(found);
  data += found;
  size -= found;
  if (missing_ > 0) return {};
  if (kind_ == Encoding::utf16le && (bytes_[held_ - 1] & 0xfc) == 0xd8) {
    // The first half of a pair: its second is to come. Node gives the halves one by one, and JavaScript joins them when
    // the program adds the strings; UTF-8 cannot. What stood before the half was a half without its second.
    String before = held_ == 4 ? detail::decode(bytes_, 2, kind_) : String();
    if (held_ == 4) std::memcpy(bytes_, bytes_ + 2, 2);
    held_ = missing_ = 2;
    return size > 0 ? before + complete(data, size) : before;
  }
  int held = std::exchange(held_, 0);
  return detail::decode(bytes_, std::size_t(held), kind_);
}

// Cuts an incomplete character off the end of `data` and keeps it.
void StringDecoderObject::holdBack(const char* data, std::size_t& size) noexcept {
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
  holdBack(data, size);
  String rest = detail::decode(data, size, kind_);
  return front.empty() ? rest : front + rest;
}

String StringDecoderObject::end() {
  int held = std::exchange(held_, 0);
  missing_ = 0;
  // Half a unit of UTF-16 is dropped.
  if (kind_ == Encoding::utf16le) held &= ~1;
  return detail::decode(bytes_, std::size_t(held), kind_);
}

}  // namespace nodecpp::string_decoder
