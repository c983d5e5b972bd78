// let<T>: a variable that closures share, as JavaScript's `let` is. Copying a `let`, which is what a capture with `[=]`
// does, shares the variable. Assigning to a `let` assigns the value. A loop's own counter stays an `int`.
#pragma once

#include <nodecpp/string.h>
#include <nodecpp/trace.h>
#include <nodecpp/traits.h>
#include <nodecpp/view.h>

#include <concepts>
#include <type_traits>
#include <utility>

namespace nodecpp {

template <class T>
class let;
template <class Signature>
class Function;

namespace detail {
// Calls the Function in a variable with arguments in braces, `walk({}, list)`, which need the types of its parameters.
template <class Let, class T>
struct LetCall {
  void operator()() const = delete;
};
template <class Let, class R, class... A>
struct LetCall<Let, Function<R(A...)>> {
  R operator()(A... args) const { return static_cast<const Let*>(this)->called(std::forward<A>(args)...); }
};

// Base is a handle to a base class of what the handle T refers to.
template <class Base, class T>
concept WiderHandle = requires {
  typename Base::ObjectType;
  typename T::ObjectType;
} && !std::same_as<Base, T> && detail::DerivedFrom<typename T::ObjectType, typename Base::ObjectType> && std::constructible_from<Base, const T&>;

template <class T>
inline constexpr bool isLet = false;
template <class T>
inline constexpr bool isLet<let<T>> = true;
template <>
inline constexpr bool isString<let<String>> = true;

// The operators of a let<num>, which are those of num. They are repeated here, because a let<num> converts to double, too,
// for `setTimeout(f, delay)` and `list[n]`, and the operators of double would fit as well.
template <class Let, class T>
struct LetNumber {};
template <class Let>
struct LetNumber<Let, num> {
  friend auto operator+(const Let& a) { return a.value(); }
  friend auto operator-(const Let& a) { return -a.value(); }
  friend auto operator~(const Let& a) { return ~a.value(); }
  // The types of both operands are deduced, so that nothing is converted to a let<num>.
  template <std::same_as<Let> A, class B>
    requires isLet<B> && NumberVariable<B>
  friend bool operator==(const A& a, const B& b) {
    return a.value() == b.value();
  }
#define NODECPP_LET_OPERATOR(op)                                           \
  template <std::same_as<Let> A, class B>                                  \
    requires Arithmetic<B> || NumberVariable<B>                            \
  friend auto operator op(const A& a, const B& b) {                        \
    if constexpr (NumberVariable<B>)                                       \
      return a.value() op b.value();                                       \
    else                                                                   \
      return a.value() op b;                                               \
  }                                                                        \
  template <class B, std::same_as<Let> A>                                  \
    requires Arithmetic<B> || (NumberVariable<B> && !std::same_as<B, Let>) \
  friend auto operator op(const B& b, const A& a) {                        \
    if constexpr (NumberVariable<B>)                                       \
      return b.value() op a.value();                                       \
    else                                                                   \
      return b op a.value();                                               \
  }
  NODECPP_OPERATORS(NODECPP_LET_OPERATOR)
  NODECPP_LET_OPERATOR(<)
  NODECPP_LET_OPERATOR(>)
  NODECPP_LET_OPERATOR(<=)
  NODECPP_LET_OPERATOR(>=)
#undef NODECPP_LET_OPERATOR
};
}  // namespace detail

namespace detail {
// A class that is neither a number nor a reference. While a method of such a value runs, the method may cause the
// variable to be assigned to, so the value must outlive the call. A class that declares NodecppReference, such as
// Queue, is excluded: the promise that its method returns is awaited, and the Queue must not be held meanwhile.
template <class T>
concept PinnedInLet = std::is_class_v<T> && !isString<T> && !Arithmetic<T> &&
                      (!HasUndefined<T> || requires { typename T::IsPromise; }) &&
                      !requires { typename T::NodecppReference; } && !requires(const T& t) { t.operator->(); };

// `variable->` returns a LetInUse for a PinnedInLet class. It keeps the value alive until the end of the full
// expression, even when the variable is assigned to or destroyed meanwhile.
template <class T>
struct LetBox {
  std::uint32_t refs;
  bool referred;  // ref() gave out a reference to the value, so the value lives as long as the variable
  LetBox* next;
  T value;

  template <class... U>
  static LetBox* build(U&&... value) {
    return ::new (allocate(sizeof(LetBox))) LetBox{1, false, nullptr, T(std::forward<U>(value)...)};
  }
  static void drop(LetBox* box) noexcept {
    if (--box->refs != 0) return;
    destroyInTurn(box, [](void* gone) noexcept {
      static_cast<LetBox*>(gone)->~LetBox();
      release(gone, sizeof(LetBox));
    });
  }
};
template <class T>
class [[nodiscard]] LetInUse {
 public:
  explicit LetInUse(LetBox<T>* box) noexcept : box_(box) { detail::countHolder(box->refs); }
  LetInUse(const LetInUse&) = delete;
  ~LetInUse() { LetBox<T>::drop(box_); }
  T* operator->() const noexcept { return &box_->value; }

 private:
  LetBox<T>* box_;
};

// The shared cell in which a `let` and its copies store the value.
template <class T>
struct LetCell {
  explicit LetCell(auto&&... value) : value(std::forward<decltype(value)>(value)...) {}
  std::uint32_t refs = 1;
  std::uint32_t place = 0;  // the cell's place on the cycle collector's list
  T value;
  T& get() noexcept { return value; }
  T& kept() noexcept { return value; }
  void show(Tracer& tracer) { tracer(value); }
};
template <PinnedInLet T>
struct LetCell<T> {
  explicit LetCell(auto&&... value) : box(LetBox<T>::build(std::forward<decltype(value)>(value)...)) {}
  LetCell(const LetCell&) = delete;
  ~LetCell() {
    LetBox<T>::drop(box);
    while (former) LetBox<T>::drop(detail::exchange(former, former->next));
  }
  // Assigns while the old value is in use: the new value gets a box of its own, and the old value lives until its last
  // use ends.
  template <class U>
  void replace(U&& value) {
    LetBox<T>* fresh = LetBox<T>::build(std::forward<U>(value));
    LetBox<T>* before = detail::exchange(box, fresh);
    if (before->referred)
      before->next = detail::exchange(former, before);
    else
      LetBox<T>::drop(before);
  }
  // A value in use is not shown to the collector, because a running method of the value may hold references that are
  // not members of the value.
  void show(Tracer& tracer) {
    if (box->refs == 1) tracer(box->value);
  }
  std::uint32_t refs = 1;
  std::uint32_t place = 0;
  LetBox<T>* box;
  LetBox<T>* former = nullptr;
  T& get() noexcept { return box->value; }
  T& kept() noexcept {
    box->referred = true;
    return box->value;
  }
};

// How the cycle collector handles the cell of a `let`.
template <class T>
inline constexpr TracedType tracedCell{
    [](void* cell) noexcept { return &static_cast<LetCell<T>*>(cell)->refs; },
    [](void* cell, Tracer& tracer) { static_cast<LetCell<T>*>(cell)->show(tracer); },
    [](void* cell) noexcept { dropCell(static_cast<LetCell<T>*>(cell)); },
    [](void* cell, std::uint32_t place) noexcept { static_cast<LetCell<T>*>(cell)->place = place; }};

template <class T>
[[gnu::always_inline]] inline void dropCell(LetCell<T>* cell) noexcept {
  if (--cell->refs != 0) return;
  if constexpr (std::is_trivially_destructible_v<LetCell<T>>)
    release(cell, sizeof *cell);
  else
    destroyInTurn(cell, [](void* memory) noexcept {
      auto* gone = static_cast<LetCell<T>*>(memory);
      if constexpr (mayRefer<T>) removeFromCollector(gone, gone->place);
      gone->~LetCell<T>();
      release(gone, sizeof *gone);
    });
}
}  // namespace detail

template <class T>
class let : private detail::LetCall<let<T>, T>, public detail::LetNumber<let<T>, T> {
  friend detail::LetCall<let<T>, T>;

 public:
  let() : cell_(build()) {}
  template <class U>
    requires std::constructible_from<T, U&&> && (!std::same_as<std::remove_cvref_t<U>, let>)
  let(U&& value) : cell_(build(std::forward<U>(value))) {}
  let(const let& other) noexcept : cell_(other.cell_) { detail::countOnThread(cell_->refs); }
  ~let() { detail::dropCell(cell_); }

  // Returns a copy of the value in the variable.
  T value() const { return cell_->get(); }
  // Returns a reference to the value. The reference dangles once the last `let` that shares the variable is destroyed.
  T& ref() const [[clang::lifetimebound]] { return cell_->kept(); }
  operator const T&() const [[clang::lifetimebound]]
    requires(!detail::PinnedInLet<T>)
  {
    return cell_->value;
  }
  operator T() const
    requires detail::PinnedInLet<T>
  {
    return cell_->get();
  }
  // A variable that holds a handle converts to a handle of a base class, as the handle itself does: a let<tls::TLSSocket> is
  // passed where a net::Socket or a stream::Duplex is expected.
  template <class Base>
    requires detail::WiderHandle<Base, T>
  operator Base() const {
    return Base(cell_->get());
  }

  // A let<num> converts as a num does.
  template <class D>
    requires std::same_as<T, num> && (std::same_as<D, double> || std::same_as<D, std::ptrdiff_t> || std::same_as<D, std::size_t>)
  operator D() const {
    return cell_->get();
  }
  template <class I>
    requires std::same_as<T, num> && std::integral<I> &&
             (!std::same_as<I, std::ptrdiff_t> && !std::same_as<I, std::size_t> && !std::same_as<I, bool>)
  explicit operator I() const {
    return static_cast<I>(cell_->get());
  }

  template <class U>
    requires std::is_assignable_v<T&, U&&> && (!std::same_as<std::remove_cvref_t<U>, let>)
  const let& operator=(U&& value) const {
    assign(std::forward<U>(value));
    return *this;
  }
  const let& operator=(const let& other) const {
    T copy = other.cell_->get();
    assign(std::move(copy));
    return *this;
  }
  template <class U>
    requires std::is_assignable_v<T&, U&&> && (!std::same_as<std::remove_cvref_t<U>, let>)
  let& operator=(U&& value) {
    assign(std::forward<U>(value));
    return *this;
  }
  let& operator=(const let& other) {
    std::as_const(*this) = other;
    return *this;
  }

  T operator++() const { return ++cell_->get(); }
  T operator++(int) const { return cell_->get()++; }
  T operator--() const { return --cell_->get(); }
  T operator--(int) const { return cell_->get()--; }

#define NODECPP_LET_ASSIGN(op) \
  template <class U> \
  const let& operator op##=(const U& right) const { \
    if constexpr (detail::isLet<U>) \
      cell_->get() op##= right.ref(); \
    else \
      cell_->get() op##= right; \
    return *this; \
  }
  NODECPP_OPERATORS(NODECPP_LET_ASSIGN)
#undef NODECPP_LET_ASSIGN

  // When T is a handle, `variable->` reaches the object's members, otherwise the value's own members. The value on
  // which a method is called stays alive until the end of the full expression, so the method may assign to the variable
  // and go on running.
  decltype(auto) operator->() const {
    if constexpr (detail::UndefinedHandle<T>)
      return T(cell_->value);
    else if constexpr (requires(const T& t) { t.operator->(); })
      return static_cast<const T&>(cell_->value);
    else if constexpr (detail::PinnedInLet<T>)
      return detail::LetInUse<T>(cell_->box);
    else
      return &cell_->value;
  }
  using detail::LetCall<let<T>, T>::operator();
  template <class... A>
    requires std::is_invocable_v<const T&, A...> || std::is_invocable_v<T&, A...>
  decltype(auto) operator()(A&&... args) const {
    return called(std::forward<A>(args)...);
  }
  template <class K>
  decltype(auto) operator[](K&& key) const {
    return cell_->get()[std::forward<K>(key)];
  }
  explicit operator bool() const
    requires(!std::same_as<T, bool> && !std::is_arithmetic_v<T> && std::constructible_from<bool, const T&>)
  {
    return static_cast<bool>(cell_->get());
  }

  // data() and size() let a `let<String>` be passed wherever a string is taken.
  auto data() const
    requires requires(const T& t) { t.data(); }
  {
    return cell_->get().data();
  }
  auto size() const
    requires requires(const T& t) { t.size(); }
  {
    return cell_->get().size();
  }
  // for (auto each : list), for a list, a Map, a Set or a text. As in JavaScript, the loop goes on over what the variable
  // held at its beginning when the variable is assigned to meanwhile.
  auto begin() const
    requires(!detail::PinnedInLet<T> && requires(const T& t) { t.begin(); })
  {
    return cell_->get().begin();
  }
  auto end() const
    requires(!detail::PinnedInLet<T> && requires(const T& t) { t.end(); })
  {
    return cell_->get().end();
  }

 private:
  using Cell = detail::LetCell<T>;
  template <class... A>
  decltype(auto) called(A&&... args) const {
    if constexpr (detail::PinnedInLet<T>) {
      const detail::LetInUse<T> value(cell_->box);
      return (*value.operator->())(std::forward<A>(args)...);
    } else {
      return cell_->value(std::forward<A>(args)...);
    }
  }
  template <class... U>
  static Cell* build(U&&... value) {
    static_assert(!detail::keepsView<T>, "a let outlives what a view looks at: write let<String>, or let of a Buffer or an Array");
    Cell* cell = ::new (detail::allocate(sizeof(Cell))) Cell(std::forward<U>(value)...);
    if constexpr (detail::mayRefer<T>) cell->place = detail::enroll(cell, detail::tracedCell<T>);
    return cell;
  }
  template <class U>
  void assign(U&& value) const {
    if constexpr (detail::PinnedInLet<T>) {
      if (NODECPP_FAILS(letInUse, cell_->box->refs != 1)) [[unlikely]]
        return cell_->replace(made(std::forward<U>(value)));
      if constexpr (!std::is_trivially_destructible_v<T> && std::is_swappable_v<T>) {
        // The old value is destroyed only after the new value is in place, because a destructor of the program may
        // assign to the variable again.
        T before = made(std::forward<U>(value));
        using std::swap;
        return swap(cell_->get(), before);
      }
    }
    cell_->get() = std::forward<U>(value);
  }
  // Returns the value that the variable has after `value` was assigned to it.
  template <class U>
  T made(U&& value) const {
    if constexpr (std::constructible_from<T, U&&>) {
      return T(std::forward<U>(value));
    } else {
      T copy = cell_->get();
      copy = std::forward<U>(value);
      return copy;
    }
  }

  Cell* cell_;
};

// Compares the value with another object. Numbers and strings are excluded, because they are compared by their own
// operators.
template <class T, class U>
  requires(!detail::isLet<U>) && std::is_class_v<T> && (!requires(const T& t) { t.data(); }) &&
          requires(const T& a, const U& b) { a == b; }
bool operator==(const let<T>& a, const U& b) {
  return a.ref() == b;
}

// Returns the variable's value as JavaScript prints it.
template <class T>
auto str(const let<T>& variable) {
  return str(variable.ref());
}

// Concatenates a text with a shared number: str("n: ") + n.
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
