// Buffer: a counted slice of bytes, as Node's. Copies and slices share the bytes; every access is checked.
// https://nodejs.org/docs/latest-v24.x/api/buffer.html
#pragma once

#include <nodecpp/error.h>

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

class Buffer {
 public:
  static constexpr std::size_t npos = std::size_t(-1);

  // Empty.
  constexpr Buffer() noexcept = default;
  Buffer(const Buffer& other) noexcept : block_(other.block_), data_(other.data_), size_(other.size_) {
    detail::Block::retain(block_);
  }
  Buffer(Buffer&& other) noexcept
      : block_(std::exchange(other.block_, nullptr)), data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer other) noexcept {
    std::swap(block_, other.block_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Buffer() { detail::Block::drop(block_); }

  // Zero-filled, or filled with `fill`. ERR_OUT_OF_RANGE for a size beyond 2^53-1 or negative.
  static Buffer alloc(double size);
  static Buffer alloc(double size, int fill);
  static Buffer alloc(double size, StringArg fill, EncodingArg encoding = Encoding::utf8);
  static Buffer allocUnsafe(double size);
  static Buffer allocUnsafeSlow(double size) { return allocUnsafe(size); }
  // The bytes of a string in `encoding`.
  static Buffer from(StringArg text, EncodingArg encoding = Encoding::utf8);
  // Bytes, each taken modulo 256 as in JavaScript: Buffer::from({1, 2, 3}).
  static Buffer from(std::initializer_list<int> bytes);
  static Buffer from(const std::vector<int>& bytes);
  // A copy.
  static Buffer from(const Buffer& other);
  static Buffer concat(const std::vector<Buffer>& list);
  static Buffer concat(const std::vector<Buffer>& list, double totalLength);
  static std::size_t byteLength(StringArg text, EncodingArg encoding = Encoding::utf8);
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

  std::size_t length() const noexcept { return size_; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  // The bytes; valid while this Buffer lives and is not assigned to.
  char* bytes() const noexcept [[clang::lifetimebound]] { return data_; }
  // An array is always true in JavaScript; so is a Buffer.
  explicit operator bool() const noexcept { return true; }

  // A byte by index: reads as `undefined` (-1) beyond the end, writes there are ignored, as in JavaScript.
  class Byte {
   public:
    operator int() const noexcept { return at_ ? static_cast<unsigned char>(*at_) : -1; }
    const Byte& operator=(int value) const noexcept {
      if (at_) *at_ = char(value);
      return *this;
    }
    const Byte& operator=(const Byte& other) const noexcept { return *this = int(other); }
    Byte(const Byte&) = default;

   private:
    friend class Buffer;
    explicit Byte(char* at) : at_(at) {}
    char* at_;
  };
  Byte operator[](std::size_t index) const noexcept { return Byte(index < size_ ? data_ + index : nullptr); }
  // From the end when negative; -1 when there is none.
  int at(std::ptrdiff_t index) const noexcept;

  // Shares the bytes; negative indices count from the end. `slice` is the same, as Node's.
  Buffer subarray(std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const noexcept;
  Buffer slice(std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const noexcept { return subarray(from, to); }

  String toString(EncodingArg encoding = Encoding::utf8, std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const;
  // {"type":"Buffer","data":[…]}
  String toJSON() const;

  // Writes as much as fits and no part of a character; returns the bytes written. ERR_OUT_OF_RANGE for a bad offset.
  std::size_t write(StringArg text, EncodingArg encoding = Encoding::utf8) const;
  std::size_t write(StringArg text, double offset, EncodingArg encoding = Encoding::utf8) const;
  std::size_t write(StringArg text, double offset, double length, EncodingArg encoding = Encoding::utf8) const;
  // Copies to `target`; returns the bytes copied. ERR_OUT_OF_RANGE for a negative start.
  std::size_t copy(const Buffer& target, double targetStart = 0, double sourceStart = 0) const;
  std::size_t copy(const Buffer& target, double targetStart, double sourceStart, double sourceEnd) const;
  // `fill` returns this Buffer.
  const Buffer& fill(int value, double from = 0) const;
  const Buffer& fill(int value, double from, double to) const;
  const Buffer& fill(StringArg text, EncodingArg encoding = Encoding::utf8) const;
  const Buffer& fill(StringArg text, double from, EncodingArg encoding = Encoding::utf8) const;
  const Buffer& fill(StringArg text, double from, double to, EncodingArg encoding = Encoding::utf8) const;
  const Buffer& fill(const Buffer& pattern, double from = 0) const;
  const Buffer& fill(const Buffer& pattern, double from, double to) const;

  bool equals(const Buffer& other) const noexcept;
  int compare(const Buffer& target) const noexcept { return compare(*this, target); }
  int compare(const Buffer& target, double targetStart, double targetEnd, double sourceStart = 0) const;
  int compare(const Buffer& target, double targetStart, double targetEnd, double sourceStart, double sourceEnd) const;
  // -1 when not found.
  std::ptrdiff_t indexOf(StringArg text, double from = 0, EncodingArg encoding = Encoding::utf8) const;
  std::ptrdiff_t indexOf(const Buffer& bytes, double from = 0) const;
  std::ptrdiff_t indexOf(int byte, double from = 0) const;
  std::ptrdiff_t lastIndexOf(StringArg text, EncodingArg encoding = Encoding::utf8) const;
  std::ptrdiff_t lastIndexOf(StringArg text, double from, EncodingArg encoding = Encoding::utf8) const;
  std::ptrdiff_t lastIndexOf(const Buffer& bytes) const;
  std::ptrdiff_t lastIndexOf(const Buffer& bytes, double from) const;
  std::ptrdiff_t lastIndexOf(int byte) const;
  std::ptrdiff_t lastIndexOf(int byte, double from) const;
  bool includes(StringArg text, double from = 0, EncodingArg encoding = Encoding::utf8) const {
    return indexOf(text, from, encoding) >= 0;
  }
  bool includes(const Buffer& bytes, double from = 0) const { return indexOf(bytes, from) >= 0; }
  bool includes(int byte, double from = 0) const { return indexOf(byte, from) >= 0; }
  // In place; ERR_INVALID_BUFFER_SIZE when the length does not fit. They return this Buffer.
  const Buffer& swap16() const;
  const Buffer& swap32() const;
  const Buffer& swap64() const;

  // ERR_OUT_OF_RANGE for an offset outside, ERR_BUFFER_OUT_OF_BOUNDS for a Buffer too short, ERR_OUT_OF_RANGE for a
  // value that does not fit. Writers return the offset behind what they wrote. Offsets default to 0.
  int readInt8(double offset = 0) const;
  int readUInt8(double offset = 0) const;
  int readInt16LE(double offset = 0) const;
  int readInt16BE(double offset = 0) const;
  int readUInt16LE(double offset = 0) const;
  int readUInt16BE(double offset = 0) const;
  std::int32_t readInt32LE(double offset = 0) const;
  std::int32_t readInt32BE(double offset = 0) const;
  std::uint32_t readUInt32LE(double offset = 0) const;
  std::uint32_t readUInt32BE(double offset = 0) const;
  std::int64_t readBigInt64LE(double offset = 0) const;
  std::int64_t readBigInt64BE(double offset = 0) const;
  std::uint64_t readBigUInt64LE(double offset = 0) const;
  std::uint64_t readBigUInt64BE(double offset = 0) const;
  float readFloatLE(double offset = 0) const;
  float readFloatBE(double offset = 0) const;
  double readDoubleLE(double offset = 0) const;
  double readDoubleBE(double offset = 0) const;
  std::int64_t readIntLE(double offset, double byteLength) const;
  std::int64_t readIntBE(double offset, double byteLength) const;
  std::uint64_t readUIntLE(double offset, double byteLength) const;
  std::uint64_t readUIntBE(double offset, double byteLength) const;

  std::size_t writeInt8(double value, double offset = 0) const;
  std::size_t writeUInt8(double value, double offset = 0) const;
  std::size_t writeInt16LE(double value, double offset = 0) const;
  std::size_t writeInt16BE(double value, double offset = 0) const;
  std::size_t writeUInt16LE(double value, double offset = 0) const;
  std::size_t writeUInt16BE(double value, double offset = 0) const;
  std::size_t writeInt32LE(double value, double offset = 0) const;
  std::size_t writeInt32BE(double value, double offset = 0) const;
  std::size_t writeUInt32LE(double value, double offset = 0) const;
  std::size_t writeUInt32BE(double value, double offset = 0) const;
  std::size_t writeBigInt64LE(std::int64_t value, double offset = 0) const;
  std::size_t writeBigInt64BE(std::int64_t value, double offset = 0) const;
  std::size_t writeBigUInt64LE(std::uint64_t value, double offset = 0) const;
  std::size_t writeBigUInt64BE(std::uint64_t value, double offset = 0) const;
  std::size_t writeFloatLE(double value, double offset = 0) const;
  std::size_t writeFloatBE(double value, double offset = 0) const;
  std::size_t writeDoubleLE(double value, double offset = 0) const;
  std::size_t writeDoubleBE(double value, double offset = 0) const;
  std::size_t writeIntLE(double value, double offset, double byteLength) const;
  std::size_t writeIntBE(double value, double offset, double byteLength) const;
  std::size_t writeUIntLE(double value, double offset, double byteLength) const;
  std::size_t writeUIntBE(double value, double offset, double byteLength) const;

  friend bool operator==(const Buffer& a, const Buffer& b) noexcept { return a.equals(b); }
  // `'' + buffer`, as UTF-8.
  template <class T>
    requires detail::StringLike<const T&>
  friend String operator+(const T& a, const Buffer& b) {
    return detail::concat(a, b.toString());
  }

  // The block behind, for the runtime.
  detail::Block* block() const noexcept { return block_; }

 private:
  detail::Block* block_ = nullptr;
  char* data_ = nullptr;
  std::size_t size_ = 0;
};

inline String str(const Buffer& buffer) { return buffer.toString(); }

}  // namespace nodecpp
