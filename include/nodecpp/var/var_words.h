// The bytes of a var: three words, the last byte of which is the tag that says what the var holds. Programs include
// nodecpp/var.h.
#pragma once

#include <nodecpp/arithmetic.h>
#include <nodecpp/object.h>
#include <nodecpp/var/var_concepts.h>
#include <nodecpp/var/var_parts.h>

#include <bit>

namespace nodecpp::detail {

// Returns the number without its fraction, or another number when it is NaN or beyond 64 bits.
[[gnu::always_inline]] inline std::int64_t truncated(double value) noexcept {
#if defined(__x86_64__)
  // The processor's own conversion gives the least integer for a number beyond 64 bits and for NaN.
  using Pair [[gnu::vector_size(16)]] = double;
  return __builtin_ia32_cvttsd2si64(Pair{value, 0});
#else
  return value > -0x1p63 && value < 0x1p63 ? static_cast<std::int64_t>(value) : INT64_MIN;
#endif
}
// toInt32 for a number of which the compiler knows nothing, such as one in a var.
inline std::int32_t toInt32Unknown(double value) noexcept {
  const std::int64_t whole = truncated(value);
  if (whole != INT64_MIN) [[likely]]
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(whole)));
  return toInt32Far(value);
}

// What kind of value the bytes hold, and where it is. The class var makes, copies and frees it.
class VarWords {
 public:
  bool isUndefined() const noexcept { return tail_.tag == tagUndefined; }
  bool isNull() const noexcept { return tail_.tag == tagNull; }
  // Returns whether the value is undefined or null, as `v == nullptr` does.
  bool isNullish() const noexcept { return tail_.tag == tagUndefined || tail_.tag == tagNull; }
  // For the runtime: the promise that the var holds; its state is null when the var holds something else.
  VarPromiseRef promiseRef() const noexcept;
  bool isBoolean() const noexcept { return tail_.tag == tagBoolean; }
  bool isNumber() const noexcept { return tail_.tag == tagNumber; }
  bool isString() const noexcept { return tail_.tag <= maxInlined || tail_.tag == tagSlice; }
  bool isArray() const noexcept { return tail_.tag == tagArray; }
  // Returns whether the value is a plain object and not an array, a Buffer, a Date or a handle.
  bool isObject() const noexcept { return tail_.tag == tagObject; }
  bool isBuffer() const noexcept { return tail_.tag == tagBuffer; }
  bool isDate() const noexcept { return tail_.tag == tagDate; }
  bool isHandle() const noexcept { return tail_.tag == tagHandle; }
  bool isFunction() const noexcept { return tail_.tag == tagFunction; }
  bool isSymbol() const noexcept { return tail_.tag == tagSymbol; }

  // For the runtime: the data of an array, an object or a Buffer; null for other values.
  VarArray* arrayRep() const noexcept { return tail_.tag == tagArray ? inArray() : nullptr; }
  VarObject* objectRep() const noexcept { return tail_.tag == tagObject ? inObject() : nullptr; }
  VarBuffer* bufferRep() const noexcept { return tail_.tag == tagBuffer ? inBuffer() : nullptr; }
  Object* objectRef() const noexcept { return tail_.tag == tagHandle ? handle_.object.get() : nullptr; }
  const VarClass* objectClass() const noexcept { return tail_.tag == tagHandle ? handle_.type : nullptr; }
  // Returns an address that tells two references apart; null for values such as numbers and strings.
  const void* identity() const noexcept {
    return tail_.tag & counted && tail_.tag != tagSlice && tail_.tag != tagSymbol ? static_cast<const void*>(inArray()) : nullptr;
  }

  // Functions that are not inlined receive the three words of a var by value and not its address. A number in a var can
  // then stay in a register as long as the address of the variable is taken nowhere. The called function may use the
  // words while the var is unchanged. A returned Raw passes on the ownership.
  struct Raw {
    std::uint64_t words[3];
  };

  // How WeakMap, WeakSet and WeakRef (nodecpp/weak.h) refer to a value: not at all, weakly, or by a counted reference.
  // Arrays, objects, functions and handles are referred to weakly, and have a record of what refers to them.
  enum class Weakness : unsigned char { none, weak, strong };
  Weakness weakness() const noexcept;
  WeakRecord* weakRecord() const;  // null when an object behind a handle is being freed
  void enrollInCollector() const;
  // Returns the bytes as a reference that is not counted. var::ofUncounted() makes a var of them while the value
  // exists, which is undefined when the value waits to be freed.
  Raw uncountedBytes() const noexcept { return {{word(0), word(1), word(2)}}; }

 protected:
  [[gnu::always_inline]] VarWords() noexcept {}
  VarWords(const VarWords&) = delete;
  [[gnu::always_inline]] ~VarWords() {}

  // The tag is the last byte of a var. For a string it is the last byte of the String itself: the number of bytes
  // stored inline, or 0xff for a slice.
  static constexpr unsigned char maxInlined = 23;
  static constexpr unsigned char tagUndefined = 0x40, tagNull = 0x41, tagBoolean = 0x42, tagNumber = 0x43;
  static constexpr unsigned char tagDate = 0x44;
  static constexpr unsigned char tagHole = 0x45;  // marks the value of a deleted property
  // Tags from here on stand for counted values. Without the bit `indirect` the pointer in the var points to the count.
  static constexpr unsigned char tagArray = 0x80, tagObject = 0x81, tagFunction = 0x82;
  static constexpr unsigned char tagBuffer = 0x83, tagSymbol = 0x84, tagBox = 0x85;
  static constexpr unsigned char tagHandle = 0xc0;
  // A property with a getter or a setter; its lower bits equal those of tagHole.
  static constexpr unsigned char tagAccessor = 0xc5;
  static constexpr unsigned char tagSlice = 0xff;
  static constexpr unsigned char counted = 0x80, indirect = 0x40;

  // Stores a value that is neither a String nor a handle. Values are stored and copied word by word: a word can then stay
  // in a register, and a processor can forward each word that was stored recently.
  [[gnu::always_inline]] void become(unsigned char tag, std::uint64_t first = 0, std::uint64_t second = 0) noexcept {
    setWord(0, first), setWord(1, second), setWord(2, std::uint64_t(tag) << 56);
  }
  [[gnu::always_inline]] void become(unsigned char tag, double first, std::uint64_t second = 0) noexcept {
    become(tag, __builtin_bit_cast(std::uint64_t, first), second);
  }
  // Makes undefined of a temporary value that is a number or whose reference is dropped already. The other words keep
  // their values, which have no meaning then, so that the compiler need not keep two of each.
  [[gnu::always_inline]] void abandon() noexcept { setWord(2, std::uint64_t(tagUndefined) << 56); }
  [[gnu::always_inline]] void copyBytes(const VarWords& other) noexcept {
    const std::uint64_t words[] = {other.word(0), other.word(1), other.word(2)};
    setWord(0, words[0]), setWord(1, words[1]), setWord(2, words[2]);
  }
  [[gnu::always_inline]] std::uint64_t word(std::size_t i) const noexcept {
    std::uint64_t out = 0;
    __builtin_memcpy(&out, reinterpret_cast<const char*>(this) + 8 * i, sizeof out);
    return out;
  }
  [[gnu::always_inline]] void setWord(std::size_t i, std::uint64_t to) noexcept {
    __builtin_memcpy(reinterpret_cast<char*>(this) + 8 * i, &to, sizeof to);
  }
  // Calls a function with the words of a, or with the words of a and b.
  using Word = std::uint64_t;
  template <class R>
  [[gnu::always_inline]] static R ask(R (*f)(Word, Word, Word), const VarWords& a) {
    return f(a.word(0), a.word(1), a.word(2));
  }
  template <class R>
  [[gnu::always_inline]] static R ask(R (*f)(Word, Word, Word, Word, Word, Word), const VarWords& a, const VarWords& b) {
    return f(a.word(0), a.word(1), a.word(2), b.word(0), b.word(1), b.word(2));
  }
  // refers() tells whether the value may refer to further objects, so that the cycle collector must know it.
  // asksProgram() tells whether converting the value to a number or a text may call a function of the program.
  bool refers() const noexcept { return tail_.tag & counted && tail_.tag != tagSlice && tail_.tag != tagBuffer && tail_.tag != tagSymbol; }
  bool asksProgram() const noexcept { return tail_.tag & counted && tail_.tag != tagSlice; }
  // Whether the value has this tag, for tags behind which the last word has no further bytes, such as tagNumber and
  // tagArray. One comparison of a word that is in a register, where the tag alone would first be taken out of it.
  [[gnu::always_inline]] bool isWord(unsigned char tag) const noexcept { return word(2) == std::uint64_t(tag) << 56; }
  bool bothNumbers(const VarWords& other) const noexcept { return isWord(tagNumber) && other.isWord(tagNumber); }
  // The second word of a number is 0, or the mark and the number as an integer of 32 bits, from which a processor computes
  // faster than from a double. A number may be an integer without the mark; -0 never has it.
  static constexpr std::uint64_t integerMark = std::uint64_t(1) << 63;
  [[gnu::always_inline]] static constexpr std::uint64_t marked(std::int32_t value) noexcept {
    return integerMark | std::uint32_t(value);
  }
  // Returns the second word of a number that is `value`.
  template <class T>
  [[gnu::always_inline]] static constexpr std::uint64_t markOf([[maybe_unused]] T value) noexcept {
    if constexpr (!std::integral<T>)
      return 0;
    else if constexpr (sizeof(T) < sizeof(std::int32_t) || (std::signed_integral<T> && sizeof(T) == sizeof(std::int32_t)))
      return marked(std::int32_t(value));
    else
      return value <= T(INT32_MAX) && (std::unsigned_integral<T> || value >= T(INT32_MIN)) ? marked(std::int32_t(value)) : 0;
  }
  // For a var that holds a number.
  [[gnu::always_inline]] bool isMarked() const noexcept { return std::int64_t(word(1)) < 0; }
  [[gnu::always_inline]] std::int32_t inInteger() const noexcept { return std::int32_t(std::uint32_t(word(1))); }
  // JavaScript's ToInt32.
  [[gnu::always_inline]] std::int32_t asInt32() const noexcept { return isMarked() ? inInteger() : toInt32Unknown(inNumber()); }
  // The first word is always read as an integer, because otherwise a compiler does not keep it in a register.
  double inNumber() const noexcept { return __builtin_bit_cast(double, word(0)); }
  bool inBoolean() const noexcept { return word(0) != 0; }
  std::uint32_t* inCount() const noexcept { return reinterpret_cast<std::uint32_t*>(word(0)); }
  VarArray* inArray() const noexcept { return reinterpret_cast<VarArray*>(word(0)); }
  VarObject* inObject() const noexcept { return reinterpret_cast<VarObject*>(word(0)); }
  VarBuffer* inBuffer() const noexcept { return reinterpret_cast<VarBuffer*>(word(0)); }
  VarBox* inBox() const noexcept { return reinterpret_cast<VarBox*>(word(0)); }

  struct Tail {
    char unused[23];
    unsigned char tag;
  };
  struct HandleRep {
    Handle<Object> object;
    const VarClass* type;
  };
  union {
    String string_;
    double number_;
    bool boolean_;
    std::uint32_t* refs_;
    VarArray* array_;
    VarObject* object_;
    VarBuffer* buffer_;
    VarSymbol* symbol_;
    VarBox* box_;
    VarAccessor* accessor_;
    HandleRep handle_;
    Tail tail_;
  };
};

}  // namespace nodecpp::detail
