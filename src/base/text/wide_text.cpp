// Processes text with AVX2 instructions. The UTF-8 validation is that of Keiser and Lemire, "Validating UTF-8 in less
// than one instruction per byte". Base64 is that of Muła and Lemire, "Faster Base64 encoding and decoding using AVX2
// instructions".
#include "base/text/wide_text.h"

#include <cstdint>
#include <cstring>

#if NODECPP_SIMDUTF

#include <simdutf.h>

namespace nodecpp::wide {

namespace {

// When simdutf cannot convert the whole text, it only reports a failure.
Done allOf(std::size_t size, std::size_t written) noexcept { return written ? Done{size, written} : Done{0, 0}; }

}  // namespace

bool available() noexcept { return true; }

std::size_t utf8Prefix(const char* data, std::size_t size) noexcept {
  return simdutf::validate_utf8_with_errors(data, size).count;
}
// Counts nothing, because simdutf does not support counting in malformed text.
std::size_t units(const char*, std::size_t, std::size_t& counted) noexcept { return counted = 0; }
Done toBase64(const char* data, std::size_t size, char* to, bool url) noexcept {
  size -= size % 3;
  return {size, simdutf::binary_to_base64(data, size, to, url ? simdutf::base64_url : simdutf::base64_default)};
}
Done fromBase64(const char* data, std::size_t size, char* to, std::size_t room) noexcept {
  const auto result = simdutf::base64_to_binary_safe(data, size, to, room, simdutf::base64_default_or_url);
  return result.error == simdutf::SUCCESS ? Done{size, room} : Done{0, 0};
}
Done toUtf16(const char* data, std::size_t size, char* to, std::size_t room) noexcept {
  if (room < size * 2 && room < simdutf::utf16_length_from_utf8(data, size) * 2) return {0, 0};
  return allOf(size, 2 * simdutf::convert_utf8_to_utf16le(data, size, reinterpret_cast<char16_t*>(to)));
}
Done toLatin1(const char* data, std::size_t size, char* to, std::size_t room) noexcept {
  return allOf(size, room < size ? 0 : simdutf::convert_utf8_to_latin1(data, size, to));
}
Done fromUtf16(const char* data, std::size_t units, char* to) noexcept {
  return allOf(units, simdutf::convert_utf16le_to_utf8(reinterpret_cast<const char16_t*>(data), units, to));
}
Done fromLatin1(const char* data, std::size_t size, char* to) noexcept {
  return allOf(size, simdutf::convert_latin1_to_utf8(data, size, to));
}

}  // namespace nodecpp::wide

#elif defined(__x86_64__)

#include <immintrin.h>

#define NODECPP_WIDE [[gnu::target("avx2")]]
#define NODECPP_WIDE_PART [[gnu::target("avx2"), gnu::always_inline]] inline

namespace nodecpp::wide {

namespace {

const bool hasInstructions = [] {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") != 0;
}();

NODECPP_WIDE_PART __m256i load(const char* from) noexcept {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
NODECPP_WIDE_PART __m256i twice(const char (&table)[16]) noexcept {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table)));
}
NODECPP_WIDE_PART __m256i highHalves(__m256i bytes) noexcept {
  return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(15));
}
// Returns the bytes that are `count` places before those of `now`.
template <int count>
NODECPP_WIDE_PART __m256i inFront(__m256i now, __m256i before) noexcept {
  return _mm256_alignr_epi8(now, _mm256_permute2x128_si256(before, now, 0x21), 16 - count);
}

// The errors that two successive bytes may show. Each of the three tables lists the errors that are possible for one
// half of a byte. An error that all three list has occurred.
enum Fault : unsigned char {
  tooShort = 1,  // A lead byte without a continuation byte.
  tooLong = 2,  // An ASCII byte followed by a continuation byte.
  overlong3 = 4,  // 0xe0 followed by a byte below 0xa0.
  tooLarge = 8,  // 0xf4 followed by a byte above 0x8f, or a first byte of 0xf5 and above.
  surrogate = 16,  // 0xed followed by a byte above 0x9f.
  overlong2 = 32,  // A first byte of 0xc0 or 0xc1.
  overlong4 = 64,  // 0xf0 followed by a byte below 0x90. Also 0xf5 and above followed by 0x80 to 0x8f.
  continuations = 128  // Two continuation bytes, which are correct after a lead byte for three or four bytes.
};
// The low half of the first byte does not determine these errors.
constexpr char any = char(tooShort | tooLong | continuations);
constexpr char large = char(any | tooLarge | overlong4);
constexpr char lead = tooShort;
constexpr char firstHigh[16] = {tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong,
                                char(continuations), char(continuations), char(continuations), char(continuations),
                                lead | overlong2, lead, lead | overlong3 | surrogate, lead | tooLarge | overlong4};
constexpr char firstLow[16] = {char(any | overlong2 | overlong3 | overlong4), char(any | overlong2), any, any,
                               char(any | tooLarge), large, large, large, large, large, large, large, large,
                               char(large | surrogate), large, large};
constexpr char second = char(tooLong | overlong2 | continuations);
constexpr char secondHigh[16] = {tooShort, tooShort, tooShort, tooShort, tooShort, tooShort, tooShort, tooShort,
                                 char(second | overlong3 | overlong4), char(second | overlong3 | tooLarge),
                                 char(second | surrogate | tooLarge), char(second | surrogate | tooLarge),
                                 tooShort, tooShort, tooShort, tooShort};

struct Utf8Tables {
  __m256i firstHigh, firstLow, secondHigh;
};

// Returns nonzero bits where the bytes of `now` are wrong, judged from these and the preceding bytes.
NODECPP_WIDE_PART __m256i faults(__m256i now, __m256i before, const Utf8Tables& tables) noexcept {
  const __m256i one = inFront<1>(now, before);
  const __m256i pairs = _mm256_and_si256(
      _mm256_and_si256(_mm256_shuffle_epi8(tables.firstHigh, highHalves(one)),
                       _mm256_shuffle_epi8(tables.firstLow, _mm256_and_si256(one, _mm256_set1_epi8(15)))),
      _mm256_shuffle_epi8(tables.secondHigh, highHalves(now)));
  // Marks the places where the third or fourth byte of a character must be. Two continuation bytes are correct there
  // and only there.
  const __m256i third = _mm256_subs_epu8(inFront<2>(now, before), _mm256_set1_epi8(char(0xe0 - 0x80)));
  const __m256i fourth = _mm256_subs_epu8(inFront<3>(now, before), _mm256_set1_epi8(char(0xf0 - 0x80)));
  const __m256i due = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8(char(0x80)));
  return _mm256_xor_si256(due, pairs);
}
// Returns nonzero when a character begins at the end of the bytes and is not complete.
NODECPP_WIDE_PART __m256i unfinished(__m256i last) noexcept {
  alignas(32) static constexpr unsigned char most[32] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
                                                         255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
                                                         255, 255, 255, 255, 255, 255, 255, 0xef, 0xdf, 0xbf};
  return _mm256_subs_epu8(last, load(reinterpret_cast<const char*>(most)));
}
NODECPP_WIDE_PART bool isZero(__m256i bits) noexcept { return _mm256_testz_si256(bits, bits); }

}  // namespace

bool available() noexcept { return hasInstructions; }

NODECPP_WIDE std::size_t utf8Prefix(const char* data, std::size_t size) noexcept {
  const Utf8Tables tables{twice(firstHigh), twice(firstLow), twice(secondHigh)};
  __m256i before = _mm256_setzero_si256(), open = _mm256_setzero_si256();
  std::size_t at = 0;
  for (; size - at >= 64; at += 64) {
    const __m256i first = load(data + at), last = load(data + at + 32);
    __m256i wrong;
    if (_mm256_movemask_epi8(_mm256_or_si256(first, last)) == 0) {
      wrong = open;
      open = _mm256_setzero_si256();
    } else {
      wrong = _mm256_or_si256(faults(first, before, tables), faults(last, first, tables));
      open = unfinished(last);
    }
    if (!isZero(wrong)) break;
    before = last;
  }
  if (size - at < 64 && at < size) {
    // The bytes are padded with zeros, so that an incomplete character at the end is an error.
    alignas(32) char rest[96] = {};
    std::memcpy(rest, data + at, size - at);
    const __m256i first = load(rest), last = load(rest + 32);
    const __m256i wrong = _mm256_or_si256(
        _mm256_or_si256(faults(first, before, tables), faults(last, first, tables)), unfinished(last));
    if (isZero(wrong)) return size;
  } else if (at == size && isZero(open)) {
    return size;
  }
  // All bytes before `at` are correct, except for a character that may begin just before it and be incomplete.
  std::size_t begin = at < 3 ? 0 : at - 3;
  while (begin < at && (data[begin] & 0xc0) == 0x80) ++begin;
  return begin;
}

NODECPP_WIDE std::size_t units(const char* data, std::size_t size, std::size_t& counted) noexcept {
  __m256i all = _mm256_setzero_si256();
  std::size_t at = 0;
  while (size - at >= 32) {
    // The sums are of one byte each, and 32 bytes add at most 2 to each of them.
    __m256i sums = _mm256_setzero_si256();
    for (int i = 0; i < 120 && size - at >= 32; ++i, at += 32) {
      const __m256i bytes = load(data + at);
      sums = _mm256_sub_epi8(sums, _mm256_cmpgt_epi8(bytes, _mm256_set1_epi8(-65)));
      sums = _mm256_add_epi8(sums, _mm256_min_epu8(_mm256_subs_epu8(bytes, _mm256_set1_epi8(char(0xef))), _mm256_set1_epi8(1)));
    }
    all = _mm256_add_epi64(all, _mm256_sad_epu8(sums, _mm256_setzero_si256()));
  }
  counted = at;
  return std::size_t(_mm256_extract_epi64(all, 0) + _mm256_extract_epi64(all, 1) + _mm256_extract_epi64(all, 2) +
                     _mm256_extract_epi64(all, 3));
}

NODECPP_WIDE Done toBase64(const char* data, std::size_t size, char* to, bool url) noexcept {
  // Copies bytes of each 12-byte half to the places of the four base64 digits that they are part of.
  const __m256i spread = _mm256_setr_epi8(1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10, 1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8,
                                          7, 10, 9, 11, 10);
  // The number that is added to a 6-bit value to get its digit. The table's index is 13 for A to Z, 0 for a to z, 1 to
  // 10 for 0 to 9, and 11 and 12 for the last two digits.
  const char* const shifts = url ? "\x47\xfc\xfc\xfc\xfc\xfc\xfc\xfc\xfc\xfc\xfc\xef\x20\x41\x00\x00"
                                 : "\x47\xfc\xfc\xfc\xfc\xfc\xfc\xfc\xfc\xfc\xfc\xed\xf0\x41\x00\x00";
  const __m256i shift = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(shifts)));
  std::size_t at = 0, written = 0;
  // Each step reads 28 bytes and uses 24 of them.
  for (; size - at >= 28; at += 24, written += 32) {
    const __m256i in = _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(data + at))),
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(data + at + 12)), 1);
    const __m256i groups = _mm256_shuffle_epi8(in, spread);
    const __m256i first = _mm256_mulhi_epu16(_mm256_and_si256(groups, _mm256_set1_epi32(0x0fc0fc00)),
                                             _mm256_set1_epi32(0x04000040));
    const __m256i second = _mm256_mullo_epi16(_mm256_and_si256(groups, _mm256_set1_epi32(0x003f03f0)),
                                              _mm256_set1_epi32(0x01000010));
    const __m256i values = _mm256_or_si256(first, second);
    const __m256i small = _mm256_cmpgt_epi8(_mm256_set1_epi8(26), values);
    const __m256i ranges = _mm256_or_si256(_mm256_subs_epu8(values, _mm256_set1_epi8(51)),
                                           _mm256_and_si256(small, _mm256_set1_epi8(13)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + written),
                        _mm256_add_epi8(values, _mm256_shuffle_epi8(shift, ranges)));
  }
  return {at, written};
}

NODECPP_WIDE Done fromBase64(const char* data, std::size_t size, char* to, std::size_t room) noexcept {
  // Tables by the high half of a digit: the number that turns the digit into its value, and bit sets that have a common
  // bit with those of the low half only for characters that are no digits.
  const __m256i shift = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 16, 19, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0));
  const __m256i highs = _mm256_broadcastsi128_si256(_mm_setr_epi8(0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10,
                                                                  0x10, 0x10, 0x10, 0x10, 0x10, 0x10));
  const __m256i lows = _mm256_broadcastsi128_si256(_mm_setr_epi8(0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11,
                                                                 0x13, 0x1a, 0x1b, 0x1b, 0x1b, 0x1a));
  const __m256i order = _mm256_broadcastsi128_si256(_mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1));
  std::size_t at = 0, written = 0;
  // Each step writes 32 bytes, and only 24 of them are kept.
  for (; size - at >= 32 && room - written >= 32; at += 32, written += 24) {
    __m256i in = load(data + at);
    const __m256i minus = _mm256_cmpeq_epi8(in, _mm256_set1_epi8('-')), line = _mm256_cmpeq_epi8(in, _mm256_set1_epi8('_'));
    in = _mm256_blendv_epi8(_mm256_blendv_epi8(in, _mm256_set1_epi8('+'), minus), _mm256_set1_epi8('/'), line);
    const __m256i high = highHalves(in);
    const __m256i odd = _mm256_and_si256(_mm256_shuffle_epi8(highs, high),
                                         _mm256_shuffle_epi8(lows, _mm256_and_si256(in, _mm256_set1_epi8(15))));
    if (!isZero(odd)) break;
    const __m256i slash = _mm256_cmpeq_epi8(in, _mm256_set1_epi8('/'));
    const __m256i values = _mm256_add_epi8(in, _mm256_shuffle_epi8(shift, _mm256_add_epi8(slash, high)));
    const __m256i pairs = _mm256_maddubs_epi16(values, _mm256_set1_epi32(0x01400140));
    const __m256i threes = _mm256_shuffle_epi8(_mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00011000)), order);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + written),
                        _mm256_permutevar8x32_epi32(threes, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, -1, -1)));
  }
  return {at, written};
}

}  // namespace nodecpp::wide

#else

namespace nodecpp::wide {

bool available() noexcept { return false; }
std::size_t utf8Prefix(const char*, std::size_t) noexcept { return 0; }
std::size_t units(const char*, std::size_t, std::size_t& counted) noexcept { return counted = 0; }
Done toBase64(const char*, std::size_t, char*, bool) noexcept { return {0, 0}; }
Done fromBase64(const char*, std::size_t, char*, std::size_t) noexcept { return {0, 0}; }

}  // namespace nodecpp::wide

#endif
