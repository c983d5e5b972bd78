// let<T>: a variable that closures share, as JavaScript's `let` is. Copying a `let` shares the variable (that is what
// `[=]` does); assigning to it assigns the value. A loop's own counter stays an `int`.
#pragma once

#include <nodecpp/string.h>

#include <concepts>
#include <type_traits>
#include <utility>

namespace nodecpp {

template <class T>
class let;

namespace detail {
template <class T>
inline constexpr bool isLet = false;
template <class T>
inline constexpr bool isLet<let<T>> = true;
template <>
inline constexpr bool isString<let<String>> = true;
}  // namespace detail

template <class T>
class let {
 public:
  let() : cell_(build()) {}
  template <class U>
    requires std::constructible_from<T, U&&> && (!std::same_as<std::remove_cvref_t<U>, let>)
  let(U&& value) : cell_(build(std::forward<U>(value))) {}
  let(const let& other) noexcept : cell_(other.cell_) { ++cell_->refs; }
  ~let() {
    if (--cell_->refs != 0) return;
    if constexpr (std::is_trivially_destructible_v<T>)
      detail::release(cell_, sizeof(Cell));
    else
      detail::destroyInTurn(cell_, [](void* cell) noexcept {
        static_cast<Cell*>(cell)->~Cell();
        detail::release(cell, sizeof(Cell));
      });
  }

  // A copy of the value.
  T value() const { return cell_->value; }
  // The variable itself; valid while a `let` that shares it lives.
  T& ref() const [[clang::lifetimebound]] { return cell_->value; }
  operator const T&() const [[clang::lifetimebound]] { return cell_->value; }

  template <class U>
    requires std::assignable_from<T&, U&&> && (!std::same_as<std::remove_cvref_t<U>, let>)
  const let& operator=(U&& value) const {
    cell_->value = std::forward<U>(value);
    return *this;
  }
  const let& operator=(const let& other) const {
    T copy = other.cell_->value;
    cell_->value = std::move(copy);
    return *this;
  }
  template <class U>
    requires std::assignable_from<T&, U&&> && (!std::same_as<std::remove_cvref_t<U>, let>)
  let& operator=(U&& value) {
    cell_->value = std::forward<U>(value);
    return *this;
  }
  let& operator=(const let& other) {
    std::as_const(*this) = other;
    return *this;
  }

  T operator++() const { return ++cell_->value; }
  T operator++(int) const { return cell_->value++; }
  T operator--() const { return --cell_->value; }
  T operator--(int) const { return cell_->value--; }

#define NODECPP_LET_ASSIGN(op) \
  template <class U> \
  const let& operator op##=(const U& right) const { \
    if constexpr (detail::isLet<U>) \
      cell_->value op##= right.ref(); \
    else \
      cell_->value op##= right; \
    return *this; \
  }
  NODECPP_OPERATORS(NODECPP_LET_ASSIGN)
#undef NODECPP_LET_ASSIGN

  // A handle in a `let` is used as the handle; anything else as a member of the value.
  decltype(auto) operator->() const {
    if constexpr (requires(const T& t) { t.operator->(); })
      return static_cast<const T&>(cell_->value);
    else
      return &cell_->value;
  }
  template <class... A>
    requires std::is_invocable_v<const T&, A...> || std::is_invocable_v<T&, A...>
  decltype(auto) operator()(A&&... args) const {
    return cell_->value(std::forward<A>(args)...);
  }
  template <class K>
  decltype(auto) operator[](K&& key) const {
    return cell_->value[std::forward<K>(key)];
  }
  explicit operator bool() const
    requires(!std::same_as<T, bool> && !std::is_arithmetic_v<T> && std::constructible_from<bool, const T&>)
  {
    return static_cast<bool>(cell_->value);
  }

  // A `let<String>` is taken wherever a string is.
  auto data() const
    requires requires(const T& t) { t.data(); }
  {
    return cell_->value.data();
  }
  auto size() const
    requires requires(const T& t) { t.size(); }
  {
    return cell_->value.size();
  }

 private:
  struct Cell {
    std::uint32_t refs;
    T value;
  };
  template <class... U>
  static Cell* build(U&&... value) {
    return ::new (detail::allocate(sizeof(Cell))) Cell{1, T(std::forward<U>(value)...)};
  }

  Cell* cell_;
};

// Numbers and strings compare through their own operators; other classes' values by theirs.
template <class T, class U>
  requires(!detail::isLet<U>) && std::is_class_v<T> && (!requires(const T& t) { t.data(); }) &&
          requires(const T& a, const U& b) { a == b; }
bool operator==(const let<T>& a, const U& b) {
  return a.ref() == b;
}

// As JavaScript prints the variable's value.
template <class T>
auto str(const let<T>& variable) {
  return str(variable.ref());
}

// str("n: ") + n, where n is shared.
template <class S, class T>
  requires(detail::isString<S> && std::is_arithmetic_v<T>)
String operator+(const S& a, const let<T>& b) {
  return a + b.value();
}
template <class S, class T>
  requires(detail::isString<S> && std::is_arithmetic_v<T>)
String operator+(const let<T>& a, const S& b) {
  return a.value() + b;
}

}  // namespace nodecpp
