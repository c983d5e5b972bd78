#include "json/writer.h"

#include <nodecpp/error.h>
#include <nodecpp/string/string_arg.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "base/assertion.h"

namespace nodecpp::detail {

namespace {

// The buffer of the last text on this thread is reused for the next text. A buffer larger than mostSpareBytes is freed
// instead.
constexpr std::size_t firstSize = 4096;
constexpr std::size_t mostSpareBytes = 256 * 1024;
struct Spare {
  char* bytes = nullptr;
  std::size_t size = 0;
  ~Spare() {
    std::free(bytes);
    bytes = nullptr;
  }
};
thread_local Spare spare;

bool isPlain(unsigned char c) { return c >= 0x20 && c != '"' && c != '\\' && c != 0xed; }

}  // namespace

JsonText::JsonText() {
  if (!spare.bytes) {
    spare.bytes = static_cast<char*>(std::malloc(firstSize));
    spare.size = spare.bytes ? firstSize : 0;
  }
  from_ = at_ = std::exchange(spare.bytes, nullptr);
  end_ = from_ + spare.size;
}

JsonText::~JsonText() {
  NODECPP_DEBUG_ASSERT(from_ <= at_ && at_ <= end_, at_ - from_, end_ - from_);
  std::size_t size = std::size_t(end_ - from_);
  if (spare.bytes || size > mostSpareBytes) {
    std::free(from_);
    return;
  }
  spare.bytes = from_;
  spare.size = size;
}

void JsonText::grow(std::size_t bytes) {
  NODECPP_ASSERT(from_ <= at_ && at_ <= end_, at_ - from_, end_ - from_);
  std::size_t used = size();
  std::size_t wanted = std::max(used + bytes, std::size_t(end_ - from_) * 2);
  auto* larger = static_cast<char*>(std::realloc(from_, wanted));
  if (!larger) throw RangeError("Invalid string length");
  NODECPP_ASSERT(wanted - used >= bytes, wanted, used, bytes);
  from_ = larger;
  at_ = from_ + used;
  end_ = from_ + wanted;
}

void JsonText::quoted(const char* bytes, std::size_t size) {
  const char* at = bytes;
  const char* end = bytes + size;
  need(size + 18);
  *at_++ = '"';
#if defined(__SSE2__)
  // Most texts are short, and as names of members most need no escape. Such a text is loaded into one block, with zeros
  // behind it.
  if (size - 1 < 15) {
    const std::uint64_t low = fewBytes(bytes, std::min<std::size_t>(size, 8));
    const std::uint64_t high = size > 8 ? fewBytes(bytes + 8, size - 8) : 0;
    const __m128i block = _mm_set_epi64x(std::int64_t(high), std::int64_t(low));
    if ((escapedBytes(block) & ((1u << size) - 1)) == 0) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(at_), block);
      at_ += size;
      return put('"');
    }
  }
#endif
  while (at < end) {
    need(std::size_t(end - at) + 17);
#if defined(__SSE2__)
    while (end - at >= 16) {
      __m128i sixteen = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
      unsigned marks = escapedBytes(sixteen);
      _mm_storeu_si128(reinterpret_cast<__m128i*>(at_), sixteen);
      int plain = marks ? std::countr_zero(marks) : 16;
      at += plain;
      at_ += plain;
      if (marks) break;
    }
    // Fewer than 16 bytes of the string are left. They are checked together with the bytes before them, as one block of
    // sixteen.
    if (end - at < 16 && at < end && end - bytes >= 16 && at != bytes) {
      __m128i sixteen = _mm_loadu_si128(reinterpret_cast<const __m128i*>(end - 16));
      std::ptrdiff_t left = end - at;
      if ((escapedBytes(sixteen) >> (16 - left)) == 0) {
        at_ = writePlain(at_, at, left);
        at = end;
        break;
      }
    }
#endif
    while (at < end && isPlain(static_cast<unsigned char>(*at))) *at_++ = *at++;
    if (at < end) escape(at, end);
  }
  NODECPP_DEBUG_ASSERT(at == end && at_ <= end_, end - at);
  put('"');
}

void JsonText::escape(const char*& at, const char* end) {
  NODECPP_DEBUG_ASSERT(at < end, end - at);
  static const char hex[] = "0123456789abcdef";
  auto byte = [&](int i) { return static_cast<unsigned char>(at[i]); };
  auto pair = [&](char c) {
    char two[] = {'\\', c};
    put(two, 2);
    ++at;
  };
  switch (*at) {
    case '"': return pair('"');
    case '\\': return pair('\\');
    case '\b': return pair('b');
    case '\f': return pair('f');
    case '\n': return pair('n');
    case '\r': return pair('r');
    case '\t': return pair('t');
    default: break;
  }
  if (byte(0) < 0x20) {
    char six[] = {'\\', 'u', '0', '0', hex[byte(0) >> 4], hex[byte(0) & 15]};
    put(six, 6);
    ++at;
  } else if (end - at >= 3 && byte(1) >= 0xa0 && byte(1) < 0xc0) {
    unsigned code = 0xd000u | (byte(1) & 0x3fu) << 6 | (byte(2) & 0x3fu);
    char six[] = {'\\', 'u', 'd', hex[code >> 8 & 15], hex[code >> 4 & 15], hex[code & 15]};
    put(six, 6);
    at += 3;
  } else {
    put(*at++);  // the byte 0xed also begins characters that are no surrogates
  }
}

}  // namespace nodecpp::detail
