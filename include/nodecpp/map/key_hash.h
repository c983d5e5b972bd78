// The requirements for keys of a Map and elements of a Set. A program's own type becomes a key by a specialisation of
// Hash:
//
//   template <>
//   struct nodecpp::detail::Hash<Point> {
//     static std::uint64_t of(const Point& p, std::uint64_t seed) { return hashWord(p.x, hashWord(p.y, seed)); }
//     static bool same(const Point& a, const Point& b) { return a.x == b.x && a.y == b.y; }
//   };
//
// `seed` is secret and must go into the hash before the key does. Otherwise a client that chooses the keys (untrusted
// input) could choose keys that collide and make every look-up slow. Keys that are equal by their contents exist only
// in C++: JavaScript compares two such objects by identity.
#pragma once

#include <nodecpp/string.h>
#include <nodecpp/traits.h>

namespace nodecpp::detail {

// Mixes one word of a key into a hash. Each bit of the result depends on all bits of both arguments.
inline std::uint64_t hashWord(std::uint64_t word, std::uint64_t hash) noexcept {
  const unsigned __int128 product = static_cast<unsigned __int128>(word ^ hash) * 0x9e3779b97f4a7c15u;
  return std::uint64_t(product) ^ std::uint64_t(product >> 64);
}
std::uint64_t hashText(const char* text, std::size_t size, std::uint64_t seed) noexcept;

// The types that JavaScript compares by identity: handles, functions and the library's containers.
template <class K>
concept ComparedByIdentity = requires(const K& key) {
  { key.identity() } -> detail::ConvertsTo<const void*>;
} || requires(const K& key) {
  typename K::ObjectType;
  { key.get() } -> detail::ConvertsTo<const void*>;
};
// A class that stands for a number and contains a double.
template <class K>
concept NumberClass = std::is_class_v<K> && !AnyValue<K> && !StringClass<K> && !ComparedByIdentity<K> &&
                      ConvertsTo<const K&, double> && std::constructible_from<K, double>;

template <class K>
const void* identityOf(const K& key) noexcept {
  if constexpr (requires { key.identity(); })
    return key.identity();
  else
    return key.get();
}

// Numbers are hashed by value: NaN equals NaN, and -0 equals 0.
inline std::uint64_t hashNumber(double number, std::uint64_t seed) noexcept {
  if (number != number) return hashWord(1, seed);
  return hashWord(__builtin_bit_cast(std::uint64_t, number + 0.0), seed);
}
inline bool sameNumber(double a, double b) noexcept { return a == b || (a != a && b != b); }

template <class K>
struct Hash {
  static std::uint64_t of(const K& key, std::uint64_t seed) noexcept {
    if constexpr (std::floating_point<K> || NumberClass<K>) {
      return hashNumber(double(key), seed);
    } else if constexpr (std::is_integral_v<K> || std::is_enum_v<K>) {
      return hashWord(static_cast<std::uint64_t>(key), seed);
    } else if constexpr (std::is_pointer_v<K>) {
      return hashWord(reinterpret_cast<std::uintptr_t>(key), seed);
    } else if constexpr (AnyValue<K>) {
      if (key.isString()) return hashText(key.text().data(), key.text().size(), seed);
      if (key.isNumber() || key.isDate()) return hashNumber(key.isNumber() ? key.toNumber() : key.date().getTime(), seed);
      return hashWord(key.hashWord(), seed);
    } else if constexpr (ComparedByIdentity<K>) {
      return hashWord(reinterpret_cast<std::uintptr_t>(identityOf(key)), seed);
    } else if constexpr (requires { typename K::NodecppBigInt; }) {
      if (const std::int64_t word = key.toInt64(); key == word) return hashWord(static_cast<std::uint64_t>(word), seed);
      const String digits = key.toString(36);
      return hashText(digits.data(), digits.size(), seed);
    } else {
      static_assert(sizeof(K) == 0, "this type can be no key yet: specialise nodecpp::detail::Hash for it");
    }
  }
  static bool same(const K& a, const K& b) noexcept {
    if constexpr (std::floating_point<K> || NumberClass<K>)
      return sameNumber(double(a), double(b));
    else if constexpr (AnyValue<K>)
      return a.isNumber() && b.isNumber() ? sameNumber(a.toNumber(), b.toNumber())
             : a.isUndefined() || b.isUndefined() ? a.kind() == b.kind()
                                                  : a == b;
    else if constexpr (ComparedByIdentity<K>)
      return identityOf(a) == identityOf(b);
    else
      return a == b;
  }
};

template <>
struct Hash<String> {
  static std::uint64_t of(const StringArg& key, std::uint64_t seed) noexcept {
    return hashText(key.data(), key.size(), seed);
  }
  static bool same(const String& a, const StringArg& b) noexcept {
    return a.size() == b.size() && sameBytes(a.data(), b.data(), b.size());
  }
};

// How functions of Map take a key. A text is taken as a StringArg, so that a look-up does not make a String.
template <class K>
struct KeyOf {
  using Type = const K&;
  static K owned(const K& key) {
    // JavaScript's Map stores the key -0 as 0.
    if constexpr (std::floating_point<K> || NumberClass<K>)
      return K(double(key) + 0.0);
    else if constexpr (AnyValue<K>)
      return key.isNumber() ? K(key.toNumber() + 0.0) : key;
    else
      return key;
  }
};
template <class K>
  requires std::is_arithmetic_v<K> || std::is_enum_v<K> || std::is_pointer_v<K>
struct KeyOf<K> {
  using Type = K;
  static K owned(K key) noexcept {
    if constexpr (std::floating_point<K>)
      return key + K(0);
    else
      return key;
  }
};
template <>
struct KeyOf<String> {
  using Type = const TextArg&;
  [[gnu::always_inline]] static String owned(const StringArg& key) { return key.toString().asKey(); }
};
template <class K>
using Key = typename KeyOf<K>::Type;

// Compares the keys of a table without an index with the key that is looked up. isQuick tells whether the key can be
// compared in this way.
template <class K>
class KeyProbe {
 public:
  static constexpr bool isQuick(Key<K>) noexcept { return true; }
  explicit KeyProbe(Key<K> key) noexcept : key_(key) {}
  [[gnu::always_inline]] bool matches(const K& key) const noexcept { return Hash<K>::same(key, key_); }

 private:
  Key<K> key_;
};
// A text of 1 to 8 bytes is compared as one word.
template <>
class KeyProbe<String> {
 public:
  static bool isQuick(const StringArg& key) noexcept { return key.size() - 1 < 8; }
  explicit KeyProbe(const StringArg& key) noexcept : word_(String::keyWord(key)), size_(unsigned(key.size())) {}
  [[gnu::always_inline]] bool matches(const String& key) const noexcept { return key.isKeyWord(word_, size_); }

 private:
  const std::uint64_t word_;
  const unsigned size_;
};

// Whether a table with an index keeps the hashes of its keys, because computing them again would be costly.
template <class K>
inline constexpr bool keepsHash = std::same_as<K, String>;

}  // namespace nodecpp::detail
