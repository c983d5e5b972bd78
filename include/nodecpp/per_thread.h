// perThread<T>: a variable at the top level of a program (at namespace scope or static) that each thread has for
// itself, as each worker in Node has its own variables of a module. Objects, texts and lists are counted without atomic
// operations, so a plain global variable could be counted by two threads at the same time.
//
//   perThread<int> count = 0;
//   perThread<String> greeting = "hello";
//   perThread<Map<String, int>> ages;
//   perThread<Array<String>> names = [] { return Array<String>{"Ann", "Bob"}; };
//
//   ++*count;
//   ages->set("Ann", 34);
//
// The variable of a thread is made when the thread first uses it, and is destroyed with the thread's event loop. Using
// it before run(), or on a thread without an event loop, throws an Error.
#pragma once

#include <nodecpp/let.h>
#include <nodecpp/loop_local.h>
#include <nodecpp/traits.h>

namespace nodecpp {

template <class T>
class perThread;

namespace detail {
// The variable of one thread; `made` tells whether it exists yet.
template <class T>
struct OwnVariable {
  OwnVariable() noexcept {}
  OwnVariable(const OwnVariable&) = delete;
  ~OwnVariable() {
    if (made) variable.~let();
  }
  bool made = false;
  union {
    let<T> variable;
  };
};
template <>
inline constexpr bool isString<perThread<String>> = true;
}  // namespace detail

template <class T>
class perThread {
 public:
  constexpr perThread() noexcept = default;
  // The initial value: a number or another trivially copyable value, a string literal, or a function without captures,
  // which is called on each thread.
  template <class U>
    requires std::is_trivially_copyable_v<T> && detail::ConvertsTo<U, T>
  constexpr perThread(U value) noexcept : kind_(Kind::plain), plain_(value) {}
  template <std::size_t N>
    requires std::constructible_from<T, const char (&)[N]>
  constexpr perThread(const char (&text)[N]) noexcept
      : kind_(Kind::made), make_([](const void* from) { return T(*static_cast<const char(*)[N]>(from)); }), from_(&text) {}
  template <class F>
    requires std::is_empty_v<F> && std::is_default_constructible_v<F> && std::is_invocable_r_v<T, const F&>
  constexpr perThread(F) noexcept : kind_(Kind::made), make_([](const void*) -> T { return F()(); }) {}
  template <class U>
    requires(!std::is_trivially_copyable_v<T> && std::is_class_v<U> && !std::is_empty_v<U> && detail::ConvertsTo<const U&, T>)
  perThread(const U&) NODECPP_DELETED("a value that each thread makes for itself: write = [] { return …; }");
  perThread(const perThread&) = delete;

  // Returns this thread's variable as a let, which closures may capture.
  let<T> operator*() const {
    detail::OwnVariable<T>& own = *own_;
    if (!own.made) [[unlikely]] {
      ::new (static_cast<void*>(&own.variable)) let<T>(first());
      own.made = true;
    }
    return own.variable;
  }
  let<T> operator->() const { return **this; }
  operator T() const { return (**this).value(); }
  // As let: a variable that holds a handle converts to a handle of a base class.
  template <class Base>
    requires detail::WiderHandle<Base, T>
  operator Base() const {
    return Base((**this).value());
  }
  T value() const { return (**this).value(); }
  // data() and size() let a `perThread<String>` be passed wherever a string is taken, as a `let<String>`.
  auto data() const
    requires requires(const T& t) { t.data(); }
  {
    return (**this).data();
  }
  auto size() const
    requires requires(const T& t) { t.size(); }
  {
    return (**this).size();
  }
  // Returns the value's text, as str() of the value does.
  friend auto str(const perThread& variable) { return str(variable.value()); }
  template <class U>
    requires std::is_assignable_v<T&, U&&>
  const perThread& operator=(U&& value) const {
    **this = std::forward<U>(value);
    return *this;
  }
  const perThread& operator=(const perThread& other) const {
    **this = other.value();
    return *this;
  }

 private:
  enum class Kind : unsigned char { none, plain, made };
  struct Nothing {};
  T first() const {
    if constexpr (std::is_trivially_copyable_v<T>)
      if (kind_ == Kind::plain) return plain_;
    return kind_ == Kind::made ? make_(from_) : T();
  }

  Kind kind_ = Kind::none;
  [[no_unique_address]] std::conditional_t<std::is_trivially_copyable_v<T>, T, Nothing> plain_{};
  T (*make_)(const void*) = nullptr;
  const void* from_ = nullptr;
  mutable LoopLocal<detail::OwnVariable<T>> own_;
};

}  // namespace nodecpp
