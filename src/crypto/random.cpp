// Random bytes, integers and UUIDs.
#include <nodecpp/crypto/random.h>
#include <nodecpp/dom_exception.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <cmath>
#include <cstring>

#include "base/assertion.h"
#include "base/errors/validate.h"
#include "base/text/encoding.h"
#include "base/text/string_build.h"
#include "crypto/bytes.h"
#include "crypto/job.h"
#include "crypto/openssl.h"
#include "loop/loop.h"

namespace nodecpp::crypto {

using nodecpp::detail::codedError;
using nodecpp::detail::Loop;
using nodecpp::detail::outOfRange;
using nodecpp::detail::rangeNumber;

namespace {

using Cipher = detail::Owned<EVP_CIPHER, EVP_CIPHER_free>;
using CipherContext = detail::Owned<EVP_CIPHER_CTX, EVP_CIPHER_CTX_free>;

// Random bytes that were drawn in advance. Those that were given out are overwritten, so that they cannot be read from
// the process's memory afterwards.
//
// Each batch is the key stream of AES-256 in counter mode under a key that the port has drawn for it, which is how
// OpenSSL's generator makes Node's. The system's own generator takes five times as long for as many bytes.
template <std::size_t size>
class Batch {
 public:
  explicit Batch(Loop& loop) : loop_(loop) {}
  ~Batch() { detail::wipe(bytes_, size); }
  bool isEmpty() const noexcept { return at_ == size; }
  void refill() {
    char seed[32 + 16];  // the key, and the first block of the counter
    loop_.port().process.random(seed, sizeof seed);
    if (!cipher_) cipher_.reset(EVP_CIPHER_fetch(nullptr, "AES-256-CTR", nullptr));
    const CipherContext context(EVP_CIPHER_CTX_new());
    auto* bytes = reinterpret_cast<unsigned char*>(bytes_);
    const auto* key = reinterpret_cast<const unsigned char*>(seed);
    std::memset(bytes_, 0, size);
    int written = 0;
    const bool done = cipher_ && context &&
                      EVP_EncryptInit_ex2(context.get(), cipher_.get(), key, key + 32, nullptr) == 1 &&
                      EVP_EncryptUpdate(context.get(), bytes, &written, bytes, int(size)) == 1;
    detail::wipe(seed, sizeof seed);
    if (!done) detail::throwOpenssl();
    NODECPP_ASSERT(std::size_t(written) == size, written);
    at_ = 0;
  }
  template <std::size_t count>
  void take(unsigned char* to) {
    static_assert(size % count == 0);
    if (isEmpty()) refill();
    std::memcpy(to, bytes_ + at_, count);
    std::memset(bytes_ + at_, 0, count);
    at_ += count;
  }

 private:
  Loop& loop_;
  Cipher cipher_;
  char bytes_[size] = {};
  std::size_t at_ = size;
};

// As many as Node draws: 128 UUIDs, 1024 integers of six bytes.
constinit LoopLocal<Batch<128 * 16>> uuidBytes;
constinit LoopLocal<Batch<1024 * 6>> integerBytes;

constexpr double mostBytes = 2147483647;

std::size_t checkedSize(double size) {
  if (!(size >= 0 && size <= mostBytes)) throw outOfRange("size", ">= 0 && <= 2147483647", rangeNumber(size));
  return std::size_t(size);
}

Buffer drawn(std::size_t size) {
  Buffer bytes = Buffer::allocUnsafe(double(size));
  detail::fillRandom(bytes.bytes(), size);
  return bytes;
}

// Returns the part of `bytes` that is to be filled.
Buffer partToFill(const Buffer& bytes, const stream::OptionalNumber& offset, const stream::OptionalNumber& size,
                  int elementSize) {
  const double all = double(bytes.size());
  const double from = offset.given ? offset.value * elementSize : 0;
  if (!(from >= 0 && from <= all)) throw outOfRange("offset", ">= 0 && <= " + str(all), rangeNumber(from));
  const double count = size.given ? size.value * elementSize : all - from;
  if (!(count >= 0 && count <= mostBytes)) throw outOfRange("size", ">= 0 && <= 2147483647", rangeNumber(count));
  if (from + count > all) throw outOfRange("size + offset", "<= " + str(all), rangeNumber(from + count));
  return bytes.subarray(std::ptrdiff_t(from), std::ptrdiff_t(from) + std::ptrdiff_t(count));
}

Error notSafe(StringArg name, double value) {
  return codedError<TypeError>(
      "ERR_INVALID_ARG_TYPE",
      "The \"" + name.toString() + "\" argument must be a safe integer. Received type number (" + str(value) + ")");
}

constexpr double mostRange = 281474976710655;  // 2^48 - 1

// Checks the bounds of randomInt. Returns how many integers there are.
double checkedRange(double min, double max, bool hasMin) {
  auto isSafe = [](double value) { return std::trunc(value) == value && std::fabs(value) <= 9007199254740991.0; };
  if (hasMin && !isSafe(min)) throw notSafe("min", min);
  if (!isSafe(max)) throw notSafe("max", max);
  if (max <= min) throw outOfRange("max", "greater than the value of \"min\" (" + str(min) + ")", rangeNumber(max));
  const double range = max - min;
  if (range > mostRange) throw outOfRange(hasMin ? "max - min" : "max", "<= " + str(mostRange), rangeNumber(range));
  return range;
}

// Returns an integer below `range`. Numbers above the last multiple of `range` are drawn again, so that each integer is
// equally probable.
double below(double range) {
  constexpr std::uint64_t all = 1ull << 48;
  const auto wanted = std::uint64_t(range);
  const std::uint64_t limit = all - all % wanted;
  for (;;) {
    unsigned char bytes[6];
    integerBytes->take<6>(bytes);
    std::uint64_t number = 0;
    for (unsigned char byte : bytes) number = number << 8 | byte;
    if (number < limit) return double(number % wanted);
  }
}

void randomIntLater(double min, double range, Function<void(Error, double)> callback) {
  detail::validateCallback(callback);
  if (!integerBytes->isEmpty())
    return Loop::current().nextTick([callback, number = min + below(range)] { callback(Error(), number); });
  // As in Node, a batch that must be drawn first delays the callback to a later turn.
  integerBytes->refill();
  detail::finishLater([callback, number = min + below(range)] { callback(Error(), number); });
}

// Returns the text of a UUID. The version and the variant take the place of six of the bits.
String uuidText(const unsigned char* bytes, char version) {
  char digits[32];
  nodecpp::detail::writeHex(digits, bytes, 16);
  return nodecpp::detail::buildLongString(36, [&](char* to) {
    // Copies of constant sizes, which are moves of words.
    __builtin_memcpy(to, digits, 8);
    to[8] = '-';
    __builtin_memcpy(to + 9, digits + 8, 4);
    to[13] = '-';
    __builtin_memcpy(to + 14, digits + 12, 4);
    to[14] = version;
    to[18] = '-';
    __builtin_memcpy(to + 19, digits + 16, 4);
    to[19] = "89ab"[bytes[8] >> 4 & 3];
    to[23] = '-';
    __builtin_memcpy(to + 24, digits + 20, 12);
  });
}

void drawUuidBytes(unsigned char* to, const RandomUUIDOptions& options) {
  if (options.disableEntropyCache)
    detail::fillRandom(reinterpret_cast<char*>(to), 16);
  else
    uuidBytes->take<16>(to);
}

}  // namespace

namespace detail {

void fillRandomPart(const Buffer& bytes, stream::OptionalNumber offset, stream::OptionalNumber size, int elementSize) {
  const Buffer part = partToFill(bytes, offset, size, elementSize);
  if (!part.empty()) fillRandom(part.bytes(), part.size());
}

void fillRandomLater(const Buffer& bytes, stream::OptionalNumber offset, stream::OptionalNumber size, int elementSize,
                     Function<void(Error)> done) {
  validateCallback(done);
  fillRandomPart(bytes, offset, size, elementSize);
  finishLater([done] { done(nullptr); });
}

void fillRandomValues(const Buffer& bytes, bool isInteger) {
  if (!isInteger) throw DOMException("The data argument must be an integer-type TypedArray", "TypeMismatchError");
  if (bytes.size() > 65536) throw DOMException("The requested length exceeds 65,536 bytes", "QuotaExceededError");
  if (!bytes.empty()) fillRandom(bytes.bytes(), bytes.size());
}

}  // namespace detail

Buffer randomBytes(double size) { return drawn(checkedSize(size)); }

void randomBytes(double size, Function<void(Error, Buffer)> callback) {
  const std::size_t count = checkedSize(size);
  detail::validateCallback(callback);
  detail::finishLater([callback, bytes = drawn(count)] { callback(nullptr, bytes); });
}

double randomInt(double max) { return below(checkedRange(0, max, false)); }

double randomInt(double min, double max) { return min + below(checkedRange(min, max, true)); }

void randomInt(double max, Function<void(Error, double)> callback) {
  const double range = checkedRange(0, max, false);
  randomIntLater(0, range, std::move(callback));
}

void randomInt(double min, double max, Function<void(Error, double)> callback) {
  const double range = checkedRange(min, max, true);
  randomIntLater(min, range, std::move(callback));
}

String randomUUID(const RandomUUIDOptions& options) {
  unsigned char bytes[16];
  drawUuidBytes(bytes, options);
  return uuidText(bytes, '4');
}

String randomUUIDv7(const RandomUUIDOptions& options) {
  unsigned char bytes[16];
  drawUuidBytes(bytes, options);
  const auto time = std::uint64_t(Loop::current().port().clock.wallClock());
  for (int i = 0; i < 6; ++i) bytes[i] = static_cast<unsigned char>(time >> (40 - 8 * i));
  return uuidText(bytes, '7');
}

bool timingSafeEqual(const BytesArg& a, const BytesArg& b) {
  auto check = [](const BytesArg& argument, const char* name) {
    if (argument.kind() == BytesArg::Kind::bytes || argument.kind() == BytesArg::Kind::arrayBuffer) return;
    throw codedError<TypeError>("ERR_INVALID_ARG_TYPE",
                                str("The \"") + name +
                                    "\" argument must be an instance of ArrayBuffer, Buffer, TypedArray, "
                                    "or DataView.");
  };
  check(a, "buf1");
  check(b, "buf2");
  if (a.buffer().size() != b.buffer().size())
    throw codedError<RangeError>("ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH", "Input buffers must have the same byte length");
  return CRYPTO_memcmp(a.buffer().bytes(), b.buffer().bytes(), a.buffer().size()) == 0;
}

}  // namespace nodecpp::crypto
