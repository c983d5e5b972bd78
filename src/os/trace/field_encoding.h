// The encoding of values in a log. Numbers take one byte for each seven bits (LEB128), signed numbers in zigzag. A
// value of variable length is preceded by its length. A struct is the sequence of its members. Each type has `bound`
// (the largest size of a value), `put` and `get`.
#pragma once

#include <bit>
#include <concepts>
#include <cstring>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "os/port/port.h"
#include "os/trace/crc32c.h"

namespace nodecpp::os::record {

// Stands for bytes that are not stored: their number and their checksum.
struct Digest {
  std::uint64_t size = 0;
  std::uint32_t checksum = 0;
};
inline Digest digestOf(const Slice* slices, std::size_t count) {
  Digest digest;
  for (std::size_t i = 0; i < count; ++i) {
    digest.size += slices[i].size;
    digest.checksum = crc32c(slices[i].data, slices[i].size, digest.checksum);
  }
  return digest;
}
inline Digest digestOf(std::string_view bytes) { return {bytes.size(), crc32c(bytes.data(), bytes.size())}; }

// Lists the members of a struct, which are written and read in this order. It stands here or in the namespace of the struct.
#define NODECPP_RECORD_MEMBERS(Type, ...)               \
  template <class T>                                    \
    requires std::same_as<std::remove_const_t<T>, Type> \
  auto members(T& x) {                                  \
    return std::tie(__VA_ARGS__);                       \
  }
NODECPP_RECORD_MEMBERS(Address, x.family, x.host, x.port)
NODECPP_RECORD_MEMBERS(FileTime, x.seconds, x.nanoseconds)
NODECPP_RECORD_MEMBERS(FileStat, x.dev, x.ino, x.nlink, x.size, x.blocks, x.rdev, x.mode, x.uid, x.gid, x.blksize, x.atime,
                       x.mtime, x.ctime, x.birthtime)
NODECPP_RECORD_MEMBERS(FileSystemStat, x.type, x.bsize, x.blocks, x.bfree, x.bavail, x.files, x.ffree)
NODECPP_RECORD_MEMBERS(DirectoryEntry, x.name, x.type)
NODECPP_RECORD_MEMBERS(MemoryUsage, x.rss, x.heapTotal, x.heapUsed)
NODECPP_RECORD_MEMBERS(ResourceUsage, x.userTime, x.systemTime, x.maxResident, x.minorFaults, x.majorFaults, x.fsReads,
                       x.fsWrites, x.voluntarySwitches, x.involuntarySwitches)
template <class T>
  requires requires(T& x) {
    x.first;
    x.second;
  }
auto members(T& x) {
  return std::tie(x.first, x.second);
}

template <class T>
concept StructOf = requires(T& x) { members(x); };
template <class T>
concept Text = std::same_as<T, String> || std::same_as<T, std::string> || std::same_as<T, std::string_view>;
template <class T>
concept ListOf = !Text<T> && requires(T& x) { x.emplace_back(); };
template <class T>
concept Number = std::integral<T> || std::is_enum_v<T>;

using Texts = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t numberBound = 10;

template <Number T>
std::size_t bound(T) {
  return numberBound;
}
inline std::size_t bound(double) { return sizeof(double); }
inline std::size_t bound(Digest) { return numberBound + 4; }
template <Text T>
std::size_t bound(const T& text) {
  return numberBound + std::size_t(text.size());
}
template <StructOf T>
std::size_t bound(const T& x);
template <ListOf T>
std::size_t bound(const T& list);

inline char* putNumber(char* to, std::uint64_t value) {
  while (value >= 0x80) {
    *to++ = char(value | 0x80);
    value >>= 7;
  }
  *to++ = char(value);
  return to;
}
template <Number T>
char* put(char* to, T value) {
  if constexpr (std::is_enum_v<T>)
    return putNumber(to, std::uint64_t(value));
  else if constexpr (std::is_signed_v<T>)
    return putNumber(to, (std::uint64_t(std::int64_t(value)) << 1) ^ std::uint64_t(std::int64_t(value) >> 63));
  else
    return putNumber(to, std::uint64_t(value));
}
inline char* put(char* to, double value) {
  std::memcpy(to, &value, sizeof value);
  return to + sizeof value;
}
inline char* put(char* to, Digest digest) {
  to = putNumber(to, digest.size);
  std::memcpy(to, &digest.checksum, 4);
  return to + 4;
}
template <Text T>
char* put(char* to, const T& text) {
  to = putNumber(to, std::uint64_t(text.size()));
  if (text.size() > 0) std::memcpy(to, text.data(), std::size_t(text.size()));
  return to + text.size();
}
template <StructOf T>
char* put(char* to, const T& x);
template <ListOf T>
char* put(char* to, const T& list);

template <StructOf T>
std::size_t bound(const T& x) {
  return std::apply([](const auto&... member) { return (bound(member) + ...); }, members(x));
}
template <ListOf T>
std::size_t bound(const T& list) {
  std::size_t all = numberBound;
  for (const auto& item : list) all += bound(item);
  return all;
}
template <StructOf T>
char* put(char* to, const T& x) {
  std::apply([&](const auto&... member) { ((to = put(to, member)), ...); }, members(x));
  return to;
}
template <ListOf T>
char* put(char* to, const T& list) {
  to = putNumber(to, list.size());
  for (const auto& item : list) to = put(to, item);
  return to;
}

template <class... Fields>
void append(std::string& to, const Fields&... fields) {
  std::size_t before = to.size();
  to.resize(before + (bound(fields) + ... + 0));
  char* at = to.data() + before;
  ((at = put(at, fields)), ...);
  to.resize(std::size_t(at - to.data()));
}

// Takes fields out of a record, whose bytes are untrusted input. After a field that is incomplete or malformed, isValid()
// is false, and that field and all later ones are zero or empty.
class Fields {
 public:
  Fields() = default;
  explicit Fields(std::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool isValid() const { return valid_; }
  bool empty() const { return at_ == end_; }
  std::string_view rest() const { return {at_, std::size_t(end_ - at_)}; }
  // Skips `prefix` if it comes next. Returns whether it did.
  bool skip(std::string_view prefix) {
    if (!rest().starts_with(prefix)) return false;
    at_ += prefix.size();
    return true;
  }

  template <class T>
  T get() {
    T value{};
    take(value);
    return value;
  }
  std::string_view bytes() {
    auto size = number();
    if (size > std::uint64_t(end_ - at_)) return bad(), std::string_view();
    std::string_view found(at_, std::size_t(size));
    at_ += size;
    return found;
  }

  template <Number T>
  void take(T& value) {
    std::uint64_t raw = number();
    if constexpr (std::is_enum_v<T> || std::is_unsigned_v<T>)
      value = T(raw);
    else
      value = T(std::int64_t(raw >> 1) ^ -std::int64_t(raw & 1));
  }
  void take(double& value) { fixed(&value, sizeof value); }
  void take(Digest& digest) {
    digest.size = number();
    fixed(&digest.checksum, 4);
  }
  void take(std::string_view& text) { text = bytes(); }
  void take(std::string& text) { text = bytes(); }
  void take(String& text) {
    std::string_view found = bytes();
    text = String::copyOf(found.data(), found.size());
  }
  template <StructOf T>
  void take(T& x) {
    std::apply([&](auto&... member) { (take(member), ...); }, members(x));
    if constexpr (std::same_as<T, Address>)
      if (x.family > Address::Family::unix) bad();
  }
  template <ListOf T>
  void take(T& list) {
    list.clear();
    // The number of items is not trusted, and no memory is reserved for it. Each item takes at least one byte, so the
    // loop ends with the bytes.
    for (std::uint64_t left = number(); left > 0 && valid_; --left) {
      take(list.emplace_back());
      if (!valid_) list.clear();
    }
  }

 private:
  void bad() {
    valid_ = false;
    at_ = end_;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at_ == end_) return bad(), 0;
      auto byte = static_cast<unsigned char>(*at_++);
      value |= std::uint64_t(byte & 0x7f) << shift;
      if (!(byte & 0x80)) return value;
    }
    return bad(), 0;
  }
  void fixed(void* to, std::size_t size) {
    if (std::size_t(end_ - at_) < size) return bad(), void(std::memset(to, 0, size));
    std::memcpy(to, at_, size);
    at_ += size;
  }

  const char* at_ = nullptr;
  const char* end_ = nullptr;
  bool valid_ = true;
};

}  // namespace nodecpp::os::record
