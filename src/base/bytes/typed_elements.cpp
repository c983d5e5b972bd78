// The operations on the elements of typed arrays that take the element type as a run-time value.
#include <nodecpp/error.h>
#include <nodecpp/typed_arrays/typed_array_functions.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace nodecpp::detail {

// Converts a double to a half: the exponent has 5 bits instead of 11, and the fraction 10 bits instead of 52.
Half halfOf(double value) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto sign = std::uint16_t(bits >> 48 & 0x8000);
  if (value != value) return {std::uint16_t(sign | 0x7e00)};
  const double size = std::fabs(value);
  // A number from 65520 on is nearer to 2^16 than to 65504, the greatest half, so it becomes infinity.
  if (size >= 65520) return {std::uint16_t(sign | 0x7c00)};
  // Adding 0x1p52 moves the last bit that is kept to the last bit of a double, so that the addition rounds to it.
  if (size < 0x1p-14) {
    const double steps = size * 0x1p24 + 0x1p52 - 0x1p52;
    return {std::uint16_t(sign | std::uint16_t(steps))};
  }
  int exponent = int(bits >> 52 & 0x7ff) - 1023;
  // The fraction in steps of 1/1024, a number from 1024 to 2048.
  const double steps = std::ldexp(size, 10 - exponent) + 0x1p52 - 0x1p52;
  return {std::uint16_t(sign | std::uint16_t((exponent + 14) * 1024 + int(steps)))};
}
double fromHalf(Half value) noexcept {
  const int exponent = value.bits >> 10 & 31, mantissa = value.bits & 1023;
  double size = 0;
  if (exponent == 31)
    size = mantissa ? __builtin_nan("") : __builtin_inf();
  else if (exponent == 0)
    size = mantissa * 0x1p-24;
  else
    size = std::ldexp(1024 + mantissa, exponent - 25);
  return value.bits & 0x8000 ? -size : size;
}

namespace {

// Orders NaN behind all other numbers and -0 before 0, as JavaScript's sort of typed arrays.
template <class T>
bool isBefore(T a, T b) noexcept {
  if constexpr (std::is_floating_point_v<T>) {
    if (a != a || b != b) return a == a && b != b;
    return a == b ? std::signbit(a) && !std::signbit(b) : a < b;
  } else {
    return a < b;
  }
}
template <class T>
void sortAs(char* items, std::size_t count) {
  // The bytes of a Buffer may begin at any address, and are then not aligned for a wider type.
  if (reinterpret_cast<std::uintptr_t>(items) % alignof(T) == 0) {
    auto* first = reinterpret_cast<T*>(items);
    std::sort(first, first + count, isBefore<T>);
    return;
  }
  auto* copy = static_cast<T*>(allocate(count * sizeof(T)));
  std::memcpy(copy, items, count * sizeof(T));
  std::sort(copy, copy + count, isBefore<T>);
  std::memcpy(items, copy, count * sizeof(T));
  release(copy, count * sizeof(T));
}
void sortHalves(char* items, std::size_t count) {
  auto* copy = static_cast<float*>(allocate(count * sizeof(float)));
  for (std::size_t i = 0; i < count; ++i) copy[i] = float(fromHalf(loadElement<Half>(items + 2 * i)));
  std::sort(copy, copy + count, isBefore<float>);
  for (std::size_t i = 0; i < count; ++i) storeElement(items + 2 * i, halfOf(copy[i]));
  release(copy, count * sizeof(float));
}

template <class T>
void moveShared(char* to, const char* from, std::size_t count) noexcept {
  const auto one = [&](std::size_t i) { storeShared(to + i * sizeof(T), loadShared<T>(from + i * sizeof(T))); };
  if (to < from)
    for (std::size_t i = 0; i < count; ++i) one(i);
  else
    for (std::size_t i = count; i-- > 0;) one(i);
}

}  // namespace

void sortElements(ElementKind kind, char* items, std::size_t count) {
  if (count < 2) return;
  switch (kind) {
    case ElementKind::int8: return sortAs<std::int8_t>(items, count);
    case ElementKind::int16: return sortAs<std::int16_t>(items, count);
    case ElementKind::uint16: return sortAs<std::uint16_t>(items, count);
    case ElementKind::int32: return sortAs<std::int32_t>(items, count);
    case ElementKind::uint32: return sortAs<std::uint32_t>(items, count);
    case ElementKind::float16: return sortHalves(items, count);
    case ElementKind::float32: return sortAs<float>(items, count);
    case ElementKind::float64: return sortAs<double>(items, count);
    case ElementKind::bigInt64: return sortAs<std::int64_t>(items, count);
    case ElementKind::bigUint64: return sortAs<std::uint64_t>(items, count);
    default: return sortAs<std::uint8_t>(items, count);
  }
}

void moveElements(ElementKind kind, bool shared, char* to, const char* from, std::size_t count) noexcept {
  if (count == 0) return;
  if (!shared) {
    std::memmove(to, from, count * kindSize(kind));
    return;
  }
  switch (kindSize(kind)) {
    case 1: return moveShared<std::uint8_t>(to, from, count);
    case 2: return moveShared<std::uint16_t>(to, from, count);
    case 4: return moveShared<std::uint32_t>(to, from, count);
    default: return moveShared<std::uint64_t>(to, from, count);
  }
}

namespace {

// Calls `f` with a value of the element's C++ type.
template <class F>
auto withElement(ElementKind kind, F f) {
  switch (kind) {
    case ElementKind::int8: return f(std::int8_t());
    case ElementKind::uint8Clamped: return f(Clamped());
    case ElementKind::int16: return f(std::int16_t());
    case ElementKind::uint16: return f(std::uint16_t());
    case ElementKind::int32: return f(std::int32_t());
    case ElementKind::uint32: return f(std::uint32_t());
    case ElementKind::float16: return f(Half());
    case ElementKind::float32: return f(float());
    case ElementKind::float64: return f(double());
    case ElementKind::bigInt64: return f(std::int64_t());
    case ElementKind::bigUint64: return f(std::uint64_t());
    default: return f(std::uint8_t());
  }
}
template <class T>
T elementAt(const ViewBase& view, std::size_t index) noexcept {
  const char* from = ViewAccess::data(view) + index * sizeof(T);
  return ViewAccess::body(view)->store->shared ? loadShared<T>(from) : loadElement<T>(from);
}

}  // namespace

double numberIn(const ViewBase& view, std::size_t index) noexcept {
  return withElement(ViewAccess::body(view)->kind, [&]<class T>(T) { return numberOf(elementAt<T>(view, index)); });
}
String digitsIn(const ViewBase& view, std::size_t index) {
  return ViewAccess::body(view)->kind == ElementKind::bigInt64 ? str(elementAt<std::int64_t>(view, index))
                                                               : str(elementAt<std::uint64_t>(view, index));
}
void putNumber(const ViewBase& view, std::size_t index, double value) noexcept {
  const ViewBody& body = *ViewAccess::body(view);
  if (index >= body.length || isBigView(body.kind)) return;
  withElement(body.kind, [&]<class T>(T) {
    char* to = ViewAccess::data(view) + index * sizeof(T);
    body.store->shared ? storeShared(to, elementOf<T>(value)) : storeElement(to, elementOf<T>(value));
  });
}

void throwTypedIndex() { throw RangeError("Invalid typed array index"); }
void throwTypedOffset() { throw RangeError("offset is out of bounds"); }
void throwNoBigInt(double number) { throw TypeError("Cannot convert " + str(number) + " to a BigInt"); }
void throwNoElement() { throw RangeError("there is no element at this index of the typed array"); }
bool hasFarBytes(const ViewBody* view, std::size_t at, std::size_t bytes) noexcept {
  return !NODECPP_FAILS(viewOffset, view->length < bytes || at > view->length - bytes);
}
void throwOutsideView(const ViewBody& view, std::size_t at, const char* name) {
  if (view.outside && at <= std::size_t(1) << 53) throwDetached(name);
  throw RangeError("Offset is outside the bounds of the DataView");
}

}  // namespace nodecpp::detail
