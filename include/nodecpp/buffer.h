// Buffer: Node's Buffer, a counted reference to a range of bytes. Copies and slices share the bytes, and every access
// is checked. Each function follows the function of the same name on Node's page.
// https://nodejs.org/docs/latest-v24.x/api/buffer.html
#pragma once

#include <nodecpp/buffer/buffer_encoding.h>
#include <nodecpp/buffer/buffer_of_var.h>
#include <nodecpp/traits.h>
#include <nodecpp/typed_arrays/typed_array_forward.h>

#include <bit>

namespace nodecpp {

namespace detail {
[[noreturn]] void throwOutOfWord(bool isSigned, String received);
// The value for writeBigInt64LE and its like: a number of C++, or a BigInt, whose range is checked.
template <class T>
struct Word64 {
  template <Arithmetic N>
  Word64(N number) : value(static_cast<T>(number)) {}
  template <class Big>
    requires requires(const Big& big) { big.toUint64(); }
  Word64(const Big& big) : value(static_cast<T>(big.toUint64())) {
    if (Big(value) != big) throwOutOfWord(std::is_signed_v<T>, big.toString());
  }
  T value;
};
}  // namespace detail

// A Buffer is a Uint8Array, as in Node. With nodecpp/typed_arrays.h a Buffer has the functions of typed arrays (map,
// filter, sort, …), and converts to a Uint8Array and back, sharing the bytes.
class Buffer : public detail::TypedFunctions, public detail::BufferOfVar {
 public:
  using NodecppLeaf = void;  // the cycle collector does not search values of this type (nodecpp/trace.h)
  static constexpr int BYTES_PER_ELEMENT = 1;
  static constexpr std::size_t npos = std::size_t(-1);

  // Makes an empty Buffer.
  constexpr Buffer() noexcept = default;
  Buffer(const Buffer& other) noexcept : block_(other.block_), data_(other.data_), size_(other.size_) {
    detail::Block::retain(block_);
  }
  Buffer(Buffer&& other) noexcept
      : block_(nodecpp::detail::exchange(other.block_, nullptr)),
        data_(nodecpp::detail::exchange(other.data_, nullptr)),
        size_(nodecpp::detail::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer other) noexcept {
    std::swap(block_, other.block_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Buffer() { detail::Block::drop(block_); }

  // Returns a Buffer of `size` bytes, which are zeros or a repetition of `fill`. `allocUnsafe` does not initialize the
  // bytes. Throws ERR_OUT_OF_RANGE when the size is negative or above 2^53-1, and a RangeError when there is not enough
  // memory.
  static Buffer alloc(double size);
  static Buffer alloc(double size, double fill);
  static Buffer alloc(double size, StringArg fill, const EncodingArg& encoding = Encoding::utf8);
  static Buffer alloc(double size, const Buffer& fill);
  template <detail::AnyValue V>
  static Buffer alloc(double size, const V& fill, const EncodingArg& encoding = Encoding::utf8) { return alloc(size).fill(fill, encoding); }
  static Buffer allocUnsafe(double size);
  static Buffer allocUnsafeSlow(double size) { return allocUnsafe(size); }
  // Node's Buffer.from(string): returns a Buffer with the bytes of a text in `encoding`.
  static Buffer from(StringArg text, const EncodingArg& encoding = Encoding::utf8);
  // Returns a Buffer of the given bytes, each taken modulo 256 as in JavaScript: Buffer::from({1, 2, 3}).
  static Buffer from(std::initializer_list<int> bytes);
  static Buffer from(const Array<int>& bytes);
  static Buffer from(const Array<unsigned char>& bytes);
  template <detail::Arithmetic T>
  static Buffer from(const Array<T>& bytes) {
    Array<int> whole;
    for (const T& byte : bytes) whole.push(toInt32(static_cast<double>(byte)));
    return from(whole);
  }
  template <class... T>
    requires(detail::Arithmetic<T> && ...)
  static Buffer of(T... bytes) { return from({static_cast<int>(static_cast<long long>(bytes))...}); }
  // Takes what a var holds, as Node does: a text, a list of bytes, a Buffer, a typed array, or what JSON has of a Buffer.
  template <detail::AnyValue V>
  static Buffer from(const V& value, const EncodingArg& encoding = Encoding::utf8) { return detail::bufferOfVar(value, encoding); }
  // Node's Buffer.from(buffer): returns a Buffer with a copy of the bytes.
  static Buffer from(const Buffer& other);
  // Returns a Buffer with a copy of the elements, each taken modulo 256. Needs #include <nodecpp/typed_arrays.h>.
  template <class T>
  static Buffer from(const TypedArray<T>& elements);
  // Returns a Buffer that shares the bytes of `buffer` from `byteOffset` on: `length` bytes, or all of the rest. Throws
  // a RangeError (ERR_BUFFER_OUT_OF_BOUNDS) when the range is not inside of `buffer`, and a TypeError when `buffer` is
  // detached.
  static Buffer from(const ArrayBuffer& buffer, double byteOffset = 0);
  static Buffer from(const ArrayBuffer& buffer, double byteOffset, double length);
  // Returns a copy of a part of `view`. Throws ERR_OUT_OF_RANGE when `offset` or `length` is negative or not an
  // integer.
  static Buffer copyBytesFrom(const Buffer& view, double offset = 0);
  static Buffer copyBytesFrom(const Buffer& view, double offset, double length);
  // Returns a copy of the bytes of some elements of a typed array. `offset` and `length` count elements.
  template <class T>
  static Buffer copyBytesFrom(const TypedArray<T>& view, double offset = 0) {
    return copyBytes(view, offset, double(SIZE_MAX));
  }
  template <class T>
  static Buffer copyBytesFrom(const TypedArray<T>& view, double offset, double length) {
    return copyBytes(view, offset, length);
  // Joins the bytes of all Buffers, or as many as `totalLength`, filled up with zeros. Throws ERR_OUT_OF_RANGE when
  // `totalLength` is negative or not an integer.
  }
  static Buffer concat(const Array<Buffer>& list);
  static Buffer concat(const Array<Buffer>& list, double totalLength);
  // Returns the number of bytes that the text needs in `encoding`. An unknown encoding counts as UTF-8 here, as in
  // Node.
  static std::ptrdiff_t byteLength(StringArg text, const EncodingArg& encoding = Encoding::utf8) noexcept;
  static std::ptrdiff_t byteLength(const Buffer& bytes) noexcept { return bytes.length(); }
  static std::ptrdiff_t byteLength(const detail::ViewBase& view);
  static std::ptrdiff_t byteLength(const ArrayBuffer& buffer);
  // Compares two Buffers byte by byte. Returns -1, 0 or 1.
  static int compare(const Buffer& a, const Buffer& b) noexcept;
  // isBuffer returns whether the value is a Buffer. isEncoding returns whether `name` is the name of an encoding.
  static bool isBuffer(const Buffer&) noexcept { return true; }
  static bool isEncoding(StringArg name) noexcept;

  // For the runtime: returns a Buffer over bytes inside of `owner` and adds a reference to `owner`.
  static Buffer sliceOf(detail::Block* owner, char* data, std::size_t size) noexcept {
    Buffer out;
    detail::Block::retain(owner);
    out.block_ = owner;
    out.data_ = data;
    out.size_ = size;
    return out;
  }
  static Buffer copyOf(const char* data, std::size_t size);
  bool isShared() const noexcept { return block_ && block_->refs != 1; }

  std::ptrdiff_t length() const noexcept { return std::ptrdiff_t(size_); }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  std::ptrdiff_t byteLength() const noexcept { return std::ptrdiff_t(size_); }
  // buffer() returns the ArrayBuffer that contains the bytes, and byteOffset() the position of the first byte in it.
  // Slices of a Buffer that the program made share one ArrayBuffer. Bytes that were received are an ArrayBuffer of
  // their own with offset 0. A Buffer keeps its bytes when the ArrayBuffer is detached.
  ArrayBuffer buffer() const;
  std::ptrdiff_t byteOffset() const noexcept { return ownsBlock() ? data_ - block_->bytes() : 0; }
  // Copies the elements of an array or a list, each taken modulo 256, to this Buffer from index `offset` on. Throws a
  // RangeError when they do not fit.
  void set(const Buffer& source, double offset = 0) const;
  void set(std::initializer_list<int> bytes, double offset = 0) const { set(from(bytes), offset); }
  template <class S>
    requires(!nodecpp::detail::ConvertsTo<const S&, const Buffer&>) && requires(const S& list) { list.begin() != list.end(); }
  void set(const S& elements, double offset = 0) const;
  // Converts to a Uint8Array that shares the bytes: `Uint8Array view = buffer;`. (`Uint8Array(buffer)` makes a copy, as
  // in JavaScript.)
  template <std::same_as<TypedArray<std::uint8_t>> T>
  operator T() const;
  // Returns a pointer to the bytes. The pointer dangles once this Buffer is destroyed or assigned to.
  char* bytes() const noexcept [[clang::lifetimebound]] { return data_; }
  // Always true, as an object is in JavaScript, even when the Buffer is empty.
  explicit operator bool() const noexcept { return true; }

  // A byte found by its index. Beyond the end its value is undefined (-1), and writes are ignored, as in JavaScript. An
  // assignment in the same expression (`chunk[i] = x`) changes the Buffer. A named Byte (`auto b = chunk[0]`) is an
  // independent number, so it stays valid after the Buffer is destroyed.
  class Byte {
   public:
    operator int() const noexcept { return value_; }
    // Returns the byte as a num converts it: NaN beyond the end of the Buffer.
    double value() const noexcept { return value_ >= 0 ? value_ : __builtin_nan(""); }
    Byte operator=(int value) && noexcept {
      if (value_ >= 0) *at_ = Cell(value);
      return std::move(put(value));
    }
    Byte operator=(const Byte& other) && noexcept { return std::move(*this) = int(other); }
    Byte& operator=(int value) & noexcept { return put(value); }
    // JavaScript's [bytes[i], bytes[j]] = [bytes[j], bytes[i]] is written swap(bytes[i], bytes[j]).
    friend void swap(Byte&& a, Byte&& b) noexcept {
      const int first = a;
      std::move(a) = int(b);
      std::move(b) = first;
    }
    Byte& operator=(const Byte& other) & noexcept {
      value_ = other.value_;
      return *this;
    }
    // A num, an element of a list of them, or a let of one.
    template <detail::NumberOfProgram N>
    Byte operator=(const N& number) && {
      return std::move(*this) = toInt32(detail::programNumber(number));
    }
    template <detail::NumberOfProgram N>
    Byte& operator=(const N& number) & {
      return *this = toInt32(detail::programNumber(number));
    }
    // The sum of a byte and a num is one of doubles, and the other operators take integers of 32 bits.
#define NODECPP_BYTE_ASSIGN(op, operand) \
    Byte operator op##=(int value) && noexcept { return std::move(*this) = value_ op value; } \
    Byte& operator op##=(int value) & noexcept { return *this = value_ op value; } \
    template <detail::NumberOfProgram N> \
    Byte operator op##=(const N& number) && { return std::move(*this) = toInt32(value_ op operand(detail::programNumber(number))); } \
    template <detail::NumberOfProgram N> \
    Byte& operator op##=(const N& number) & { return *this = toInt32(value_ op operand(detail::programNumber(number))); }
    NODECPP_BYTE_ASSIGN(+, double)
    NODECPP_BYTE_ASSIGN(-, double)
    NODECPP_BYTE_ASSIGN(^, toInt32)
    NODECPP_BYTE_ASSIGN(|, toInt32)
    NODECPP_BYTE_ASSIGN(&, toInt32)
    NODECPP_BYTE_ASSIGN(<<, toInt32)
    NODECPP_BYTE_ASSIGN(>>, toInt32)
#undef NODECPP_BYTE_ASSIGN
    Byte operator++() && noexcept { return std::move(*this) += 1; }
    Byte operator--() && noexcept { return std::move(*this) -= 1; }
    Byte& operator++() & noexcept { return *this += 1; }
    Byte& operator--() & noexcept { return *this -= 1; }
    int operator++(int) && noexcept {
      const int before = value_;
      std::move(*this) = before + 1;
      return before;
    }
    int operator--(int) && noexcept {
      const int before = value_;
      std::move(*this) = before - 1;
      return before;
    }
    int operator++(int) & noexcept { return nodecpp::detail::exchange(value_, value_ + 1); }
    int operator--(int) & noexcept { return nodecpp::detail::exchange(value_, value_ - 1); }
    Byte(const Byte&) = default;

   private:
    friend class Buffer;
    // A type of its own for the bytes of a Buffer. A write through a char pointer may change any object, so after each
    // such write the compiler would have to reload this Buffer's pointer and length.
    enum class Cell : unsigned char {};
    Byte(char* at, bool isThere) : at_(reinterpret_cast<Cell*>(at)), value_(isThere ? int(*at_) : -1) {}
    Byte& put(int value) noexcept {
      if (value_ >= 0) value_ = value & 0xff;
      return *this;
    }
    Cell* at_;  // valid only in the statement that made this Byte
    int value_;
  };
  Byte operator[](detail::BracketIndex index) const noexcept {
    const auto at = std::size_t(std::ptrdiff_t(index));
    const bool isThere = !NODECPP_FAILS(bufferIndex, at >= size_);
    return Byte(data_ + (isThere ? at : 0), isThere);
  }
  // Returns the byte at `index`, where a negative index counts from the end, or -1 when `index` is out of range.
  int at(std::ptrdiff_t index) const noexcept;

  // Iteration: for (int byte : buf), for (auto [index, byte] : buf.entries()). The loop holds a reference to the bytes,
  // so the variable may be assigned to meanwhile.
  template <class Get>
  class Iterator;
  template <class Get>
  class Range;
  struct End {};
  auto begin() const noexcept;
  End end() const noexcept { return {}; }
  auto values() const noexcept;
  auto keys() const noexcept;
  auto entries() const noexcept;

  // Returns a Buffer that shares the bytes from `from` up to `to`. Negative indices count from the end. `slice` does
  // the same, as in Node.
  Buffer subarray(std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const noexcept;
  Buffer slice(std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const noexcept { return subarray(from, to); }

  // Decodes the bytes from `from` up to `to`. Malformed UTF-8 and unpaired surrogates become U+FFFD. Throws
  // ERR_STRING_TOO_LONG when the text would be longer than buffer::kStringMaxLength.
  String toString(const EncodingArg& encoding = Encoding::utf8, std::ptrdiff_t from = 0,
                  std::ptrdiff_t to = PTRDIFF_MAX) const;
  // Returns the text that JSON.stringify makes of a Buffer: {"type":"Buffer","data":[…]}
  String toJSON() const;
  // Returns "<Buffer 68 69>", as console.log prints a Buffer, with the first 50 bytes at most.
  String inspect() const;

  // Writes as much of the text as fits, but never a part of a character. Returns the number of bytes written. Throws
  // ERR_OUT_OF_RANGE when `offset` or `length` is out of range.
  std::ptrdiff_t write(StringArg text, const EncodingArg& encoding = Encoding::utf8) const;
  std::ptrdiff_t write(StringArg text, double offset, const EncodingArg& encoding = Encoding::utf8) const;
  std::ptrdiff_t write(StringArg text, double offset, double length, const EncodingArg& encoding = Encoding::utf8) const;
  // Copies bytes to `target`, as many as fit. Returns the number of bytes copied. Throws ERR_OUT_OF_RANGE for a
  // negative position and for a source start behind the end of this Buffer.
  std::ptrdiff_t copy(const Buffer& target, double targetStart = 0, double sourceStart = 0) const;
  std::ptrdiff_t copy(const Buffer& target, double targetStart, double sourceStart, double sourceEnd) const;
  // Fills the range with repetitions of a byte, a text or a Buffer; an empty text fills it with zeros. Returns this
  // Buffer; the reference dangles once the Buffer is destroyed. Throws ERR_OUT_OF_RANGE when the range is not inside of
  // this Buffer, and ERR_INVALID_ARG_VALUE for an empty pattern and for a text that gives no bytes in `encoding`.
  const Buffer& fill(double value, double from = 0) const;
  const Buffer& fill(double value, double from, double to) const;
  const Buffer& fill(StringArg text, const EncodingArg& encoding = Encoding::utf8) const;
  const Buffer& fill(StringArg text, double from, const EncodingArg& encoding = Encoding::utf8) const;
  const Buffer& fill(StringArg text, double from, double to, const EncodingArg& encoding = Encoding::utf8) const;
  const Buffer& fill(const Buffer& pattern, double from = 0) const;
  const Buffer& fill(const Buffer& pattern, double from, double to) const;
  using detail::BufferOfVar::fill;

  // equals returns whether both Buffers have the same bytes. compare returns -1, 0 or 1; with positions it compares
  // parts of both Buffers, and throws ERR_OUT_OF_RANGE when a position is out of range.
  bool equals(const Buffer& other) const noexcept;
  int compare(const Buffer& target) const noexcept { return compare(*this, target); }
  int compare(const Buffer& target, double targetStart) const;
  int compare(const Buffer& target, double targetStart, double targetEnd, double sourceStart = 0) const;
  int compare(const Buffer& target, double targetStart, double targetEnd, double sourceStart, double sourceEnd) const;
  // Searches for a text, a Buffer or a byte. Returns its index, or -1 when it is not found. A negative `from` counts
  // from the end. A match lies completely before `end`.
  std::ptrdiff_t indexOf(StringArg text, double from = 0, const EncodingArg& encoding = Encoding::utf8) const;
  std::ptrdiff_t indexOf(StringArg text, double from, double end, const EncodingArg& encoding = Encoding::utf8) const;
  std::ptrdiff_t indexOf(StringArg text, const EncodingArg& encoding) const { return indexOf(text, 0, encoding); }
  std::ptrdiff_t indexOf(const Buffer& bytes, double from = 0) const { return seek(bytes, from, double(size_), true); }
  std::ptrdiff_t indexOf(const Buffer& bytes, double from, double end) const { return seek(bytes, from, end, true); }
  std::ptrdiff_t indexOf(double byte, double from = 0) const { return seek(byte, from, double(size_), true); }
  std::ptrdiff_t indexOf(double byte, double from, double end) const { return seek(byte, from, end, true); }
  std::ptrdiff_t lastIndexOf(StringArg text, const EncodingArg& encoding = Encoding::utf8) const;
  std::ptrdiff_t lastIndexOf(StringArg text, double from, const EncodingArg& encoding = Encoding::utf8) const;
  std::ptrdiff_t lastIndexOf(StringArg text, double from, double end,
                             const EncodingArg& encoding = Encoding::utf8) const;
  std::ptrdiff_t lastIndexOf(const Buffer& bytes) const { return seek(bytes, __builtin_nan(""), double(size_), false); }
  std::ptrdiff_t lastIndexOf(const Buffer& bytes, double from) const { return seek(bytes, from, double(size_), false); }
  std::ptrdiff_t lastIndexOf(const Buffer& bytes, double from, double end) const { return seek(bytes, from, end, false); }
  std::ptrdiff_t lastIndexOf(double byte) const { return seek(byte, __builtin_nan(""), double(size_), false); }
  std::ptrdiff_t lastIndexOf(double byte, double from) const { return seek(byte, from, double(size_), false); }
  std::ptrdiff_t lastIndexOf(double byte, double from, double end) const { return seek(byte, from, end, false); }
  using detail::BufferOfVar::indexOf, detail::BufferOfVar::lastIndexOf;
  template <class T, class... More>
  bool includes(const T& value, const More&... more) const { return indexOf(value, more...) >= 0; }
  // Reverse the order of the bytes in each group of 2, 4 or 8 bytes, in place. Return this Buffer. Throw
  // ERR_INVALID_BUFFER_SIZE when the length is not a multiple of the group's size.
  const Buffer& swap16() const;
  const Buffer& swap32() const;
  const Buffer& swap64() const;

  // Readers return the number at `offset`. Writers store a number and return the offset behind it. Offsets count bytes.
  // Throw ERR_OUT_OF_RANGE when the offset is out of range or the value does not fit its type, and
  // ERR_BUFFER_OUT_OF_BOUNDS when the whole Buffer is too short for the number.
  int readInt8(double offset = 0) const { return load<std::int8_t, false>(offset); }
  int readUInt8(double offset = 0) const { return load<std::uint8_t, false>(offset); }
  int readInt16LE(double offset = 0) const { return load<std::int16_t, false>(offset); }
  int readInt16BE(double offset = 0) const { return load<std::int16_t, true>(offset); }
  int readUInt16LE(double offset = 0) const { return load<std::uint16_t, false>(offset); }
  int readUInt16BE(double offset = 0) const { return load<std::uint16_t, true>(offset); }
  std::int64_t readInt32LE(double offset = 0) const { return load<std::int32_t, false>(offset); }
  std::int64_t readInt32BE(double offset = 0) const { return load<std::int32_t, true>(offset); }
  std::int64_t readUInt32LE(double offset = 0) const { return load<std::uint32_t, false>(offset); }
  std::int64_t readUInt32BE(double offset = 0) const { return load<std::uint32_t, true>(offset); }
  std::int64_t readBigInt64LE(double offset = 0) const { return load<std::int64_t, false>(offset); }
  std::int64_t readBigInt64BE(double offset = 0) const { return load<std::int64_t, true>(offset); }
  std::uint64_t readBigUInt64LE(double offset = 0) const { return load<std::uint64_t, false>(offset); }
  std::uint64_t readBigUInt64BE(double offset = 0) const { return load<std::uint64_t, true>(offset); }
  float readFloatLE(double offset = 0) const { return load<float, false>(offset); }
  float readFloatBE(double offset = 0) const { return load<float, true>(offset); }
  double readDoubleLE(double offset = 0) const { return load<double, false>(offset); }
  double readDoubleBE(double offset = 0) const { return load<double, true>(offset); }
  // Read integers of `byteLength` bytes, 1 to 6.
  std::int64_t readIntLE(double offset, double byteLength) const;
  std::int64_t readIntBE(double offset, double byteLength) const;
  std::int64_t readUIntLE(double offset, double byteLength) const;
  std::int64_t readUIntBE(double offset, double byteLength) const;

  std::ptrdiff_t writeInt8(double value, double offset = 0) const { return storeInteger<std::int8_t, false>(value, offset); }
  std::ptrdiff_t writeUInt8(double value, double offset = 0) const { return storeInteger<std::uint8_t, false>(value, offset); }
  std::ptrdiff_t writeInt16LE(double value, double offset = 0) const { return storeInteger<std::int16_t, false>(value, offset); }
  std::ptrdiff_t writeInt16BE(double value, double offset = 0) const { return storeInteger<std::int16_t, true>(value, offset); }
  std::ptrdiff_t writeUInt16LE(double value, double offset = 0) const { return storeInteger<std::uint16_t, false>(value, offset); }
  std::ptrdiff_t writeUInt16BE(double value, double offset = 0) const { return storeInteger<std::uint16_t, true>(value, offset); }
  std::ptrdiff_t writeInt32LE(double value, double offset = 0) const { return storeInteger<std::int32_t, false>(value, offset); }
  std::ptrdiff_t writeInt32BE(double value, double offset = 0) const { return storeInteger<std::int32_t, true>(value, offset); }
  std::ptrdiff_t writeUInt32LE(double value, double offset = 0) const { return storeInteger<std::uint32_t, false>(value, offset); }
  std::ptrdiff_t writeUInt32BE(double value, double offset = 0) const { return storeInteger<std::uint32_t, true>(value, offset); }
  std::ptrdiff_t writeBigInt64LE(detail::Word64<std::int64_t> word, double offset = 0) const { return storeBits(std::uint64_t(word.value), offset, 8, false); }
  std::ptrdiff_t writeBigInt64BE(detail::Word64<std::int64_t> word, double offset = 0) const { return storeBits(std::uint64_t(word.value), offset, 8, true); }
  std::ptrdiff_t writeBigUInt64LE(detail::Word64<std::uint64_t> word, double offset = 0) const { return storeBits(word.value, offset, 8, false); }
  std::ptrdiff_t writeBigUInt64BE(detail::Word64<std::uint64_t> word, double offset = 0) const { return storeBits(word.value, offset, 8, true); }
  std::ptrdiff_t writeFloatLE(double value, double offset = 0) const { return storeBits(std::bit_cast<std::uint32_t>(float(value)), offset, 4, false); }
  std::ptrdiff_t writeFloatBE(double value, double offset = 0) const { return storeBits(std::bit_cast<std::uint32_t>(float(value)), offset, 4, true); }
  std::ptrdiff_t writeDoubleLE(double value, double offset = 0) const { return storeBits(std::bit_cast<std::uint64_t>(value), offset, 8, false); }
  std::ptrdiff_t writeDoubleBE(double value, double offset = 0) const { return storeBits(std::bit_cast<std::uint64_t>(value), offset, 8, true); }
  std::ptrdiff_t writeIntLE(double value, double offset, double byteLength) const;
  std::ptrdiff_t writeIntBE(double value, double offset, double byteLength) const;
  std::ptrdiff_t writeUIntLE(double value, double offset, double byteLength) const;
  std::ptrdiff_t writeUIntBE(double value, double offset, double byteLength) const;

  // Node's second spelling of the functions for unsigned numbers, readUint8 for readUInt8.
  int readUint8(double offset = 0) const { return readUInt8(offset); }
  int readUint16LE(double offset = 0) const { return readUInt16LE(offset); }
  std::int64_t readUint32LE(double offset = 0) const { return readUInt32LE(offset); }
  std::uint64_t readBigUint64LE(double offset = 0) const { return readBigUInt64LE(offset); }
  std::int64_t readUintLE(double offset, double byteLength) const { return readUIntLE(offset, byteLength); }
  int readUint16BE(double offset = 0) const { return readUInt16BE(offset); }
  std::int64_t readUint32BE(double offset = 0) const { return readUInt32BE(offset); }
  std::uint64_t readBigUint64BE(double offset = 0) const { return readBigUInt64BE(offset); }
  std::int64_t readUintBE(double offset, double byteLength) const { return readUIntBE(offset, byteLength); }
  std::ptrdiff_t writeUint8(double value, double offset = 0) const { return writeUInt8(value, offset); }
  std::ptrdiff_t writeUint16LE(double value, double offset = 0) const { return writeUInt16LE(value, offset); }
  std::ptrdiff_t writeUint32LE(double value, double offset = 0) const { return writeUInt32LE(value, offset); }
  std::ptrdiff_t writeBigUint64LE(detail::Word64<std::uint64_t> word, double offset = 0) const { return writeBigUInt64LE(word, offset); }
  std::ptrdiff_t writeUintLE(double value, double offset, double byteLength) const { return writeUIntLE(value, offset, byteLength); }
  std::ptrdiff_t writeUint16BE(double value, double offset = 0) const { return writeUInt16BE(value, offset); }
  std::ptrdiff_t writeUint32BE(double value, double offset = 0) const { return writeUInt32BE(value, offset); }
  std::ptrdiff_t writeBigUint64BE(detail::Word64<std::uint64_t> word, double offset = 0) const { return writeBigUInt64BE(word, offset); }
  std::ptrdiff_t writeUintBE(double value, double offset, double byteLength) const { return writeUIntBE(value, offset, byteLength); }

  friend bool operator==(const Buffer& a, const Buffer& b) noexcept { return a.equals(b); }
  // JavaScript's `'' + buffer`: the bytes are decoded as UTF-8.
  friend String& operator+=(String& a, const Buffer& b) { return a += b.toString(); }
  template <class T>
    requires detail::StringLike<const T&>
  friend String operator+(const T& a, const Buffer& b) { return detail::concat(a, b.toString()); }

  // For the runtime: the counted block that holds the Buffer's bytes.
  detail::Block* block() const noexcept { return block_; }

 private:
  // Whether the whole block is an ArrayBuffer that all Buffers over parts of it share.
  bool ownsBlock() const noexcept { return block_ && (block_->flags & detail::bytesAlone) != 0; }
  static Buffer copyBytes(const detail::ViewBase& view, double offset, double length);
  // Throws the error for a bad offset. The checks have Node's order: an offset that is not an integer, a Buffer that is
  // too short, an offset out of range.
  [[noreturn]] void boundsError(double offset, std::size_t width) const;
  char* checked(double offset, std::size_t width) const {
    if (NODECPP_FAILS(bufferOffset, !(offset >= 0 && offset <= double(size_) - double(width)))) [[unlikely]]
      boundsError(offset, width);
    auto at = std::size_t(offset);
    if (double(at) != offset) [[unlikely]]
      boundsError(offset, width);
    return data_ + at;
  }
  template <class Bytes>
  static void turnBytes(Bytes& raw) {
    for (std::size_t i = 0, j = sizeof raw - 1; i < j; ++i, --j) std::swap(raw[i], raw[j]);
  }
  template <class T, bool bigEndian>
  T load(double offset) const {
    T value{};
    char raw[sizeof(T)];
    std::memcpy(raw, checked(offset, sizeof(T)), sizeof(T));
    if constexpr (bigEndian != (std::endian::native == std::endian::big)) turnBytes(raw);
    std::memcpy(&value, raw, sizeof(T));
    return value;
  }
  std::size_t store(double value, double offset, std::size_t bytes, bool isSigned, bool bigEndian) const;
  template <class T, bool bigEndian>
  std::size_t storeInteger(double value, double offset) const {
    constexpr double half = double(1ull << (8 * sizeof(T) - 1));
    constexpr double min = std::is_signed_v<T> ? -half : 0, max = min + 2 * half - 1;
    if (!(value >= min && value <= max)) [[unlikely]]
      return store(value, offset, sizeof(T), std::is_signed_v<T>, bigEndian);
    const T number = static_cast<T>(value);
    char raw[sizeof(T)];
    std::memcpy(raw, &number, sizeof(T));
    if constexpr (bigEndian != (std::endian::native == std::endian::big)) turnBytes(raw);
    std::memcpy(checked(offset, sizeof(T)), raw, sizeof(T));
    return std::size_t(offset) + sizeof(T);
  }
  std::size_t storeBits(std::uint64_t bits, double offset, std::size_t bytes, bool bigEndian) const;
  std::ptrdiff_t seek(double byte, double from, double end, bool forward) const;
  std::ptrdiff_t seek(const Buffer& bytes, double from, double end, bool forward) const;
  std::ptrdiff_t seek(StringArg text, double from, double end, Encoding encoding, bool forward) const;

  detail::Block* block_ = nullptr;
  char* data_ = nullptr;
  std::size_t size_ = 0;
};

namespace detail {
// Returns a Buffer over the view's bytes, or over a copy of the bytes when threads share them.
[[nodiscard]] Buffer bytesOf(const ViewBase& view);
}  // namespace detail
// The functions of the module itself: Node's buffer.isUtf8 is buffer::isUtf8.
namespace buffer {

inline constexpr std::uint64_t kMaxLength = 0x1fffffffffffff;
inline constexpr std::uint64_t kStringMaxLength = 0x1fffffe8;
struct Constants {
  std::uint64_t MAX_LENGTH = kMaxLength;
  std::uint64_t MAX_STRING_LENGTH = kStringMaxLength;
  template <class I>
  void inspectTo(I& out) const { out.property("MAX_LENGTH", MAX_LENGTH).property("MAX_STRING_LENGTH", MAX_STRING_LENGTH); }
};
inline constexpr Constants constants{};

// isUtf8 and isAscii return whether the bytes are valid text in these encodings.
bool isUtf8(const Buffer& input) noexcept;
bool isAscii(const Buffer& input) noexcept;
// Converts between "utf8", "utf16le", "latin1" and "ascii". A character that the target encoding lacks becomes '?'.
// Throws an Error with the code U_ILLEGAL_ARGUMENT_ERROR for any other encoding, and U_INVALID_CHAR_FOUND for malformed
// input of a conversion between UTF-8 and UTF-16.
Buffer transcode(const Buffer& source, const EncodingArg& from, const EncodingArg& to);
// atob decodes base64, btoa encodes it. The decoded text has only characters up to U+00FF. Both throw an
// InvalidCharacterError for invalid input.
String atob(StringArg input);
String btoa(StringArg input);

}  // namespace buffer

using buffer::atob, buffer::btoa;  // Node's global functions

}  // namespace nodecpp

#include <nodecpp/buffer/buffer_iteration.h>
