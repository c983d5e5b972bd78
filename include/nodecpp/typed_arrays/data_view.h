// DataView: reads and writes numbers of any type at any offset of an ArrayBuffer, in either byte order. Programs
// include nodecpp/typed_arrays.h.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/DataView
#pragma once

#include <nodecpp/traits.h>
#include <nodecpp/typed_arrays.h>

namespace nodecpp {

namespace detail {

// A byte offset, converted as ECMAScript's ToIndex does: the fraction is cut off. A negative number becomes SIZE_MAX,
// which is not inside of any view.
class ByteIndex {
 public:
  template <class I>
    requires std::integral<I>
  constexpr ByteIndex(I value) noexcept : value_(std::size_t(value)) {}
  template <class I>
    requires(!std::integral<I>) && detail::ConvertsTo<const I&, double>
  constexpr ByteIndex(const I& number) noexcept {
    const double value = wholeOf(number);
    value_ = value >= 0 && value < 9007199254740992.0 ? std::size_t(value) : SIZE_MAX;
  }
  constexpr std::size_t value() const noexcept { return value_; }

 private:
  std::size_t value_;
};

template <class T>
T swapped(T value) noexcept {
  if constexpr (sizeof(T) == 2)
    return __builtin_bit_cast(T, __builtin_bswap16(__builtin_bit_cast(std::uint16_t, value)));
  else if constexpr (sizeof(T) == 4)
    return __builtin_bit_cast(T, __builtin_bswap32(__builtin_bit_cast(std::uint32_t, value)));
  else if constexpr (sizeof(T) == 8)
    return __builtin_bit_cast(T, __builtin_bswap64(__builtin_bit_cast(std::uint64_t, value)));
  else
    return value;
}

}  // namespace detail

class DataView : public detail::ViewBase {
 public:
  using NodecppBoxed = DataView;

  // A default-made DataView is undefined.
  DataView() noexcept = default;
  // Makes a view of the buffer's bytes from `byteOffset` on: `byteLength` bytes, or all of the rest, also after the
  // buffer was resized. Throws a RangeError when the range is not inside of the buffer.
  explicit DataView(const ArrayBuffer& buffer, double byteOffset = 0)
      : DataView(detail::storeOf(buffer), byteOffset, __builtin_nan("")) {}
  DataView(const ArrayBuffer& buffer, double byteOffset, double byteLength)
      : DataView(detail::storeOf(buffer), byteOffset, detail::givenLength(byteLength)) {}
  template <detail::SharedBytes S>
  explicit DataView(const S& shared, double byteOffset = 0) : DataView(storeOf(shared), byteOffset, __builtin_nan("")) {}
  template <detail::SharedBytes S>
  DataView(const S& shared, double byteOffset, double byteLength)
      : DataView(storeOf(shared), byteOffset, detail::givenLength(byteLength)) {}
  static DataView undefined() noexcept { return {}; }
  friend bool operator==(const DataView& a, const DataView& b) noexcept { return a.same(b); }

  ArrayBuffer buffer() const { return ArrayBuffer::of(detail::shareStore(defined().store)); }
  // The following functions throw a TypeError when the ArrayBuffer is detached or has become too small.
  std::ptrdiff_t byteLength() const { return std::ptrdiff_t(valid("get DataView.prototype.byteLength").length); }
  std::ptrdiff_t byteOffset() const { return std::ptrdiff_t(valid("get DataView.prototype.byteOffset").byteOffset); }

  // Throws a RangeError when the number is not inside of the view. The byte order is big-endian (network byte order)
  // unless `littleEndian` is true.
#define NODECPP_DATA_VIEW(name, type)                                                                                 \
  TypedNumber<type> get##name(detail::ByteIndex byteOffset, bool littleEndian = false) const {                         \
    return TypedNumber<type>(load<type>(byteOffset, littleEndian, "DataView.prototype.get" #name));                      \
  }                                                                                                                   \
  void set##name(detail::ByteIndex byteOffset, num value, bool littleEndian = false) const {                           \
    store(byteOffset, detail::elementOf<type>(value.valueOf()), littleEndian, "DataView.prototype.set" #name);         \
  }
  NODECPP_DATA_VIEW(Int8, std::int8_t)
  NODECPP_DATA_VIEW(Uint8, std::uint8_t)
  NODECPP_DATA_VIEW(Int16, std::int16_t)
  NODECPP_DATA_VIEW(Uint16, std::uint16_t)
  NODECPP_DATA_VIEW(Int32, std::int32_t)
  NODECPP_DATA_VIEW(Uint32, std::uint32_t)
  NODECPP_DATA_VIEW(Float32, float)
  NODECPP_DATA_VIEW(Float64, double)
  NODECPP_DATA_VIEW(Float16, detail::Half)
#undef NODECPP_DATA_VIEW
  BigInt getBigInt64(detail::ByteIndex byteOffset, bool littleEndian = false) const {
    return load<std::int64_t>(byteOffset, littleEndian, "DataView.prototype.getBigInt64");
  }
  BigInt getBigUint64(detail::ByteIndex byteOffset, bool littleEndian = false) const {
    return load<std::uint64_t>(byteOffset, littleEndian, "DataView.prototype.getBigUint64");
  }
  void setBigInt64(detail::ByteIndex byteOffset, const BigInt& value, bool littleEndian = false) const {
    store(byteOffset, value.toInt64(), littleEndian, "DataView.prototype.setBigInt64");
  }
  void setBigUint64(detail::ByteIndex byteOffset, const BigInt& value, bool littleEndian = false) const {
    store(byteOffset, value.toInt64(), littleEndian, "DataView.prototype.setBigUint64");
  }

  String toString() const { return isUndefined() ? "undefined" : "[object DataView]"; }
  friend String str(const DataView& view) { return view.toString(); }
  const void* identity() const noexcept { return isUndefined() ? nullptr : body_; }
  // For the runtime: makes a DataView of a view and takes over the reference to it.
  static DataView of(detail::ViewBody* owned) noexcept { return DataView(owned); }

 private:
  explicit DataView(detail::ViewBody* owned) noexcept : ViewBase(owned) {}
  DataView(detail::ByteStore* store, double byteOffset, double byteLength)
      : ViewBase(detail::makeCheckedView(detail::ElementKind::dataView, store, byteOffset, byteLength)) {}
  const detail::ViewBody& valid(const char* name) const {
    if (defined().outside) detail::throwDetached(name);
    return *body_;
  }
  // Returns whether these bytes can be accessed directly, which is not allowed for memory that threads share. Throws
  // when the bytes are not inside of the view. The called function is declared as not writing to memory, so that a loop
  // can keep the view's address and length in registers.
  template <class T>
  [[gnu::always_inline]] bool isInBounds(std::size_t at, const char* name) const {
    if (body_->limit >= sizeof(T) && at <= body_->limit - sizeof(T)) [[likely]]
      return true;
    if (!detail::hasFarBytes(body_, at, sizeof(T))) [[unlikely]]
      detail::throwOutsideView(defined(), at, name);
    return false;
  }
  template <class T>
  [[gnu::noinline, gnu::cold]] T loadFar(std::size_t at) const {
    T value{};
    detail::moveElements(detail::ElementKind::dataView, true, reinterpret_cast<char*>(&value), data_ + at, sizeof value);
    return value;
  }
  template <class T>
  [[gnu::noinline, gnu::cold]] void storeFar(std::size_t at, T value) const {
    detail::moveElements(detail::ElementKind::dataView, true, data_ + at, reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class T>
  [[gnu::always_inline]] T load(detail::ByteIndex byteOffset, bool littleEndian, const char* name) const {
    const std::size_t at = byteOffset.value();
    const T value = isInBounds<T>(at, name) ? detail::loadElement<T>(data_ + at) : loadFar<T>(at);
    return littleEndian == (std::endian::native == std::endian::little) ? value : detail::swapped(value);
  }
  template <class T>
  [[gnu::always_inline]] void store(detail::ByteIndex byteOffset, T value, bool littleEndian, const char* name) const {
    const std::size_t at = byteOffset.value();
    if (littleEndian != (std::endian::native == std::endian::little)) value = detail::swapped(value);
    if (isInBounds<T>(at, name)) [[likely]]
      detail::storeElement(data_ + at, value);
    else
      storeFar(at, value);
  }
};

}  // namespace nodecpp
