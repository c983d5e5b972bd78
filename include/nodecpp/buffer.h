// Buffer: a counted slice of bytes, as Node's. Copies and slices share the bytes; every access is checked.
// https://nodejs.org/docs/latest-v24.x/api/buffer.html
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/typed_arrays/forward.h>

#include <bit>
#include <limits>

namespace nodecpp {

// "utf8" (also "utf-8", any case), "utf16le" ("ucs2"), "latin1" ("binary"), "ascii", "hex", "base64", "base64url".
// Anything else throws ERR_UNKNOWN_ENCODING.
enum class Encoding : unsigned char { utf8, utf16le, latin1, ascii, hex, base64, base64url };

namespace detail {
// Parses an encoding's name; false when unknown.
bool parseEncoding(StringArg name, Encoding& encoding) noexcept;
const char* encodingName(Encoding encoding) noexcept;
// Throws ERR_UNKNOWN_ENCODING.
Encoding encodingFrom(StringArg name);
}  // namespace detail

// An encoding parameter: a name or an Encoding. An unknown name throws ERR_UNKNOWN_ENCODING when it is looked at, as in
// Node, not before.
class EncodingArg {
 public:
  constexpr EncodingArg(Encoding encoding) noexcept : encoding_(encoding), known_(true) {}
  template <class T>
    requires detail::StringLike<const T&>
  EncodingArg(const T& name) : EncodingArg(StringArg(name), 0) {}
  // Throws ERR_UNKNOWN_ENCODING.
  operator Encoding() const {
    if (!known_) [[unlikely]]
      throwUnknown();
    return encoding_;
  }
  // UTF-8 for "", which most of Node's functions take for no encoding at all.
  Encoding orUtf8() const { return !known_ && name_.empty() ? Encoding::utf8 : Encoding(*this); }
  bool known() const noexcept { return known_; }
  bool knownOrEmpty() const noexcept { return known_ || name_.empty(); }

 private:
  EncodingArg(StringArg name, int) : known_(detail::parseEncoding(name, encoding_)) {
    if (!known_) [[unlikely]]
      name_ = name.toString();
  }
  [[noreturn]] void throwUnknown() const;

  Encoding encoding_ = Encoding::utf8;
  bool known_;
  String name_;
};

// A Uint8Array as Node's Buffer is one: with nodecpp/typed_arrays.h it has the functions of typed arrays (map, filter, sort, …),
// and converts to Uint8Array and back, sharing the bytes.
class Buffer : public detail::TypedFunctions {
 public:
  using NodecppLeaf = void;  // see nodecpp/trace.h
  static constexpr int BYTES_PER_ELEMENT = 1;
  static constexpr std::size_t npos = std::size_t(-1);

  // Empty.
  constexpr Buffer() noexcept = default;
  Buffer(const Buffer& other) noexcept : block_(other.block_), data_(other.data_), size_(other.size_) {
    detail::Block::retain(block_);
  }
  Buffer(Buffer&& other) noexcept
      : block_(std::exchange(other.block_, nullptr)),
        data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer other) noexcept {
    std::swap(block_, other.block_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Buffer() { detail::Block::drop(block_); }

  // Zero-filled, or filled with `fill`. ERR_OUT_OF_RANGE for a size beyond 2^53-1 or negative; a RangeError when there
  // is no memory for it. `allocUnsafe` leaves in the bytes whatever was there.
  static Buffer alloc(double size);
  static Buffer alloc(double size, int fill);
  static Buffer alloc(double size, StringArg fill, const EncodingArg& encoding = Encoding::utf8);
  static Buffer alloc(double size, const Buffer& fill);
  static Buffer allocUnsafe(double size);
  static Buffer allocUnsafeSlow(double size) { return allocUnsafe(size); }
  // The bytes of a string in `encoding`.
  static Buffer from(StringArg text, const EncodingArg& encoding = Encoding::utf8);
  // Bytes, each taken modulo 256 as in JavaScript: Buffer::from({1, 2, 3}).
  static Buffer from(std::initializer_list<int> bytes);
  static Buffer from(const Array<int>& bytes);
  static Buffer from(const Array<unsigned char>& bytes);
  template <class... T>
    requires(detail::Arithmetic<T> && ...)
  static Buffer of(T... bytes) {
    return from({static_cast<int>(static_cast<long long>(bytes))...});
  }
  // A copy.
  static Buffer from(const Buffer& other);
  // A copy of the elements, each modulo 256: #include <nodecpp/typed_arrays.h>.
  template <class T>
  static Buffer from(const TypedArray<T>& elements);
  // The bytes of `buffer` from `byteOffset` on, `length` of them or all there are: they are shared. RangeErrors
  // (ERR_BUFFER_OUT_OF_BOUNDS) for what is not inside, a TypeError where it is detached.
  static Buffer from(const ArrayBuffer& buffer, double byteOffset = 0);
  static Buffer from(const ArrayBuffer& buffer, double byteOffset, double length);
  // A copy of a part. ERR_OUT_OF_RANGE for a negative or broken `offset` or `length`.
  static Buffer copyBytesFrom(const Buffer& view, double offset = 0);
  static Buffer copyBytesFrom(const Buffer& view, double offset, double length);
  // The same of the elements of a typed array, as their bytes.
  template <class T>
  static Buffer copyBytesFrom(const TypedArray<T>& view, double offset = 0) {
    return copyBytes(view, offset, double(SIZE_MAX));
  }
  template <class T>
  static Buffer copyBytesFrom(const TypedArray<T>& view, double offset, double length) {
    return copyBytes(view, offset, length);
  }
  static Buffer concat(const Array<Buffer>& list);
  static Buffer concat(const Array<Buffer>& list, double totalLength);
  // An unknown encoding counts as UTF-8 here, as in Node.
  static std::size_t byteLength(StringArg text, const EncodingArg& encoding = Encoding::utf8) noexcept;
  static std::size_t byteLength(const Buffer& bytes) noexcept { return bytes.size(); }
  static std::size_t byteLength(const detail::ViewBase& view);
  static std::size_t byteLength(const ArrayBuffer& buffer);
  // -1, 0 or 1.
  static int compare(const Buffer& a, const Buffer& b) noexcept;
  static bool isBuffer(const Buffer&) noexcept { return true; }
  static bool isEncoding(StringArg name) noexcept;

  // For the runtime: a slice of `owner`, which it retains.
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
  std::size_t byteLength() const noexcept { return size_; }
  // The ArrayBuffer that the bytes are in, and where they begin in it. Of a Buffer that the program has made it is the one
  // whose bytes its slices share; bytes that were received are an ArrayBuffer of their own, with an offset of 0. A Buffer
  // keeps its bytes when the ArrayBuffer is detached.
  ArrayBuffer buffer() const;
  std::size_t byteOffset() const noexcept { return ownsBlock() ? std::size_t(data_ - block_->bytes()) : 0; }
  // Takes over the elements of an array or a list, each modulo 256, from index `offset` on. A RangeError where they do not
  // fit.
  void set(const Buffer& source, double offset = 0) const;
  void set(std::initializer_list<int> bytes, double offset = 0) const { set(from(bytes), offset); }
  template <class S>
    requires(!std::convertible_to<const S&, const Buffer&>) && requires(const S& list) { list.begin() != list.end(); }
  void set(const S& elements, double offset = 0) const;
  // The same bytes as a Uint8Array: `Uint8Array view = buffer;`. (`Uint8Array(buffer)` is a copy, as in JavaScript.)
  template <std::same_as<TypedArray<std::uint8_t>> T>
  operator T() const;
  // The bytes; valid while this Buffer lives and is not assigned to.
  char* bytes() const noexcept [[clang::lifetimebound]] { return data_; }
  // An array is always true in JavaScript; so is a Buffer.
  explicit operator bool() const noexcept { return true; }

  // A byte by index: `undefined` (-1) beyond the end, where writes are ignored, as in JavaScript. It is written to by an
  // assignment in the same expression (`chunk[i] = x`); a named one (`auto b = chunk[0]`) is a number of its own, whatever
  // becomes of the Buffer.
  class Byte {
   public:
    operator int() const noexcept { return value_; }
    // What a num takes it for: NaN beyond the end.
    double value() const noexcept { return value_ >= 0 ? value_ : __builtin_nan(""); }
    Byte operator=(int value) && noexcept {
      if (value_ >= 0) *at_ = Cell(value);
      return std::move(put(value));
    }
    Byte operator=(const Byte& other) && noexcept { return std::move(*this) = int(other); }
    Byte& operator=(int value) & noexcept { return put(value); }
    Byte& operator=(const Byte& other) & noexcept {
      value_ = other.value_;
      return *this;
    }
#define NODECPP_BYTE_ASSIGN(op) \
    Byte operator op##=(int value) && noexcept { return std::move(*this) = value_ op value; } \
    Byte& operator op##=(int value) & noexcept { return *this = value_ op value; }
    NODECPP_BYTE_ASSIGN(+)
    NODECPP_BYTE_ASSIGN(-)
    NODECPP_BYTE_ASSIGN(^)
    NODECPP_BYTE_ASSIGN(|)
    NODECPP_BYTE_ASSIGN(&)
    NODECPP_BYTE_ASSIGN(<<)
    NODECPP_BYTE_ASSIGN(>>)
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
    int operator++(int) & noexcept { return std::exchange(value_, value_ + 1); }
    int operator--(int) & noexcept { return std::exchange(value_, value_ - 1); }
    Byte(const Byte&) = default;

   private:
    friend class Buffer;
    // A byte of a type of its own. What is written as a char may be part of anything, so that after each byte the compiler
    // would load this Buffer's place and length anew.
    enum class Cell : unsigned char {};
    Byte(char* at, bool isThere) : at_(reinterpret_cast<Cell*>(at)), value_(isThere ? int(*at_) : -1) {}
    Byte& put(int value) noexcept {
      if (value_ >= 0) value_ = value & 0xff;
      return *this;
    }
    Cell* at_;  // for the statement that this was made in
    int value_;
  };
  Byte operator[](detail::BracketIndex index) const noexcept {
    const auto at = std::size_t(std::ptrdiff_t(index));
    const bool isThere = !NODECPP_FAILS(bufferIndex, at >= size_);
    return Byte(data_ + (isThere ? at : 0), isThere);
  }
  // From the end when negative; -1 when there is none.
  int at(std::ptrdiff_t index) const noexcept;

  // for (int byte : buf), for (auto [index, byte] : buf.entries()). The loop holds the bytes, whatever becomes of the
  // variable meanwhile.
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

  // Shares the bytes; negative indices count from the end. `slice` is the same, as Node's.
  Buffer subarray(std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const noexcept;
  Buffer slice(std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const noexcept { return subarray(from, to); }

  // Malformed UTF-8 and lone surrogates become U+FFFD. ERR_STRING_TOO_LONG beyond buffer::kStringMaxLength.
  String toString(const EncodingArg& encoding = Encoding::utf8, std::ptrdiff_t from = 0,
                  std::ptrdiff_t to = PTRDIFF_MAX) const;
  // The text that JSON.stringify makes of it: {"type":"Buffer","data":[…]}
  String toJSON() const;
  // "<Buffer 68 69>", as console.log prints it; the first 50 bytes.
  String inspect() const;

  // Writes as much as fits and no part of a character; returns the bytes written. ERR_OUT_OF_RANGE for a bad offset.
  std::size_t write(StringArg text, const EncodingArg& encoding = Encoding::utf8) const;
  std::size_t write(StringArg text, double offset, const EncodingArg& encoding = Encoding::utf8) const;
  std::size_t write(StringArg text, double offset, double length, const EncodingArg& encoding = Encoding::utf8) const;
  // Copies to `target`; returns the bytes copied. ERR_OUT_OF_RANGE for a negative start.
  std::size_t copy(const Buffer& target, double targetStart = 0, double sourceStart = 0) const;
  std::size_t copy(const Buffer& target, double targetStart, double sourceStart, double sourceEnd) const;
  // `fill` returns this Buffer. ERR_OUT_OF_RANGE for a range outside, ERR_INVALID_ARG_VALUE when there is nothing to
  // fill with.
  const Buffer& fill(int value, double from = 0) const;
  const Buffer& fill(int value, double from, double to) const;
  const Buffer& fill(StringArg text, const EncodingArg& encoding = Encoding::utf8) const;
  const Buffer& fill(StringArg text, double from, const EncodingArg& encoding = Encoding::utf8) const;
  const Buffer& fill(StringArg text, double from, double to, const EncodingArg& encoding = Encoding::utf8) const;
  const Buffer& fill(const Buffer& pattern, double from = 0) const;
  const Buffer& fill(const Buffer& pattern, double from, double to) const;

  bool equals(const Buffer& other) const noexcept;
  int compare(const Buffer& target) const noexcept { return compare(*this, target); }
  int compare(const Buffer& target, double targetStart) const;
  int compare(const Buffer& target, double targetStart, double targetEnd, double sourceStart = 0) const;
  int compare(const Buffer& target, double targetStart, double targetEnd, double sourceStart, double sourceEnd) const;
  // -1 when not found. `from` counts from the end when negative; a match lies whole before `end`.
  std::ptrdiff_t indexOf(StringArg text, double from = 0, const EncodingArg& encoding = Encoding::utf8) const;
  std::ptrdiff_t indexOf(StringArg text, double from, double end, const EncodingArg& encoding = Encoding::utf8) const;
  std::ptrdiff_t indexOf(StringArg text, const EncodingArg& encoding) const { return indexOf(text, 0, encoding); }
  std::ptrdiff_t indexOf(const Buffer& bytes, double from = 0) const { return seek(bytes, from, double(size_), true); }
  std::ptrdiff_t indexOf(const Buffer& bytes, double from, double end) const { return seek(bytes, from, end, true); }
  std::ptrdiff_t indexOf(int byte, double from = 0) const { return seek(byte, from, double(size_), true); }
  std::ptrdiff_t indexOf(int byte, double from, double end) const { return seek(byte, from, end, true); }
  std::ptrdiff_t lastIndexOf(StringArg text, const EncodingArg& encoding = Encoding::utf8) const;
  std::ptrdiff_t lastIndexOf(StringArg text, double from, const EncodingArg& encoding = Encoding::utf8) const;
  std::ptrdiff_t lastIndexOf(StringArg text, double from, double end,
                             const EncodingArg& encoding = Encoding::utf8) const;
  std::ptrdiff_t lastIndexOf(const Buffer& bytes) const { return seek(bytes, __builtin_nan(""), double(size_), false); }
  std::ptrdiff_t lastIndexOf(const Buffer& bytes, double from) const { return seek(bytes, from, double(size_), false); }
  std::ptrdiff_t lastIndexOf(const Buffer& bytes, double from, double end) const {
    return seek(bytes, from, end, false);
  }
  std::ptrdiff_t lastIndexOf(int byte) const { return seek(byte, __builtin_nan(""), double(size_), false); }
  std::ptrdiff_t lastIndexOf(int byte, double from) const { return seek(byte, from, double(size_), false); }
  std::ptrdiff_t lastIndexOf(int byte, double from, double end) const { return seek(byte, from, end, false); }
  template <class T, class... More>
  bool includes(const T& value, const More&... more) const {
    return indexOf(value, more...) >= 0;
  }
  // In place; ERR_INVALID_BUFFER_SIZE when the length does not fit. They return this Buffer.
  const Buffer& swap16() const;
  const Buffer& swap32() const;
  const Buffer& swap64() const;

  // ERR_OUT_OF_RANGE for an offset outside, ERR_BUFFER_OUT_OF_BOUNDS for a Buffer too short, ERR_OUT_OF_RANGE for a
  // value that does not fit. Writers return the offset behind what they wrote. Offsets default to 0.
  int readInt8(double offset = 0) const { return load<std::int8_t, false>(offset); }
  int readUInt8(double offset = 0) const { return load<std::uint8_t, false>(offset); }
  int readInt16LE(double offset = 0) const { return load<std::int16_t, false>(offset); }
  int readInt16BE(double offset = 0) const { return load<std::int16_t, true>(offset); }
  int readUInt16LE(double offset = 0) const { return load<std::uint16_t, false>(offset); }
  int readUInt16BE(double offset = 0) const { return load<std::uint16_t, true>(offset); }
  std::int32_t readInt32LE(double offset = 0) const { return load<std::int32_t, false>(offset); }
  std::int32_t readInt32BE(double offset = 0) const { return load<std::int32_t, true>(offset); }
  std::uint32_t readUInt32LE(double offset = 0) const { return load<std::uint32_t, false>(offset); }
  std::uint32_t readUInt32BE(double offset = 0) const { return load<std::uint32_t, true>(offset); }
  std::int64_t readBigInt64LE(double offset = 0) const { return load<std::int64_t, false>(offset); }
  std::int64_t readBigInt64BE(double offset = 0) const { return load<std::int64_t, true>(offset); }
  std::uint64_t readBigUInt64LE(double offset = 0) const { return load<std::uint64_t, false>(offset); }
  std::uint64_t readBigUInt64BE(double offset = 0) const { return load<std::uint64_t, true>(offset); }
  float readFloatLE(double offset = 0) const { return load<float, false>(offset); }
  float readFloatBE(double offset = 0) const { return load<float, true>(offset); }
  double readDoubleLE(double offset = 0) const { return load<double, false>(offset); }
  double readDoubleBE(double offset = 0) const { return load<double, true>(offset); }
  // 1 to 6 bytes.
  std::int64_t readIntLE(double offset, double byteLength) const;
  std::int64_t readIntBE(double offset, double byteLength) const;
  std::uint64_t readUIntLE(double offset, double byteLength) const;
  std::uint64_t readUIntBE(double offset, double byteLength) const;

  std::size_t writeInt8(double value, double offset = 0) const {
    return storeInteger<std::int8_t, false>(value, offset);
  }
  std::size_t writeUInt8(double value, double offset = 0) const {
    return storeInteger<std::uint8_t, false>(value, offset);
  }
  std::size_t writeInt16LE(double value, double offset = 0) const {
    return storeInteger<std::int16_t, false>(value, offset);
  }
  std::size_t writeInt16BE(double value, double offset = 0) const {
    return storeInteger<std::int16_t, true>(value, offset);
  }
  std::size_t writeUInt16LE(double value, double offset = 0) const {
    return storeInteger<std::uint16_t, false>(value, offset);
  }
  std::size_t writeUInt16BE(double value, double offset = 0) const {
    return storeInteger<std::uint16_t, true>(value, offset);
  }
  std::size_t writeInt32LE(double value, double offset = 0) const {
    return storeInteger<std::int32_t, false>(value, offset);
  }
  std::size_t writeInt32BE(double value, double offset = 0) const {
    return storeInteger<std::int32_t, true>(value, offset);
  }
  std::size_t writeUInt32LE(double value, double offset = 0) const {
    return storeInteger<std::uint32_t, false>(value, offset);
  }
  std::size_t writeUInt32BE(double value, double offset = 0) const {
    return storeInteger<std::uint32_t, true>(value, offset);
  }
  std::size_t writeBigInt64LE(std::int64_t value, double offset = 0) const {
    return storeBits(std::uint64_t(value), offset, 8, false);
  }
  std::size_t writeBigInt64BE(std::int64_t value, double offset = 0) const {
    return storeBits(std::uint64_t(value), offset, 8, true);
  }
  std::size_t writeBigUInt64LE(std::uint64_t value, double offset = 0) const {
    return storeBits(value, offset, 8, false);
  }
  std::size_t writeBigUInt64BE(std::uint64_t value, double offset = 0) const {
    return storeBits(value, offset, 8, true);
  }
  std::size_t writeFloatLE(double value, double offset = 0) const {
    return storeBits(std::bit_cast<std::uint32_t>(float(value)), offset, 4, false);
  }
  std::size_t writeFloatBE(double value, double offset = 0) const {
    return storeBits(std::bit_cast<std::uint32_t>(float(value)), offset, 4, true);
  }
  std::size_t writeDoubleLE(double value, double offset = 0) const {
    return storeBits(std::bit_cast<std::uint64_t>(value), offset, 8, false);
  }
  std::size_t writeDoubleBE(double value, double offset = 0) const {
    return storeBits(std::bit_cast<std::uint64_t>(value), offset, 8, true);
  }
  std::size_t writeIntLE(double value, double offset, double byteLength) const;
  std::size_t writeIntBE(double value, double offset, double byteLength) const;
  std::size_t writeUIntLE(double value, double offset, double byteLength) const;
  std::size_t writeUIntBE(double value, double offset, double byteLength) const;

  // Node's second spelling of the unsigned ones.
  int readUint8(double offset = 0) const { return readUInt8(offset); }
  int readUint16LE(double offset = 0) const { return readUInt16LE(offset); }
  std::uint32_t readUint32LE(double offset = 0) const { return readUInt32LE(offset); }
  std::uint64_t readBigUint64LE(double offset = 0) const { return readBigUInt64LE(offset); }
  std::uint64_t readUintLE(double offset, double byteLength) const { return readUIntLE(offset, byteLength); }
  int readUint16BE(double offset = 0) const { return readUInt16BE(offset); }
  std::uint32_t readUint32BE(double offset = 0) const { return readUInt32BE(offset); }
  std::uint64_t readBigUint64BE(double offset = 0) const { return readBigUInt64BE(offset); }
  std::uint64_t readUintBE(double offset, double byteLength) const { return readUIntBE(offset, byteLength); }
  std::size_t writeUint8(double value, double offset = 0) const { return writeUInt8(value, offset); }
  std::size_t writeUint16LE(double value, double offset = 0) const { return writeUInt16LE(value, offset); }
  std::size_t writeUint32LE(double value, double offset = 0) const { return writeUInt32LE(value, offset); }
  std::size_t writeBigUint64LE(std::uint64_t value, double offset = 0) const { return writeBigUInt64LE(value, offset); }
  std::size_t writeUintLE(double value, double offset, double byteLength) const {
    return writeUIntLE(value, offset, byteLength);
  }
  std::size_t writeUint16BE(double value, double offset = 0) const { return writeUInt16BE(value, offset); }
  std::size_t writeUint32BE(double value, double offset = 0) const { return writeUInt32BE(value, offset); }
  std::size_t writeBigUint64BE(std::uint64_t value, double offset = 0) const { return writeBigUInt64BE(value, offset); }
  std::size_t writeUintBE(double value, double offset, double byteLength) const {
    return writeUIntBE(value, offset, byteLength);
  }

  friend bool operator==(const Buffer& a, const Buffer& b) noexcept { return a.equals(b); }
  // `'' + buffer`, as UTF-8.
  friend String& operator+=(String& a, const Buffer& b) { return a += b.toString(); }
  template <class T>
    requires detail::StringLike<const T&>
  friend String operator+(const T& a, const Buffer& b) {
    return detail::concat(a, b.toString());
  }

  // The block behind, for the runtime.
  detail::Block* block() const noexcept { return block_; }

 private:
  // Whether the whole block is for whoever has a part of it.
  bool ownsBlock() const noexcept { return block_ && (block_->flags & detail::bytesAlone) != 0; }
  static Buffer copyBytes(const detail::ViewBase& view, double offset, double length);
  // Node's order of checks: an offset that is no integer, a Buffer too short, an offset outside.
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
    constexpr double min = double(std::numeric_limits<T>::min()), max = double(std::numeric_limits<T>::max());
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
  std::ptrdiff_t seek(int byte, double from, double end, bool forward) const;
  std::ptrdiff_t seek(const Buffer& bytes, double from, double end, bool forward) const;
  std::ptrdiff_t seek(StringArg text, double from, double end, Encoding encoding, bool forward) const;

  detail::Block* block_ = nullptr;
  char* data_ = nullptr;
  std::size_t size_ = 0;
};

namespace detail {
// A Buffer over a view's bytes; a copy of those that threads share.
[[nodiscard]] Buffer bytesOf(const ViewBase& view);
}  // namespace detail

template <class Get>
class Buffer::Iterator {
 public:
  using difference_type = std::ptrdiff_t;
  explicit Iterator(const Buffer& buffer) noexcept : buffer_(buffer) {}
  auto operator*() const noexcept { return Get{}(buffer_, index_); }
  Iterator& operator++() noexcept {
    ++index_;
    return *this;
  }
  void operator++(int) noexcept { ++index_; }
  friend bool operator==(const Iterator& a, End) noexcept { return a.index_ >= a.buffer_.size_; }

 private:
  Buffer buffer_;
  std::size_t index_ = 0;
};

template <class Get>
class Buffer::Range {
 public:
  explicit Range(const Buffer& buffer) noexcept : buffer_(buffer) {}
  Iterator<Get> begin() const noexcept { return Iterator<Get>(buffer_); }
  End end() const noexcept { return {}; }

 private:
  Buffer buffer_;
};

namespace detail {
struct ByteValue {
  int operator()(const Buffer& b, std::size_t i) const noexcept { return b[i]; }
};
struct ByteKey {
  std::size_t operator()(const Buffer&, std::size_t i) const noexcept { return i; }
};
struct ByteEntry {
  std::pair<std::size_t, int> operator()(const Buffer& b, std::size_t i) const noexcept { return {i, b[i]}; }
};
}  // namespace detail

inline auto Buffer::begin() const noexcept { return Iterator<detail::ByteValue>(*this); }
inline auto Buffer::values() const noexcept { return Range<detail::ByteValue>(*this); }
inline auto Buffer::keys() const noexcept { return Range<detail::ByteKey>(*this); }
inline auto Buffer::entries() const noexcept { return Range<detail::ByteEntry>(*this); }

inline String str(const Buffer& buffer) { return buffer.toString(); }

// The module's own functions: buffer.isUtf8 is buffer::isUtf8.
namespace buffer {

inline constexpr std::uint64_t kMaxLength = 0x1fffffffffffff;
inline constexpr std::uint64_t kStringMaxLength = 0x1fffffe8;
struct Constants {
  std::uint64_t MAX_LENGTH = kMaxLength;
  std::uint64_t MAX_STRING_LENGTH = kStringMaxLength;
};
inline constexpr Constants constants{};

bool isUtf8(const Buffer& input) noexcept;
bool isAscii(const Buffer& input) noexcept;
// Between "utf8", "utf16le", "latin1" and "ascii"; what the target lacks becomes '?'. Other encodings throw an Error
// with code U_ILLEGAL_ARGUMENT_ERROR, malformed input on the way between UTF-8 and UTF-16 U_INVALID_CHAR_FOUND.
Buffer transcode(const Buffer& source, const EncodingArg& from, const EncodingArg& to);
// Base64 to text and back, characters up to U+00FF only. They throw an InvalidCharacterError.
String atob(StringArg input);
String btoa(StringArg input);

}  // namespace buffer

}  // namespace nodecpp
