// The operators of a var with two operands: comparisons, sums and arithmetic. Programs include nodecpp/var.h.
#pragma once

#include <nodecpp/arithmetic.h>
#include <nodecpp/var/var_concepts.h>
#include <nodecpp/var/var_parts.h>

#include <compare>
#include <utility>

namespace nodecpp::detail {

// V is var, whose base this class is. The operators are friends that are found for vars alone, so that no other type
// is converted to a var for their sake.
template <class V>
class VarOperators {
 public:
  // `==` is JavaScript's `===`. A comparison with nullptr is JavaScript's `== null`, which is also true for undefined.
  [[gnu::always_inline]] friend bool operator==(const V& a, const V& b) noexcept { return same(a, b); }
  template <class T>
    requires StringLike<const T&>
  friend bool operator==(const V& a, const T& b) noexcept {
    return a.isString() && textOf(a) == b;
  }
  template <VarNumber T>
  friend bool operator==(const V& a, T b) noexcept { return a.isNumber() && numberOf(a) == double(b); }
  template <std::same_as<bool> T>
  friend bool operator==(const V& a, T b) noexcept { return a.isBoolean() && truthOf(a) == b; }
  friend bool operator==(const V& a, std::nullptr_t) noexcept { return a.isNullish(); }
  friend bool operator==(const V& a, Undefined) noexcept { return a.isUndefined(); }
  // Compares two strings by UTF-16 code units, and all other values as numbers.
  friend std::partial_ordering operator<=>(const V& a, const V& b) { return orderOf(a, b); }
  template <class T>
    requires StringLike<const T&>
  friend std::partial_ordering operator<=>(const V& a, const T& b) {
    const V right(b);
    return orderOf(a, right);
  }
  template <VarNumber T>
  friend std::partial_ordering operator<=>(const V& a, T b) {
    return isAsked(a) ? a <=> V(b) : a.toNumber() <=> double(b);
  }
  // The four comparisons that `<=>` would give too. For numbers the compiler makes one comparison of each of these, and
  // four of a result that it must first compute.
#define NODECPP_VAR_ORDER(op)                                                         \
  [[gnu::always_inline]] friend bool operator op(const V& a, const V& b) {            \
    if (a.bothNumbers(b)) [[likely]] return a.inNumber() op b.inNumber();             \
    return V::ask(V::orderOf, a, b) op 0;                                             \
  }                                                                                   \
  template <class A, class B>                                                         \
    requires(IsVar<A> && IsVar<B> && (IsUsedUp<A> || IsUsedUp<B>))                    \
  [[gnu::always_inline]] friend bool operator op(A&& a, B&& b) {                      \
    if (!a.isWord(V::tagNumber)) [[unlikely]] {                                       \
      const bool result = V::ask(V::orderOf, a, b) op 0;                              \
      finish(std::forward<A>(a)), finish(std::forward<B>(b));                         \
      return result;                                                                  \
    }                                                                                 \
    if (!b.isWord(V::tagNumber)) [[unlikely]] {                                       \
      const bool result = V::ask(V::orderOf, a, b) op 0;                              \
      finish(std::forward<A>(a)), finish(std::forward<B>(b));                         \
      return result;                                                                  \
    }                                                                                 \
    const bool result = a.inNumber() op b.inNumber();                                 \
    forget(std::forward<A>(a)), forget(std::forward<B>(b));                           \
    return result;                                                                    \
  }                                                                                   \
  template <VarNumber T>                                                              \
  [[gnu::always_inline]] friend bool operator op(const V& a, T b) {                   \
    if (a.isNumber()) [[likely]] return a.inNumber() op double(b);                    \
    return V::ask(V::orderOf, a, V(b)) op 0;                                          \
  }                                                                                   \
  template <VarNumber T>                                                              \
  [[gnu::always_inline]] friend bool operator op(T a, const V& b) {                   \
    if (b.isNumber()) [[likely]] return double(a) op b.inNumber();                    \
    return V::ask(V::orderOf, V(a), b) op 0;                                          \
  }
  NODECPP_VAR_ORDER(<)
  NODECPP_VAR_ORDER(>)
  NODECPP_VAR_ORDER(<=)
  NODECPP_VAR_ORDER(>=)
#undef NODECPP_VAR_ORDER

  [[gnu::always_inline]] friend V operator+(const V& a, const V& b) { return sum(a, b); }
  template <class A, class B>
    requires(IsVar<A> && IsVar<B> && (IsUsedUp<A> || IsUsedUp<B>))
  [[gnu::always_inline]] friend V operator+(A&& a, B&& b) {
    if (!a.isWord(V::tagNumber)) [[unlikely]] {
      V result(V::ask(V::plusOf, a, b));
      finish(std::forward<A>(a)), finish(std::forward<B>(b));
      return result;
    }
    if (!b.isWord(V::tagNumber)) [[unlikely]] {
      V result(V::ask(V::plusOf, a, b));
      finish(std::forward<A>(a)), finish(std::forward<B>(b));
      return result;
    }
    const double result = a.inNumber() + b.inNumber();
    forget(std::forward<A>(a)), forget(std::forward<B>(b));
    return result;
  }
  template <VarNumber T>
  [[gnu::always_inline]] friend V operator+(const V& a, T b) { return movedSum(a, b); }
  template <IsUsedUp A, VarNumber T>
  [[gnu::always_inline]] friend V operator+(A&& a, T b) { return movedSum(std::forward<A>(a), b); }
  template <VarNumber T>
  [[gnu::always_inline]] friend V operator+(T a, const V& b) { return V(a) + b; }
  template <VarNumber T, IsUsedUp B>
  [[gnu::always_inline]] friend V operator+(T a, B&& b) { return V(a) + std::forward<B>(b); }
  template <class T>
    requires StringLike<const T&>
  friend String operator+(const V& a, const T& b) { return concat(a.addedText(), b); }
  template <class T>
    requires StringLike<const T&>
  friend String operator+(const T& a, const V& b) { return concat(a, b.addedText()); }
  // Two numbers are calculated here; what must be converted first is left to a function that is not inlined. A
  // temporary is used up, so that the compiler knows that one which was a number need not be destroyed. The operands are
  // tested one by one, because a compiler that has joined two tests no longer leaves out the one whose answer it knows.
#define NODECPP_VAR_OPERATOR(op, expression)                                          \
  [[gnu::always_inline]] friend V operator op(const V& a, const V& b) {               \
    if (!a.bothNumbers(b)) [[unlikely]] return operated(#op, a, b);                   \
    return expression;                                                                \
  }                                                                                   \
  template <class A, class B>                                                         \
    requires(IsVar<A> && IsVar<B> && (IsUsedUp<A> || IsUsedUp<B>))                    \
  [[gnu::always_inline]] friend V operator op(A&& a, B&& b) {                         \
    if (!a.isWord(V::tagNumber)) [[unlikely]] {                                       \
      V result = operated(#op, a, b);                                                 \
      finish(std::forward<A>(a)), finish(std::forward<B>(b));                         \
      return result;                                                                  \
    }                                                                                 \
    if (!b.isWord(V::tagNumber)) [[unlikely]] {                                       \
      V result = operated(#op, a, b);                                                 \
      finish(std::forward<A>(a)), finish(std::forward<B>(b));                         \
      return result;                                                                  \
    }                                                                                 \
    const auto result = expression;                                                   \
    forget(std::forward<A>(a)), forget(std::forward<B>(b));                           \
    return V(result);                                                                 \
  }                                                                                   \
  template <VarNumber T>                                                              \
    requires(#op[0] != '-' || !std::integral<T>)                                      \
  [[gnu::always_inline]] friend V operator op(const V& left, T right) { return left op V(right); } \
  template <IsUsedUp A, VarNumber T>                                                  \
    requires(#op[0] != '-' || !std::integral<T>)                                      \
  [[gnu::always_inline]] friend V operator op(A&& left, T right) { return std::forward<A>(left) op V(right); } \
  template <VarNumber T>                                                              \
  [[gnu::always_inline]] friend V operator op(T left, const V& right) { return V(left) op right; } \
  template <VarNumber T, IsUsedUp B>                                                  \
  [[gnu::always_inline]] friend V operator op(T left, B&& right) { return V(left) op std::forward<B>(right); }
  NODECPP_VAR_OPERATOR(-, a.inNumber() - b.inNumber())
  NODECPP_VAR_OPERATOR(*, a.inNumber() * b.inNumber())
  NODECPP_VAR_OPERATOR(/, a.inNumber() / b.inNumber())
  NODECPP_VAR_OPERATOR(%, remainderOf(a, b))
  // The bit operators work on 32-bit integers, as in JavaScript.
  NODECPP_VAR_OPERATOR(&, a.asInt32() & b.asInt32())
  NODECPP_VAR_OPERATOR(|, a.asInt32() | b.asInt32())
  NODECPP_VAR_OPERATOR(^, a.asInt32() ^ b.asInt32())
  NODECPP_VAR_OPERATOR(<<, std::int32_t(std::uint32_t(a.asInt32()) << (b.asInt32() & 31)))
  NODECPP_VAR_OPERATOR(>>, a.asInt32() >> (b.asInt32() & 31))
#undef NODECPP_VAR_OPERATOR
  template <VarNumber T>
    requires std::integral<T>
  [[gnu::always_inline]] friend V operator-(const V& a, T b) { return movedBack(a, b); }
  template <IsUsedUp A, VarNumber T>
    requires std::integral<T>
  [[gnu::always_inline]] friend V operator-(A&& a, T b) { return movedBack(std::forward<A>(a), b); }

 private:
  friend V;

  [[gnu::always_inline]] static double numberOf(const V& a) noexcept { return a.inNumber(); }
  [[gnu::always_inline]] static bool truthOf(const V& a) noexcept { return a.inBoolean(); }
  [[gnu::always_inline]] static const String& textOf(const V& a [[clang::lifetimebound]]) noexcept { return a.string_; }
  [[gnu::always_inline]] static bool same(const V& a, const V& b) noexcept {
    if (a.bothNumbers(b)) return a.inNumber() == b.inNumber();
    // Equal words are equal values, but for a Date that is no date. Texts of up to 23 bytes are equal only when their sizes
    // are, which are their tags; arrays, objects and functions only when they are the same.
    const auto tag = a.tail_.tag;
    if (a.word(0) == b.word(0) && a.word(1) == b.word(1) && a.word(2) == b.word(2) && tag != V::tagDate) return true;
    if (tag != b.tail_.tag ? tag != V::tagSlice && b.tail_.tag != V::tagSlice : tag >= V::tagArray && tag <= V::tagFunction)
      return false;
    // The bytes of a text of up to eight bytes are in the first word. What follows them there has no meaning.
    if (tag <= 8 && tag == b.tail_.tag) return tag == 0 || (a.word(0) ^ b.word(0)) << (64 - 8 * tag) == 0;
    return V::ask(V::sameOf, a, b);
  }
  [[gnu::always_inline]] static std::partial_ordering orderOf(const V& a, const V& b) {
    return a.bothNumbers(b) ? a.inNumber() <=> b.inNumber() : V::ask(V::orderOf, a, b);
  }
  // Returns `result`, which is a + by * sign. It keeps the mark of an integer in i + 1, i - 1 and i++ only, by which programs
  // compute an index from another one: elsewhere it would cost more than it gains.
  template <class T>
  [[gnu::always_inline]] static V moved(const V& a, double result, T by, int sign) noexcept {
    if constexpr (sizeof(T) > sizeof(std::int32_t)) {
      return result;
    } else {
      std::int32_t whole = 0;
      if (a.isMarked()) [[likely]] {
        if (!(sign > 0 ? __builtin_add_overflow(a.inInteger(), by, &whole)
                       : __builtin_sub_overflow(a.inInteger(), by, &whole))) [[likely]]
          return V(result, V::marked(whole));
      }
      return V(result, 0);
    }
  }
  template <class A, class T>
  [[gnu::always_inline]] static V movedSum(A&& a, T b) {
    if constexpr (std::integral<T>) {
      if (a.isWord(V::tagNumber)) [[likely]] {
        const V result = moved(a, a.inNumber() + double(b), b, 1);
        forget(std::forward<A>(a));
        return result;
      }
    }
    return std::forward<A>(a) + V(b);
  }
  template <class A, class T>
  [[gnu::always_inline]] static V movedBack(A&& a, T b) {
    if (a.isWord(V::tagNumber)) [[likely]] {
      const V result = moved(a, a.inNumber() - double(b), b, -1);
      forget(std::forward<A>(a));
      return result;
    }
    return std::forward<A>(a) - V(b);
  }
  [[gnu::always_inline]] static V sum(const V& a, const V& b) {
    if (a.bothNumbers(b)) [[likely]]
      return a.inNumber() + b.inNumber();
    return V(V::ask(V::plusOf, a, b));
  }
  // Returns a % b for two numbers. The divisor is most often an integer of 32 bits, which needs no conversion.
  [[gnu::always_inline]] static double remainderOf(const V& a, const V& b) noexcept {
    const auto bits = __builtin_bit_cast(std::uint64_t, a.inNumber());
    // The bits of numbers from 0 to below 2^32 are below those of 2^32, which are 0x41f0000000000000.
    const std::int32_t by = b.inInteger();
    if (b.isMarked()) [[likely]] {
      if (by > 0 && bits < 0x41f0000000000000) [[likely]] {
        const auto n = static_cast<std::int64_t>(a.inNumber());
        // Without a division for a power of two.
        if (__builtin_bit_cast(std::uint64_t, static_cast<double>(n)) == bits) [[likely]]
          return (by & (by - 1)) == 0 ? double(std::int32_t(n) & (by - 1))
                                      : double(std::uint32_t(n) % std::uint32_t(by));
      }
    }
    return remainder(a.inNumber(), b.inNumber());
  }
  // Use up a temporary that is a number, or whatever it is.
  template <class A>
  [[gnu::always_inline]] static void forget([[maybe_unused]] A&& a) noexcept {
    if constexpr (IsUsedUp<A>) a.abandon();
  }
  template <class A>
  [[gnu::always_inline]] static void finish([[maybe_unused]] A&& a) noexcept {
    if constexpr (IsUsedUp<A>) static_cast<V&>(a) = V();
  }
  [[gnu::always_inline]] static bool isAsked(const V& a) noexcept { return a.isAsked(); }
  [[gnu::always_inline]] static V operated(const char* operation, const V& left, const V& right) {
    // The result is a number or a BigInt. The second word of either may be 0, as it is when both operands are numbers.
    typename V::Raw result =
        V::operatedOf(left.word(0), left.word(1), left.word(2), right.word(0), right.word(1), right.word(2), operation);
    result.words[1] = 0;
    return V(result);
  }
};

}  // namespace nodecpp::detail
