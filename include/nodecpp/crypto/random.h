// Random numbers of cryptographic quality. They come from the port, so that a recording replays them and a simulation draws
// them from its seed. Part of nodecpp/crypto.h. https://nodejs.org/docs/latest-v24.x/api/crypto.html#cryptorandombytessize-callback
#pragma once

#include <nodecpp/crypto/bytes_arg.h>
#include <nodecpp/function.h>
#include <nodecpp/traits.h>

namespace nodecpp::crypto {

namespace detail {
// Fills a part of `bytes`. Positions count elements of `elementSize` bytes.
void fillRandomPart(const Buffer& bytes, stream::OptionalNumber offset, stream::OptionalNumber size, int elementSize);
// As fillRandomPart, and calls `done` in a later turn of the loop.
void fillRandomLater(const Buffer& bytes, stream::OptionalNumber offset, stream::OptionalNumber size, int elementSize,
                     Function<void(Error)> done);
// Throws what getRandomValues throws for `bytes` bytes, and fills them.
void fillRandomValues(const Buffer& bytes, bool isInteger);

template <class T>
Buffer bytesToFill(const T& target) {
  if constexpr (nodecpp::detail::DerivedFrom<T, nodecpp::detail::ViewBase>)
    return nodecpp::detail::bytesOf(target);
  else
    return Buffer(target);
}
inline Buffer bytesToFill(const ArrayBuffer& target) { return Buffer::from(target); }
template <class T>
consteval int elementSizeOf() {
  if constexpr (requires { T::BYTES_PER_ELEMENT; })
    return T::BYTES_PER_ELEMENT;
  else
    return 1;
}
// Whether T is an array of integers; the elements of a Uint8ClampedArray are a class of one byte.
template <class T>
inline constexpr bool isIntegerArray = std::same_as<T, Buffer>;
template <class E>
inline constexpr bool isIntegerArray<TypedArray<E>> = std::integral<E> || sizeof(E) == 1;
template <class T>
concept Fillable = std::same_as<T, Buffer> || std::same_as<T, ArrayBuffer> || nodecpp::detail::DerivedFrom<T, nodecpp::detail::ViewBase>;
}  // namespace detail

// Returns `size` random bytes. Throws ERR_OUT_OF_RANGE. With a callback they are given to it in a later turn of the loop.
Buffer randomBytes(double size);
void randomBytes(double size, Function<void(Error, Buffer)> callback);

// Fills `buffer`, which is a Buffer, a typed array, a DataView or an ArrayBuffer, with random bytes from `offset` on: `size`
// of them, or all of the rest. For a typed array both count elements. Returns `buffer`. Throws ERR_OUT_OF_RANGE.
template <detail::Fillable T>
T randomFillSync(const T& buffer, stream::OptionalNumber offset = {}, stream::OptionalNumber size = {}) {
  detail::fillRandomPart(detail::bytesToFill(buffer), offset, size, detail::elementSizeOf<T>());
  return buffer;
}
// As randomFillSync, and gives `buffer` to the callback in a later turn of the loop.
template <detail::Fillable T>
void randomFill(const T& buffer, stream::OptionalNumber offset, stream::OptionalNumber size,
                std::type_identity_t<Function<void(Error, T)>> callback) {
  Function<void(Error)> done;
  if (callback) done = [buffer, callback](const Error& error) { callback(error, buffer); };
  detail::fillRandomLater(detail::bytesToFill(buffer), offset, size, detail::elementSizeOf<T>(), done);
}
template <detail::Fillable T>
void randomFill(const T& buffer, stream::OptionalNumber offset, std::type_identity_t<Function<void(Error, T)>> callback) {
  randomFill(buffer, offset, {}, std::move(callback));
}
template <detail::Fillable T>
void randomFill(const T& buffer, std::type_identity_t<Function<void(Error, T)>> callback) {
  randomFill(buffer, {}, {}, std::move(callback));
}

// Returns a random integer n with min <= n < max. Throws ERR_INVALID_ARG_TYPE for numbers that are no safe integers, and
// ERR_OUT_OF_RANGE unless min < max and max - min < 2^48. With a callback the number is given to it in a later tick.
double randomInt(double max);
double randomInt(double min, double max);
void randomInt(double max, Function<void(Error, double)> callback);
void randomInt(double min, double max, Function<void(Error, double)> callback);

struct RandomUUIDOptions {
  // True draws the bytes for this call alone. By default they come from a batch, which costs less.
  bool disableEntropyCache = false;
};
// Returns a UUID of version 4 (RFC 9562), which is random.
String randomUUID(const RandomUUIDOptions& options = {});
// Returns a UUID of version 7 (RFC 9562): the time in milliseconds, then random bits.
String randomUUIDv7(const RandomUUIDOptions& options = {});

// Fills a typed array of integers, at most 65,536 bytes, and returns it. Throws the errors TypeMismatchError and
// QuotaExceededError.
template <detail::Fillable T>
T getRandomValues(const T& array) {
  detail::fillRandomValues(detail::bytesToFill(array), detail::isIntegerArray<T>);
  return array;
}

// Returns whether both have the same bytes. The time that it takes does not depend on where they differ. Throws
// ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH when they have not the same number of bytes.
bool timingSafeEqual(const BytesArg& a, const BytesArg& b);

}  // namespace nodecpp::crypto
